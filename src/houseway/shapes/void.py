"""A round without a hand: the ruling that every banked table knows, and what it gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.events import Closed
from houseway.game import Dealing, RulingRule
from houseway.script import Ruling, Script
from houseway.shapes.restored import give_back, return_wagers
from houseway.shapes.stakes import BankedState

if TYPE_CHECKING:
    from houseway.shapes.banked import Banked

VOID = "void_round"


def end_without_a_hand(game: Banked, r: Dealing[BankedState]) -> None:
    """When the wagers have gone back: fees go back too, and what a player has put up as bank."""
    game.bank.void(game, r)
    game.bank.close(game, r)
    r.emit(Closed())


def no_hand(game: Banked, r: Dealing[BankedState], reason: str, clauses: tuple[str, ...]) -> Script:
    """There was no hand: every wager of the round goes back, those settled already too."""
    give_back(r, reason, clauses)
    end_without_a_hand(game, r)
    return
    yield


def void_round(*clauses: str, settled_too: bool = False) -> RulingRule:
    """The round is void and every wager goes back, by these clauses or by what the game cites.

    A wager that the house has paid or taken stays so, unless the text undoes it (``settled_too``).
    Where a player banks there was no hand at all: nobody has won from him or lost to him.
    """

    def run(game: Banked, r: Dealing[BankedState], ruling: Ruling) -> Script:
        reason, cited = ruling.reason or "the round is void", game.ruling_rules[ruling.name].clauses
        if settled_too or r.state.bank is not None:
            yield from no_hand(game, r, reason, cited)
        else:
            return_wagers(r, reason, cited)
            end_without_a_hand(game, r)

    every = "all wagers" if settled_too else "all wagers on the table"
    return RulingRule(VOID, f"the round is void, {every} go back", clauses, run)
