"""Our code in the process that runs a learner's source: loads it, calls its functions, reports what
happened.

Runs inside the jail: the standard library only. It knows no right answer, and nothing it sends is
believed beyond "this is what came back". Names that a learner could replace are bound when this
module is loaded.
"""

import builtins
import io
import json
import os
import random
import sys
import types
from collections.abc import Callable
from typing import Any

from grader.sandbox import encode, trouble, wire
from grader.sandbox.channel import Connection, Printed, encode_json

_decode_json = json.JSONDecoder().decode
_close = os.close
# By the identity of the class: its metaclass may say that it is equal to any other.
_BUILTIN_EXCEPTIONS = {
    id(kind): kind.__name__
    for kind in vars(builtins).values()
    if isinstance(kind, type) and issubclass(kind, BaseException)
}


def serve(connection: Connection, printed: Printed) -> None:
    """Load one source and answer for it until the trusted side hangs up. Raises Gone."""
    sys.stdin = io.TextIOWrapper(io.BytesIO(), "utf-8")
    printed.start()
    connection.send(["ready"])
    connection.ring()
    _, body = connection.read()
    header, source = body.split(b"\n", 1)
    asked = _decode_json(header.decode())
    random.seed(0)
    process = Process(connection, printed, source, visible=asked["visible"])
    if process.load(asked["functions"]):
        while True:
            process.answer()


class Process:
    """One loaded source and the frames that are sent about it."""

    def __init__(
        self, connection: Connection, printed: Printed, source: bytes, *, visible: bool
    ) -> None:
        self._connection = connection
        self._printed = printed
        self._source = source
        self._visible = visible
        self._code: types.CodeType | None = None
        self._functions: dict[str, object] = {}

    def load(self, functions: list[str]) -> bool:
        """Compile and run the source as a module; says how it went, and whether it can be used."""
        nul = self._source.find(0)
        try:
            # Decoded here and strictly: the compiler looks away from bad bytes in a comment, and
            # would follow a coding line that names anything but UTF-8.
            text = self._source.decode("utf-8")
            if nul >= 0:
                return self._refuse("syntax_error", trouble.describe_byte(self._source, nul))
            self._code = compile(text, wire.SOURCE_NAME, "exec", dont_inherit=True)
        except UnicodeDecodeError as error:
            return self._refuse("syntax_error", trouble.describe_byte(self._source, error.start))
        except BaseException as error:  # noqa: BLE001
            return self._refuse("syntax_error", trouble.describe(error))
        try:
            module = self._execute("solution")
        except MemoryError as error:
            return self._refuse("memory_limit", trouble.describe(error))
        except BaseException as error:  # noqa: BLE001
            return self._refuse("load_failed", trouble.describe(error))
        names = dict(vars(module))
        self._functions = {name: names[name] for name in functions if name in names}
        missing = [name for name in functions if name not in names]
        defined = trouble.plain_names(names) if self._visible else []
        self._printed.flush()
        self._connection.send(["loaded", missing, defined])
        self._connection.ring()
        return True

    def _refuse(self, how: str, described: dict[str, Any]) -> bool:
        self._printed.flush()
        self._connection.send([how, described if self._visible else None])
        self._connection.ring()
        return False

    def _execute(self, name: str) -> types.ModuleType:
        module = types.ModuleType(name)
        module.__file__ = wire.SOURCE_NAME
        sys.modules[name] = module
        assert self._code is not None
        exec(self._code, module.__dict__)  # noqa: S102
        return module

    def answer(self) -> None:
        """Wait for one frame and do what it asks. Raises Gone."""
        kind, body = self._connection.read()
        if kind == wire.QUERY:
            number, calls = _decode_json(body.decode())
            for index, (name, arguments) in enumerate(calls):
                self._call([number, index], name, arguments)
        elif kind == wire.SCRIPT:
            self._run_script(wire.SCRIPT_ASKED)
        self._connection.ring()

    def _call(self, head: list[Any], name: str, shaped: list[list[Any]]) -> None:
        arguments = [_SHAPES[shape](value) for shape, value in shaped]
        try:
            value = self._functions[name](*arguments)  # type: ignore[operator]
        except BaseException as error:  # noqa: BLE001
            self._send_exception(head, error)
            return
        count = self._printed.flush()
        try:
            text = [*head, count, "value", encode.encode(value)]
            self._connection.send(text, _afterwards(shaped, arguments))
        except encode.TooLarge:
            self._connection.send([*head, count, "too_large", None])

    def _send_exception(self, head: list[Any], error: BaseException) -> None:
        bases = map(id, encode.mro(type(error)))
        name = next(_BUILTIN_EXCEPTIONS[base] for base in bases if base in _BUILTIN_EXCEPTIONS)
        text = trouble.describe(error) if self._visible else None
        trouble.set_traceback(error, None)
        self._connection.send([*head, self._printed.flush(), "raised", name, text])

    def _run_script(self, head: list[Any]) -> None:
        self._connection.take_queries()
        try:
            self._execute("__main__")
        except SystemExit:
            pass
        except BaseException as error:  # noqa: BLE001
            self._send_exception(head, error)
            return
        finally:
            _close_quietly(wire.QUERIES_FD)
        self._connection.send([*head, self._printed.flush(), "value", ["none", None]])


def _close_quietly(descriptor: int) -> None:
    try:
        _close(descriptor)
    except OSError:
        pass


def _pairs(value: list[list[Any]]) -> dict[Any, Any]:
    return dict(map(tuple, value))


_SHAPES: dict[str, Callable[[Any], Any]] = {
    "plain": lambda value: value,
    "list": list,
    "set": set,
    "tuple": tuple,
    "dict": _pairs,
    "iterator": iter,
}


def _afterwards(shaped: list[list[Any]], arguments: list[Any]) -> bytes:
    """The arguments as they are after the call, as brief JSON; a lone null when they are no longer
    plain data.
    """
    try:
        values = [
            _unshape(shape, before, after)
            for (shape, before), after in zip(shaped, arguments, strict=True)
        ]
        return wire.brief(encode_json(values).encode("ascii"))
    except BaseException:  # noqa: BLE001
        # Whatever stands there now, it is not what was handed over.
        return b"null"


def _unshape(shape: str, before: Any, after: Any) -> Any:
    if shape == "iterator":
        return before
    if shape == "dict":
        return list(dict.items(after))
    if shape == "set":
        # In the order they were handed over in, since a set has none of its own.
        return [item for item in dict.fromkeys([*before, *after]) if item in after]
    return after
