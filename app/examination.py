"""What the last proof of the sandbox found, for whoever runs the site."""

from grader import Findings, examine, findings_text


class Examination:
    """Proves the sandbox and keeps all that it found. May be used from several threads."""

    def __init__(self) -> None:
        self._findings: Findings | None = None

    def prove(self) -> bool:
        """Prove it again; blocks while it does."""
        findings = examine()
        self._findings = findings
        return findings.proved

    @property
    def text(self) -> str | None:
        """The whole report, as `python -m grader doctor` prints it; None before the first proof."""
        return None if self._findings is None else findings_text(self._findings)
