"""Which room may import what: design rules as functions from sources to problems.

`problems(sources)` takes `{"grader/score.py": text, ...}` and returns one line for every door that
is used without leave. It reads syntax only and never imports what it judges.
"""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

Sources = Mapping[str, str]

WEB = {"fastapi", "starlette", "uvicorn", "jinja2", "http", "urllib", "httpx", "httpx2", "requests"}
DATABASE = {"sqlalchemy", "alembic", "sqlite3", "psycopg", "procrastinate"}

SANDBOX_MAY_USE = {"limits", "errors"}
"""All of `grader` that the sandbox may know beside itself: no module that could know an answer."""

INSIDE_THE_JAIL = {"warden", "harness", "lockdown"}
"""Modules of `grader/sandbox` that run inside; what they import of it runs inside as well."""

PURE = {
    "grader/compare.py": {"os", "pathlib", "random", "socket", "subprocess", "time"},
    "grader/score.py": {"os", "pathlib", "random", "socket", "subprocess", "time"},
    "app/rules.py": WEB | DATABASE | {"os", "random", "socket", "subprocess", "time"},
    "app/delta.py": WEB | DATABASE | {"os", "random", "socket", "subprocess", "time"},
    "app/code_diff.py": WEB | DATABASE | {"os", "random", "socket", "subprocess", "time"},
}

NAMES_THAT_SAY_NOTHING = {
    *("common", "helper", "helpers", "manager", "managers", "misc"),
    *("service", "services", "util", "utils"),
}

TOUCH_THE_ENVIRONMENT = {"grader/sandbox/warden.py": "empties it before the first fork"}

IMPORTS_IN_FUNCTIONS: dict[str, str] = {}
"""Files that may import inside a function, each with its reason."""


@dataclass(frozen=True)
class Import:
    """One imported dotted name; `names` are those of `from module import names`."""

    line: int
    module: str
    names: tuple[str, ...] = ()
    relative: bool = False
    inside_function: bool = False

    @property
    def dotted(self) -> tuple[str, ...]:
        """Every dotted name this may load: a name of a package can be a module."""
        return (self.module, *(f"{self.module}.{name}" for name in self.names))

    @property
    def top(self) -> str:
        return self.module.partition(".")[0]


def problems(sources: Sources) -> list[str]:
    """Every rule on every source, sorted by file."""
    trees = {path: ast.parse(text, path) for path, text in sources.items()}
    found = [
        *_everywhere(trees),
        *_grader(trees),
        *_sandbox(trees),
        *_jail(trees),
        *_app(trees),
        *_purity(trees),
    ]
    return sorted(set(found))


def imports(tree: ast.AST) -> list[Import]:
    """All imports of a module, those under `if TYPE_CHECKING` and inside functions included."""
    return list(_imports(tree, inside_function=False))


def _imports(node: ast.AST, *, inside_function: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(child.lineno, alias.name, inside_function=inside_function)
        elif isinstance(child, ast.ImportFrom):
            yield Import(
                child.lineno,
                child.module or "",
                tuple(alias.name for alias in child.names),
                relative=child.level > 0,
                inside_function=inside_function,
            )
        else:
            function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _imports(child, inside_function=inside_function or function)


def _everywhere(trees: Mapping[str, ast.Module]) -> Iterator[str]:
    for path, tree in trees.items():
        for word in PurePosixPath(path).with_suffix("").parts:
            if word in NAMES_THAT_SAY_NOTHING:
                yield f"{path}: {word!r} names nothing; call it by its noun"
        for each in imports(tree):
            if each.relative:
                yield f"{path}:{each.line}: relative import; write the whole name"
            if each.top == "exercises":
                yield f"{path}:{each.line}: imports exercises, which are data"
            if each.inside_function and path not in IMPORTS_IN_FUNCTIONS and not _is_test(path):
                yield f"{path}:{each.line}: imports {each.module} inside a function"


def _grader(trees: Mapping[str, ast.Module]) -> Iterator[str]:
    for path, tree in _under("grader/", trees):
        for each in imports(tree):
            if each.top in WEB | DATABASE | {"app"}:
                yield f"{path}:{each.line}: the grader imports {each.module}"
        for node in ast.walk(tree) if path not in TOUCH_THE_ENVIRONMENT else ():
            if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv"}:
                yield f"{path}:{node.lineno}: the grader reads the environment"


def _sandbox(trees: Mapping[str, ast.Module]) -> Iterator[str]:
    leave = {"grader.sandbox"} | {f"grader.{name}" for name in SANDBOX_MAY_USE}
    for path, tree in trees.items():
        in_sandbox = path.startswith("grader/sandbox/")
        if not in_sandbox and path not in {f"grader/{name}.py" for name in SANDBOX_MAY_USE}:
            continue
        for each in imports(tree):
            named = each.dotted[1:] or each.dotted
            for name in named if each.top == "grader" else ():
                if not _within(name, leave):
                    yield f"{path}:{each.line}: the sandbox imports {name}"


def _jail(trees: Mapping[str, ast.Module]) -> Iterator[str]:
    room = {PurePosixPath(path).stem: path for path, _ in _under("grader/sandbox/", trees)}
    inside, waiting = set[str](), sorted(INSIDE_THE_JAIL & set(room))
    while waiting:
        name = waiting.pop()
        inside.add(name)
        path = room[name]
        for each in imports(trees[path]):
            siblings = _siblings(each, set(room))
            waiting += sorted(siblings - inside - set(waiting))
            if not siblings and each.top not in sys.stdlib_module_names:
                yield f"{path}:{each.line}: runs inside the jail and imports {each.module}"


def _siblings(each: Import, room: set[str]) -> set[str]:
    """The modules of the sandbox that an import names, whole (`grader.sandbox.x`) or bare (`x`)."""
    prefix = "grader.sandbox."
    if each.module in room:
        return {each.module}
    return {name[len(prefix) :] for name in each.dotted if name.startswith(prefix)} & room


def _app(trees: Mapping[str, ast.Module]) -> Iterator[str]:
    offered = _offered(trees)
    for path, tree in _under("app/", trees):
        for each in imports(tree):
            yield from _front_door(path, each, offered)
            if path.startswith("app/routes/") and each.top == "sqlalchemy":
                yield f"{path}:{each.line}: a route imports {each.module}"
        for node in ast.walk(tree):
            if (
                path.startswith("app/store/")
                and isinstance(node, ast.Attribute)
                and node.attr == "commit"
            ):
                yield f"{path}:{node.lineno}: the store commits"


def _front_door(path: str, each: Import, offered: set[str]) -> Iterator[str]:
    if each.top != "grader":
        return
    if each.module != "grader" or not each.names:
        yield f"{path}:{each.line}: import {each.module}; only `from grader import NAME` is open"
    for name in each.names if each.module == "grader" else ():
        if name not in offered:
            yield f"{path}:{each.line}: grader does not offer {name}"


def _offered(trees: Mapping[str, ast.Module]) -> set[str]:
    """The names in `__all__` of `grader/__init__.py`, without modules: a module is a back door."""
    tree = trees.get("grader/__init__.py", ast.Module([], []))
    names, origin = set[str](), dict[str, str]()
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            names |= {str(leaf.value) for leaf in ast.walk(node) if isinstance(leaf, ast.Constant)}
        elif isinstance(node, ast.ImportFrom):
            origin |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
    modules = _modules(trees)
    return {name for name in names if origin.get(name, f"grader.{name}") not in modules}


def _modules(trees: Iterable[str]) -> set[str]:
    """The dotted names of all modules and packages."""
    paths = [PurePosixPath(path).with_suffix("") for path in trees]
    return {str(p).replace("/", ".") for path in paths for p in (path, *path.parents)}


def _purity(trees: Mapping[str, ast.Module]) -> Iterator[str]:
    for path, closed in PURE.items():
        for each in imports(trees[path]) if path in trees else ():
            if each.top in closed:
                yield f"{path}:{each.line}: a pure module imports {each.module}"


def _under(room: str, trees: Mapping[str, ast.Module]) -> Iterator[tuple[str, ast.Module]]:
    return ((path, tree) for path, tree in trees.items() if path.startswith(room))


def _within(name: str, packages: Iterable[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def _is_test(path: str) -> bool:
    return path.startswith("tests/")
