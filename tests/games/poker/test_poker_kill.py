"""A pot killed by choice: after two cards, before anybody has a third."""

from __future__ import annotations

from typing import ClassVar

import pytest

from houseway.engine.questions import Act, Ask, Chance, Ruling
from houseway.errors import Refused
from houseway.families.poker import Cards, Hands, PokerCarryOver, PokerState, PotPart, Street
from houseway.families.poker.streets import BLINDS, UPPER
from houseway.game.base import Seat
from houseway.game.posting import fact, posted
from houseway.hands.poker_low import low27
from houseway.records.cases import event_lines
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.table.round import Round


class Killed(Holdem):
    """Five cards and a draw; two cards are dealt first."""

    id = "killed"
    board_plays = False
    parts = (PotPart("low", ranking="deuce to seven"),)
    why_clauses: ClassVar[dict[str, tuple[str, ...]]] = {
        **Holdem.why_clauses, "discard": (), "kill_by_choice": ("CA-KILL-08",)
    }  # fmt: skip
    kill = posted("full", "off")
    kill_needs = fact(4)
    streets = fact(
        (
            Street("deal", (Cards(2), Cards(3)), opens=BLINDS, kill_after=1),
            Street("draw", draw=5, burn=True, tier=UPPER),
        )
    )

    def hands(self, s: PokerState) -> Hands:
        return ({seat: low27(s.hole[seat]) for seat in s.live},)


def table(*chips: int, between: PokerCarryOver | None = None, **posted: str) -> Round:
    """Blinds of $1 and $2 at seats 1 and 2; a kill is $4."""
    seats = [Seat(i, f"seat {i}", x) for i, x in enumerate(chips, 1)]
    between = between or PokerCarryOver(button=len(chips))
    return dealt(Round(Killed(posted), seats, between))


def dealt(round_: Round) -> Round:
    while isinstance(round_.question, Chance):
        if round_.question.kind == "pieces":
            round_.deal(tuple(round_.unseen()[: round_.question.n]))
        else:
            round_.deal(())
    return round_


def act(round_: Round, seat: int, name: str, amount: int = 0) -> Round:
    round_.act(Act(seat, name, amount))
    return dealt(round_)


def test_the_deal_waits_after_two_cards_and_a_kill_doubles_the_limits() -> None:
    round_ = table(100_00, 100_00, 100_00, 100_00)
    s = round_.state
    assert isinstance(round_.question, Ask) and round_.question.seats() == (1, 2, 3, 4)
    assert [len(s.hole[seat]) for seat in (1, 2, 3, 4)] == [2, 2, 2, 2]
    act(round_, 1, "pass")
    act(round_, 3, "kill")
    assert s.killer == 3 and s.bets[1:5] == [1_00, 2_00, 4_00, 0] and len(s.hole[1]) == 5
    assert s.queue == [4, 1, 2, 3]  # the killer acts last
    with pytest.raises(Refused, match=r"\$8"):
        act(round_, 4, "raise", 6_00)
    pucks = {puck.seat: puck.words for puck in round_.view(0).pucks if puck.name == "kill"}
    assert pucks == {3: "kill"}


def test_the_big_blind_who_kills_adds_what_is_missing() -> None:
    round_ = act(table(100_00, 100_00, 100_00), 2, "kill")
    assert round_.state.bets[2] == 4_00 and round_.state.forced[2] == 4_00


def test_no_one_kills_once_someone_has_a_third_card() -> None:
    round_ = table(100_00, 100_00, 100_00)
    for seat in (1, 2, 3):
        act(round_, seat, "pass")
    assert not round_.state.killer and len(round_.state.hole[3]) == 5
    with pytest.raises(Refused, match=r"has a third card.*CA-KILL-08"):
        act(round_, 3, "kill")
    round_ = act(table(100_00, 100_00, 100_00), 1, "kill")
    with pytest.raises(Refused, match=r"killed already.*CA-KILL-08"):
        act(round_, 3, "kill")


def test_four_kill_blinds_are_needed() -> None:
    assert table(100_00, 100_00, 16_00).question.seats() == (1, 2, 3)
    short = table(100_00, 100_00, 15_99)
    assert short.question.seats() == (1, 2)
    with pytest.raises(Refused, match=r"\$15.99; to kill a pot takes four kill blinds of \$4"):
        act(short, 3, "kill")
    poor = table(10_00, 10_00, 10_00)
    assert not poor.state.killing and len(poor.state.hole[1]) == 5


def test_a_pot_that_must_be_killed_is_not_killed_again() -> None:
    must = PokerCarryOver(button=3, kill_button=1, must_kill=(1,))
    round_ = table(100_00, 100_00, 100_00, between=must)
    assert round_.state.killer == 1 and not round_.state.killing
    off = table(100_00, 100_00, 100_00, kill="off")
    assert not off.state.killing
    with pytest.raises(Refused, match="there are no kill pots"):
        act(off, 3, "kill")


def test_who_killed_by_choice_gets_a_leg_and_a_second_only_with_one() -> None:
    for button, owes in ((0, ""), (3, " must_kill=3")):
        between = PokerCarryOver(button=3, kill_button=button)
        round_ = act(table(100_00, 100_00, 100_00, between=between), 3, "kill")
        for seat, name in ((1, "call"), (2, "call"), (3, "check"), (1, "pat"), (2, "pat")):
            act(round_, seat, name)
        act(round_, 3, "pat")
        act(round_, 1, "check")
        act(round_, 2, "check")
        act(round_, 3, "bet", 8_00)
        act(round_, 1, "fold")
        act(round_, 2, "fold")
        assert round_.closed and event_lines(round_)[-2].count(f"kill_button=3{owes}") == 1
        assert ("must_kill" in event_lines(round_)[-2]) == bool(owes)


def test_a_ruling_may_come_while_the_deal_waits() -> None:
    round_ = table(100_00, 100_00, 100_00)
    round_.ruling(Ruling("dead_hand", 2, reason="left the table"))
    assert round_.question.seats() == (1, 3)
    act(round_, 1, "pass")
    round_.time_up(3)
    assert dealt(round_).state.hole[3] and not round_.state.killer
