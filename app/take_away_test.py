"""Writes the test that a learner takes along: visible queries with their right answers, as pytest.

Right answers are in the learner's view as text in Python's notation. What that text cannot say
exactly is left out, and the test says how much that is.
"""

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.arguments import shaped
from grader import Exercise, Function, QueryResult

OWN_NUMBER = re.compile(r"Fraction\(-?[0-9]+, [0-9]+\)|Decimal\('-?[0-9.E+-]+'\)")

BEGINNING = '''\
"""The visible queries of "{title}", with their right answers.

Run it in this folder with `python -m pytest`.{left_out}
"""

import math
import numbers
{more_imports}
import pytest
import {module}

CASES = [
{cases}
]


@pytest.mark.parametrize(("function", "arguments", "right"), CASES)
def test_visible_query(function, arguments, right):
    if isinstance(right, type):
        with pytest.raises(right):
            getattr({module}, function)(*arguments)
    else:
        assert alike(getattr({module}, function)(*arguments), right, RULES[function])


RULES = {rules}


def alike(given, right, rule):
    """Numbers may differ by 0.000001 unless the rule is exact; a tuple is as good as a list."""
    if isinstance(given, bool) or isinstance(right, bool):
        return given is right
    if isinstance(right, numbers.Number):
        if rule == "exact" or not isinstance(given, numbers.Number):
            return given == right
        return math.isclose(given, right, rel_tol=1e-9, abs_tol=1e-6)
    if isinstance(right, (list, tuple)):
        if not isinstance(given, (list, tuple)) or len(given) != len(right):
            return False
        if rule == "unordered":
            return same_elements(list(given), right)
        return all(alike(one, other, rule) for one, other in zip(given, right))
    if isinstance(right, (set, frozenset)):
        return isinstance(given, (set, frozenset)) and same_elements(list(given), right)
    if isinstance(right, dict):
        if not isinstance(given, dict) or given.keys() != right.keys():
            return False
        return all(alike(given[key], right[key], rule) for key in right)
    return given == right


def same_elements(given, right):
    """In any order."""
    for each in right:
        places = [place for place, one in enumerate(given) if alike(one, each, "close")]
        if not places:
            return False
        del given[places[0]]
    return not given
'''

SCRIPT = '''

LINES = [
{lines}
]
NUMBER = re.compile(
    r"(?<![\\w@#.])[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)"
    r"(?:[eE][+-]?[0-9]+)?(?!\\w|\\.[0-9])"
)


def test_script_prints_the_right_lines():
    command = [sys.executable, "-X", "utf8", "{code}"]
    done = subprocess.run(
        command, cwd=Path(__file__).parent, stdout=subprocess.PIPE, encoding="utf-8", check=True
    )
    printed = iter(done.stdout.splitlines())
    for line in LINES:
        assert any(says(each, line) for each in printed), f"not found: {{line}}"


def says(printed, line):
    """Words are equal, and each number is within half a unit of the last digit of the line's."""
    if NUMBER.sub("#", printed).split() != NUMBER.sub("#", line).split():
        return False
    return all(
        abs(Decimal(one) - Decimal(other)) <= half_unit(Decimal(other))
        for one, other in zip(NUMBER.findall(printed), NUMBER.findall(line))
    )


def half_unit(number):
    """Half of what one more in the last digit would add."""
    return Decimal(5).scaleb(number.as_tuple().exponent - 1)
'''


@dataclass(frozen=True)
class Case:
    """One call with its right answer, each as the Python that makes it."""

    id: str
    function: str
    arguments: str
    right: str

    def __str__(self) -> str:
        name = repr(f"{self.id}-{self.function}")
        return (
            f"    pytest.param(\n        {self.function!r},\n        ({self.arguments}),\n"
            f"        {self.right},\n        id={name},\n    ),"
        )


def written_test(
    title: str,
    exercise: Exercise,
    queries: Sequence[QueryResult],
    script_lines: Sequence[str],
    *,
    code: str,
) -> str:
    """The text of the test file, for a solution in the file `code` beside it."""
    cases = list(_cases(exercise, queries))
    rules = {
        name: str(exercise.function(name).compare) for name in {each.function for each in cases}
    }
    text = BEGINNING.format(
        title=title.replace("\\", "").replace('"', "'"),
        left_out=_left_out(len(queries) - len(cases)),
        module=code.removesuffix(".py"),
        more_imports=_imports(cases, script=bool(script_lines)),
        cases="\n".join(map(str, cases)),
        rules=rules,
    )
    lines = "\n".join(f"    {line!r}," for line in script_lines if line.strip())
    return text + (SCRIPT.format(lines=lines, code=code) if script_lines else "")


def _imports(cases: Iterable[Case], *, script: bool) -> str:
    lines = ["import re", "import subprocess", "import sys"] if script else []
    if script or any("Decimal(" in each.right for each in cases):
        lines.append("from decimal import Decimal")
    if any("Fraction(" in each.right for each in cases):
        lines.append("from fractions import Fraction")
    if script:
        lines.append("from pathlib import Path")
    return "".join(f"{line}\n" for line in lines)


def _left_out(count: int) -> str:
    if not count:
        return ""
    return f"\nLeft out: {count} of the calls, whose values are too long to be written down."


def _cases(exercise: Exercise, queries: Iterable[QueryResult]) -> Iterator[Case]:
    functions = {function.name: function for function in exercise.functions}
    for query in queries:
        function = functions.get(query.function)
        right = _right(query.expected)
        if function is not None and right is not None:
            yield Case(query.id, query.function, _arguments(function, query), right)


def _arguments(function: Function, query: QueryResult) -> str:
    given = [shaped(each.shape, query.input[each.name]) for each in function.arguments]
    return ", ".join(given) + ("," if len(given) == 1 else "")


def _right(text: str | None) -> str | None:
    """A right answer as Python; None where its text does not say all of it."""
    if text is None:
        return None
    if text.startswith("raises "):
        raised = getattr(builtins, text.removeprefix("raises "), None)
        is_class = isinstance(raised, type) and issubclass(raised, Exception)
        return raised.__name__ if is_class and isinstance(raised, type) else None
    if OWN_NUMBER.fullmatch(text):
        return text
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return text
