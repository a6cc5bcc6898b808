"""Wagers whose odds are computed together, as one piece of work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.analysis.games import math_of
from houseway.analysis.odds_book.known import extra_odds_of
from houseway.analysis.odds_book.reader import posting_of
from houseway.analysis.odds_row import in_words
from houseway.analysis.wager_edge import odds_of
from houseway.analysis.wager_odds import WagerOdds, find_wager
from houseway.game.base import Game
from houseway.game.wagers import Wager

DURING_THE_ROUND = "what is wagered during the round"


@dataclass(frozen=True)
class WagerGroup:
    """Wagers of a posted table; with no names, what is wagered during the round only."""

    kind: type[Game]
    posting: tuple[tuple[str, str], ...]
    names: tuple[str, ...]

    def table(self) -> Game:
        """Return the table as it is posted."""
        return self.kind(dict(self.posting))

    def compute(self) -> dict[str, WagerOdds | str]:
        """Return the odds of each wager, or the reason why they are not known."""
        game = self.table()
        if not self.names:
            return dict(extra_odds_of(game))
        return odds_of(game, [find_wager(game, name) for name in self.names])

    def called(self) -> str:
        """Return ``Free Bet Blackjack, 6 decks: Push 22``."""
        game = self.table()
        words = ", ".join(game.words().wager(name) for name in self.names)
        return f"{table_called(game)}: {words or DURING_THE_ROUND}"


def table_called(game: Game) -> str:
    """Return a posted table in words: its game, and the number of its decks where one is posted."""
    decks = f", {in_words((game.sets(),))}" if "decks" in game.posting else ""
    return f"{game.name}{decks}"


def posted_pairs(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the whole posting of a table as pairs, as it is written."""
    return tuple(posting_of(game).items())


def wagers_together(game: Game, wagers: Sequence[Wager]) -> list[tuple[Wager, ...]]:
    """Return wagers as they are computed: singly, then those that share simulated rounds."""
    math = math_of(game)
    in_rounds = tuple(wager for wager in wagers if math.method_of(game, wager) is None)
    singly = [(wager,) for wager in wagers if wager not in in_rounds]
    return [*singly, *([in_rounds] if in_rounds else [])]


def groups_of(game: Game, wagers: Sequence[Wager], with_extra: bool) -> list[WagerGroup]:
    """Return the work on these wagers of a table, and on those made during the round."""
    posting = posted_pairs(game)
    names = [tuple(w.name for w in some) for some in wagers_together(game, wagers)]
    if with_extra and math_of(game).extra_wagers is not None:
        names.append(())
    return [WagerGroup(type(game), posting, some) for some in names]
