"""What to do about trouble: hints from the text of visible data and from a look at the bytes.

The source is only searched as bytes here, never parsed, compiled or tokenised.
"""

from collections.abc import Callable

from grader.meanings import meaning
from grader.query_result import Trouble

_NOT_TEXT = (b"PK\x03\x04", b"%PDF", b"\x1f\x8b", b"\xd0\xcf\x11\xe0", b"\x89PNG")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_PROGRAMS = (
    *(b"subprocess", b"multiprocessing", b"ProcessPool", b"popen", b"pty."),
    *(b"os.system", b"os.fork", b"os.exec", b"os.spawn", b"os.posix_spawn"),
)
_NETWORK = (b"socket", b"urllib", b"http", b"requests", b"ftplib", b"smtplib", b"asyncio")
_REFUSED = ("[Errno 1]", "[Errno 11]", "[Errno 13]", "[Errno 30]", "[Errno 38]", "[Errno 97]")
_FILES = ("[Errno 2]", "[Errno 13]", "[Errno 30]")
_OWN_EXIT = ("SystemExit", "KeyboardInterrupt")


def source_hint(source: bytes) -> str | None:
    """What is wrong with a file that is no Python source at all, where its bytes tell."""
    return next((hint for found, hint in _SOURCE_HINTS if found(source)), None)


def _is_notebook(source: bytes) -> bool:
    return source.lstrip().startswith(b"{") and b'"cells"' in source and b'"nbformat"' in source


def _is_not_utf8(source: bytes) -> bool:
    try:
        source.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False


_SOURCE_HINTS: tuple[tuple[Callable[[bytes], bool], str], ...] = (
    (lambda source: not source.strip(), "The file is empty. Start from the stub of the lesson."),
    (
        lambda source: source.startswith(_NOT_TEXT),
        "This is no text file. Hand in the Python source itself, as plain text.",
    ),
    (
        lambda source: source.startswith(_UTF16),
        "The file is saved as UTF-16. Save it as UTF-8 and hand it in again.",
    ),
    (
        lambda source: b"\0" in source,
        "The file holds NUL bytes, which no Python source may. Save it as plain UTF-8 text.",
    ),
    (_is_not_utf8, "The file is not UTF-8 text. Save it as UTF-8 and hand it in again."),
    (
        _is_notebook,
        "This is the JSON of a notebook. Copy the code out of its cells and hand in that.",
    ),
)


def trouble_hint(trouble: Trouble, source: bytes) -> str | None:
    """What to do about an exception, where its name, its text and the source's bytes tell."""
    return (
        _syntax_hint(trouble)
        or _exception_hint(trouble)
        or _refusal_hint(trouble, source)
        or meaning(trouble)
    )


def _syntax_hint(trouble: Trouble) -> str | None:
    line = (trouble.text or "").strip()
    if any(quote in trouble.message + line for quote in "“”‘’"):
        return "Replace the curly quotes by straight ones."
    if line.startswith((">>>", "...")):
        return "This is a pasted session: leave out the >>> at the start of its lines."
    if line.startswith("```"):
        return "Leave out the lines with ```: they belong to the text around the code."
    if trouble.name == "TabError":
        return "Tabs and spaces are mixed: use four spaces for each step."
    if trouble.name in ("MemoryError", "RecursionError") and not trouble.frames:
        return "Something is nested too deeply for Python: write it in smaller steps."
    if "too many nested" in trouble.message:
        return "Something is nested too deeply for Python: write it in smaller steps."
    return None


def _exception_hint(trouble: Trouble) -> str | None:
    name, message = trouble.name, trouble.message
    if name == "EOFError":
        return "There is no keyboard in a graded run: use the arguments instead of input()."
    if name in _OWN_EXIT:
        return "The code ended itself: return a value instead of calling exit()."
    if name == "NotImplementedError":
        return "This function is not written yet."
    if name == "RecursionError":
        return "A function calls itself again and again: when does it stop?"
    if name == "BdbQuit":
        return "There is no debugger in a graded run: take the breakpoint out."
    if name == "ModuleNotFoundError":
        return "Only Python's standard library is there in a graded run."
    if name == "FileNotFoundError" and "queries.json" in message:
        return 'queries.json is there only for the script, under if __name__ == "__main__".'
    if name == "TypeError" and not trouble.frames:
        return "It is called with the stub's arguments, in that order: keep its first line."
    if name == "NameError" and any(f"'{word}'" in message for word in ("null", "true", "false")):
        return "In Python, JSON's null, true and false are called None, True and False."
    return None


def _refusal_hint(trouble: Trouble, source: bytes) -> str | None:
    refused = any(number in trouble.message for number in _REFUSED)
    files = any(number in trouble.message for number in _FILES)
    if (refused or files) and any(word in source for word in _PROGRAMS):
        return "Starting other programs is switched off here."
    if (refused or "resolution" in trouble.message) and any(word in source for word in _NETWORK):
        return "The network is switched off here, and so are sockets."
    if "start new thread" in trouble.message:
        return "Only a few threads may run at once."
    if files:
        return "A graded run has no files of its own: use the arguments."
    return "That is switched off in a graded run." if refused else None
