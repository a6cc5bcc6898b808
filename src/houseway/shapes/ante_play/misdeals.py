"""Irregularities of an ante-and-play deal: a wrong number of cards, and cards seen by all."""

from __future__ import annotations

from typing import Any

from houseway.events import Closed
from houseway.game import Dealing, RulingRule
from houseway.script import Ruling, Script
from houseway.shapes.ante_play.state import AntePlayState, CardExposed, HandVoided
from houseway.shapes.restored import restore_wagers
from houseway.shapes.stakes import return_wagers

BETTING = "betting"


def give_back(game: Any, r: Dealing, ruling: Ruling, reason: str, seat: int | None = None) -> None:
    """Every wager of the round, or of one seat: those on the table and those taken by folds."""
    clauses, reason = game.ruling_rules[ruling.name].clauses, ruling.reason or reason
    restore_wagers(r, reason, clauses, seat)
    return_wagers(r, reason, clauses, seat)


def misdeal_player(game: Any, r: Dealing, ruling: Ruling) -> Script:
    """A player with a wrong number of cards keeps all wagers and is out; the others play on."""
    give_back(game, r, ruling, "a wrong number of cards was dealt to the player", ruling.seat)
    for seat, hand in tuple(r.state.hands):
        if seat == ruling.seat:
            r.emit(HandVoided(seat, hand))
    return
    yield


def why_not_player(game: Any, s: AntePlayState, ruling: Ruling) -> str | None:
    """Only who has a wager on the table can have been misdealt."""
    if s.phase == BETTING:
        return "no cards have been dealt yet"
    if not any(key[0] == ruling.seat for key in (*s.stakes, *s.decided)):
        return f"seat {ruling.seat} has no wager in this round"
    return None


def misdeal_dealer(game: Any, r: Dealing, ruling: Ruling) -> Script:
    """A dealer with a wrong number of cards: no hand, and everybody keeps all wagers."""
    give_back(game, r, ruling, "a wrong number of cards was dealt to the dealer")
    r.emit(Closed())
    return
    yield


def why_not_dealer(game: Any, s: AntePlayState, ruling: Ruling) -> str | None:
    """Nothing is dealt while wagers are placed."""
    return "no cards have been dealt yet" if s.phase == BETTING else None


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
        RulingRule(
            "misdeal_player", "a wrong number of cards to one player: he keeps all his wagers",
            (player,), misdeal_player, why_not_player, ("seat",),
        ),
        RulingRule(
            "misdeal_dealer", "a wrong number of cards to the dealer: everybody keeps all wagers",
            (dealer,), misdeal_dealer, why_not_dealer,
        ),
        RulingRule(
            "exposed_card", "a card was seen by all: no misdeal, it is turned down again",
            (exposed,), exposed_card, why_not_exposed, ("pieces",),
        ),
    )  # fmt: skip
