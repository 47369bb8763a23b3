"""Our own failure: the sandbox could not do its work, and nobody's submission is to blame."""


class SandboxFault(Exception):
    """The sandbox failed: keep the submission, try again, and say that it is our fault."""
