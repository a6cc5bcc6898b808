"""State that stays with a person: exclusions, warnings, kills owed, and being new.

A person is known by an id, or by the name where there is none; not by the seat.
"""

from __future__ import annotations

from typing import Any

from houseway.engine.questions import Act, Ask, Ruling
from houseway.families.poker import PokerCarryOver
from houseway.game.base import Seat
from houseway.rulebook import find
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.poker_table import NO_LIMIT, fold_around

CHIPS = 100_00
KILL = {"structure": "limit", "kill": "full"}


def seats(*people: tuple[int, str, str]) -> tuple[Seat, ...]:
    return tuple(Seat(seat, name, CHIPS, who) for seat, name, who in people)


def opened(
    between: PokerCarryOver, *people: tuple[int, str, str], posted: dict[str, Any] = NO_LIMIT
) -> Round:
    """A hand as far as it goes before the first decision."""
    round_ = Round(find("holdem")(posted), seats(*people), between)
    if not isinstance(round_.question, Ask):
        round_.deal(tuple(round_.unseen()[: 2 * len(round_.state.live)]))
    return round_


def folded_out(round_: Round) -> PokerCarryOver:
    """Everybody folds but one; what is handed to the next hand."""
    while round_.question is not None:
        round_.act(Act(round_.state.queue[0], "fold"))
    after: PokerCarryOver = round_.game.carried(round_.carry_over, round_.state)
    return after


BOB, CY, DEE = (2, "Bob", "b"), (3, "Cy", "c"), (4, "Dee", "d")


def excluded() -> PokerCarryOver:
    """Ann, whose id is a, has acted out of turn twice."""
    round_ = opened(PokerCarryOver(button=4), (1, "Ann", "a"), BOB, CY, DEE)
    for _ in range(2):
        round_.ruling(Ruling("out_of_turn", seat=1))
    return folded_out(round_)


def test_an_exclusion_is_kept_under_another_name_and_at_another_seat() -> None:
    assert excluded().excluded == ("a",)
    renamed = opened(excluded(), (1, "Anna", "a"), BOB, CY, DEE)
    moved = opened(excluded(), (7, "Anna", "a"), BOB, CY, DEE)
    for round_ in (renamed, moved):
        assert sorted(round_.state.live) == [2, 3, 4]


def test_a_second_ann_does_not_inherit_it() -> None:
    other = opened(excluded(), (1, "Ann", "z"), BOB, CY, DEE)
    assert isinstance(other.question, Ask) and other.question.seats() == (1,)


def test_an_exclusion_outlasts_the_next_player_at_the_seat() -> None:
    between = excluded()
    round_ = opened(between, (1, "Zoe", "z"), BOB, CY, DEE)
    round_.act(Act(1, "post"))
    round_.deal(tuple(round_.unseen()[:8]))
    after = folded_out(round_)
    assert after.excluded == ("a",) and after.names[1] == "z"
    back = opened(after, (1, "Zoe", "z"), BOB, CY, DEE, (6, "Ann", "a"))
    assert 6 not in back.state.live and 6 not in back.state.owing


def test_a_warning_stays_with_the_person() -> None:
    between = PokerCarryOver(button=4, warned=("a",))
    moved = opened(between, (6, "Anna", "a"), (1, "Ann", "z"), BOB, CY)
    assert moved.state.warned == [6]


def test_a_renamed_player_is_not_new_and_owes_what_he_owed() -> None:
    here: dict[str, Any] = {"button": 1, "active": (1, 2, 3, 4), "names": {4: "d"}}
    renamed = opened(PokerCarryOver(**here), (1, "Ann", "a"), BOB, CY, (4, "Deirdre", "d"))
    assert renamed.state.owing == {} and 4 in renamed.state.live
    namesake = opened(PokerCarryOver(**here), (1, "Ann", "a"), BOB, CY, (4, "Dee", "y"))
    assert namesake.state.owing == {4: "post"}
    missed = PokerCarryOver(**here, missed=(4,))
    assert opened(missed, (1, "Ann", "a"), BOB, CY, (4, "Deirdre", "d")).state.owing == {4: "post"}


def test_a_kill_is_owed_by_the_person() -> None:
    between = PokerCarryOver(button=1, kill_button="c", must_kill=("c",))
    moved = opened(between, (1, "Ann", "a"), BOB, (6, "Cyril", "c"), (3, "Cy", "y"), posted=KILL)
    assert (moved.state.killer, moved.state.kill_button) == (6, 6)
    gone = opened(between, (1, "Ann", "a"), BOB, (3, "Cy", "y"), posted=KILL)
    assert (gone.state.killer, gone.state.kill_button) == (0, 0)


def test_a_table_keeps_the_id_of_who_sits_down() -> None:
    table = Table("holdem", NO_LIMIT, seed=1)
    for seat, name in ((1, "Ann"), (2, "Ann"), (3, "Cy")):
        table.sit(seat, name, CHIPS, f"id {seat}")
    fold_around(table)
    assert [seat.who for seat in table.seats.values()] == ["id 1", "id 2", "id 3"]
    assert table.carry_over.names == {1: "id 1", 2: "id 2", 3: "id 3"}
