"""Functions and modules stay small enough to read; a longer one is a decision and stands here."""

import ast
from pathlib import Path

HOUSE = Path(__file__).parent.parent
FUNCTION_LINES = 40
MODULE_LINES = 250

LONGER: dict[str, str] = {}
"""`path` or `path:function` that may be longer, with the reason."""


def too_long(path: str, text: str) -> list[str]:
    """The module, and each function of it, that is over its size."""
    tree = ast.parse(text, path)
    sizes = {path: (len(text.splitlines()), MODULE_LINES)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            sizes[f"{path}:{node.name}"] = (lines, FUNCTION_LINES)
    return [f"{what}: {lines} lines" for what, (lines, limit) in sizes.items() if lines > limit]


def test_functions_and_modules_stay_small() -> None:
    found: list[str] = []
    for file in (file for room in ("grader", "app") for file in (HOUSE / room).rglob("*.py")):
        path = file.relative_to(HOUSE).as_posix()
        if not path.startswith("app/migrations/"):
            found += too_long(path, file.read_text("utf-8"))
    assert [each for each in found if each.rpartition(": ")[0] not in LONGER] == []


def test_a_long_function_and_a_long_module_are_caught() -> None:
    long_function = "def f():\n" + "    pass\n" * FUNCTION_LINES
    assert too_long("app/main.py", long_function) == ["app/main.py:f: 41 lines"]
    assert too_long("app/main.py", "x = 1\n" * 251) == ["app/main.py: 251 lines"]
    assert too_long("app/main.py", long_function.removesuffix("    pass\n")) == []
