"""Claims, and the one function that settles them.

A round script names *claims* in their order: what a wager has come to, at which odds, by which
clauses.  ``settle`` takes them one by one out of whatever bank the state has: it shares meters and
limits, covers, breaks fractions, pays tips and envy, and nobody else emits a settlement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from houseway.cite import step
from houseway.events import Event
from houseway.game import Dealing
from houseway.money import Breakage, shown
from houseway.script import DEALER, PLAYER
from houseway.shapes.awards import WHOLE, Share, Sharing
from houseway.shapes.house_bank import HouseBank
from houseway.shapes.metering import EnvyPaid, reset_meter, take_out_of_meters
from houseway.shapes.stakes import (
    BankedState,
    Claim,
    ClaimNoted,
    Place,
    WagerReturned,
    WagerSettled,
    Who,
)

USED_UP = "the player-dealer's wager is used up"


Step: TypeAlias = Claim | Event
"""What happens between two claims stands between them."""
Shares: TypeAlias = dict[tuple[Place, Who], Share]


class Settles(Protocol):
    """What settling asks of a game."""

    def in_order(self, s: BankedState, circles: Iterable[int]) -> list[int]: ...

    bank: HouseBank
    breakage: Breakage
    sharing: dict[str, Sharing]

    def element_of(self, spot: str) -> str: ...

    def clauses_at(self, *steps: str) -> tuple[str, ...]: ...


def settle(game: Settles, r: Dealing, steps: Sequence[Step]) -> None:
    """Everything in its order; what winners share is worked out before the first is paid."""
    shares = shares_of(game, r.state, steps) if game.sharing else {}
    for each in steps:
        if isinstance(each, Claim):
            _settle_one(game, r, each, shares)
        else:
            r.emit(each)


def note(r: Dealing, steps: Iterable[Step]) -> None:
    """A player's bank pays in the order of settlement alone: what is known before is noted."""
    for each in steps:
        if not isinstance(each, Claim):
            r.emit(each)
        elif at_stake(r.state, each):
            r.emit(ClaimNoted(each))


def settle_noted(game: Settles, r: Dealing) -> None:
    """What was noted and has had no turn yet, circle by circle."""
    s: BankedState = r.state
    if s.noted:
        order = game.in_order(s, s.circles())
        claims = sorted(s.noted.values(), key=lambda claim: order.index(claim.place[0]))
        settle(game, r, claims)


def shares_of(game: Settles, s: BankedState, steps: Iterable[Step]) -> Shares:
    """What claims get of meters and under limits, wager by wager."""
    found: Shares = {}
    together: dict[str, list[tuple[Place, Who, int]]] = {}
    for each in steps:
        if isinstance(each, Claim) and each.row >= 0 and each.place[1] in game.sharing:
            for who in s.stakes.get(each.place, ()):
                together.setdefault(each.place[1], []).append((each.place, who, each.row))
    for spot, claims in together.items():
        found |= game.sharing[spot].shares(s, claims)
    return found


def at_stake(s: BankedState, claim: Claim) -> Sequence[Who]:
    """Everybody with something at a place: players first, then tips."""
    chips: Any = s.stakes.get(claim.place, ())
    if len(chips) < 2 and not claim.plus:
        return tuple(chips)
    whose = dict.fromkeys((*chips, *claim.plus))
    return sorted(whose, key=lambda who: who[1] == DEALER)


def _settle_one(game: Settles, r: Dealing, claim: Claim, shares: Shares) -> None:
    s: BankedState = r.state
    place, payout = claim.place, claim.payout
    whose = at_stake(s, claim)
    sharing = game.sharing.get(place[1]) if claim.row >= 0 else None
    for who in whose:
        staked = s.stakes[place].get(who, 0) if place in s.stakes else 0
        if sharing is None:
            share, back = WHOLE, payout.back(staked, game.breakage)
        else:
            share = shares.get((place, who), WHOLE)
            back = sharing.back(claim.row, staked, share)
        note = share.note
        if claim.plus and who in claim.plus:
            more, note = claim.plus[who]
            back += more
        own = claim.for_tips() if claim.of_tips and who[1] == DEALER else claim
        if s.bank is None:
            _pay(game, r, own, who, staked, back, note, share, own.clauses)
        else:
            _cover(game, r, own, who, staked, back, note, share)
    if whose and payout.envy:
        pay_envy(game, r, claim)
    if s.meters_won:
        _reset_meters(game, r)


@step("envy")
def pay_envy(game: Settles, r: Dealing, claim: Claim) -> None:
    """What the dealer receives where the table of a wager has an envy."""
    circle, spot, _ = claim.place
    cited = game.clauses_at("settling.envy") or claim.clauses
    r.emit(EnvyPaid(circle, spot, claim.payout.envy, cited))


def _pay(
    game: Settles, r: Dealing, claim: Claim, who: Who, staked: int, back: int, note: str,
    share: Share, clauses: tuple[str, ...], bank: int = 0,
) -> None:  # fmt: skip
    circle, spot, hand = claim.place
    r.emit(
        WagerSettled(
            who[0], spot, claim.outcome, claim.payout.text, staked, back,
            clauses, hand, who[1], bank, note, game.element_of(spot), share.cents,
            share.meter, share.wins_meter, circle if circle != who[0] else 0,
        )
    )  # fmt: skip


def _cover(
    game: Settles, r: Dealing, claim: Claim, who: Who, staked: int, back: int, note: str,
    share: Share,
) -> None:  # fmt: skip
    """A wager against a player's bank, as far as that covers it; the rest goes back."""
    bank = r.state.bank
    owed = staked - back + share.cents
    covered = game.bank.covers(bank, owed)
    if covered is None:
        circle, spot, hand = claim.place
        elsewhere = circle if circle != who[0] else 0
        cited = game.clauses_at("bank.cover")
        r.emit(WagerReturned(who[0], spot, staked, USED_UP, cited, hand, who[1], elsewhere))
        if who[1] == PLAYER:
            take_out_of_meters(r, claim.place, who[0])
        return
    clauses = claim.clauses
    if covered != owed:
        clauses = (*clauses, *game.clauses_at("bank.cover"))
        part = f"{shown(abs(covered))} of {shown(abs(owed))} covered"
        note = f"{note}, {part}" if note else part
    back = staked - covered + share.cents
    _pay(game, r, claim, who, staked, back, note, share, clauses, bank.seat)


def _reset_meters(game: Settles, r: Dealing) -> None:
    """A meter that was won has its seed again: at once, or when all who share it are paid."""
    s: BankedState = r.state
    for spot, meter in tuple(s.meters_won):
        sharing = game.sharing[spot]
        if sharing.in_turn or not any(place[1] == spot for place in s.stakes):
            reset_meter(r, spot, meter, sharing.terms[meter])


__all__ = ["Claim", "Settles", "Shares", "Step", "at_stake", "note", "settle",
           "settle_noted", "shares_of"]  # fmt: skip
