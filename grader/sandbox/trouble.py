"""Turns an exception of learner code into bounded text, for a process that was given visible data.

Runs inside the jail: the standard library only. Only frames of the learner's own source are told.
"""

import types
from typing import Any

from grader.sandbox import wire
from grader.sandbox.encode import class_name

traceback_of = BaseException.__dict__["__traceback__"].__get__
set_traceback = BaseException.__dict__["__traceback__"].__set__


def describe(error: BaseException) -> dict[str, Any]:
    """Name, message, own frames and, for a syntax error, the place in the source.

    Whatever of it a learner's class keeps from being read is left out.
    """
    told: dict[str, Any] = {
        "name": class_name(type(error)),
        "message": _message(error),
        "frames": [],
    }
    try:
        told["frames"] = _own_frames(traceback_of(error))
        if issubclass(type(error), SyntaxError):
            told.update(_place(error))
    except BaseException:  # noqa: BLE001, S110
        pass
    return told


def describe_byte(source: bytes, place: int) -> dict[str, Any]:
    """A source that is not text, as a syntax error with the line that holds the first bad byte.

    In our words, since Python's own differ from one version to the next.
    """
    byte = source[place]
    message = f"byte 0x{byte:02x} is not UTF-8" if byte else "a NUL byte is no part of a source"
    line = source.count(b"\n", 0, place) + 1
    return {"name": "SyntaxError", "message": message, "frames": [], "line": line}


def _message(error: BaseException) -> str:
    try:
        text = error.msg if type(error) is SyntaxError else str(error)
        return _bounded(text, wire.MESSAGE_TEXT)
    except BaseException:  # noqa: BLE001
        return ""


def _bounded(text: object, length: int) -> str:
    return str.__getitem__(text, slice(length)) if isinstance(text, str) else ""


def _own_frames(traceback: types.TracebackType | None) -> list[list[Any]]:
    frames: list[list[Any]] = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == wire.SOURCE_NAME:
            frames.append([traceback.tb_lineno, code.co_name[: wire.NAME_TEXT]])
            del frames[: -wire.FRAMES]
        traceback = traceback.tb_next
    return frames


def _place(error: Any) -> dict[str, Any]:
    line, column = error.lineno, error.offset
    return {
        "line": line if type(line) is int and line > 0 else None,
        "column": column if type(column) is int and column > 0 else None,
        "text": _bounded(error.text, wire.LINE_TEXT),
    }


def plain_names(names: dict[str, Any]) -> list[str]:
    """The public names a module defines, bounded in length and number."""
    public = [name for name in names if type(name) is str and not name.startswith("_")]
    return [name[: wire.NAME_TEXT] for name in public[: wire.NAMES]]
