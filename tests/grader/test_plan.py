"""What a query set asks of a source, and what of it enters the sandbox."""

import json
from dataclasses import replace

from grader.edition import Edition
from grader.plan import SetPlan, plan_set
from grader.query_set import Query, QuerySet


def planned(edition: Edition, *queries: Query) -> SetPlan:
    return plan_set(edition.exercise, QuerySet("own", "Own", visible=False, queries=queries))


def query(name: str, check: str, **arguments: object) -> Query:
    values = json.loads(json.dumps(arguments))
    return Query(name, check, values, expected={"share": 1}, note="a note")


def test_check_stated_answer_and_note_stay_outside(shares: Edition) -> None:
    plan = planned(shares, query("q1", "bad-whole", part=1, whole=0))
    sent = b"".join(step.call.arguments for step in plan.steps)
    sent += b"".join(run.queries for run in plan.runs)
    for word in (b"bad-whole", b"expected", b"note"):
        assert word not in sent


def test_arguments_are_pairs_of_shape_and_value_in_the_functions_order(shares: Edition) -> None:
    plan = planned(shares, query("q1", "plain", whole=2, part=1, names=["a"]))
    calls = {step.function.name: json.loads(step.call.arguments) for step in plan.steps}
    assert calls["share"] == [["plain", 1], ["plain", 2]]
    assert calls["unique"] == [["list", ["a"]], ["plain", 3]]
    assert [step.input for step in plan.steps][1] == {"names": ["a"], "digits": 3}


def test_a_key_of_the_query_beats_a_constant(shares: Edition) -> None:
    plan = planned(shares, query("q1", "long-names", part=1, whole=2, names=["a"], digits=7))
    assert json.loads(plan.steps[0].call.arguments)[1] == ["plain", 7]


def test_core_goes_before_edge(shares: Edition) -> None:
    edge, core = query("e", "bad-whole", part=1, whole=0), query("c", "plain", part=1, whole=2)
    core = replace(core, arguments={**core.arguments, "names": []})
    plan = planned(shares, edge, core)
    assert [step.id for step in plan.steps] == ["c", "c", "plain", "e"]
    assert [step.call.query for step in plan.steps][:2] == [1, 1]


def test_a_function_over_a_set_is_called_once_with_the_records_of_its_check(
    shares: Edition,
) -> None:
    one = query("q1", "plain", part=1, whole=2, names=[])
    two = replace(query("q2", "plain", part=3, whole=4, names=[]), segment="small")
    plan = planned(shares, one, two, query("q3", "bad-whole", part=1, whole=0))
    (step,) = [each for each in plan.steps if each.function.over_set]
    records = [
        {"id": "q1", "part": 1, "whole": 2, "names": []},
        {"id": "q2", "segment": "small", "part": 3, "whole": 4, "names": []},
    ]
    assert (step.id, json.loads(step.call.arguments)) == ("plain", [["plain", records]])
    assert step.call.query not in {0, 1, 2}


def test_the_core_script_sees_core_queries_and_the_other_all_of_them(shares: Edition) -> None:
    core = query("q1", "plain", part=1, whole=2, names=[])
    plan = planned(shares, core, query("q2", "bad-whole", part=1, whole=0))
    seen = {run.check: [each["id"] for each in json.loads(run.queries)] for run in plan.runs}
    assert seen == {"script": ["q1"], "script-all": ["q1", "q2"]}


def test_a_set_without_core_queries_runs_no_core_script(shares: Edition) -> None:
    plan = planned(shares, query("q2", "bad-whole", part=1, whole=0))
    assert [run.check for run in plan.runs] == ["script-all"]
    assert planned(shares).runs == ()


def test_a_plan_carries_on_what_the_set_before_left(shares: Edition) -> None:
    plan = planned(shares, query("q2", "bad-whole", part=1, whole=0))
    made = plan.of(b"x = 1", timeouts={"share": 2}, repeats=False)
    assert (made.source, made.timeouts, made.repeats) == (b"x = 1", {"share": 2}, False)
    assert made.visible is False
