"""Writes what a function was given as the Python that would make it."""

from pydantic import JsonValue

from grader import Function, Shape

LONGEST = 2_000
"""Characters of one argument; what is longer is cut with a mark."""


def written(function: Function | None, given: dict[str, JsonValue]) -> list[tuple[str, str]]:
    """Name and Python text of each argument that was given, in the function's order.

    A function that the lesson has no more is None: then the shapes are not known.
    """
    if function is None:
        return [(name, _cut(repr(value))) for name, value in given.items()]
    return [
        (argument.name, _cut(shaped(argument.shape, given[argument.name])))
        for argument in function.arguments
        if argument.name in given
    ]


def shaped(shape: Shape, value: JsonValue) -> str:
    """The whole value in the shape in which a function gets it."""
    if not isinstance(value, list):
        return repr(value)
    match shape:
        case Shape.SET:
            return f"{{{_joined(value)}}}" if value else "set()"
        case Shape.TUPLE:
            return f"({_joined(value)},)" if len(value) == 1 else f"({_joined(value)})"
        case Shape.ITERATOR:
            return f"iter([{_joined(value)}])"
        case Shape.DICT:
            pairs = (pair for pair in value if isinstance(pair, list))
            return f"{{{', '.join(f'{pair[0]!r}: {pair[1]!r}' for pair in pairs)}}}"
        case _:
            return repr(value)


def _joined(values: list[JsonValue]) -> str:
    return ", ".join(map(repr, values))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
