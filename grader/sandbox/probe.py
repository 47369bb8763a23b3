"""The self-test: a real process tries what it must be refused, and does honest work.

Runs outside the jail. Where one thing is not as expected, nothing may be graded on this machine.
"""

import time
from collections.abc import Iterator, Sequence

from grader.limits import Limits
from grader.sandbox.advice import advice
from grader.sandbox.control import Control
from grader.sandbox.findings import Finding, Findings
from grader.sandbox.jail import Jail
from grader.sandbox.outcome import Kind, Load, Observation, Outcome, Plan
from grader.sandbox.probe_calls import system_calls
from grader.sandbox.probe_files import files, remove_made
from grader.sandbox.probe_source import SOURCE
from grader.sandbox.probes import (
    ENDLESS,
    MEMORY_MIB,
    PRINTED_KIB,
    Probe,
    endings,
    honest_work,
    limits,
)
from grader.sandbox.sandbox import Sandbox
from grader.sandbox.surroundings import look

_LIMITS = Limits(cpu_seconds=0.5, wall_seconds=1.5, memory_mib=MEMORY_MIB, printed_kib=PRINTED_KIB)
# After a time-out a function gets a fifth of its limits: so loading has time enough, and what goes
# on for ever is over soon.
_HAD_ONE_TIMEOUT = dict.fromkeys(ENDLESS, 1)
_NUMBERS = b"[40, 2]"
_TOTAL = "total 42"
_MARK_LENGTH = 200
_FAULT_LENGTH = 500


def examine(chosen: Jail | None = None) -> Findings:
    """Try everything in a warden of its own: in the given jail, or in the one that is used here.

    Never raises: where the sandbox itself fails, that is what was found.
    """
    start = time.monotonic()
    used, warden, warm_seconds = chosen, None, None
    found = list[Finding]()
    try:
        with Sandbox(chosen) as sandbox:
            used = sandbox.jail
            chosen_at = time.monotonic()
            warden = sandbox.warm()
            warm_seconds = time.monotonic() - chosen_at
            found += _try_everything(sandbox, used, warden)
    except Exception as error:  # noqa: BLE001
        # Whatever it was: a probe that did not come to its end proves nothing.
        found.append(_fault(error))
    remove_made()
    machine = look(chosen, used, warden)
    return Findings(
        proved=all(each.ok for each in found),
        findings=tuple(found),
        surroundings=machine,
        advice=advice(machine),
        warm_seconds=warm_seconds,
        seconds=time.monotonic() - start,
    )


def _fault(error: Exception) -> Finding:
    said = str(error)[:_FAULT_LENGTH] or type(error).__name__
    return Finding("sandbox", "start and lock itself down", ("done",), said, None, False)


def _try_everything(sandbox: Sandbox, used: Jail, warden: Control) -> Iterator[Finding]:
    probes = (
        *honest_work(),
        *files(used.wall, warden.landlock),
        *system_calls(),
        *limits(),
    )
    yield from _run(sandbox, probes, scripts=(_NUMBERS,))
    yield from _run(sandbox, endings(), scripts=())


def _run(
    sandbox: Sandbox, probes: Sequence[Probe], *, scripts: tuple[bytes, ...]
) -> Iterator[Finding]:
    plan = Plan(
        source=SOURCE.encode(),
        functions=tuple(sorted({probe.function for probe in probes})),
        calls=tuple(probe.call(query) for query, probe in enumerate(probes)),
        scripts=scripts,
        visible=True,
        timeouts=_HAD_ONE_TIMEOUT,
        repeats=False,
    )
    observation = sandbox.run(plan, _LIMITS)
    if observation.load is not Load.LOADED:
        yield _loading(observation)
    for probe, outcome in zip(probes, observation.outcomes, strict=True):
        seen = _seen(outcome)
        refuser = probe.expected.get(seen)
        ok = seen in probe.expected
        yield Finding(probe.id, probe.sentence, tuple(probe.expected), seen, refuser, ok)
    if scripts:
        yield _script(observation)


def _loading(observation: Observation) -> Finding:
    seen = f"{observation.load}: {observation.trouble and observation.trouble.message}"
    return Finding("loading", "load its source", (str(Load.LOADED),), seen, None, False)


def _seen(outcome: Outcome) -> str:
    """What one call came to, in words that the probes expect or do not."""
    said = outcome.trouble.message if outcome.trouble else ""
    if outcome.kind is Kind.VALUE:
        seen = str(outcome.value)
    elif outcome.kind is Kind.CRASHED:
        seen = f"crashed: {said}"
    elif outcome.kind is Kind.RAISED:
        seen = f"raised {outcome.exception}: {said}"
    else:
        seen = str(outcome.kind)
    return seen + _how_much_was_printed(outcome.printed or "")


def _how_much_was_printed(printed: str) -> str:
    if len(printed) < PRINTED_KIB * 512:
        return ""
    return ", cut" if len(printed) < PRINTED_KIB * 1024 + _MARK_LENGTH else ", all of it"


def _script(observation: Observation) -> Finding:
    (outcome,) = observation.scripts
    seen = "; ".join(outcome.lines) or str(outcome.kind)
    sentence = "read queries.json in its script and print"
    return Finding("script", sentence, (_TOTAL,), seen, None, seen == _TOTAL)
