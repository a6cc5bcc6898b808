"""The chairs of a table: what is taken, what is refused, and that the facts alone rebuild it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from houseway.room.api.table_types import Terms
from houseway.room.errors import Denied
from houseway.room.ledger import wallet
from houseway.room.tables import seat_rules
from houseway.room.tables.seats import (
    Began,
    CameBack,
    Ended,
    Leaves,
    Left,
    Player,
    SeatEvent,
    Seating,
    ToppedUp,
    TopUpAsked,
    WentAway,
    apply,
    postings,
)
from houseway.rulebook import find
from houseway.rulebook.clauses import all_clauses

TERMS = Terms(buy_in_least=40_00, buy_in_most=200_00, seats=3, away_after=2)
ANN, BOB, CLEO, DAN = (Player(i, name) for i, name in enumerate(("Ann", "Bob", "Cleo", "Dan"), 1))
HOLDEM = find("holdem")()


def after(seating: Seating, *facts: SeatEvent) -> Seating:
    for fact in facts:
        seating = apply(seating, fact)
    return seating


def seated(*guests: Player, cents: int = 100_00, terms: Terms = TERMS) -> Seating:
    seating = Seating()
    for guest in guests:
        seating = apply(seating, seat_rules.sit(seating, terms, guest, cents, at=0))
    return seating


def begin(seating: Seating, at: int) -> Seating:
    seats = tuple(seat.seat for seat in seat_rules.playing(seating, HOLDEM, None))
    return apply(seating, Began(at=at, seats=seats))


def begun(*guests: Player, cents: int = 100_00) -> Seating:
    seating = seated(*guests, cents=cents)
    return begin(seating, at=1)


def close_round(
    seating: Seating, terms: Terms, chips: dict[int, int], at: int, silent: tuple[int, ...] = ()
) -> tuple[SeatEvent, ...]:
    """Return the rows at the end of a round: the chips after it, then all that was due."""
    ended = Ended(at=at, chips=dict(chips), silent=silent)
    return ended, *seat_rules.due(apply(seating, ended), terms, at)


def refused(what: str, ask: Callable[[], object], clause: str = "") -> None:
    with pytest.raises(Denied) as caught:
        ask()
    assert what in caught.value.what
    if clause:
        assert clause in caught.value.clauses
        assert clause in all_clauses()


def test_the_first_free_seat_or_one_of_choice() -> None:
    seating = seated(ANN)
    assert seat_rules.seat_of(seating, 1) == 1
    assert seat_rules.sit(seating, TERMS, BOB, 100_00, at=0).seat == 2
    assert seat_rules.sit(seating, TERMS, BOB, 100_00, at=0, seat=3).seat == 3


def test_who_cannot_sit_down() -> None:
    seating = seated(ANN)
    sit = seat_rules.sit
    refused("on seat 1; one seat each", lambda: sit(seating, TERMS, ANN, 100_00, 0, 2))
    refused(
        "seat 1 is taken by Ann; free are 2 or 3", lambda: sit(seating, TERMS, BOB, 100_00, 0, 1)
    )
    refused("seats 1 to 3, not 4", lambda: sit(seating, TERMS, BOB, 100_00, 0, 4))
    refused("seats 1 to 3, not -1", lambda: sit(seating, TERMS, BOB, 100_00, 0, -1))
    full = seated(ANN, BOB, CLEO)
    refused("no seat is free", lambda: sit(full, TERMS, DAN, 100_00, 0))


@pytest.mark.parametrize("cents", [40_00, 200_00])
def test_a_buy_in_at_the_bounds(cents: int) -> None:
    assert seat_rules.sit(Seating(), TERMS, ANN, cents, at=0).cents == cents


@pytest.mark.parametrize("cents", [39_99, 200_01, 0, -100_00])
def test_a_buy_in_outside_of_them(cents: int) -> None:
    refused(
        "the buy-in is from $40 to $200 here",
        lambda: seat_rules.sit(Seating(), TERMS, ANN, cents, at=0),
        "CA-LTN-28",
    )


def test_a_buy_in_is_whole_cents() -> None:
    refused("whole cents", lambda: seat_rules.sit(Seating(), TERMS, ANN, True, at=0))


def test_no_one_comes_back_with_less_within_the_posted_time() -> None:
    seating = seated(ANN, cents=150_00)
    seating = apply(seating, seat_rules.leave(seating, TERMS, 1, at=5))
    hour = TERMS.return_within_ms
    refused(
        "you left this table with $150 and come back with no less; in 60 minutes",
        lambda: seat_rules.sit(seating, TERMS, ANN, 149_99, at=6),
        "CA-LTN-27",
    )
    assert seat_rules.sit(seating, TERMS, ANN, 150_00, at=6)
    refused(
        "come back with no less", lambda: seat_rules.sit(seating, TERMS, ANN, 40_00, at=4 + hour)
    )
    assert seat_rules.sit(seating, TERMS, ANN, 40_00, at=5 + hour)
    assert seat_rules.sit(seating, TERMS, BOB, 40_00, at=6)


def test_more_than_the_largest_buy_in_comes_back_whole() -> None:
    seating = begun(ANN, BOB)
    facts = close_round(
        apply(seating, seat_rules.leave(seating, TERMS, 1, at=2)), TERMS, {1: 201_00, 2: 0}, at=3
    )
    seating = after(seating, *facts)
    assert seat_rules.buy_in_bounds(seating, TERMS, 1, at=4) == (201_00, 201_00)
    assert seat_rules.sit(seating, TERMS, ANN, 201_00, at=4)
    refused("is $201 here, not", lambda: seat_rules.sit(seating, TERMS, ANN, 201_01, at=4))


def test_who_is_not_in_the_round_leaves_at_once_with_all_chips() -> None:
    seating = begun(ANN, BOB)
    seating = apply(seating, seat_rules.sit(seating, TERMS, CLEO, 60_00, at=2))
    left = seat_rules.leave(seating, TERMS, 3, at=3)
    assert isinstance(left, Left) and (left.seat, left.cents) == (3, 60_00)


def test_who_is_in_the_round_leaves_when_it_is_over() -> None:
    seating = begun(ANN, BOB)
    fact = seat_rules.leave(seating, TERMS, 1, at=3)
    assert isinstance(fact, Leaves)
    seating = apply(seating, fact)
    refused("you leave already", lambda: seat_rules.leave(seating, TERMS, 1, at=4), "CA-LTN-08")
    ended, left = close_round(seating, TERMS, {1: 130_00, 2: 70_00}, at=9)
    assert isinstance(left, Left) and (left.person, left.cents) == (1, 130_00)
    assert list(after(seating, ended, left).seats) == [2]


def test_who_wanted_to_leave_may_stay() -> None:
    seating = begun(ANN, BOB)
    seating = apply(seating, seat_rules.leave(seating, TERMS, 1, at=3))
    seating = apply(seating, seat_rules.back(seating, 1, at=4))
    assert len(close_round(seating, TERMS, {1: 100_00, 2: 100_00}, at=9)) == 1


def test_away_and_back() -> None:
    seating = seated(ANN, BOB)
    seating = apply(seating, seat_rules.away(seating, 1, at=1))
    assert [s.seat for s in seat_rules.playing(seating, HOLDEM, None)] == [2]
    assert seat_rules.missing(seating, TERMS, HOLDEM, None) == 1
    refused("you are away already", lambda: seat_rules.away(seating, 1, at=2))
    refused("come back to be dealt in", lambda: seat_rules.ready(seating, 1, at=2))
    seating = apply(seating, seat_rules.back(seating, 1, at=3))
    assert seat_rules.missing(seating, TERMS, HOLDEM, None) == 0
    refused("you are here", lambda: seat_rules.back(seating, 1, at=4))


def test_away_is_after_so_many_silent_rounds_in_a_row() -> None:
    seating = begun(ANN, BOB)
    same = {1: 100_00, 2: 100_00}

    def played(seating: Seating, silent: tuple[int, ...]) -> tuple[SeatEvent, ...]:
        return close_round(seating, TERMS, same, at=9, silent=silent)

    once = after(seating, *played(seating, (1,)))
    assert once.seats[1].state == "here" and once.seats[1].timeouts_in_a_row == 1
    spoke = after(once, *played(once, ()))
    assert spoke.seats[1].timeouts_in_a_row == 0
    facts = played(once, (1,))
    assert facts[1:] == (WentAway(at=9, seat=1, why="silent for 2 rounds"),)
    assert after(once, *facts).seats[1].state == "away"


def test_rounds_missed_while_away_are_counted() -> None:
    seating = seated(ANN, BOB, CLEO)
    seating = apply(seating, seat_rules.away(seating, 3, at=1))
    for _ in range(2):
        seating = begin(seating, at=2)
        assert seating.playing == (1, 2)
        seating = after(seating, *close_round(seating, TERMS, {1: 9, 2: 9}, at=3))
    assert seating.seats[3].missed == 2
    assert apply(seating, CameBack(at=4, seat=3)).seats[3].missed == 0


def test_a_chair_is_kept_for_so_long() -> None:
    seating = seated(ANN, BOB)
    seating = apply(seating, seat_rules.away(seating, 1, at=100))
    end = 100 + TERMS.hold_ms
    assert seat_rules.next_due(seating, TERMS) == end
    assert seat_rules.due(seating, TERMS, end - 1) == ()
    (left,) = seat_rules.due(seating, TERMS, end)
    assert isinstance(left, Left) and left.why == "away for too long"


def test_no_one_is_at_the_table_who_does_not_sit_there() -> None:
    seating = seated(ANN)
    for ask in (seat_rules.away, seat_rules.back, seat_rules.ready):
        refused("you do not sit at this table", lambda ask=ask: ask(seating, 2, at=1))  # type: ignore[misc]
    refused("you do not sit", lambda: seat_rules.leave(seating, TERMS, 2, at=1))
    refused("you do not sit", lambda: seat_rules.top_up(seating, TERMS, 2, 5, at=1))


def test_a_top_up_between_rounds_is_at_once() -> None:
    seating = seated(ANN)
    fact = seat_rules.top_up(seating, TERMS, 1, 100_00, at=1)
    assert fact == ToppedUp(at=1, seat=1, cents=100_00)
    assert postings(seating, "T1", fact)[0].debit == wallet(1)
    seating = apply(seating, fact)
    assert (seating.seats[1].chips, seating.seats[1].result) == (200_00, 0)
    refused(
        "the most after a top-up is $200",
        lambda: seat_rules.top_up(seating, TERMS, 1, 1, 2),
        "CA-LTN-28",
    )


def test_a_top_up_stays_within_bounds() -> None:
    seating = seated(ANN)
    refused("from $0.01 to $100 now", lambda: seat_rules.top_up(seating, TERMS, 1, 100_01, at=1))
    refused(
        "a top-up is more than $0, not $0", lambda: seat_rules.top_up(seating, TERMS, 1, 0, at=1)
    )
    playing = begun(ANN, BOB)
    refused(
        "a top-up is more than $0, not -$1",
        lambda: seat_rules.top_up(playing, TERMS, 1, -1_00, at=1),
    )
    refused(
        "most after a top-up is $200", lambda: seat_rules.top_up(playing, TERMS, 1, 200_01, at=1)
    )


def test_a_top_up_in_a_round_waits_for_its_end_and_is_cut_to_the_most() -> None:
    seating = begun(ANN, BOB)
    seating = apply(seating, seat_rules.top_up(seating, TERMS, 1, 90_00, at=2))
    assert seating.seats[1].chips == 100_00
    ended, topped = close_round(seating, TERMS, {1: 120_00, 2: 80_00}, at=3)
    assert topped == ToppedUp(at=3, seat=1, cents=80_00)
    assert after(seating, ended, topped).seats[1].chips == 200_00


def test_a_top_up_comes_once_and_nothing_is_due_while_a_round_runs() -> None:
    seating = begun(ANN, BOB)
    seating = apply(seating, seat_rules.top_up(seating, TERMS, 1, 50_00, at=2))
    seating = apply(seating, seat_rules.leave(seating, TERMS, 2, at=2))
    assert seat_rules.due(seating, TERMS, at=3) == ()
    facts = close_round(seating, TERMS, {1: 60_00, 2: 140_00}, at=4)
    assert [type(fact).__name__ for fact in facts] == ["Ended", "ToppedUp", "Left"]
    assert seat_rules.due(after(seating, *facts), TERMS, at=5) == ()


def test_a_top_up_that_is_not_wanted_or_not_possible_any_more() -> None:
    seating = begun(ANN, BOB)
    asked = apply(seating, seat_rules.top_up(seating, TERMS, 1, 39_99, at=2))
    undone = apply(asked, seat_rules.top_up(asked, TERMS, 1, 0, at=3))
    assert undone.seats[1].top_up == 0
    facts = close_round(asked, TERMS, {1: 0, 2: 200_00}, at=4)
    assert isinstance(facts[1], TopUpAsked) and "takes a buy-in of $40" in facts[1].why
    facts = close_round(asked, TERMS, {1: 200_00, 2: 0}, at=4)
    assert isinstance(facts[1], TopUpAsked) and "as much as anybody" in facts[1].why
    assert seat_rules.due(after(asked, *facts), TERMS, at=5) == ()
    assert seat_rules.top_up_failed(asked, 1, at=5).why == "there is no $39.99 on your account"


def test_without_chips_no_one_is_dealt_in_and_the_chair_is_kept_for_a_time() -> None:
    seating = begun(ANN, BOB)
    seating = after(seating, *close_round(seating, TERMS, {1: 0, 2: 200_00}, at=7))
    assert [s.seat for s in seat_rules.playing(seating, HOLDEM, None)] == [2]
    refused("from $40 to $200 now", lambda: seat_rules.top_up(seating, TERMS, 1, 39_99, at=8))
    (left,) = seat_rules.due(seating, TERMS, 7 + TERMS.hold_ms)
    assert left == Left(
        at=7 + TERMS.hold_ms,
        seat=1,
        person=1,
        cents=0,
        until=7 + TERMS.hold_ms + TERMS.return_within_ms,
        why="without chips for too long",
    )
    away = apply(seating, seat_rules.away(seating, 1, at=9))
    refused("you have no chips", lambda: seat_rules.back(away, 1, at=9), "CA-LTN-27")


def test_a_voided_round_leaves_everybody_with_what_they_came_with() -> None:
    seating = begun(ANN, BOB)
    facts = close_round(seating, TERMS, seat_rules.came_with(seating), at=3)
    assert [s.chips for s in after(seating, *facts).seats.values()] == [100_00, 100_00]


def test_winnings_run_on_over_visits() -> None:
    seating = begun(ANN, BOB)
    seating = after(seating, *close_round(seating, TERMS, {1: 160_00, 2: 40_00}, at=3))
    seating = apply(seating, seat_rules.leave(seating, TERMS, 1, at=4))
    seating = apply(seating, seat_rules.sit(seating, TERMS, ANN, 170_00, at=5))
    assert seating.seats[1].result == 60_00
    assert seating.seats[2].result == -60_00


def test_bots_are_always_ready() -> None:
    seating = seated(ANN, Player(9, "Bot", bot=True))
    assert not seat_rules.all_ready(seating, HOLDEM, None)
    assert seat_rules.all_ready(apply(seating, seat_rules.ready(seating, 1, at=1)), HOLDEM, None)


def test_bots_do_not_play_among_themselves_where_people_are_awaited() -> None:
    terms = msgspec.structs.replace(TERMS, people_least=1)
    bots = seated(Player(8, "Bot 8", bot=True), Player(9, "Bot 9", bot=True))
    assert seat_rules.missing(bots, TERMS, HOLDEM, None) == 0
    assert seat_rules.missing(bots, terms, HOLDEM, None) == 1
    joined = apply(bots, seat_rules.sit(bots, terms, ANN, 100_00, at=1))
    assert seat_rules.missing(joined, terms, HOLDEM, None) == 0
    assert (
        seat_rules.missing(apply(joined, seat_rules.away(joined, 1, at=2)), terms, HOLDEM, None)
        == 1
    )


def test_a_chair_kept_for_one_is_no_one_elses() -> None:
    seating = seated(ANN)
    seating = apply(seating, seat_rules.hold(seating, TERMS, 2, at=10))
    assert seat_rules.free_seats(seating, TERMS) == [3]
    refused("kept for a person", lambda: seat_rules.sit(seating, TERMS, CLEO, 100_00, 11, 2))
    refused("kept for this person already", lambda: seat_rules.hold(seating, TERMS, 2, at=11))
    refused("sits at this table already", lambda: seat_rules.hold(seating, TERMS, 1, at=11))
    assert seat_rules.sit(seating, TERMS, CLEO, 100_00, at=11).seat == 3
    sat = seat_rules.sit(seating, TERMS, BOB, 100_00, at=11)
    assert sat.seat == 2 and not apply(seating, sat).held
    assert not apply(seating, seat_rules.let_go(seating, 2, at=12)).held
    refused("no seat of this table is kept", lambda: seat_rules.let_go(seating, 3, at=12))
    end = 10 + TERMS.offer_ms
    assert seat_rules.next_due(seating, TERMS) == end
    assert not after(seating, *seat_rules.due(seating, TERMS, end)).held
