"""The command line of bubblewrap: what stands in the jail, and nothing more.

Runs outside the jail.
"""

from grader.sandbox import interpreter, memory_copy, wire

FOLDER = "/work"
"""The working folder inside. It holds only the link to the queries of a script."""


def wrapped(bubblewrap: str, command: list[str], *, become: int | None = None) -> list[str]:
    """The command to be run inside; `become` is the user it is there, None to stay who one is."""
    wrap = [bubblewrap, "--unshare-all"]
    # The command is the first process, so that nothing less locked down than it lives beside it.
    wrap += ["--as-pid-1", "--die-with-parent", "--new-session", "--hostname", "twofold"]
    if become is not None:
        wrap += ["--unshare-user", "--uid", str(become), "--gid", str(become)]
    wrap += ["--cap-drop", "ALL", *_mounts()]
    wrap += ["--symlink", f"/proc/self/fd/{wire.QUERIES_FD}", f"{FOLDER}/{wire.QUERIES_NAME}"]
    wrap += ["--remount-ro", "/", "--chdir", FOLDER, "--"]
    return wrap + command


def _mounts() -> list[str]:
    python = interpreter.find()
    mounts = []
    for tree in python.trees:
        mounts += ["--ro-bind-try", memory_copy.source_of(tree), tree]
    for folder in python.hidden:
        mounts += ["--tmpfs", folder, "--remount-ro", folder]
    for device in interpreter.DEVICES:
        mounts += ["--dev-bind", device, device]
    return [*mounts, "--proc", "/proc", "--remount-ro", "/proc", "--dir", FOLDER]
