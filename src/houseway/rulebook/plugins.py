"""Side bets from outside the package: files and installed packages.

A file is written as in docs/tutorials/side_bet.md and names the games that offer its wagers:
``GAMES = ("blackjack", "free-bet-blackjack")``. An installed package names its module in the entry
point group ``houseway.side_bets``. Either way the games of this process offer one more wager, with
clauses, cases, pay tables and odds like any other.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import re
import sys
import traceback
import types
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.errors import BadFile, HousewayError, Refused, short_repr
from houseway.game.base import Game
from houseway.game.variants import Made, with_wagers
from houseway.game.wagers import Wager, read_book
from houseway.rulebook import SIDE_BETS, find, games, register
from houseway.rulebook.clauses import all_clauses
from houseway.util.english import one_of, suggest
from houseway.util.toml import read_bytes, utf8

_LINE = re.compile(r"\(at line ([0-9]+), column [0-9]+\)")
_loaded: dict[str, Plugin] = {}
"""File -> its plug-in, in the order of loading."""


class LeftOut(UserWarning):
    """Warning about an installed side bet that cannot be offered, with the reason."""


@dataclass(frozen=True)
class Plugin:
    """The wagers of a file or module, and the games that offer them."""

    file: str
    wagers: tuple[Wager, ...]
    games: tuple[str, ...]
    lines: dict[str, int]
    """Name in the file -> its line."""

    def bad(self, name: str, why: str) -> BadFile:
        """Return a fault at the place of a name."""
        line = self.lines.get(name)
        return BadFile(self.file, f"line {line}" if line else "", why)


def load(path: Path | str, game: str = "") -> Plugin:
    """Read a file and let its games offer its wagers; ``game`` is for a file that names none."""
    file = Path(path)
    known = _loaded.get(str(file.resolve()))
    if known is not None:
        return known
    plugin = _read(file, game)
    _loaded[str(file.resolve())] = plugin
    try:
        _offer(plugin)
    except HousewayError:
        del _loaded[str(file.resolve())]
        raise
    return plugin


def restored(game_id: str, files: tuple[str, ...], game: str) -> type[Game]:
    """Return the game with the side bets of these files, in another process."""
    for file in files:
        load(file, game)
    return find(game_id)


def _read(path: Path, game: str) -> Plugin:
    """Run the file of a plugin as a module, and return its wagers and games."""
    file = str(path)
    text = utf8(read_bytes(path), file)
    tree = _tree(text, file)
    lines = _lines(tree)
    digest = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]
    name = re.sub("[^0-9A-Za-z_]", "_", path.stem)
    module = types.ModuleType(f"houseway_side_bet_{name}_{digest}")
    module.__file__ = str(path.resolve())
    sys.modules[module.__name__] = module
    try:
        exec(compile(tree, module.__file__, "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise BadFile(file, _place(error, module.__file__), _said(error)) from None
    return plugin_of(module, file, game, lines)


def _tree(text: str, file: str) -> ast.Module:
    """Return the syntax tree of a file; BadFile for text that is not Python."""
    try:
        return ast.parse(text, file)
    except SyntaxError as error:
        raise BadFile(file, f"line {error.lineno}", f"is not Python: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError):
        raise BadFile(file, "", "is not Python that can be read") from None


def _lines(tree: ast.Module) -> dict[str, int]:
    """Return name -> line for the definitions of a file."""
    found: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node.lineno
        targets = node.targets if isinstance(node, ast.Assign) else ()
        for target in targets:
            found |= {n.id: node.lineno for n in ast.walk(target) if isinstance(n, ast.Name)}
    return found


def _place(error: BaseException, file: str) -> str:
    """Return the last line of the file that was run."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
    return f"line {frames[-1].lineno}" if frames else ""


def _said(error: BaseException) -> str:
    """Return the words for an error in a plugin's own code."""
    if isinstance(error, HousewayError):
        return str(error)
    return f"cannot be run: {type(error).__name__}: {error}"


def plugin_of(
    module: Any, file: str, game: str = "", lines: dict[str, int] | None = None
) -> Plugin:
    """Return the wagers of a module and the games it names."""
    where = lines or {}
    listed = getattr(module, "SIDE_BETS", None)
    values = list(vars(module).values()) if listed is None else list(listed)
    wagers = tuple({id(w): w for w in values if isinstance(w, Wager)}.values())
    named = {id(value): name for name, value in vars(module).items()}
    lines_of = where | {w.name: where.get(named.get(id(w), ""), 0) for w in wagers}
    plugin = Plugin(file, wagers, _games(module, game), lines_of)
    if not wagers:
        raise plugin.bad("SIDE_BETS", "has no wager; make one with side(...), as CONTRIBUTING "
                         "shows")  # fmt: skip
    if not plugin.games:
        raise plugin.bad("GAMES", "does not say which games offer its wagers; add a line such as "
                         'GAMES = ("blackjack",)')  # fmt: skip
    for name in plugin.games:
        if name not in games():
            raise plugin.bad(
                "GAMES", f"there is no game {short_repr(name)}; {suggest(name, games())}"
            )
    return plugin


def _games(module: Any, game: str) -> tuple[str, ...]:
    """Return the games that a plugin names, else the given one; empty for none."""
    named = getattr(module, "GAMES", ())
    listed = (named,) if isinstance(named, str) else tuple(named)
    return tuple(dict.fromkeys(str(name) for name in listed)) or ((game,) if game else ())


def _offer(plugin: Plugin) -> None:
    """Add a wager to each of its games; change nothing if one of them cannot offer it."""
    _check_books(plugin)
    before = {name: games()[name] for name in plugin.games}
    try:
        for name, game in before.items():
            made: Made = (restored, (name, tuple(_loaded), plugin.games[0]))
            register(_offering(plugin, game, made))
    except HousewayError:
        for game in before.values():
            register(game)
        raise


def _offering(plugin: Plugin, game: type[Game], made: Made) -> type[Game]:
    """Return the class of a game with a plugin's wagers; refuse if it cannot be posted."""
    kind = with_wagers(game, plugin.wagers, made)
    try:
        kind()
    except Exception as error:
        names = [w.name for w in plugin.wagers if w.name in str(error)]
        raise plugin.bad(names[0] if names else plugin.wagers[0].name,
                         f"{game.id} cannot offer it: {_said(error)}") from None  # fmt: skip
    return kind


def _check_books(plugin: Plugin) -> None:
    """Refuse wagers without rule or book, and clauses that are taken or in no book."""
    known = all_clauses()
    books: set[str] = set()
    for wager in plugin.wagers:
        if wager.rule is None:
            raise plugin.bad(wager.name, f"{wager.name} has no rule with outcomes: write "
                             "rule=your_rule, marked with @rule(..., outcomes=(...))")  # fmt: skip
        if not wager.pay.book:
            raise plugin.bad(wager.name, f"{wager.name} has no pay table: write book=BOOK, a text "
                             "with a [pay] part")  # fmt: skip
        try:
            book = read_book(wager.pay.book, wager.name)
        except BadFile as error:
            raise plugin.bad("BOOK", _in_book(error, plugin.lines.get("BOOK", 0))) from None
        for clause in book.clause:
            if clause.get("id") in known:
                raise plugin.bad("BOOK", f"the clause {clause['id']} stands in the rulebook "
                                 "already; give yours another number")  # fmt: skip
        books |= {str(clause.get("id")) for clause in book.clause}
    for wager in plugin.wagers:
        for clause in (*wager.clauses, *wager.rule.clauses, *wager.rule.notes):
            if clause not in books and clause not in known:
                own = one_of(sorted(books)) or "no clause"
                raise plugin.bad(
                    wager.name,
                    f"{wager.name} cites {clause}, which stands in no book; its own has {own}",
                )


def _in_book(error: BadFile, first: int) -> str:
    """Return the fault of a book, by the line of the file."""
    why = _LINE.sub(lambda m: f"(line {first + int(m[1]) - 1} of the file)", error.why)
    return f"the book: {error.where}: {why}" if error.where else f"the book: {why}"


def offer_installed(points: Iterable[importlib.metadata.EntryPoint] | None = None) -> None:
    """Let games offer the side bets of installed packages; one with a fault is left out."""
    for point in importlib.metadata.entry_points(group=SIDE_BETS) if points is None else points:
        where = f"{point.dist.name if point.dist else point.value}: side bet {point.name}"
        try:
            loaded = point.load()
            module = loaded if isinstance(loaded, types.ModuleType) else sys.modules[point.module]
            plugin = plugin_of(module, str(module.__file__))
            _check_books(plugin)
            for name in plugin.games:
                register(_offering(plugin, games()[name], (find, (name,))))
        except (Exception, SystemExit) as error:  # whatever it is, other games can be played
            said = error if isinstance(error, Refused | BadFile) else _said(error)
            warnings.warn(LeftOut(f"{where} is left out: {said}"), stacklevel=2)
