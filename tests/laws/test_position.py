"""The player-dealer position at live tables: firms, two seats of one person, broken, going on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from houseway.engine.questions import Act, Ask
from houseway.errors import Refused
from houseway.families.banked.player_dealer.bank import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    DICE,
    FIRST_SEAT,
    PlayerDealer,
)
from houseway.families.banked.player_dealer.events import ActionButton, ButtonThrown, GameBroken
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.game.base import Game
from houseway.game.posting import fact
from houseway.records.files import record_of, rerun
from houseway.records.record import Record, SeatEntry, open_round
from houseway.rulebook import games
from houseway.table.table import Table

People = Mapping[int, str]
CITES = {
    "bank.turn": ("TURN",), "bank.unclaimed": ("UNCLAIMED",), "bank.newcomers": ("NEW",),
    "bank.bettors": ("ITSELF",),
}  # fmt: skip


def banked(**words: Any) -> type[Game]:
    """Blackjack, put on a player-dealer of these words."""
    game = games()["blackjack"]
    facts: dict[str, Any] = {
        "zones": game.zones, "cites": CITES, "id": game.id, "seats_min": 2,
        "bank": fact(PlayerDealer(rotation=Rotation(positions=7), **words)),
    }  # fmt: skip
    made = type("BankedGame", (game,), facts)
    made.folder = classmethod(lambda cls: game.folder())
    return made


def seated(game: Game, people: People, firms: People | None = None) -> Table:
    table = Table(game, seed=1)
    for seat, person in people.items():
        table.sit(seat, f"seat {seat}", 1_000_00, person, (firms or {}).get(seat, ""))
    return table


def play_hand(table: Table, bank: int, out: tuple[int, ...] = ()) -> None:
    """One hand with this seat as the bank; the others wager, but for those who sit out."""
    round_ = table.start()
    while not round_.state.bank.seat:
        assert isinstance(round_.question, Ask)
        seat = round_.question.seat
        table.act(seat, *(("bank", 50_00) if seat == bank else ("refuse",)))
    play_on(table, out)


def play_on(table: Table, out: tuple[int, ...] = ()) -> None:
    """Play the rest of a hand."""
    assert table.round is not None
    round_ = table.round
    while round_.question is not None:
        seat = round_.question.seats()[0]
        if round_.state.phase != "betting":
            table.time_up(seat)
        elif seat in out:
            table.act(seat, "sit_out")
        else:
            table.bet(seat, main=10_00)
    assert rerun(round_).events == round_.events


def no_one(table: Table) -> None:
    """Everybody who is asked refuses the position."""
    round_ = table.start()
    while isinstance(round_.question, Ask):
        table.act(round_.question.seat, "refuse")
    assert round_.closed


def offered(table: Table) -> list[int]:
    """To whom the position is offered, one after the other, if all refuse."""
    seats = []
    round_ = table.start()
    while isinstance(round_.question, Ask):
        seats.append(round_.question.seat)
        table.act(round_.question.seat, "refuse")
    return seats


# by person and by firm


def test_all_who_play_for_a_firm_are_one() -> None:
    people, firms = {1: "a", 2: "b", 3: "c"}, {1: "Gold", 2: "Gold"}
    table = seated(banked()(), people, firms)
    play_hand(table, 1)
    assert table.carry_over.position.held == {"firm Gold": 1}
    play_hand(table, 2)
    assert table.carry_over.position.held == {"firm Gold": 2}
    round_ = table.start()
    assert round_.state.waiting == [3], "both have had the firm's two hands"
    with pytest.raises(Refused, match=r"Gold, for which seat 2 plays, has held .* \(TURN\)"):
        table.act(2, "bank", 50_00)
    table.act(3, "bank", 50_00)
    play_on(table)
    assert set(offered(table)) == {1, 2, 3}


def test_two_of_one_name_say_who_they_are() -> None:
    """A name alone would make one person of two; one person does not wager against itself."""
    table = Table("pai-gow-tiles", seed=1)
    table.sit(1, "Ann", 1_000_00)
    with pytest.raises(Refused, match=r"Ann sits at seat 1 already; .* an id of their own \(who\)"):
        table.sit(2, "Ann", 1_000_00)
    with pytest.raises(Refused, match="sits at seat 1 already"):
        table.sit(2, "Annie", 1_000_00, who="Ann")
    table.sit(2, "Ann", 1_000_00, who="card 17")
    round_ = table.start()
    assert isinstance(round_.question, Ask)
    bank = round_.question.seat
    table.act(bank, "bank", 500_00)
    assert round_.question.seats() == (3 - bank,)
    table.bet(3 - bank, main=10_00)
    while round_.question is not None:
        table.time_up(round_.question.seats()[0])
    assert table.leave(1) and table.leave(2)
    table.sit(3, "Ann", 1_000_00)
    table.sit(4, "Bob", 1_000_00, who="one")
    table.sit(5, "Bob", 1_000_00, who="one")  # who says so sits at two seats


def test_in_a_record_two_of_one_name_are_two_people() -> None:
    record = Record(
        game="pai-gow-tiles",
        seats={"1": SeatEntry(1_000, "Ann"), "2": SeatEntry(1_000, "Ann"),
               "3": SeatEntry(1_000, "Ann", "Ann")},
    )  # fmt: skip
    round_ = open_round(record)
    assert [seat.name for seat in round_.seats] == ["Ann"] * 3
    assert len({seat.person for seat in round_.seats}) == 3
    assert round_.seats[2].who == "Ann" and round_.seats == tuple(rerun(round_).seats)
    assert isinstance(round_.question, Ask)
    bank = round_.question.seat
    round_.act(Act(bank, "bank", 500_00))
    assert round_.question.seats() == tuple(seat for seat in (1, 2, 3) if seat != bank)
    again = open_round(record_of(round_))
    assert [seat.person for seat in again.seats] == [seat.person for seat in round_.seats]


def test_a_firm_and_a_person_of_the_same_name_are_two() -> None:
    table = seated(banked()(), {1: "Gold", 2: "b", 3: "c"}, {2: "Gold"})
    play_hand(table, 1)
    play_hand(table, 1)
    assert offered(table) == [2, 3]


@pytest.mark.parametrize("firms", [{}, {1: "Gold", 4: "Gold"}])
def test_a_bank_does_not_wager_against_itself(firms: People) -> None:
    people = {1: "a", 2: "b", 4: "z" if firms else "a"}
    table = seated(banked()(), people, firms)
    round_ = table.start()
    table.act(1, "bank", 50_00)
    assert round_.state.waiting == [2]
    with pytest.raises(Refused, match=r"seat 4 may not bet: .* would bank and wager.*\(ITSELF\)"):
        table.bet(4, main=10_00)


def test_nor_does_a_holder_of_a_part_at_another_seat() -> None:
    people = {1: "a", 2: "b", 3: "c", 5: "c", 6: "d", 7: "d"}
    table = seated(banked(joint=True)(), people)
    table.start()
    table.act(1, "bank", 50_00)
    table.act(3, "join_bank", 20_00)
    with pytest.raises(Refused, match=r"seat 5 would bank and wager .*\(ITSELF\)"):
        table.bet(5, main=10_00)
    table.act(5, "join_bank", 10_00)
    table.bet(6, main=10_00)
    with pytest.raises(Refused, match=r"seat 7 would bank and wager .*\(ITSELF\)"):
        table.act(7, "join_bank", 10_00)
    table.bet(7, main=10_00)
    play_on(table)
    assert table.carry_over.position.held == {"a": 1, "c": 1}


def test_a_record_keeps_the_firm_and_an_older_one_has_none() -> None:
    table = seated(games()["pai-gow-tiles"](), {1: "a", 2: "b"}, {2: "Gold"})
    record = record_of(table.start())
    assert open_round(record).seats == table.round.seats
    record.seats = {"1": 100, "2": "100"}
    assert [seat.firm for seat in open_round(record).seats] == ["", ""]


@pytest.mark.parametrize("firm", [" ", "two\nlines", 5, "x" * 81])
def test_a_firm_has_a_name(firm: Any) -> None:
    with pytest.raises(Refused, match="the name of a firm m"):
        Table(banked()()).sit(1, "Ann", 100_00, "a", firm)


# when no other player will


def after_two(game: Game) -> Table:
    table = seated(game, {1: "a", 2: "b", 3: "c"})
    play_hand(table, 1)
    play_hand(table, 1)
    return table


def test_the_game_is_broken_until_another_person_banks() -> None:
    table = after_two(banked(unclaimed=("broken",))())
    for _ in range(2):
        no_one(table)
        events = table.round.events
        assert [e for e in events if isinstance(e, GameBroken)] == [GameBroken(("UNCLAIMED",))]
        assert table.carry_over.position.broken
    table.start()
    with pytest.raises(Refused, match=r"seat 1 has held the position for 2 hands .*\(TURN\)"):
        table.act(1, "bank", 50_00)
    table.act(2, "refuse")
    table.act(3, "bank", 50_00)
    play_on(table)
    assert not table.carry_over.position.broken
    assert 1 in offered(table)


def test_a_position_that_no_one_has_had_too_often_breaks_nothing() -> None:
    table = seated(banked(unclaimed=("broken",))(), {1: "a", 2: "b", 3: "c"})
    no_one(table)
    play_hand(table, 1)
    no_one(table)
    assert not table.carry_over.position.broken


def test_where_it_goes_on_all_others_are_offered_the_position_first() -> None:
    table = after_two(banked(unclaimed=("goes on",))())
    assert offered(table) == [2, 3, 1]
    for turn in (1, 2):
        round_ = table.start()
        while isinstance(round_.question, Ask) and round_.question.seat != 1:
            table.act(round_.question.seat, "refuse")
        table.act(1, "bank", 50_00)
        assert round_.state.bank.turn == turn
        play_on(table)
        assert table.carry_over.position.held == {"a": turn}
    assert offered(table) == [2, 3, 1]


@pytest.mark.parametrize(("posted", "asked"), [("stops", [2, 3]), ("goes on", [2, 3, 1])])
def test_where_nothing_is_printed_the_house_posts_it(posted: str, asked: list[int]) -> None:
    assert banked()().unclaimed == "stops"
    table = after_two(banked()({"unclaimed": posted}))
    assert offered(table) == asked
    assert not table.carry_over.position.broken
    with pytest.raises(Refused, match="unclaimed is fixed at broken"):
        banked(unclaimed=("broken",))({"unclaimed": posted})


# only after a bet


def test_newcomers_have_it_when_all_others_refuse() -> None:
    table = seated(banked(after_bet=True)(), {1: "a", 2: "b", 3: "c", 5: "e"})
    assert offered(table) == [1, 2, 3, 5], "before the first hand all are alike"
    play_hand(table, 1, out=(2,))
    table.sit(6, "new", 1_000_00, "f")
    assert offered(table) == [1, 3, 5, 2, 6]
    table.start()
    with pytest.raises(Refused, match=r"seat 6 made no bet in the last hand.*\(NEW\)"):
        table.act(6, "bank", 50_00)
    with pytest.raises(Refused, match=r"seat 2 made no bet in the last hand.*\(NEW\)"):
        table.act(2, "bank", 50_00)
    for seat in (1, 3, 5, 2):
        table.act(seat, "refuse")
    table.act(6, "bank", 50_00)
    play_on(table)
    assert table.carry_over.position.bettors == ("a", "b", "c", "e")


def test_a_newcomer_joins_no_bank() -> None:
    table = seated(banked(after_bet=True, joint=True)(), {1: "a", 2: "b", 3: "c"})
    play_hand(table, 1, out=(2,))
    table.start()
    table.act(1, "bank", 50_00)
    with pytest.raises(Refused, match=r"seat 2 made no bet in the last hand.*\(NEW\)"):
        table.act(2, "join_bank", 50_00)
    table.act(3, "join_bank", 50_00)


def test_a_wager_that_went_back_was_a_bet() -> None:
    table = seated(banked(after_bet=True)({"coverage": "action"}), {1: "a", 2: "b", 3: "c"})
    table.start()
    table.act(1, "bank", 1_00)
    play_on(table)
    assert table.carry_over.position.bettors == ("b", "c")


# where settling begins


def order(table: Table) -> list[int]:
    assert table.round is not None
    game, s = table.game, table.round.state
    return game.in_order(s, (1, 4, 6))  # type: ignore[no-any-return]


def bets_are_down(table: Table, bank: int, out: tuple[int, ...] = ()) -> None:
    table.start()
    while table.round.question.seats()[0] != bank:
        table.act(table.round.question.seats()[0], "refuse")
    table.act(bank, "bank", 50_00)
    while table.round.state.phase == "betting":
        seat = table.round.question.seats()[0]
        if seat in out:
            table.act(seat, "sit_out")
        else:
            table.bet(seat, main=10_00)


FOUR = {1: "a", 2: "b", 4: "d", 6: "f"}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ({}, [4, 6, 1]),
        ({"settles": COUNTERCLOCKWISE}, [1, 6, 4]),
        ({"begins": "dealer's right", "settles": COUNTERCLOCKWISE}, [6, 4, 1]),
        ({"begins": "dealer's left", "settles": CLOCKWISE}, [1, 4, 6]),
    ],
)
def test_settling_begins_where_the_game_says(words: dict[str, Any], expected: list[int]) -> None:
    for more in ({}, {"button": (FIRST_SEAT, DICE)}):
        table = seated(banked(**words, **more)(), FOUR)
        bets_are_down(table, 2)
        assert order(table) == expected
        assert table.round.state.bank.action == (expected[0] if more else 0)
    table = seated(banked(**words, button=(FIRST_SEAT, DICE))(), FOUR)
    bets_are_down(table, 2, out=(expected[0],))
    assert table.round.state.bank.action == expected[1], "no wager, no button"


@pytest.mark.parametrize("way", [CLOCKWISE, COUNTERCLOCKWISE])
def test_the_button_by_dice_goes_to_the_seat_counted_or_the_next_with_a_wager(way: int) -> None:
    game = banked(settles=way, button=(FIRST_SEAT, DICE))
    with pytest.raises(Refused, match="it may be first seat or dice"):
        game({"action_button": "cards"})
    seen = set()
    for seed in range(40):
        table = Table(game({"action_button": "dice"}), seed=seed)
        for seat, person in FOUR.items():
            table.sit(seat, f"seat {seat}", 1_000_00, person)
        bets_are_down(table, 2)
        events = table.round.events
        total = next(e.total for e in events if isinstance(e, ButtonThrown))
        button = next(e.seat for e in events if isinstance(e, ActionButton))
        seat = 2
        for _ in range(total - 1):
            seat = (seat - 1 + way) % 7 + 1
        while seat not in (1, 4, 6):
            seat = (seat - 1 + way) % 7 + 1
        assert seat == button == order(table)[0]
        seen.add(button)
        play_on(table)
    assert seen == {1, 4, 6}
