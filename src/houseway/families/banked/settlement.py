"""Settlement of claims: shares of meters, limits, order of payment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import msgspec

from houseway.cite import once, step
from houseway.engine.events import Event
from houseway.engine.questions import DEALER, PLAYER
from houseway.families.banked.bank import HouseBank
from houseway.families.banked.progressives import EnvyPaid, reset_meter, take_out_of_meters
from houseway.families.banked.state import (
    Claim,
    ClaimNoted,
    StakeKey,
    WagerReturned,
    WagerSettled,
    Who,
)
from houseway.game.pay_tables import Payout
from houseway.game.progressives import ALL, Winner, award
from houseway.game.wagers import Wager
from houseway.money import Breakage, format_dollars

if TYPE_CHECKING:
    from houseway.families.banked.state import BankedState
    from houseway.game.base import RoundContext
    from houseway.game.progressives import Terms

__all__ = [
    "WHOLE",
    "Claim",
    "Claimed",
    "Settles",
    "Share",
    "Shares",
    "Sharing",
    "Step",
    "at_stake",
    "meter_of",
    "note",
    "settle",
    "settle_noted",
    "shares_of",
]


# -- awards -----------------------------------------------------------------------------------
# What winners of one round share: meters, and the most that a house pays on a wager.
#
# Both are worked out for all seats together before the first is paid.


class Share(msgspec.Struct, frozen=True):
    """What a seat's wager gets otherwise than by the odds alone."""

    cents: int = 0
    """From the meter."""
    meter: int = 0
    wins_meter: bool = False
    of: tuple[int, int] = (1, 1)
    """The part of its winnings that is paid, where all together exceed the limit."""
    note: str = ""


WHOLE = Share()
Claimed = Sequence[tuple[StakeKey, Who, int]]
"""Wagers with the row of the pay table they have come to, in the order of settlement."""


class Sharing:
    """The terms of one wager at one table."""

    def __init__(self, game: Any, wager: Wager) -> None:
        self.wager, self.words = wager, game.words()
        self.payouts: tuple[Payout, ...] = game.pay[wager.paid_by]
        self.breakage = game.breakage
        self.limit: int = getattr(game, f"{wager.name}_aggregate", 0)
        self.per_hand = getattr(game, f"{wager.name}_aggregate_per", "") == "hand"
        self.terms: tuple[Terms, ...] = wager.terms(game) if wager.meters else ()
        self.at_least_fixed: bool = getattr(game, f"{wager.name}_at_least_fixed", False)
        column: str = getattr(game, wager.paid_by)
        self.meter_of = meter_of(
            self.payouts, game.pay_tables()[wager.paid_by].printed[column], len(self.terms)
        )

    @property
    def needed(self) -> bool:
        """Whether there is anything to share or to limit."""
        return bool(self.terms or self.limit)

    @property
    def in_turn(self) -> bool:
        """Whether winners come one after the other, each to what the one before has left."""
        return bool(self.terms) and self.terms[0].awards == "in turn"

    def shares(self, s: BankedState, claims: Claimed) -> dict[tuple[StakeKey, Who], Share]:
        """What each wager gets, for all who have one."""
        found = self._from_meters(s, claims)
        if self.limit:
            self._cut(s, claims, found)
        return {claims[i][:2]: share for i, share in found.items()}

    def _from_meters(self, s: BankedState, claims: Claimed) -> dict[int, Share]:
        found: dict[int, Share] = {}
        for meter, terms in enumerate(self.terms):
            winners = [
                Winner(i, self.payouts[row].meter_percent)
                for i, (_, _, row) in enumerate(claims)
                if self.payouts[row].meter_percent and self.meter_of[row] == meter
            ]
            if not winners:
                continue
            for won in award(s.meters[self.wager.name][meter], terms, winners)[1]:
                note = f"{won.percent} % of the meter, {format_dollars(won.cents)}"
                found[won.seat] = Share(won.cents, meter, won.percent == ALL, (1, 1), note)
        return found

    def _cut(self, s: BankedState, claims: Claimed, found: dict[int, Share]) -> None:
        """Pro rata where all together, or all on one hand, would be paid more than the limit."""
        won = [
            max(0, self.payouts[row].back(staked, self.breakage) - staked)
            for place, who, row in claims
            for staked in (s.stakes[place][who],)
        ]
        for i, (place, _, _) in enumerate(claims):
            beside = (
                each
                for each, other in zip(won, claims, strict=True)
                if not self.per_hand or other[0] == place
            )
            if won[i] and (total := sum(beside)) > self.limit:
                note = f"{format_dollars(total)} won, {format_dollars(self.limit)} is the most that is paid"
                found[i] = msgspec.structs.replace(
                    found.get(i, WHOLE), of=(self.limit, total), note=note
                )

    def back(self, outcome: int, staked: int, share: Share) -> int:
        """Everything that goes to a wager's owner, meter included."""
        payout = self.payouts[outcome]
        back = payout.back(staked, self.breakage)
        if back > staked and share.of != (1, 1):
            back = staked + (back - staked) * share.of[0] // share.of[1]
        if payout.meter_percent and self.at_least_fixed and not payout.numerator:
            return max(back + share.cents, self._next_fixed(outcome).back(staked, self.breakage))
        return back + share.cents

    def _next_fixed(self, outcome: int) -> Payout:
        """The best of the fixed awards below: in a table that falls, the next printed one."""
        return max((p for p in self.payouts[outcome:] if not p.meter_percent), key=Payout.net)

    def short_shares(self, stake: int) -> tuple[str, ...]:
        """Rows whose share of a fresh meter is less than the next fixed award, in words."""
        found = []
        for i, payout in enumerate(self.payouts):
            if not payout.meter_percent or payout.numerator:
                continue
            share = self.terms[self.meter_of[i]].seed * payout.meter_percent // ALL
            below = self._next_fixed(i).back(stake, self.breakage)
            if share < below:
                said = self.words.outcome(self.wager.name, self.wager.by.outcomes[i])
                found.append(
                    f"{payout.text} of the seed for {said} is {format_dollars(share)}, less than the "
                    f"{format_dollars(below)} of the next fixed award"
                )
        return tuple(found)


def meter_of(payouts: Sequence[Payout], printed: Sequence[int], meters: int) -> tuple[int, ...]:
    """The meter each outcome is paid from: each printed row of 100 % its own while there are.

    Part shares are of the first one, and so is everything where there is only one.
    """
    whole = [
        row
        for row in dict.fromkeys(printed)
        if payouts[row].meter_percent == ALL
    ]  # fmt: skip
    return tuple(
        whole.index(row) if row in whole and whole.index(row) < meters else 0 for row in printed
    )


# -- claims -----------------------------------------------------------------------------------
# Claims, and the one function that settles them.
#
# A round script names *claims* in their order: what a wager has come to, at which odds, by which
# clauses. ``settle`` takes them one by one out of whatever bank the state has: it shares meters
# and limits, covers, breaks fractions, pays tips and envy, and nobody else emits a settlement.

USED_UP = "the player-dealer's wager is used up"
NOTHING: Mapping[Who, int] = {}

Step: TypeAlias = Claim | Event
"""What happens between two claims stands between them."""
Shares: TypeAlias = dict[tuple[StakeKey, Who], Share]


class Settles(Protocol):
    """What settling asks of a game."""

    def in_order(self, s: BankedState, circles: Iterable[int]) -> list[int]: ...

    bank: HouseBank
    breakage: Breakage
    sharing: dict[str, Sharing]

    elements: dict[str, str]
    wager_named: dict[str, Wager]

    def clauses_at(self, *steps: str) -> tuple[str, ...]: ...


def settle(game: Settles, r: RoundContext[BankedState], steps: Sequence[Step]) -> None:
    """Everything in its order; what winners share is worked out before the first is paid."""
    shares = shares_of(game, r.state, steps) if game.sharing else {}
    for each in steps:
        if isinstance(each, Claim):
            _settle_one(game, r, each, shares)
        else:
            r.emit(each)


def note(r: RoundContext[BankedState], steps: Iterable[Step]) -> None:
    """A player's bank pays in the order of settlement alone: what is known before is noted."""
    for each in steps:
        if not isinstance(each, Claim):
            r.emit(each)
        elif each.plus or each.place in r.state.stakes:
            assert not each.of, "a place is noted as a whole: keep one bettor's decision instead"
            r.emit(ClaimNoted(each))


def settle_noted(game: Settles, r: RoundContext[BankedState]) -> None:
    """What was noted and has had no turn yet, circle by circle."""
    s = r.state
    if s.noted:
        order = game.in_order(s, s.circles())
        claims = sorted(s.noted.values(), key=lambda claim: order.index(claim.place[0]))
        settle(game, r, claims)


def shares_of(game: Settles, s: BankedState, steps: Iterable[Step]) -> Shares:
    """What claims get of meters and under limits, wager by wager."""
    found: Shares = {}
    together: dict[str, list[tuple[StakeKey, Who, int]]] = {}
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


def _settle_one(game: Settles, r: RoundContext[BankedState], claim: Claim, shares: Shares) -> None:
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
def pay_envy(game: Settles, r: RoundContext[BankedState], claim: Claim) -> None:
    """What the dealer receives where the table of a wager has an envy."""
    circle, spot, _ = claim.place
    cited = game.clauses_at("settling.envy") or claim.clauses
    r.emit(EnvyPaid(circle, spot, claim.payout.envy, cited))


def _in_part(covered: int, owed: int, note: str) -> str:
    """The note of a wager that a player's bank covers in part; the rest goes back."""
    part = f"{format_dollars(abs(covered))} of {format_dollars(abs(owed))} covered"
    return f"{note}, {part}" if note else part


def _give_back(
    game: Settles, r: RoundContext[BankedState], place: StakeKey, who: Who, staked: int
) -> None:
    """A wager that a player's bank does not cover at all."""
    circle, spot, hand = place
    elsewhere = circle if circle != who[0] else 0
    cited = game.clauses_at("bank.cover")
    r.emit(WagerReturned(who[0], spot, staked, USED_UP, cited, hand, who[1], elsewhere))
    if who[1] == PLAYER:
        take_out_of_meters(r, place, who[0])


def _reset_meters(game: Settles, r: RoundContext[BankedState]) -> None:
    """A meter that was won has its seed again: at once, or when all who share it are paid."""
    s = r.state
    for spot, meter in tuple(s.meters_won):
        sharing = game.sharing[spot]
        if sharing.in_turn or not any(place[1] == spot for place in s.stakes):
            reset_meter(r, spot, meter, sharing.terms[meter])
