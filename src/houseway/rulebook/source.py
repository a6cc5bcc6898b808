"""The source of the rules as it counts for a fingerprint: what the code does, not how it looks.

Comments, docstrings, annotations, imports and lay-out may change without the rules changing, and
the way Python prints its own syntax trees changes from version to version.  So a print is taken of
the tree itself, written out here in a form of our own.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

PACKAGE = "houseway"
ROOT = Path(__file__).parent.parent
FOR_PEOPLE = (
    "words.py", "plans.py", "laying_out.py", "laid_out.py", "buttons.py", "chips.py", "looks.py",
    "saying.py", "prompts.py", "telling.py", "showing.py", "sight.py", "view.py",
)  # fmt: skip
"""Files of code by which a game is told and shown; its rules are the same however it looks."""
_SILENT = frozenset(
    ("annotation", "returns", "ctx", "kind", "type_comment", "type_params", "type_ignores")
)
"""Parts of a syntax tree that change nothing about what is done."""
_one_at_a_time = threading.Lock()


@functools.cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file; Python 3.11 loses count when two threads make trees at once."""
    with _one_at_a_time:
        return ast.parse(path.read_text(encoding="utf-8"))


def digest(*parts: object) -> str:
    """One digest over several things, each told apart from its neighbours."""
    found = hashlib.sha256()
    for part in parts:
        text = str(part).encode("utf-8", "surrogatepass")
        found.update(b"%d:" % len(text) + text)
    return found.hexdigest()


@functools.cache
def tree_print(node: ast.AST) -> str:
    """The digest of what a piece of code does; many rules name the same ones."""
    words: list[str] = []
    _write(node, words.append)
    return digest(" ".join(words))


def _write(value: Any, add: Callable[[str], None]) -> None:
    if isinstance(value, ast.AST):
        if isinstance(value, ast.Import | ast.ImportFrom) or _is_text(value):
            return
        add(f"({type(value).__name__}")
        for field, inner in ast.iter_fields(value):
            if field not in _SILENT and inner is not None and inner != []:
                add(field)
                _write(inner, add)
        add(")")
    elif isinstance(value, list):
        for inner in value:
            _write(inner, add)
    else:
        add(repr(value))


def _is_text(node: ast.AST) -> bool:
    """A string that stands alone: a docstring."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


@functools.cache
def file_print(path: Path) -> str:
    """The digest of what a file of code does."""
    return tree_print(parsed(path))


# -- which files -----------------------------------------------------------------------------


def files_from(first: Path, leaves_out: Callable[[Path], bool]) -> set[Path]:
    """A file and every file of ours it imports, directly or through others."""
    todo, found = [first], set[Path]()
    while todo:
        path = todo.pop()
        if path not in found and path.exists() and not leaves_out(path):
            found.add(path)
            todo += [file_of(name) for name in _imported(path)]
    return found


def code_files(game: Any, leaves_out: Callable[[Path], bool]) -> set[Path]:
    """The files of code that decide what happens in a game, a side bet's from outside too."""
    found = files_from(Path(inspect.getfile(game)), leaves_out)
    for wager in game.wagers:
        if wager.by is not None:
            found |= files_from(Path(inspect.getfile(wager.by)), leaves_out)
    return found


@functools.cache
def _imported(path: Path) -> tuple[str, ...]:
    """The modules of ours a file names, wherever it imports them."""
    return tuple(_imports(_statements(parsed(path))))


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement under a node; an import is one, so expressions are not gone into."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(node, part, ())
        for each in inner if isinstance(inner, list) else ():
            yield each
            yield from _statements(each)


@functools.cache
def _names(node: ast.AST) -> tuple[str, ...]:
    """The names that a piece of code names."""
    return tuple(sorted({n.id for n in ast.walk(node) if isinstance(n, ast.Name)}))


def _imports(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if _ours(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module and _ours(node.module):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _ours(module: str) -> bool:
    return module.startswith(f"{PACKAGE}.")


@functools.cache
def file_of(module: str) -> Path:
    """The file of a module or package; one that does not exist for a name that is neither."""
    folder = ROOT.joinpath(*module.split(".")[1:])
    return folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")


# -- one function ----------------------------------------------------------------------------


def function_print(f: Callable[..., Any]) -> str:
    """The digest of a function with the functions and tables it names, through other files."""
    path = Path(inspect.getfile(f))
    return place_print(path, getattr(f, "__qualname__", ""))


@functools.cache
def place_print(path: Path, qualname: str) -> str:
    """The digest of what stands under a name in a file, with what that names; "" for nothing."""
    node = _body(path).get(qualname)
    if not isinstance(node, ast.stmt):
        return ""
    reached = {(path, qualname): node}
    todo = [(path, node)]
    while todo:
        here, current = todo.pop()
        for name in _names(current):
            where, found = resolve(here, name)
            if found is not None and (where, name) not in reached:
                reached[where, name] = found
                todo.append((where, found))
    prints = sorted((name, tree_print(found)) for (_, name), found in reached.items())
    return digest(*(part for pair in prints for part in pair))


def resolve(path: Path, name: str) -> tuple[Path, ast.stmt | None]:
    """The function or table a name stands for in a file; a class is not gone into."""
    for _ in range(8):  # a name may be handed on from module to module
        node = _body(path).get(name)
        if not isinstance(node, tuple):
            return path, None if isinstance(node, ast.ClassDef) else node
        path, name = file_of(node[0]), node[1]
        if not path.exists():
            break
    return path, None


@functools.cache
def _body(path: Path) -> dict[str, ast.stmt | tuple[str, str]]:
    """What a file defines, by name (``Class.method`` too), or from which module it has it."""
    found: dict[str, ast.stmt | tuple[str, str]] = {}
    for node in parsed(path).body:
        if isinstance(node, ast.ImportFrom) and node.module and _ours(node.module):
            for alias in node.names:
                found[alias.asname or alias.name] = (node.module, alias.name)
        for name in _defines(node):
            found[name] = node
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                found |= {f"{node.name}.{name}": inner for name in _defines(inner)}
    return found


def _defines(node: ast.stmt) -> tuple[str, ...]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return (node.name,)
    targets = node.targets if isinstance(node, ast.Assign) else ()
    if isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return tuple(n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))
