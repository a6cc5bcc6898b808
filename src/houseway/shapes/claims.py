"""Claims, and the one function that settles them.

A round script names *claims* in their order: what a wager has come to, at which odds, by which
clauses.  ``settle`` takes them one by one out of whatever bank the state has: it shares meters and
limits, covers, breaks fractions, pays tips and envy, and nobody else emits a settlement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias

from houseway.cite import once, step
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
from houseway.wager import Wager

USED_UP = "the player-dealer's wager is used up"
NOTHING: Mapping[Who, int] = {}

Step: TypeAlias = Claim | Event
"""What happens between two claims stands between them."""
Shares: TypeAlias = dict[tuple[Place, Who], Share]


class Settles(Protocol):
    """What settling asks of a game."""

    def in_order(self, s: BankedState, circles: Iterable[int]) -> list[int]: ...

    bank: HouseBank
    breakage: Breakage
    sharing: dict[str, Sharing]

    elements: dict[str, str]
    wager_named: dict[str, Wager]

    def clauses_at(self, *steps: str) -> tuple[str, ...]: ...


def settle(game: Settles, r: Dealing[BankedState], steps: Sequence[Step]) -> None:
    """Everything in its order; what winners share is worked out before the first is paid."""
    shares = shares_of(game, r.state, steps) if game.sharing else {}
    for each in steps:
        if isinstance(each, Claim):
            _settle_one(game, r, each, shares)
        else:
            r.emit(each)


def note(r: Dealing[BankedState], steps: Iterable[Step]) -> None:
    """A player's bank pays in the order of settlement alone: what is known before is noted."""
    for each in steps:
        if not isinstance(each, Claim):
            r.emit(each)
        elif each.plus or each.place in r.state.stakes:
            assert not each.of, "a place is noted as a whole: keep one bettor's decision instead"
            r.emit(ClaimNoted(each))


def settle_noted(game: Settles, r: Dealing[BankedState]) -> None:
    """What was noted and has had no turn yet, circle by circle."""
    s = r.state
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
                if each.of not in (0, who[0]):
                    continue
                together.setdefault(each.place[1], []).append((each.place, who, each.row))
    for spot, claims in together.items():
        found |= game.sharing[spot].shares(s, claims)
    return found


def at_stake(chips: Iterable[Who], plus: Iterable[Who], line: Sequence[int] = ()) -> Sequence[Who]:
    """Everybody with something at a place: a circle's player, those behind him, then tips."""
    whose = dict.fromkeys((*chips, *plus))
    if line:
        each = [(bettor, whom) for whom in (PLAYER, DEALER) for bettor in line]
        return [who for who in each if who in whose]
    return sorted(whose, key=lambda who: who[1] == DEALER)


def _settle_one(game: Settles, r: Dealing[BankedState], claim: Claim, shares: Shares) -> None:
    s = r.state
    place, payout, plus = claim.place, claim.payout, claim.plus
    circle, spot, hand = place
    bank, chips = s.bank, s.stakes.get(place, NOTHING)
    whose: Sequence[Who] = tuple(chips)
    if plus or len(whose) > 1:
        whose = at_stake(chips, plus, s.lines.get(circle, ()))
    if claim.of:
        whose = [who for who in whose if who[0] == claim.of]
    sharing = game.sharing.get(spot) if claim.row >= 0 else None
    for who in whose:
        seat, whom = who
        staked, share, note, clauses = chips.get(who, 0), WHOLE, "", claim.clauses
        if sharing is None:
            back = payout.back(staked, game.breakage)
        else:
            share = shares.get((place, who), WHOLE)
            back, note = sharing.back(claim.row, staked, share), share.note
        if who in plus:
            more, note = plus[who]
            back += more
        if whom == DEALER and claim.of_tips:
            clauses = (*clauses, *claim.of_tips)
        odds = payout.at(staked).text if payout.by_amount else payout.text
        if bank is not None:
            owed = staked - back + share.cents
            covered = game.bank.covers(bank, owed)
            if covered is None:
                _give_back(game, r, place, who, staked)
                continue
            if covered != owed:
                back = staked - covered + share.cents
                clauses = (*clauses, *game.clauses_at("bank.cover"))
                note = _in_part(covered, owed, note)
        r.emit(
            WagerSettled(
                seat, spot, claim.outcome, odds, staked, back, once(clauses), hand, whom,
                bank.seat if bank is not None else 0, note, game.elements.get(spot, ""),
                share.cents, share.meter, share.wins_meter, circle if circle != seat else 0,
                claim.because,
            )
        )  # fmt: skip
    if payout.envy and whose and game.wager_named[spot].envy_to == DEALER:
        pay_envy(game, r, claim)
    if s.meters_won:
        _reset_meters(game, r)


@step("envy")
def pay_envy(game: Settles, r: Dealing[BankedState], claim: Claim) -> None:
    """What the dealer receives where the table of a wager has an envy."""
    circle, spot, _ = claim.place
    cited = game.clauses_at("settling.envy") or claim.clauses
    r.emit(EnvyPaid(circle, spot, claim.payout.envy, cited))


def _in_part(covered: int, owed: int, note: str) -> str:
    """The note of a wager that a player's bank covers in part; the rest goes back."""
    part = f"{shown(abs(covered))} of {shown(abs(owed))} covered"
    return f"{note}, {part}" if note else part


def _give_back(game: Settles, r: Dealing[BankedState], place: Place, who: Who, staked: int) -> None:
    """A wager that a player's bank does not cover at all."""
    circle, spot, hand = place
    elsewhere = circle if circle != who[0] else 0
    cited = game.clauses_at("bank.cover")
    r.emit(WagerReturned(who[0], spot, staked, USED_UP, cited, hand, who[1], elsewhere))
    if who[1] == PLAYER:
        take_out_of_meters(r, place, who[0])


def _reset_meters(game: Settles, r: Dealing[BankedState]) -> None:
    """A meter that was won has its seed again: at once, or when all who share it are paid."""
    s = r.state
    for spot, meter in tuple(s.meters_won):
        sharing = game.sharing[spot]
        if sharing.in_turn or not any(place[1] == spot for place in s.stakes):
            reset_meter(r, spot, meter, sharing.terms[meter])


__all__ = ["Claim", "Settles", "Shares", "Step", "at_stake", "note", "settle",
           "settle_noted", "shares_of"]  # fmt: skip
