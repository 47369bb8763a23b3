"""The base of all input shapes, and plain sentences for what does not fit them."""

from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import ErrorDetails

from grader.folder.lines import Loc
from grader.folder.problems import quoted, unknown


class Table(BaseModel):
    """An object of TOML or JSON: no unknown keys, and no type turned into another."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Id = Annotated[str, Field(pattern="^[a-z0-9-]+$", max_length=64)]
"""The id of a lesson, a set, a check, a mistake, a step, a section or a question."""

Text = Annotated[str, Field(min_length=1, pattern=r"\S")]
"""Markdown of any length, with something in it."""

Line = Annotated[str, Field(min_length=1, max_length=300, pattern=r"^[^\n]*\S[^\n]*$")]
"""Text of one line."""

_SENTENCES = {
    "missing": "is missing",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "model_attributes_type": "must be a table",
    "string_too_short": "must not be empty",
}


def sentence(model: type[BaseModel], loc: Loc, error: ErrorDetails) -> str:
    """What is wrong at `loc`, in one plain sentence."""
    kind, name = error["type"], _named(loc)
    if kind == "extra_forbidden":
        return unknown("key", str(loc[-1]), _keys(model, loc[:-1]))
    if kind in {"enum", "literal_error"} and isinstance(error["input"], str):
        return f"{name}: {unknown('value', error['input'], _choices(error))}"
    if kind == "string_pattern_mismatch":
        return f"{name} {_pattern(error['ctx']['pattern'])}"
    if kind in _SENTENCES:
        return f"{name} {_SENTENCES[kind]}"
    return f"{name}: {error['msg'].removeprefix('Value error, ')}"


def _named(loc: Loc) -> str:
    names = [str(part) for part in loc if isinstance(part, str)]
    number = f" {loc[-1] + 1}" if loc and isinstance(loc[-1], int) else ""
    return (quoted(names[-1]) if names else "the document") + number


def _choices(error: ErrorDetails) -> list[str]:
    return [each.strip("'") for each in error["ctx"]["expected"].replace(" or ", ", ").split(", ")]


def _pattern(pattern: str) -> str:
    if pattern == r"\S":
        return "must not be empty"
    if "a-z0-9-" in pattern:
        return "must be made of small letters, digits and hyphens"
    return "must be one line of text"


def _keys(model: type[BaseModel], loc: Loc) -> list[str]:
    """The keys that are valid in the table at `loc`."""
    annotation: Any = model
    for part in loc:
        annotation = _table(annotation)
        if annotation is None:
            return []
        if isinstance(part, str):
            annotation = annotation.model_fields[part].annotation
    table = _table(annotation)
    return list(table.model_fields) if table else []


def _table(annotation: Any) -> type[BaseModel] | None:
    """The one table in an annotation such as `list[Check] | None`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in {list, Union, UnionType, Annotated}:
        return next((found for each in get_args(annotation) if (found := _table(each))), None)
    return None
