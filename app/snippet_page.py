"""One run of a snippet as its lesson's page shows it, to the one who asked for it."""

from dataclasses import dataclass

from app.attempt import State
from app.store.snippets import KeptRun
from grader import Verdict, about_snippet


@dataclass(frozen=True)
class RunShown:
    """A run; `sentence` says how it ended, and `went_well` that this was at its end.

    `source` is what was run, and `changed` says that it is not the snippet as it stands.
    """

    id: int
    snippet: str
    state: State
    source: str
    changed: bool
    done: bool
    went_well: bool
    sentence: str
    printed: str
    cut: bool


def run_shown(kept: KeptRun, *, as_written: str) -> RunShown:
    """The run of a snippet that stands in its lesson as `as_written`."""
    run = kept.run
    return RunShown(
        id=kept.id,
        snippet=kept.snippet,
        state=kept.state,
        source=kept.source.decode("utf-8", "replace"),
        changed=kept.source != as_written.encode(),
        done=run is not None,
        went_well=run is not None and run.verdict is Verdict.PASSED,
        sentence=about_snippet(run, kept.source) if run else "",
        printed=run.printed if run else "",
        cut=run.cut if run else False,
    )
