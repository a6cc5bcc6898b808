"""Irregularities of an ante-and-play deal: a wrong number of cards, and cards seen by all."""

from __future__ import annotations

from typing import Any

from houseway.game import Dealing, RulingRule
from houseway.script import Ruling, Script
from houseway.shapes.ante_play.state import AntePlayState, CardExposed, HandVoided
from houseway.shapes.misdeals import misdeal_dealer, misdeal_player


def take_out(r: Dealing, seat: int) -> None:
    """All hands of a seat are out of the round."""
    for who, hand in tuple(r.state.hands):
        if who == seat:
            r.emit(HandVoided(who, hand))


def exposed_card(game: Any, r: Dealing, ruling: Ruling) -> Script:
    """A card everybody has seen is noted and turned down again; the round goes on."""
    for piece in ruling.pieces:
        r.emit(CardExposed(holder(r.state, piece), (piece,)))
    return
    yield


def holder(s: AntePlayState, piece: int) -> int:
    """The seat that has a card, 0 for the dealer, -1 for nobody."""
    if piece in s.dealer:
        return 0
    return next((seat for (seat, _), hand in s.hands.items() if piece in hand.cards), -1)


def why_not_exposed(game: Any, s: AntePlayState, ruling: Ruling) -> str | None:
    """Only a card that lies on the table can be seen there."""
    for piece in ruling.pieces:
        if holder(s, piece) < 0:
            return f"{game.kind.show((piece,))} is not on the table"
    return None


def misdeals(player: str, dealer: str, exposed: str) -> tuple[RulingRule, ...]:
    """The three rulings, each with the clause it stands on."""
    return (
        misdeal_player(player, take_out),
        misdeal_dealer(dealer),
        RulingRule(
            "exposed_card", "a card was seen by all: no misdeal, it is turned down again",
            (exposed,), exposed_card, why_not_exposed, ("pieces",),
        ),
    )  # fmt: skip
