"""Laws of every round that a player banks, told from its seats and its events.

The bank's own books are not used: people are counted, cover is added up and fees are computed
again from the seats, the posting and the events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from houseway.engine.questions import PLAYER, Ruling
from houseway.families.banked.player_dealer.events import (
    BankJoined,
    BankRefused,
    BankReturned,
    BankTaken,
)
from houseway.families.banked.refunds import SettlementUndone
from houseway.families.banked.rulings import VOID
from houseway.families.banked.state import (
    FeeReturned,
    FeeTaken,
    Staked,
    WagerReturned,
    WagerSettled,
    WagersPlaced,
)
from houseway.families.blackjack.settlement import HALF_BACK
from houseway.game.base import Seat
from houseway.game.fees import Schedule
from houseway.game.pay_tables import parse_payout
from houseway.records.files import rerun
from houseway.table.round import Round
from tests.support.random_play import balances_after_each_event

HANDS = 2
"""In a row, for a person, a holder of a part, a firm."""


def counts_as(seat: Seat) -> tuple[str, str]:
    """Return the party of a seat: the firm, or the person."""
    return ("firm", seat.firm) if seat.firm else ("person", seat.who or seat.name)


def check_round(round_: Round) -> Counter[str]:
    """Every law that one round alone can break; what of it was tried."""
    check_money(round_)
    assert rerun(round_).events == round_.events, "the same inputs are another round"
    check_both_sides(round_)
    check_wagers(round_)
    check_fees(round_)
    check_order(round_)
    check_void(round_)
    return check_cover(round_)


def check_money(round_: Round) -> None:
    """After each event every cent is accounted for, no account owes, and the house plays no
    part.
    """
    for found in balances_after_each_event(round_):
        for (name, seat), cents in found.items():
            assert cents >= 0, f"{name} {seat} has {cents}"
            assert name != "house" or not cents, "the house has won"
    state = round_.state
    assert not state.stakes and not state.deferred and not state.bank.wager, "chips are left lying"


def settled(round_: Round) -> list[WagerSettled]:
    """The wagers that were decided, without those that a ruling undid."""
    found: dict[tuple[Any, ...], WagerSettled] = {}
    for event in round_.events:
        if isinstance(event, WagerSettled | SettlementUndone):
            key = event.circle, event.seat, event.spot, event.hand, event.owner
            if isinstance(event, WagerSettled):
                found[key] = event
            else:
                del found[key]
    return list(found.values())


def check_cover(round_: Round) -> Counter[str]:
    """The bank wins and loses within its wager, and what goes back goes back for want of it."""
    events, tried = round_.events, Counter[str]()
    put_up = sum(event.cents for event in events if isinstance(event, BankTaken | BankJoined))
    action = round_.game.coverage == "action"
    raised = {event.spot for event in events if isinstance(event, Staked)}
    used = result = 0
    for event in events:
        moved = 0
        if isinstance(event, WagerSettled):
            moved = event.stake - event.back
            result, used = result + moved, used + abs(moved)
        elif isinstance(event, SettlementUndone):
            moved = event.back - event.stake
            result, used = result + moved, used - abs(moved)
        assert (used if action else abs(result)) <= put_up, f"{event} is beyond {put_up}"
        over = (used if action else abs(result)) == put_up
        if isinstance(event, WagerSettled) and not event.note and event.spot not in raised:
            half = event.odds == HALF_BACK.text
            odds = HALF_BACK if half else parse_payout(event.odds)
            whole = odds.back(event.stake, round_.game.breakage)
            assert event.back == whole, f"{event} should give {whole}"
        if isinstance(event, WagerSettled) and "covered" in event.note:
            assert over, f"{event} is covered in part, and there was more"
            tried["in part"] += 1
        if isinstance(event, WagerReturned) and "used up" in event.reason:
            assert over, f"{event} went back, and there was cover"
            tried["not at all"] += 1
    check_shares(round_, put_up + result)
    tried["hands"] += bool(settled(round_))
    return tried


def check_shares(round_: Round, left: int) -> None:
    """The rest of the bank goes to those who put it up, in proportion."""
    parts = [event for event in round_.events if isinstance(event, BankReturned)]
    whole = sum(part.put_up for part in parts)
    assert sum(part.cents for part in parts) == left, f"of {left} goes back: {parts}"
    for part in parts:
        assert abs(part.cents - left * part.put_up / whole) < len(parts), f"{parts}"


def check_both_sides(round_: Round) -> None:
    """No player wagers against a bank in which that player, or the same firm, has a part."""
    of = {seat.seat: counts_as(seat) for seat in round_.seats}
    events = round_.events
    banks = {of[event.seat] for event in events if isinstance(event, BankTaken | BankJoined)}
    against = {of[event.seat] for event in events if isinstance(event, WagersPlaced | Staked)}
    assert not banks & against, f"{banks & against} on both sides"
    assert banks or not against, "wagers without a bank"


def check_wagers(round_: Round) -> None:
    """Within the posted limits, in circles that may be bet, and not in the bank's own."""
    game: Any = round_.game
    people, bank = {seat.seat for seat in round_.seats}, round_.state.bank.seat
    stacks: Counter[tuple[int, str]] = Counter()
    at: dict[int, set[int]] = {}
    for event in round_.events:
        if not isinstance(event, WagersPlaced):
            continue
        for put in event.places:
            circle, wager = put.circle or event.seat, game.wager_named[put.spot]
            least, most = game.limits(wager)
            if game.fees is not None and put.spot in carriers(game):
                least, most = game.fees.least, game.fees.most
            stacks[circle, put.spot] += put.cents
            at.setdefault(circle, set()).add(event.seat)
            assert put.whom != PLAYER or least <= put.cents <= most, f"{event} of {least}..{most}"
            assert put.spot not in game.stacked or stacks[circle, put.spot] <= most, "together"
            assert circle != bank, "a wager in the bank's own circle"
            assert circle in people or game.empty_circles, f"no one sits at {circle}"
            if circle in people and circle != event.seat and game.backline:
                alone = game.empty_circles and event.seat == round_.state.holder(circle)
                assert put.spot in game.backline or alone, f"{put.spot} behind {circle}"
    most = game.circles_each or game.seats_max
    assert all(len(bettors) <= most for bettors in at.values()), f"{at} of {most} circles each"


def at_stake_for_fees(round_: Round) -> Counter[tuple[int, int, str, int, str]]:
    """Return the chips by place when the fees were taken."""
    lying: Counter[tuple[int, int, str, int, str]] = Counter()
    for event in round_.events:
        if isinstance(event, FeeTaken):
            break
        if isinstance(event, WagersPlaced):
            for put in event.places:
                circle = put.circle or event.seat
                lying[event.seat, circle, put.spot, put.hand, put.whom] += put.cents
        elif isinstance(event, WagerReturned | WagerSettled):
            circle = event.circle or event.seat
            del lying[event.seat, circle, event.spot, event.hand, event.owner]
    return lying


def carriers(game: Any) -> set[str]:
    """The wagers that carry a fee, and to which the limits of its schedule apply."""
    return set(game.fees.wagers) or {wager.name for wager in game.base_wagers}


def fees_owed(game: Any, fees: Schedule, bank: int, lying: Counter[Any]) -> Counter[int]:
    """Return the fee by the printed schedule: for a circle, spot, wager or line, and for the
    hand.
    """
    carry = carriers(game)
    counted = {
        (seat, circle, hand, spot if fees.per in ("wager", "line") else "")
        for seat, circle, spot, hand, whom in lying
        if spot in carry and whom == PLAYER
    }
    owed = Counter({bank: 0})
    for seat, *_ in counted:
        owed[seat] += fees.player_fee
    every = game.tier_counts_side_bets
    action = sum(cents for key, cents in lying.items() if every or key[2] in carry)
    owed[bank] += next(t.fee for t in fees.bank if not t.up_to or action <= t.up_to)
    return owed


def check_fees(round_: Round) -> None:
    """The house takes the printed fee: once, for a hand that is played, at its moment."""
    game: Any = round_.game
    events = round_.events
    taken, back = Counter[int](), Counter[int]()
    for event in events:
        if isinstance(event, FeeTaken):
            taken[event.seat] += event.cents
        elif isinstance(event, FeeReturned):
            back[event.seat] += event.cents
    if game.fees is None or not any(isinstance(event, FeeTaken) for event in events):
        free = game.fees is None or not (game.fees.player_fee or game.fees.bank_fee_most)
        assert free or not settled(round_), "a hand without its fees"
        return
    owed = fees_owed(game, game.fees, round_.state.bank.seat, at_stake_for_fees(round_))
    assert +taken == +owed, f"{taken} is taken, {owed} is owed"
    assert not back or back == taken, "some fees went back, and others did not"
    assert bool(back) != bool(settled(round_)), "fees are kept for a hand that counts, and only so"


def in_passes(round_: Round) -> Iterator[tuple[int, int]]:
    """Wagers as they are settled: in which pass, and the place of their circle in the order.

    What no pass has, like an envy, comes last.
    """
    game: Any = round_.game
    circles = {e.circle or e.seat for e in round_.events if isinstance(e, WagerSettled)}
    order = game.in_order(round_.state, circles)
    for event in round_.events:
        if isinstance(event, WagerSettled):
            passes = (i for i, spots in enumerate(game.settles) if event.spot in spots)
            last = len(game.settles)
            yield next(passes, last), order.index(event.circle or event.seat)


def check_order(round_: Round) -> None:
    """The bank pays and collects pass by pass round the table, whenever a claim was known."""
    if any(isinstance(given, Ruling) for given in round_.inputs):
        return
    found = list(in_passes(round_))
    assert found == sorted(found), f"paid out of order: {found}"


def check_void(round_: Round) -> None:
    """A void round leaves all with what they had, and the position where it was."""
    names = [given.name for given in round_.inputs if isinstance(given, Ruling)]
    after = round_.game.carried(round_.carry_over, round_.state).position
    if VOID in names:
        had = {seat.seat: seat.chips for seat in round_.seats}
        assert round_.state.purses == had, "a void round has changed the purses"
    if not settled(round_):
        before = round_.carry_over.position
        same = (after.bank, after.turn, after.held) == (before.bank, before.turn, before.held)
        assert same, f"no hand, and the position went from {before} to {after}"


class InARow:
    """The rounds of one table one after another: who has banked how often without a rest."""

    def __init__(self) -> None:
        self.held: dict[tuple[str, str], int] = {}
        self.bet: set[tuple[str, str]] = set()

    def check(self, round_: Round) -> None:
        """Two hands at most, newcomers last; counted on where a hand was played."""
        of = {seat.seat: counts_as(seat) for seat in round_.seats}
        events = round_.events
        holders = [event for event in events if isinstance(event, BankTaken | BankJoined)]
        for event in holders:
            party = of[event.seat]
            last = isinstance(event, BankTaken) and self._all_others_refused(round_, of, party)
            on = last and round_.game.unclaimed == "goes on"
            again = self.held.get(party, 0) >= HANDS
            assert not again or on, f"{party} banks for the third time in a row"
            assert last or not self._newcomer(round_, party), f"{party} has not bet before"
        if settled(round_):
            parties = {of[event.seat] for event in holders}
            self.held = {party: self.held.get(party, 0) % HANDS + 1 for party in parties}
            self.bet = {of[event.seat] for event in events if isinstance(event, WagersPlaced)}

    def _newcomer(self, round_: Round, party: tuple[str, str]) -> bool:
        asked = round_.game.bank.after_bet and self.bet
        return bool(asked) and party not in self.bet and party not in self.held

    def _all_others_refused(
        self, round_: Round, of: dict[int, tuple[str, str]], party: tuple[str, str]
    ) -> bool:
        """Return whether every seat before this one by the rules that has the chips has refused."""
        game: Any = round_.game
        tiers = game.fees.bank if game.fees is not None else ()
        least = game.bank_least + max((tier.fee for tier in tiers), default=0)
        refused = {event.seat for event in round_.events if isinstance(event, BankRefused)}
        first = [
            seat.seat
            for seat in round_.seats
            if seat.chips >= least
            and self.held.get(of[seat.seat], 0) < HANDS
            and not self._newcomer(round_, of[seat.seat])
            and of[seat.seat] != party
        ]
        return refused.issuperset(first)
