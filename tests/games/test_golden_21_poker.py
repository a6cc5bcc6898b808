"""Golden 21 Poker: schedules counted by hand, and the opening hand of a deck at a live table."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.analysis.report import rows
from houseway.analysis.wager_edge import exact
from houseway.errors import Refused
from houseway.rulebook import find
from houseway.table.table import Table


def golden(**posting: Any) -> Any:
    return find("golden-21-poker")(posting)


@pytest.mark.parametrize(("decks", "schedule"), [(1, "4"), (2, "1"), (6, "14")])
def test_two_card_hands_are_counted_as_by_hand(decks: int, schedule: str) -> None:
    found = exact(golden(decks=decks, golden_21=schedule), "golden_21")
    n, d2 = 52 * decks, 2 * decks * decks
    behind = (n - 2) * (n - 3)
    by_hand = {
        "golden_21": 4 * d2,
        "straight_flush": 12 * 4 * d2,
        "pair": 13 * 4 * decks * (4 * decks - 1),
        "blackjack": 3 * 16 * d2 + 12 * d2,
        "straight": 12 * 12 * d2,
    }
    by_hand["nothing"] = n * (n - 1) - sum(by_hand.values())
    assert dict(zip(found.outcomes, found.ways, strict=True)) == {
        name: ways * behind for name, ways in by_hand.items()
    }


def test_each_schedule_has_rows_on_its_own_decks() -> None:
    found = {(row.table, row.decks) for row in rows("golden-21-poker", "golden_21")}
    assert found == {("4", 1), *((t, d) for t in "123" for d in (2, 6)),
                     *((t, 6) for t in ("12", "13", "14"))}  # fmt: skip


def play(table: Table, **bets: dict[str, int]) -> None:
    """A round in which these people bet and everybody stands."""
    table.start()
    for seat in tuple(table.seats):
        wagers = bets.get(table.seats[seat].name)
        if wagers:
            table.bet(seat, **wagers)
        else:
            table.act(seat, "sit_out")
    while table.round is not None and table.round.question is not None:
        seat = table.round.question.seats()[0]
        prompt = table.view(seat).prompt
        assert prompt is not None
        table.act(seat, prompt.default_action)


BOTH = {"main": 500, "golden_21": 100}
MAIN = {"main": 500}


def seated(entry: str) -> Table:
    table = Table(golden(decks=2, mid_deck_entry=entry), seed=5)
    for seat, name in ((1, "Ann"), (2, "Bob"), (3, "Cy")):
        table.sit(seat, name, 1_000_00)
    return table


def refused(table: Table, seat: int, **wagers: int) -> str:
    with pytest.raises(Refused) as why:
        table.bet(seat, **wagers)
    assert "CO-2108-G3a" in str(why.value)
    return str(why.value)


def test_who_was_in_on_the_opening_hand_of_the_deck_is_remembered_until_the_shuffle() -> None:
    table = seated("wager barred")
    play(table, Ann=BOTH, Bob=MAIN)
    assert (table.carry_over.fresh, table.carry_over.in_wager) == (False, ["Ann"])
    play(table, Ann=MAIN, Bob=MAIN, Cy=MAIN)
    table.start()
    assert "may not begin in mid-deck" in refused(table, 2, **BOTH)
    assert "may not begin in mid-deck" in refused(table, 3, **BOTH)
    table.bet(1, **BOTH)
    for seat in (2, 3):
        table.act(seat, "sit_out")
    while table.round is not None and table.round.question is not None:
        table.act(1, table.view(1).prompt.default_action)
    for _ in range(30):
        if len(table.shoe.pieces) <= table.game.reshuffle_at():
            break
        play(table, Ann=MAIN)
    play(table, Ann=MAIN, Cy=BOTH)
    assert table.carry_over.in_wager == ["Cy"]


def test_a_seat_taken_by_someone_else_does_not_inherit_the_right() -> None:
    table = seated("both barred")
    play(table, Ann=BOTH)
    table.leave(1)
    table.sit(1, "Dee", 100_00)
    table.start()
    assert "no one enters the game in mid-deck" in refused(table, 1, **MAIN)


def test_a_round_without_any_wager_opens_no_deck() -> None:
    table = seated("both barred")
    play(table)
    assert table.carry_over.fresh
    play(table, Bob=BOTH)
    assert (table.carry_over.fresh, table.carry_over.in_game) == (False, ["Bob"])


def test_a_continuous_shuffler_deals_every_round_from_all_cards() -> None:
    table = Table(golden(decks=2, delivery="continuous shuffler"), seed=5)
    table.sit(1, "Ann", 1_000_00)
    for _ in range(3):
        play(table, Ann=BOTH)
        table.start()
        assert len(table.shoe.pieces) == 104 and table.carry_over.fresh
        table.act(1, "sit_out")
