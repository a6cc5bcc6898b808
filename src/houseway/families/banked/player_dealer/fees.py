"""Fees at a table: who owes how much for a hand, and what must be left in front to pay it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.engine.questions import PLAYER, Put
from houseway.families.banked.player_dealer.events import bank_of
from houseway.families.banked.state import BankedState, StakeKey
from houseway.game.fees import Schedule
from houseway.util.english import between

if TYPE_CHECKING:
    from houseway.families.banked.game import Banked


def fee_spots(game: Banked) -> frozenset[str]:
    """The wagers that carry a fee: those the schedule names, or the base wagers."""
    if (fees := game.fees) is None:
        return frozenset()
    return frozenset(fees.wagers or (wager.name for wager in game.base_wagers))


def player_fee(game: Banked) -> int:
    """Return the fee of a base wager, in cents."""
    return game.fees.player_fee if game.fees is not None else 0


def bank_fee_most(game: Banked) -> int:
    """The most a hand can cost the player-dealer in fees."""
    return game.fees.bank_fee_most if game.fees is not None else 0


def _taken_for(fees: Schedule, place: StakeKey) -> StakeKey:
    """Return the key under which a fee is taken once: a wager, or all wagers on a hand of a
    circle.
    """
    return place if fees.per in ("wager", "line") else (place[0], "", place[2])


def fees_due(game: Banked, s: BankedState) -> list[tuple[int, int]]:
    """Return the flat fees that are due: each seat with its cents.

    A player pays for each circle, spot, wager or line, and the bank once a hand. A tip is action,
    but no further wager of the player's.
    """
    if (fees := game.fees) is None:
        return []
    spots, each = game.fee_spots, fees.player_fee
    found: dict[tuple[int, StakeKey], int] = {}
    action = 0
    for place, chips in s.stakes.items():
        carries = place[1] in spots
        if not (carries or game.tier_counts_side_bets):
            continue
        for (bettor, whom), cents in chips.items():
            action += cents
            if carries and each and whom == PLAYER:
                found[bettor, _taken_for(fees, place)] = each
    players = [(bettor, cents) for (bettor, _), cents in found.items()]
    return [*players, (bank_of(s).seat, fees.bank_fee(action))]


def kept_back(game: Banked, s: BankedState, seat: int, puts: Iterable[Put] = ()) -> int:
    """Return the cents that a seat must keep for fees not taken yet, with these wagers counted."""
    fees = game.fees
    if fees is None or not fees.player_fee or bank_of(s).seat in s.fees:
        return 0
    spots = game.fee_spots
    places = {
        _taken_for(fees, (put.circle or seat, put.spot, put.hand))
        for put in puts
        if put.spot in spots and put.whom == PLAYER
    }
    for place, chips in s.stakes.items():
        if place[1] in spots and (seat, PLAYER) in chips:
            places.add(_taken_for(fees, place))
    return fees.player_fee * len(places)


def fees_sign(game: Banked, fees: Schedule) -> tuple[tuple[str, str], ...]:
    """The name of the game, the limits, and what players and player-dealer pay."""
    return (
        ("game", game.name),
        ("table limits", between(fees.least, fees.most)),
        ("player fee", fees.player_words),
        ("player-dealer fee", fees.bank_sign),
    )
