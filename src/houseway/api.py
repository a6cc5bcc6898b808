"""Functions for what the commands do: odds, tune, compare, simulate, strategy, par, sign.

    >>> import houseway
    >>> found = houseway.odds("free-bet-blackjack", "kings_bounty", {"decks": 6})
    >>> found.rows[0].house_edge
    Fraction(5980547, 25818598)

A game is given by its id, as a class, or as a posted table. A posted table brings its posting, and
``posting`` is added to it. Heavy parts are imported when they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from houseway.errors import HousewayError
from houseway.game.base import Game
from houseway.game.posting import as_posting
from houseway.rulebook import kind_of

if TYPE_CHECKING:
    from houseway.analysis.pay_tables.tune import Tuned
    from houseway.analysis.report import Report
    from houseway.analysis.simulation_runs.run import Progress, Run
    from houseway.analysis.strategy_sheet import StrategySheet

TheGame = str | type[Game] | Game
"""A game as the functions of the library take it."""
MANY = 1_000_000
"""Rounds, where neither a number nor an error is asked for."""


def table_of(game: TheGame, posting: Mapping[str, Any] | None = None) -> Game:
    """A posted table."""
    if isinstance(game, Game) and not posting:
        return game
    kind, values = _posted(game, posting)
    return kind(values)


def _posted(game: TheGame, posting: Mapping[str, Any] | None) -> tuple[type[Game], dict[str, Any]]:
    """The class of a game, and what is stated of its posting, as it is written."""
    given = as_posting(posting)
    if isinstance(game, Game):
        declared = game.declared()
        stated = {
            key: declared[key].show(game.posting[key]) for key in game.stated if key in game.posting
        }
        return type(game), {**stated, **given}
    return kind_of(game), given


def odds(
    game: TheGame,
    wager: str | None = None,
    posting: Mapping[str, Any] | None = None,
    *,
    pay: Mapping[str, Any] | None = None,
    recompute: bool = False,
    workers: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> Report:
    """Return the odds of each wager, under every pay table and number of decks left open.

    ``pay`` holds custom pays for the wager, one for each outcome: ``{"pair": "6 to 1"}``.
    Rows of default postings are read from the book of odds.  With ``recompute`` they are computed
    and compared with it; ``BookDiffers`` is raised where a figure differs.
    What takes long to compute is computed by ``workers`` processes, one for every core by default.
    """
    from houseway.analysis.report import report

    kind, values = _posted(game, posting)
    if pay is not None:
        if wager is None:
            raise HousewayError("name the wager whose pays these are")
        kind = with_pay(kind, wager, pay)
    with _maybe_compared(recompute):
        return report(kind, wager, values, own=True, progress=progress, workers=workers)


@contextmanager
def _maybe_compared(recompute: bool) -> Iterator[None]:
    """Compute everything inside the block and require that the book has the same, if asked."""
    if not recompute:
        yield
        return
    from houseway.analysis.odds_book.comparison import compared_with_book

    with compared_with_book() as comparison:
        yield
    comparison.require_same()


def load_side_bet(path: Path | str, game: str = "") -> tuple[str, ...]:
    """Let games offer the side bets of a file, from now on; ``game`` if the file names none.

    Gives the names of its wagers.
    """
    from houseway.rulebook.plugins import load

    return tuple(wager.name for wager in load(path, game).wagers)


def with_pay(game: TheGame, wager: str, pay: Mapping[str, Any]) -> type[Game]:
    """The game with pays of one's own for a wager: a class that every function here takes."""
    from houseway.analysis.pay_tables.custom import own_game

    return own_game(_posted(game, None)[0], wager, pay)


def tune(
    game: TheGame,
    wager: str,
    edge: str | float,
    posting: Mapping[str, Any] | None = None,
    *,
    keep: Mapping[str, Any] | None = None,
    decks: Sequence[int] = (),
    within: str | float = "0.25%",
    progress: Callable[[str], None] | None = None,
) -> Tuned:
    """Pays of a wager that meet a target edge (``"5%"`` or 0.05), several proposals."""
    from houseway.analysis.pay_tables.tune import tune as tuned

    kind, values = _posted(game, posting)
    return tuned(
        kind, wager, edge, keep=keep, posting=values, decks=decks, within=within, progress=progress
    )


def compare(
    game: TheGame,
    wager: str | None = None,
    posting: Mapping[str, Any] | None = None,
    *,
    recompute: bool = False,
    workers: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> Report:
    """Pay tables side by side, also with decks their clause does not allow, which are flagged.

    ``recompute`` and ``workers`` are as in ``odds``.
    """
    from houseway.analysis.report import report

    kind, values = _posted(game, posting)
    with _maybe_compared(recompute):
        return report(kind, wager, values, barred=True, progress=progress, workers=workers)


def simulate(
    game: TheGame,
    rounds: int | None = None,
    posting: Mapping[str, Any] | None = None,
    *,
    until: float | None = None,
    seed: int = 1,
    seats: int | None = None,
    workers: int | None = 1,
    progress: Callable[[Progress], None] | None = None,
) -> Run:
    """Simulate rounds from real shoes: a number of them, or until an edge has this standard error.

    The result depends on the seed and the rounds alone, not on the number of workers.
    """
    from houseway.analysis.simulation_runs.run import run

    if rounds is None and until is None:
        rounds = MANY
    return run(
        table_of(game, posting), rounds, until, seed, seats=seats, workers=workers,
        progress=progress,
    )  # fmt: skip


def strategy(
    game: TheGame,
    posting: Mapping[str, Any] | None = None,
    *,
    exceptions: int = 0,
    recompute: bool = False,
) -> StrategySheet:
    """Return the best play of a posted game; ``exceptions`` hands are listed that leave the chart.

    ``recompute`` is as in ``odds``.
    """
    from houseway.analysis.odds_book.known import known_strategy

    with _maybe_compared(recompute):
        return known_strategy(table_of(game, posting), exceptions)


def par(
    game: TheGame,
    path: Path | str | None = None,
    posting: Mapping[str, Any] | None = None,
    *,
    date: str = "",
    paper: str = "letter",
    progress: Callable[[str], None] | None = None,
) -> str:
    """The PAR sheet of a posted game as HTML; with a path it is written there (.html or .pdf)."""
    from houseway.sheets.par.sheet import par_html, par_sheet
    from houseway.sheets.pdf import for_paper, pdf_of

    kind, values = _posted(game, posting)
    on_paper = path is not None and for_paper(Path(path), "a sheet")
    sheet = par_sheet(kind, values, date, progress=progress)
    text = par_html(sheet, paper)
    if path is not None:
        pages = pdf_of(par_html(sheet, paper, unfolded=True)) if on_paper else text.encode()
        Path(path).write_bytes(pages)
    return text


def sign(
    game: TheGame,
    path: Path | str | None = None,
    posting: Mapping[str, Any] | None = None,
    *,
    only: Literal["", "sign", "card"] = "",
    paper: str = "letter",
) -> str:
    """The table sign and the rule card of a posted game; with a path they are written there."""
    from houseway.sheets.pdf import for_paper, pdf_of
    from houseway.sheets.sign import sign_html, sign_sheet

    on_paper = path is not None and for_paper(Path(path), "a sign")
    sheet = sign_sheet(table_of(game, posting))
    text = sign_html(sheet, "", only)
    if path is not None:
        pages = pdf_of(sign_html(sheet, paper, only, fitted=True)) if on_paper else text.encode()
        Path(path).write_bytes(pages)
    return text
