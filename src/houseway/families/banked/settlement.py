"""Settlement of claims: shares of meters, limits, order of payment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import msgspec

from houseway.cite import memo, once, step
from houseway.engine.events import Event
from houseway.engine.questions import DEALER, PLAYER, Choice, Question
from houseway.errors import Reason, Refused, short_repr
from houseway.families.banked.player_dealer.cover import BankTurn, PlayerBank
from houseway.families.banked.progressives import EnvyPaid, reset_meter, take_out_of_meters
from houseway.families.banked.state import (
    BankedState,
    Claim,
    ClaimNoted,
    StakeKey,
    StakeOwner,
    WagerReturned,
    WagerSettled,
)
from houseway.game.face.views import Puck
from houseway.game.pay_tables import Payout
from houseway.game.posting import Declared
from houseway.game.progressives import ALL, Winner, award
from houseway.game.wagers import AFTER_DEAL, AFTER_HAND, IN_TIME, Wager, reads_of
from houseway.money import Breakage, format_dollars
from houseway.util.english import one_of

if TYPE_CHECKING:
    from houseway.families.banked.betting import Bet
    from houseway.families.banked.game import Banked
    from houseway.game.base import RoundContext, Seat
    from houseway.game.progressives import MeterTerms


FactReader: TypeAlias = Callable[[Any, Any, Any], Any]
"""Of game, state and seat; where a seat may have several hands, of seat and hand."""
HandKey: TypeAlias = tuple[int, int]
"""A circle and one of its hands: what is settled when the dealer comes by."""

MANY = 64
"""For how many sets of wagers the order of settlement is remembered."""


class Side:
    """A wager with a rule, the facts that the rule reads, and what becomes of each outcome."""

    __slots__ = ("facts", "rows", "wager")

    def __init__(self, game: Any, wager: Wager) -> None:
        self.wager, self.facts = wager, facts_of(game, wager, wager.rule)
        self.rows: tuple[tuple[str, Payout, tuple[str, ...]], ...] = tuple(
            zip(wager.rule.outcomes, game.pay[wager.paid_by], clauses_for(game, wager), strict=True)
        )
        """For each outcome its name, what it pays, and the clauses that it rests on."""


def facts_of(game: Any, wager: Wager, rule: Any) -> tuple[FactReader, ...]:
    """The facts of the table that a rule of a wager reads."""
    for name in reads_of(rule):
        if name not in game.facts:
            raise Refused(
                "no-such-fact",
                f"the rule of {wager.name} reads {name!r}; a {game.family} table knows "
                f"{', '.join(game.facts)}",
                wager.clauses,
            )
    return tuple(game.facts[name] for name in reads_of(rule))


def clauses_for(game: Any, wager: Wager) -> tuple[tuple[str, ...], ...]:
    """Return for each outcome the clauses of the rule and of the row that pays it.

    For a wager of another section, add those by which this game may offer it.
    """
    table, column = game.pay_tables()[wager.paid_by], getattr(game, wager.paid_by)
    rows = (table.cited(column, i) for i in range(len(table.outcomes)))
    by = wager.clauses if wager.pay.borrowed_from else ()
    return tuple(tuple(dict.fromkeys((*wager.rule.clauses, *cited, *by))) for cited in rows)


def by_moment(game: Any) -> dict[str, tuple[Side, ...]]:
    """Wagers by the moment at which they are decided; one that never comes is refused."""
    found: dict[str, tuple[Side, ...]] = {}
    for side in game.side_named.values():
        wager = side.wager
        if wager.resolves not in game.moments:
            known = one_of([repr(moment) for moment in game.moments])
            raise Refused(
                "no-such-moment",
                f"{wager.words} is to be decided {short_repr(wager.resolves)}; this table decides "
                f"wagers {known}",
                wager.clauses,
            )
        check_in_time(game, wager)
        found[wager.resolves] = (*found.get(wager.resolves, ()), side)
    return found


Early: TypeAlias = tuple[tuple[FactReader, ...], Side]
"""The facts that decide a wager early, and its rule."""


def known_early(game: Any, wagers: Iterable[Wager]) -> tuple[Early, ...]:
    """The wagers that may be decided as soon as the cards are dealt."""
    early = [wager for wager in wagers if wager.decided_early is not None]
    for wager in early:
        check_early(game, wager)
    return tuple(
        (facts_of(game, each, each.decided_early), game.side_named[each.name]) for each in early
    )


def known_steps(game: Any, s: Any, circles: Iterable[int], early: Iterable[Early]) -> list[Any]:
    """Return the steps of side bets that are decided now, circle by circle."""
    steps: list[Any] = []
    for circle in circles:
        for reads, side in early:
            if (
                (circle, side.wager.name, 0) in s.stakes
                and side.wager.decided_early(*[fact(game, s, circle) for fact in reads])
                and decided_anyhow(game, s, (circle, 0), side)
            ):
                steps += game.side_steps(s, (circle, 0), side)
    return steps


def decided_anyhow(game: Any, s: Any, box: HandKey, side: Side) -> bool:
    """Return True if the rule gives the same outcome for all covered pieces; this stays secret."""
    wager, at = side.wager, game.looks_at(box)
    if game.covered.keys().isdisjoint(wager.reads):
        return True
    values = [
        game.covered[name] if name in game.covered else (fact(game, s, at),)
        for name, fact in zip(wager.reads, side.facts, strict=True)
    ]
    told = [
        [
            say(*each)
            for say in (wager.rule, wager.explained.because, wager.explained.clauses_for)
            if say is not None
        ]
        for each in product(*values)
    ]
    return all(each == told[0] for each in told)


def open_at(game: Any, name: str, wager: str = "") -> tuple[str, ...]:
    """The moments at which all know a fact; one of which nothing is said, at the last only."""
    if isinstance(game.facts[name], PostedFact):
        return tuple(game.moments)
    said = game.known_at
    found = said.get(f"{wager}.{name}") or said.get(name, game.moments[-1:])
    return tuple(found(game) if callable(found) else found)


def check_in_time(game: Any, wager: Wager) -> None:
    """Refuse a wager that would tell what is covered, or that is placed when all is known."""
    for name in wager.reads:
        if wager.resolves not in (moments := open_at(game, name, wager.name)):
            reason = too_early(f"the rule of {wager.name}", wager, name, wager.resolves, moments)
            raise Refused.because(reason)
    placed = game.placed_at(wager)
    if placed in IN_TIME:
        before = {*IN_TIME[: IN_TIME.index(placed) + 1]}
        if all(before & {*open_at(game, name, wager.name)} for name in wager.reads):
            raise Refused(
                "placed-when-known",
                f"{wager.words} is placed {placed!r}, when all that its rule reads is known",
                wager.clauses,
            )


def check_early(game: Any, wager: Wager) -> None:
    """Refuse to decide a wager after the deal by what is turned over last."""
    first, last = game.moments[0], tuple(game.moments[-1:])
    for name in reads_of(wager.decided_early):
        if first not in (moments := open_at(game, name)):
            raise Refused.because(
                too_early(f"decided_early of {wager.name}", wager, name, first, moments)
            )
    for name in wager.reads:
        if name not in game.covered and (moments := open_at(game, name, wager.name)) == last:
            reason = too_early(f"the rule of {wager.name}", wager, name, first, moments)
            raise Refused.because(reason)


def too_early(whose: str, wager: Wager, name: str, moment: str, moments: Iterable[str]) -> Reason:
    """Explain that a fact is read before it is known to all."""
    then = one_of([repr(each) for each in moments])
    return Reason(
        "fact-not-known-yet",
        f"{whose} reads {name!r}, which is not known to all {moment!r}; what reads it may be "
        f"decided {then}",
        wager.clauses,
    )


def passes_of(game: Any) -> Mapping[frozenset[str], Sequence[Sequence[str]]]:
    """Spots with chips -> the order of settlement, without side bets that have no chips."""

    def passes(made: frozenset[str]) -> Sequence[Sequence[str]]:
        sides = game.side_named
        return [
            [at for at in spots if at in made or at not in sides]
            for spots in settlement_order(game)
        ]

    return memo(passes, MANY)


def settlement_order(game: Any) -> tuple[tuple[str, ...], ...]:
    """Return the wagers of each pass; side bets that ``settles`` omits come in a last pass.

    These are plug-ins. The script itself settles what is decided after the deal or a hand.
    """
    ordered = {spot for spots in game.settles for spot in spots}
    others = tuple(
        name
        for name, side in game.side_named.items()
        if name not in ordered and side.wager.resolves not in (AFTER_DEAL, AFTER_HAND)
    )
    return (*game.settles, others) if others else tuple(game.settles)


class PostedFact:
    """A fact that is the same in every round: what is posted, as a small int that rules read."""

    def __init__(self, key: str, values: Sequence[Any]) -> None:
        self.key, self.values = key, tuple(values)

    def at(self, game: Any) -> int:
        """Return the index of the posted value among those that may be posted."""
        return self.values.index(getattr(game, self.key))

    def __call__(self, game: Any, state: Any, seat: Any) -> int:
        return self.at(game)


def evaluate(game: Any, state: Any, box: HandKey, side: Side) -> tuple[int, list[Any]]:
    """The outcome of a wager for this circle and hand, and what its rule read of the table."""
    at = game.looks_at(box)
    values: list[Any] = []
    for fact in side.facts:
        values.append(fact(game, state, at))
    row = side.wager.rule(*values)
    if type(row) is not int or not 0 <= row < len(side.rows):
        row = side.wager.outcome(values, game.kind.show)
    return row, values


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
    "defer",
    "meter_of",
    "settle",
    "settle_deferred",
    "shares_of",
]


# Meters and the most that a house pays are shared among all seats before the first seat is paid.


class Share(msgspec.Struct, frozen=True):
    """The amount that a seat's wager gets from a meter or under a limit, instead of its odds."""

    cents: int = 0
    """From the meter."""
    meter: int = 0
    wins_meter: bool = False
    of: tuple[int, int] = (1, 1)
    """The part of its winnings that is paid, where all together exceed the limit."""
    note: str = ""


WHOLE = Share()
Claimed = Sequence[tuple[StakeKey, StakeOwner, int]]
"""Wagers with their row of the pay table, in the order of settlement."""


class Sharing:
    """The terms of one wager at one table."""

    def __init__(self, game: Any, wager: Wager) -> None:
        self.wager, self.words = wager, game.words()
        self.payouts: tuple[Payout, ...] = game.pay[wager.paid_by]
        self.breakage = game.breakage
        self.limit: int = getattr(game, f"{wager.name}_aggregate", 0)
        self.per_hand = getattr(game, f"{wager.name}_aggregate_per", "") == "hand"
        self.terms: tuple[MeterTerms, ...] = wager.terms(game)
        self.at_least_fixed: bool = getattr(game, f"{wager.name}_at_least_fixed", False)
        column: str = getattr(game, wager.paid_by)
        self.meter_of = meter_of(
            self.payouts, game.pay_tables()[wager.paid_by].printed[column], len(self.terms)
        )

    @property
    def needed(self) -> bool:
        """True if there is anything to share or to limit."""
        return bool(self.terms or self.limit)

    @property
    def in_turn(self) -> bool:
        """True if winners are paid one after the other, each from what the one before has left."""
        return bool(self.terms) and self.terms[0].awards == "in turn"

    def shares(self, s: BankedState, claims: Claimed) -> dict[tuple[StakeKey, StakeOwner], Share]:
        """Return the share of each wager that has one."""
        found = self._from_meters(s, claims)
        if self.limit:
            self._cut(s, claims, found)
        return {claims[i][:2]: share for i, share in found.items()}

    def _from_meters(self, s: BankedState, claims: Claimed) -> dict[int, Share]:
        """Return the shares paid from meters, by the number of the claim."""
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
        """Reduce the shares in proportion where they exceed the limit together, or on one hand."""
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
                note = (
                    f"{format_dollars(total)} won, {format_dollars(self.limit)} is "
                    "the most that is paid"
                )
                found[i] = msgspec.structs.replace(
                    found.get(i, WHOLE), of=(self.limit, total), note=note
                )

    def back(self, outcome: int, staked: int, share: Share) -> int:
        """Return the cents that go to a wager's owner, stake and share of the meter included."""
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
                said = self.words.outcome(self.wager.name, self.wager.rule.outcomes[i])
                found.append(
                    f"{payout.text} of the seed for {said} is {format_dollars(share)}, "
                    "less than the "
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


# A round script names claims in their order: the outcome of a wager, its payout and its clauses.
# ``settle`` takes them one by one from the bank of the state: it shares meters and limits,
# covers, breaks fractions, pays tips and envy. No other function emits a settlement.

USED_UP = "the player-dealer's wager is used up"
NOTHING: Mapping[StakeOwner, int] = {}

Step: TypeAlias = Claim | Event
"""A step of settlement: a claim, or an event that stands between two claims."""
Shares: TypeAlias = dict[tuple[StakeKey, StakeOwner], Share]


class Settles(Protocol):
    """The part of a game that settlement uses."""

    def in_order(self, s: BankedState, circles: Iterable[int]) -> list[int]: ...

    bank: HouseBank
    breakage: Breakage
    sharing: dict[str, Sharing]

    elements: dict[str, str]
    wager_named: dict[str, Wager]

    def clauses_at(self, *steps: str) -> tuple[str, ...]: ...


def settle(game: Settles, r: RoundContext[BankedState], steps: Sequence[Step]) -> None:
    """Settle steps in order; shares of one prize are computed before the first is paid."""
    shares = shares_of(game, r.state, steps) if game.sharing else {}
    for each in steps:
        if isinstance(each, Claim):
            _settle_one(game, r, each, shares)
        else:
            r.emit(each)


def defer(r: RoundContext[BankedState], steps: Iterable[Step]) -> None:
    """Note the claims of these steps, for a player's bank pays only in the order of settlement."""
    for each in steps:
        if not isinstance(each, Claim):
            r.emit(each)
        elif each.extras or each.place in r.state.stakes:
            assert not each.only_bettor, (
                "a place is noted as a whole: keep one bettor's decision instead"
            )
            r.emit(ClaimNoted(each))


def settle_deferred(game: Settles, r: RoundContext[BankedState]) -> None:
    """Settle claims that were decided earlier and have waited for their turn, circle by circle."""
    s = r.state
    if s.deferred:
        order = game.in_order(s, s.circles())
        claims = sorted(s.deferred.values(), key=lambda claim: order.index(claim.place[0]))
        settle(game, r, claims)


def shares_of(game: Settles, s: BankedState, steps: Iterable[Step]) -> Shares:
    """Return the shares of claims in meters and under limits, wager by wager."""
    found: Shares = {}
    together: dict[str, list[tuple[StakeKey, StakeOwner, int]]] = {}
    for each in steps:
        if isinstance(each, Claim) and each.row >= 0 and each.place[1] in game.sharing:
            for who in s.stakes.get(each.place, ()):
                if each.only_bettor not in (0, who[0]):
                    continue
                together.setdefault(each.place[1], []).append((each.place, who, each.row))
    for spot, claims in together.items():
        found |= game.sharing[spot].shares(s, claims)
    return found


def at_stake(
    chips: Iterable[StakeOwner], plus: Iterable[StakeOwner], line: Sequence[int] = ()
) -> Sequence[StakeOwner]:
    """Return all bettors with chips at a place: the circle's player, those behind, then tips."""
    whose = dict.fromkeys((*chips, *plus))
    if line:
        each = [(bettor, whom) for whom in (PLAYER, DEALER) for bettor in line]
        return [who for who in each if who in whose]
    return sorted(whose, key=lambda who: who[1] == DEALER)


def _settle_one(game: Settles, r: RoundContext[BankedState], claim: Claim, shares: Shares) -> None:
    """Pay or collect the chips of every bettor at the place of a claim."""
    s = r.state
    place, payout, plus = claim.place, claim.payout, claim.extras
    circle, spot, hand = place
    bank, chips = s.bank, s.stakes.get(place, NOTHING)
    whose: Sequence[StakeOwner] = tuple(chips)
    if plus or len(whose) > 1:
        whose = at_stake(chips, plus, s.lines.get(circle, ()))
    if claim.only_bettor:
        whose = [who for who in whose if who[0] == claim.only_bettor]
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
                seat, spot, outcome=claim.outcome, odds=odds, stake=staked, back=back,
                clauses=once(clauses), hand=hand, owner=whom,
                bank=bank.seat if bank is not None else 0, note=note,
                element=game.elements.get(spot, ""), from_meter=share.cents, meter=share.meter,
                wins_meter=share.wins_meter, circle=circle if circle != seat else 0,
                because=claim.because,
            )
        )  # fmt: skip
    if payout.envy and whose and game.wager_named[spot].pay.envy_to == DEALER:
        pay_envy(game, r, claim)
    if s.meters_won:
        _reset_meters(game, r)


@step("envy")
def pay_envy(game: Settles, r: RoundContext[BankedState], claim: Claim) -> None:
    """Pay the dealer the envy of a wager whose table has one."""
    circle, spot, _ = claim.place
    cited = game.clauses_at("settlement.envy") or claim.clauses
    r.emit(EnvyPaid(circle, spot, claim.payout.envy, cited))


def _in_part(covered: int, owed: int, note: str) -> str:
    """The note of a wager that a player's bank covers in part; the rest goes back."""
    part = f"{format_dollars(abs(covered))} of {format_dollars(abs(owed))} covered"
    return f"{note}, {part}" if note else part


def _give_back(
    game: Settles, r: RoundContext[BankedState], place: StakeKey, who: StakeOwner, staked: int
) -> None:
    """Give a wager back that a player's bank does not cover at all."""
    circle, spot, hand = place
    elsewhere = circle if circle != who[0] else 0
    cited = game.clauses_at("bank.cover")
    r.emit(WagerReturned(
        who[0], spot, cents=staked, reason=USED_UP, clauses=cited, hand=hand, owner=who[1],
        circle=elsewhere,
    ))  # fmt: skip
    if who[1] == PLAYER:
        take_out_of_meters(r, place, who[0])


def _reset_meters(game: Settles, r: RoundContext[BankedState]) -> None:
    """Reset each meter that was won: at once, or when all who share it are paid."""
    s = r.state
    for spot, meter in tuple(s.meters_won):
        sharing = game.sharing[spot]
        if sharing.in_turn or not any(place[1] == spot for place in s.stakes):
            reset_meter(r, spot, meter, sharing.terms[meter])


FeesTaken = Literal["before the deal", "after the deal"]


class HouseBank(msgspec.Struct, frozen=True):
    """The house banks: it pays without limit, and there is nothing to offer or to share."""

    joint: bool = False

    def __str__(self) -> str:
        return "the house"

    def postings(self) -> dict[str, Declared]:
        """Return the posted options of the bank."""
        return {}

    def check_posting(self, game: Banked) -> None:
        """Refuse postings of the bank that contradict each other."""

    def new(self, game: Banked, seats: Sequence[Seat], turn: BankTurn | None) -> PlayerBank | None:
        """Return the bank's part of a round's state; None for the house."""
        return None

    def first(self) -> BankTurn | None:
        """Return the bank turn of the first round; None for the house."""
        return None

    def carried(self, s: BankedState) -> BankTurn | None:
        """Return the bank turn after a finished round; None for the house."""
        return None

    def offer(self, game: Banked, r: RoundContext[BankedState]) -> Iterable[Question]:
        """Find a bank for the round: ask seats in rotation if players bank."""
        return ()

    def may_play(self, game: Banked, r: RoundContext[BankedState]) -> bool:
        """Return True if there is a bank to wager against."""
        return True

    def bettors(self, s: BankedState) -> list[int]:
        """The seats that may wager against it."""
        return s.seats

    def choices(
        self, game: Banked, s: BankedState, seat: int, bets: tuple[Choice, ...]
    ) -> tuple[Choice, ...]:
        """Return a seat's choices while wagers are placed: its bets, and what the bank adds."""
        return bets

    def bank_bets_apart(self, s: BankedState) -> bool:
        """Return True if a seat's choices do not depend on what the other seats have done."""
        return True

    def check_bet(self, game: Banked, s: BankedState, seat: int, bet: Bet) -> None:
        """Refuse wagers that are not taken against it."""

    def take_fees(self, game: Banked, r: RoundContext[BankedState], moment: FeesTaken) -> None:
        """Take the house's fees of this moment for the hand."""

    def place_button(self, game: Banked, r: RoundContext[BankedState]) -> Iterable[Question]:
        """Show where settling begins."""
        return ()

    def covers(self, bank: PlayerBank, owed: int) -> int | None:
        """Return the cents of a claim that are paid or collected; None if the bank is used up."""
        return owed

    def in_order(self, game: Banked, s: BankedState, circles: Iterable[int]) -> list[int]:
        """Circles in the order of settlement: from the dealer's right, or from the left."""
        return sorted(circles, reverse=game.settles_from != "dealer's left")

    def close(self, game: Banked, r: RoundContext[BankedState]) -> None:
        """Give back the rest of the bank's wager; the house has none."""

    def void(self, game: Banked, r: RoundContext[BankedState]) -> None:
        """Undo a hand that did not take place: return everything that the bank took, except
        wagers.
        """

    def explain_no_bet(self, game: Banked, s: BankedState, seat: int) -> Reason | None:
        """Explain why a seat that is asked may not wager against it; None if it may."""
        return None

    def explain_no_turn_to_bet(self, game: Banked, s: BankedState, seat: int) -> Reason | None:
        """Explain why a seat that is asked nothing can never wager in this round."""
        return None

    def sign(self, game: Banked) -> tuple[tuple[str, str], ...]:
        """Return the lines of the sign about the bank: label and text."""
        return ()

    def pucks(self, s: BankedState) -> list[Puck]:
        """The buttons it has on the table."""
        return []


HOUSE_BANK = HouseBank()
