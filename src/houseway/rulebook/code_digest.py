"""Digests of the source of rules, by the effect of the code and not its form.

Comments, docstrings, annotations, imports and lay-out may change without a change of the rules.
Python's own printing of syntax trees changes from version to version. So the digest is taken of the
tree itself, written out here in a format of our own.
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
FOR_PEOPLE = ("words.py", "presenter.py")
"""Names of files, in any folder, that only show a game; they do not count as rules."""
APART = (
    "__init__", "cite", "errors", "util/toml", "engine", "game/face", "game/digest",
    "game/wager_checks", "presentation", "rulebook/__init__", "rulebook/clauses",
    "rulebook/fingerprint", "rulebook/code_digest", "rulebook/citations", "rulebook/source_lines",
    "table", "records", "players", "analysis", "sheets", "room", "cli",
)  # fmt: skip
"""Modules and packages that decide nothing about a game: they play, compute, read or show."""
_SILENT = frozenset(
    ("annotation", "returns", "ctx", "kind", "type_comment", "type_params", "type_ignores")
)
"""Parts of a syntax tree without any effect."""
_one_at_a_time = threading.Lock()
_read: set[Path] = set()
"""The files read for syntax trees since `sources_of` began."""


@functools.cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file; one thread at a time, because Python 3.11 miscounts
    otherwise."""
    _read.add(path)
    with _one_at_a_time:
        return ast.parse(path.read_text(encoding="utf-8"))


def digest(*parts: object) -> str:
    """Return one digest of several values, each delimited."""
    found = hashlib.sha256()
    for part in parts:
        text = str(part).encode("utf-8", "surrogatepass")
        found.update(b"%d:" % len(text) + text)
    return found.hexdigest()


@functools.cache
def tree_print(node: ast.AST, modules: frozenset[str] = frozenset()) -> str:
    """Return the digest of a piece of code, cached because many rules name the same ones.

    The module of a name does not count: `pots.share` is `share`.
    """
    words: list[str] = []
    _write(node, words.append, modules)
    return digest(" ".join(words))


def _write(value: Any, add: Callable[[str], None], modules: frozenset[str]) -> None:
    """Add the parts of a syntax tree to a digest, without imports, texts and lay-out."""
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
    """Return the name of a node that is a plain name; else ""."""
    return node.id if isinstance(node, ast.Name) else ""


def _is_text(node: ast.AST) -> bool:
    """Return True for a string that is a statement: a docstring."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def is_apart(path: Path) -> bool:
    """Return True if a file of the package decides nothing about a game."""
    if not path.is_relative_to(ROOT):
        return False
    name = path.relative_to(ROOT).with_suffix("").as_posix()
    return path.name in FOR_PEOPLE or any(name == a or name.startswith(f"{a}/") for a in APART)


def reached_by(first: Iterable[Path]) -> dict[tuple[Path, str], ast.stmt]:
    """Return all definitions of these files, and those that they name: (file, name) -> statement.

    Definitions are followed, not files; the file of a definition does not count.
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
    """Return the statement that defines each name of a file."""
    return {name: node for node in parsed(path).body for name in _defines(node)}


@functools.cache
def _from(path: Path) -> dict[str, tuple[str, str]]:
    """Return name -> (module, name there) for every import of the package in a file."""
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
    """Return the names that are modules of the package in a file."""
    return frozenset(name for name in _from(path) if _module(path, name) is not None)


def _module(path: Path, name: str) -> Path | None:
    """Return the file of the module behind a name; None if it is not a module."""
    module, attribute = _from(path)[name]
    if attribute and attribute in _defined(file_of(module)):
        return None
    place = file_of(f"{module}.{attribute}" if attribute else module)
    return place if place.exists() else None


@functools.cache
def _named(path: Path, node: ast.stmt) -> tuple[tuple[Path, str], ...]:
    """Return the definitions that a piece of code names."""
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
    """Yield names and attributes that a function does not bind itself."""
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
    """Return True if a name is read, not set."""
    return isinstance(node.ctx, ast.Load)


@functools.cache
def _place(path: Path, name: str) -> tuple[Path, str] | None:
    """Return the file and name of a definition, through re-exports; None if there is none."""
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


def files_from(first: Path, leaves_out: Callable[[Path], bool]) -> set[Path]:
    """Return a file and every file of the package that it imports, directly or not."""
    todo, found = [first], set[Path]()
    while todo:
        path = todo.pop()
        if path not in found and path.exists() and not leaves_out(path):
            found.add(path)
            todo += [file_of(name) for name in _imported(path)]
    return found


def sources_of(first: Iterable[Path]) -> frozenset[Path]:
    """Return every file that decides what `reached_by` finds; some only hand a name on.

    It reads all of them again, so it takes about half a second.
    """
    for cached in (parsed, _defined, _from, modules_in, _named, _place):
        cached.cache_clear()
    _read.clear()
    for path, _ in reached_by(first):
        modules_in(path)
    return frozenset(_read)


def stamp_of(files: Iterable[str]) -> str:
    """Return one digest over files of the package: their paths below it, and their bytes."""
    return digest(*(part for name in files for part in (name, _bytes_digest(ROOT.joinpath(name)))))


@functools.cache
def _bytes_digest(path: Path) -> str:
    """Return the digest of a file as it was when this process first read it; "" without one."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def first_files(game: Any) -> list[Path]:
    """Return the files of a game and of the rules of its wagers, plug-ins included."""
    rules = [wager.rule for wager in game.wagers if wager.rule is not None]
    return sorted({Path(inspect.getfile(each)) for each in (game, *rules)})


def code_files(game: Any, leaves_out: Callable[[Path], bool]) -> set[Path]:
    """Return the files of code that decide a game, with all that they import."""
    return {path for first in first_files(game) for path in files_from(first, leaves_out)}


@functools.cache
def _imported(path: Path) -> tuple[str, ...]:
    """Return the modules of the package that a file imports anywhere."""
    return tuple(_imports(_statements(parsed(path))))


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every statement below a node; expressions hold no imports and are skipped."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(node, part, ())
        for each in inner if isinstance(inner, list) else ():
            yield each
            yield from _statements(each)


def _imports(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the modules of the package that these nodes import, and the names from them."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if _ours(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module and _ours(node.module):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _ours(module: str) -> bool:
    """Return True for a module of the package."""
    return module.startswith(f"{PACKAGE}.")


@functools.cache
def file_of(module: str) -> Path:
    """Return the file of a module or package; a missing file for any other name."""
    folder = ROOT.joinpath(*module.split(".")[1:])
    return folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")


def function_print(f: Callable[..., Any]) -> str:
    """Return the digest of a function with the functions and tables it names in any file."""
    path = Path(inspect.getfile(f))
    return place_print(path, getattr(f, "__qualname__", ""))


@functools.cache
def place_print(path: Path, qualname: str) -> str:
    """Return the digest of a definition with everything it names; "" if it does not exist."""
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
    """Return the function or table behind a name in a file; None for a class."""
    place = _place(path, name)
    node = _defined(place[0])[place[1]] if place is not None else None
    return place[0] if place else path, None if isinstance(node, ast.ClassDef) else node


@functools.cache
def _body(path: Path) -> dict[str, ast.stmt]:
    """Return the definitions of a file by name, also ``Class.method``."""
    found = dict(_defined(path))
    for node in parsed(path).body:
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                found |= {f"{node.name}.{name}": inner for name in _defines(inner)}
    return found


def _defines(node: ast.stmt) -> tuple[str, ...]:
    """Return the names that a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return (node.name,)
    targets = node.targets if isinstance(node, ast.Assign) else ()
    if isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return tuple(n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))
