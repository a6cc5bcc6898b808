"""Rulings that every banked game has: void rounds and misdeals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from houseway.engine.events import Closed
from houseway.errors import Reason
from houseway.families.banked.refunds import give_back, return_wagers
from houseway.game.base import RoundContext, RulingRule
from houseway.game.rulings import ruling

if TYPE_CHECKING:
    from houseway.engine.questions import Ruling
    from houseway.families.banked.game import Banked
    from houseway.families.banked.state import BankedState


VOID = "void_round"


def end_without_a_hand(game: Banked, r: RoundContext[BankedState]) -> None:
    """Give back fees and what players put up as a bank, once the wagers have gone back."""
    game.bank.void(game, r)
    game.bank.close(game, r)
    r.emit(Closed())


def no_hand(
    game: Banked, r: RoundContext[BankedState], reason: str, clauses: tuple[str, ...]
) -> None:
    """Give back every wager of the round, those settled already too, as if there were no hand."""
    give_back(r, reason, clauses)
    end_without_a_hand(game, r)


def void_round(*clauses: str, settled_too: bool = False) -> RulingRule:
    """Return the ruling that voids a round: every wager goes back by these clauses, or the game's.

    A wager that the house has paid or taken stands, unless the text undoes it (``settled_too``).
    Where a player banks there was no hand at all: no one has won or lost against the bank.
    """

    every = "all wagers" if settled_too else "all wagers on the table"

    @ruling(f"the round is void, {every} go back", *clauses, name=VOID)
    def run(game: Banked, r: RoundContext[BankedState], ruling: Ruling) -> None:
        reason, cited = ruling.reason or "the round is void", game.ruling_rules[ruling.name].clauses
        if settled_too or r.state.bank is not None:
            no_hand(game, r, reason, cited)
        else:
            return_wagers(r, reason, cited)
            end_without_a_hand(game, r)

    return run


# A misdeal concerns the deal, so it cannot be ruled while wagers are placed. No section says when
# it is too late. It may be ruled until the round is over; a game's own reading may end it sooner
# (``until``).

TakesOut: TypeAlias = Callable[[RoundContext, int], None]
"""Takes the hands of a seat out of the round, in the way of the family."""
Until: TypeAlias = Callable[[Any, Any], "Reason | None"]
"""Explains why it is too late for a misdeal, given a game and the state of its round."""


def explain_nothing_dealt(s: BankedState) -> Reason | None:
    """Explain that no cards are out while the bank is offered and wagers are placed."""
    if s.phase in ("", "bank") or (s.phase == "betting" and s.waiting):
        return Reason("nothing-dealt-yet", "no cards have been dealt yet")
    return None


def no_wager(seat: int) -> Reason:
    """Explain that a seat has no wager about which a ruling could be made."""
    return Reason("no-wager-in-round", f"seat {seat} has no wager in this round")


def misdeal_player(clause: str, take_out: TakesOut) -> RulingRule:
    """A player with a wrong number of cards keeps all wagers and is out; the others play on."""

    def explain_unavailable(game: Banked, s: BankedState, ruling: Ruling) -> Reason | None:
        if (early := explain_nothing_dealt(s)) is not None:
            return early
        settled = (ruling.seat in (place[0], who[0]) for place, who in s.decided)
        if not s.owns(ruling.seat) and not any(settled):
            return no_wager(ruling.seat)
        return None

    @ruling("a wrong number of cards to one player, who keeps all wagers", clause,
            unless=explain_unavailable, takes=("seat",))  # fmt: skip
    def misdeal_player(game: Banked, r: RoundContext[BankedState], ruling: Ruling) -> None:
        reason = ruling.reason or "a wrong number of cards was dealt to the player"
        give_back(r, reason, (clause,), ruling.seat)
        take_out(r, ruling.seat)

    return misdeal_player


def misdeal_of_all(name: str, words: str, reason: str, clause: str, until: Until) -> RulingRule:
    """Return the ruling of a misdeal without hands: all wagers stay, and the round is over."""

    def explain_unavailable(game: Banked, s: BankedState, ruling: Ruling) -> Reason | None:
        return explain_nothing_dealt(s) or until(game, s)

    @ruling(words, clause, unless=explain_unavailable, name=name)
    def misdeal(game: Banked, r: RoundContext[BankedState], ruling: Ruling) -> None:
        no_hand(game, r, ruling.reason or reason, (clause,))

    return misdeal


def misdeal_dealer(clause: str) -> RulingRule:
    """Return the ruling on a dealer's hand with a wrong number of cards: all wagers go back."""
    return misdeal_of_all(
        "misdeal_dealer", "a wrong number of cards to the dealer: everybody keeps all wagers",
        "a wrong number of cards was dealt to the dealer", clause, explain_void_too_late,
    )  # fmt: skip


def explain_void_too_late(game: Banked, s: BankedState) -> Reason | None:
    """Return None: a misdeal is never too late while the round lasts."""
    return None
