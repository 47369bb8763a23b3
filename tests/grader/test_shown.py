"""What is written down of a set that was run: pure, from observations built by hand."""

import pytest

from grader.answer import Answer
from grader.edition import Edition
from grader.judge import ExpectedSet, judge
from grader.plan import plan_set
from grader.run import SetRun
from grader.sandbox.outcome import Frame, Kind, Load, Observation, Outcome, ScriptOutcome, Trouble
from grader.shown import loading, query_results, script_results
from grader.verdict import Verdict

SECRET = Trouble("SecretError", "SECRET", (Frame(3, "share"),), text="SECRET")


def observed(
    shares: Edition, *, visible: bool, load: Load = Load.LOADED, kind: Kind = Kind.RAISED
) -> SetRun:
    """A run of the visible or the hidden set in which text was sent with everything."""
    plan = plan_set(shares.exercise, shares.sets[0 if visible else 1])
    outcome = Outcome(kind, 0.5, "KeyError", trouble=SECRET, printed="SECRET", seconds=1.0)
    script = ScriptOutcome(Kind.VALUE, ("SECRET",), cut=True, trouble=SECRET, seconds=1.0)
    observation = Observation(
        load=load,
        trouble=SECRET,
        missing=frozenset(),
        outcomes=(outcome,) * len(plan.steps),
        scripts=(script,) * len(plan.runs),
        defined=("shares", "SECRET"),
        printed="SECRET",
        timeouts={},
        repeats=True,
        near=0.5,
    )
    expected = ExpectedSet(plan, (Answer(0.5),) * len(plan.steps), (("right",),) * len(plan.runs))
    return SetRun(expected, observation, judge(expected, observation))


def verdicts(run: SetRun) -> set[Verdict]:
    queries = {each.verdict for each in query_results(run)}
    return queries | {each.verdict for each in script_results(run)}


@pytest.mark.parametrize("load", Load)
@pytest.mark.parametrize("kind", Kind)
def test_text_of_a_hidden_process_goes_nowhere_even_if_it_came(
    shares: Edition, load: Load, kind: Kind
) -> None:
    run = observed(shares, visible=False, load=load, kind=kind)
    told = [*query_results(run), *script_results(run), loading([run])]
    assert "SECRET" not in repr(told)
    assert loading([run]).verdict is None


def test_a_set_that_did_not_load_gives_its_verdict_to_everything(shares: Edition) -> None:
    run = observed(shares, visible=True, load=Load.SYNTAX_ERROR)
    assert verdicts(run) == {Verdict.SYNTAX_ERROR}
    told = loading([run])
    assert (told.verdict, told.printed) == (Verdict.SYNTAX_ERROR, "SECRET")
    assert told.trouble is not None
    assert (told.trouble.line, told.trouble.frames) == (3, ((3, "share"),))


def test_a_set_that_was_not_run_says_so_everywhere(shares: Edition) -> None:
    expected = observed(shares, visible=False).expected
    run = SetRun(expected, None, judge(expected, None))
    assert verdicts(run) == {Verdict.NOT_RUN}


def test_visible_text_is_told(shares: Edition) -> None:
    run = observed(shares, visible=True)
    query = next(query_results(run))
    assert query.trouble is not None
    assert (query.trouble.message, query.printed, query.seconds) == ("SECRET", "SECRET", 1.0)
    assert (query.returned, query.expected) == ("raises KeyError", "0.5")
    script = next(script_results(run))
    assert (script.printed, script.cut, script.missing) == ("SECRET", True, ("right",))


def test_a_missing_function_is_asked_after_by_its_nearest_name(shares: Edition) -> None:
    run = observed(shares, visible=True, kind=Kind.MISSING_FUNCTION)
    troubles = {each.function: each.trouble for each in query_results(run)}
    assert troubles["share"] is not None
    assert troubles["share"].message == (
        "name 'share' is not defined. Is it the one called 'shares'?"
    )
    assert troubles["unique"] is not None
    assert troubles["unique"].message == "name 'unique' is not defined."
