"""Rulings that every banked game has: void rounds and misdeals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from houseway.engine.events import Closed
from houseway.families.banked.refunds import give_back, return_wagers
from houseway.game.base import RoundContext, RulingRule

if TYPE_CHECKING:
    from houseway.engine.questions import Ruling, Script
    from houseway.families.banked.game import Banked
    from houseway.families.banked.state import BankedState


# -- void -------------------------------------------------------------------------------------
# A round without a hand: the ruling that every banked table knows, and what it gives back.

VOID = "void_round"


def end_without_a_hand(game: Banked, r: RoundContext[BankedState]) -> None:
    """When the wagers have gone back: fees go back too, and what a player has put up as bank."""
    game.bank.void(game, r)
    game.bank.close(game, r)
    r.emit(Closed())


def no_hand(
    game: Banked, r: RoundContext[BankedState], reason: str, clauses: tuple[str, ...]
) -> Script:
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

    def run(game: Banked, r: RoundContext[BankedState], ruling: Ruling) -> Script:
        reason, cited = ruling.reason or "the round is void", game.ruling_rules[ruling.name].clauses
        if settled_too or r.state.bank is not None:
            yield from no_hand(game, r, reason, cited)
        else:
            return_wagers(r, reason, cited)
            end_without_a_hand(game, r)

    every = "all wagers" if settled_too else "all wagers on the table"
    return RulingRule(VOID, f"the round is void, {every} go back", clauses, run)


# -- misdeals ---------------------------------------------------------------------------------
# A wrong number of cards: the rulings on it that the sections have in common.
#
# There is one rule for when they may be made. A misdeal is a matter of the deal, so none is ruled
# while wagers are still placed; and no section says when it is too late, so it may be ruled until
# the round is over, unless a game's own reading ends it sooner (``until``).

TakesOut: TypeAlias = Callable[[RoundContext, int], None]
"""How a shape takes the hands of a seat out of the round."""
Until: TypeAlias = Callable[[Any, Any], str | None]
"""Why it is too late for a misdeal, of a game and the state of its round."""


def nothing_dealt(s: BankedState) -> str | None:
    """While the position is offered and wagers are placed there is nothing to misdeal."""
    if s.phase in ("", "bank") or (s.phase == "betting" and s.waiting):
        return "no cards have been dealt yet"
    return None


def misdeal_player(clause: str, take_out: TakesOut) -> RulingRule:
    """A player with a wrong number of cards keeps all wagers and is out; the others play on."""

    def run(game: Banked, r: RoundContext[BankedState], ruling: Ruling) -> Script:
        reason = ruling.reason or "a wrong number of cards was dealt to the player"
        give_back(r, reason, (clause,), ruling.seat)
        take_out(r, ruling.seat)
        return
        yield

    def why_not(game: Banked, s: BankedState, ruling: Ruling) -> str | None:
        if (early := nothing_dealt(s)) is not None:
            return early
        settled = (ruling.seat in (place[0], who[0]) for place, who in s.decided)
        if not s.owns(ruling.seat) and not any(settled):
            return f"seat {ruling.seat} has no wager in this round"
        return None

    words = "a wrong number of cards to one player, who keeps all wagers"
    return RulingRule("misdeal_player", words, (clause,), run, why_not, ("seat",))


def misdeal_of_all(name: str, words: str, reason: str, clause: str, until: Until) -> RulingRule:
    """A misdeal that leaves nobody a hand: everybody keeps all wagers, and the round is over."""

    def run(game: Banked, r: RoundContext[BankedState], ruling: Ruling) -> Script:
        return no_hand(game, r, ruling.reason or reason, (clause,))

    def why_not(game: Banked, s: BankedState, ruling: Ruling) -> str | None:
        return nothing_dealt(s) or until(game, s)

    return RulingRule(name, words, (clause,), run, why_not)


def misdeal_dealer(clause: str) -> RulingRule:
    """A dealer with a wrong number of cards: no hand, and everybody keeps all wagers."""
    return misdeal_of_all(
        "misdeal_dealer", "a wrong number of cards to the dealer: everybody keeps all wagers",
        "a wrong number of cards was dealt to the dealer", clause, until_the_end,
    )  # fmt: skip


def until_the_end(game: Banked, s: BankedState) -> str | None:
    """It is never too late while the round lasts."""
    return None
