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
    "words.py", "presenter.py", "plans.py", "laying_out.py", "laid_out.py", "buttons.py",
    "chips.py", "looks.py", "saying.py", "prompts.py", "telling.py", "showing.py", "sight.py",
    "view.py", "nowhere.py", "laying.py", "described.py",
)  # fmt: skip
"""Files of code by which a game is told and shown; its rules are the same however it looks."""
APART = (
    "__init__", "cite", "errors", "presentation", "util/toml", "records", "players", "analysis",
    "engine/round", "engine/refusals", "engine/deck", "engine/table", "engine/ledger", "sheets",
    "cli", "room", "web", "rulebook/__init__", "rulebook/clauses", "rulebook/fingerprint",
    "rulebook/code_digest", "rulebook/citations", "rulebook/source_lines",
    # as long as they are there
    "tomlfile", "views", "table", "odds", "rulebook/source", "rulebook/lines",
)  # fmt: skip
"""What plays, computes, prints, reads files or shows, but decides nothing."""
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
def tree_print(node: ast.AST, modules: frozenset[str] = frozenset()) -> str:
    """The digest of what a piece of code does; many rules name the same ones.

    Where something stands does not count: `pots.share` is `share`, whatever its module is called.
    """
    words: list[str] = []
    _write(node, words.append, modules)
    return digest(" ".join(words))


def _write(value: Any, add: Callable[[str], None], modules: frozenset[str]) -> None:
    if isinstance(value, ast.AST):
        if isinstance(value, ast.Import | ast.ImportFrom) or _is_text(value):
            return
        if isinstance(value, ast.Name) and value.id in modules:
            add("(Module)")
            return
        if isinstance(value, ast.Attribute) and _name(value.value) in modules:
            value = ast.Name(value.attr)
        add(f"({type(value).__name__}")
        for field, inner in ast.iter_fields(value):
            if field not in _SILENT and inner is not None and inner != []:
                add(field)
                _write(inner, add, modules)
        add(")")
    elif isinstance(value, list):
        for inner in value:
            _write(inner, add, modules)
    else:
        add(repr(value))


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _is_text(node: ast.AST) -> bool:
    """A string that stands alone: a docstring."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


# -- what code reaches -----------------------------------------------------------------------


def is_apart(path: Path) -> bool:
    """Whether a file of ours decides nothing about a game."""
    if not path.is_relative_to(ROOT):
        return False
    name = path.relative_to(ROOT).with_suffix("").as_posix()
    return path.name in FOR_PEOPLE or any(name == a or name.startswith(f"{a}/") for a in APART)


def reached_by(first: Iterable[Path]) -> dict[tuple[Path, str], ast.stmt]:
    """Everything these files define, and what that names, through other files: (file, name) each.

    Definitions are followed, not files: which of them stand in one file does not count.
    """
    todo = [(path, name) for path in first for name in sorted(_defined(path))]
    found: dict[tuple[Path, str], ast.stmt] = {}
    while todo:
        path, name = todo.pop()
        node = _defined(path)[name]
        if (path, name) not in found and name != "__all__":
            found[path, name] = node
            todo += [place for place in _named(path, node) if not is_apart(place[0])]
    return found


@functools.cache
def _defined(path: Path) -> dict[str, ast.stmt]:
    """Name -> the statement that defines it, in a file."""
    return {name: node for node in parsed(path).body for name in _defines(node)}


@functools.cache
def _from(path: Path) -> dict[str, tuple[str, str]]:
    """Name -> module and name there, of all that a file imports of ours, wherever it does."""
    found: dict[str, tuple[str, str]] = {}
    for node in _statements(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.module and _ours(node.module):
            for alias in node.names:
                found[alias.asname or alias.name] = (node.module, alias.name)
        elif isinstance(node, ast.Import):
            found |= {a.asname: (a.name, "") for a in node.names if a.asname and _ours(a.name)}
    return found


@functools.cache
def modules_in(path: Path) -> frozenset[str]:
    """The names that stand for modules of ours in a file."""
    return frozenset(name for name in _from(path) if _module(path, name) is not None)


def _module(path: Path, name: str) -> Path | None:
    """The file of the module that a name stands for."""
    module, attribute = _from(path)[name]
    if attribute and attribute in _defined(file_of(module)):
        return None
    place = file_of(f"{module}.{attribute}" if attribute else module)
    return place if place.exists() else None


@functools.cache
def _named(path: Path, node: ast.stmt) -> tuple[tuple[Path, str], ...]:
    """The definitions that a piece of code names."""
    found: dict[tuple[Path, str], None] = {}
    modules = modules_in(path)
    for inner in _free(node, frozenset()):
        if isinstance(inner, ast.Attribute) and _name(inner.value) in modules:
            there = _module(path, _name(inner.value))
            place = _place(there, inner.attr) if there is not None else None
        elif isinstance(inner, ast.Name) and inner.id not in modules:
            place = _place(path, inner.id)
        else:
            continue
        if place is not None:
            found[place] = None
    return tuple(sorted(found))


_SCOPES = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp,
    ast.GeneratorExp,
)  # fmt: skip


def _free(node: ast.AST, bound: frozenset[str]) -> Iterator[ast.AST]:
    """Names and attributes that are not of the function's own making."""
    if isinstance(node, _SCOPES):
        bound |= {n.arg for n in ast.walk(node) if isinstance(n, ast.arg)}
        bound |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not _is_read(n)}
    if isinstance(node, ast.Name):
        if node.id not in bound and _is_read(node):
            yield node
        return
    if isinstance(node, ast.Attribute) and _name(node.value) not in bound:
        yield node
    for inner in ast.iter_child_nodes(node):
        yield from _free(inner, bound)


def _is_read(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


@functools.cache
def _place(path: Path, name: str) -> tuple[Path, str] | None:
    """Where a name is defined; it may be handed on from module to module."""
    for _ in range(8):
        if not path.exists():
            return None
        if name in _defined(path):
            return path, name
        if name not in _from(path):
            return None
        module, name = _from(path)[name]
        path = file_of(module)
    return None


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


def first_files(game: Any) -> list[Path]:
    """The files of a game and of the rules of its wagers, a side bet's from outside too."""
    rules = [wager.by for wager in game.wagers if wager.by is not None]
    return sorted({Path(inspect.getfile(each)) for each in (game, *rules)})


def code_files(game: Any, leaves_out: Callable[[Path], bool]) -> set[Path]:
    """The files of code that decide what happens in a game, with all that they import."""
    return {path for first in first_files(game) for path in files_from(first, leaves_out)}


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
    if node is None:
        return ""
    reached = {(path, qualname): node}
    todo = [(path, node)]
    while todo:
        here, current = todo.pop()
        for where, name in _named(here, current):
            found = _defined(where)[name]
            if (where, name) not in reached and not isinstance(found, ast.ClassDef):
                reached[where, name] = found
                todo.append((where, found))
    prints = sorted(
        (name, tree_print(found, modules_in(where))) for (where, name), found in reached.items()
    )
    return digest(*(part for pair in prints for part in pair))


def resolve(path: Path, name: str) -> tuple[Path, ast.stmt | None]:
    """The function or table a name stands for in a file; a class is not gone into."""
    place = _place(path, name)
    node = _defined(place[0])[place[1]] if place is not None else None
    return place[0] if place else path, None if isinstance(node, ast.ClassDef) else node


@functools.cache
def _body(path: Path) -> dict[str, ast.stmt]:
    """What a file defines, by name; ``Class.method`` too."""
    found = dict(_defined(path))
    for node in parsed(path).body:
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
