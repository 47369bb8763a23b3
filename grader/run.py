"""Runs one source on the sets of an edition, visible ones first, and judges what it gave."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from grader.answer import Given
from grader.exercise import Function
from grader.judge import ExpectedSet, judge, load_verdict
from grader.limits import Limits
from grader.sandbox import Sandbox
from grader.sandbox.outcome import Observation
from grader.verdict import Verdict


@dataclass(frozen=True)
class SetRun:
    """One source on one set; `observation` is None where it was not run at all.

    `given` has an entry for every step of the set's plan, in order.
    """

    expected: ExpectedSet
    observation: Observation | None
    given: tuple[Given, ...]

    @property
    def visible(self) -> bool:
        """Whether a learner may see what happened here."""
        return self.expected.plan.set.visible

    @property
    def near(self) -> float:
        """The largest share of a limit that was used, 0 to 1."""
        return self.observation.near if self.observation else 0.0

    @property
    def load(self) -> Verdict | None:
        """How loading failed; None when it went well or was not tried."""
        return load_verdict(self.observation)

    def of(self, function: Function, given: Sequence[Given]) -> Iterator[Given]:
        """Those of `given`, one for every step, that are about `function`."""
        for step, one in zip(self.expected.plan.steps, given, strict=True):
            if step.function == function:
                yield one


def run_sets(
    source: bytes, sets: Iterable[ExpectedSet], limits: Limits, sandbox: Sandbox
) -> Iterator[SetRun]:
    """Run set after set, in their order; after a source that visibly doesn't load, none.

    Time-outs count over all sets. A hidden set on which loading fails stops no other set.
    """
    timeouts: Mapping[str, int] = {}
    repeats, loads = True, True
    in_order = list(sets)
    for each, following in zip_longest(in_order, in_order[1:]):
        observation = None
        if loads:
            plan = each.plan.of(source, timeouts=timeouts, repeats=repeats)
            then = following.plan.of(source) if following else None
            observation = sandbox.run(plan, limits, then=then)
            timeouts, repeats = observation.timeouts, observation.repeats
            loads = not each.plan.set.visible or load_verdict(observation) is None
        yield SetRun(each, observation, judge(each, observation))
