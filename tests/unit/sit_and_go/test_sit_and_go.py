"""Sit & go: entries and prizes in money, chips for themselves, levels, places, agreements."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from houseway.engine.questions import Act, Asking, Drawn
from houseway.errors import Refused
from houseway.money import format_dollars, in_chips
from houseway.rulebook import games
from houseway.sit_and_go import (
    BY_CHIPS,
    EQUAL,
    ICM,
    Level,
    Prizes,
    SitAndGo,
    SitAndGoPlan,
    chances_of,
    ordinary,
    replay,
    shared,
    sheet,
)
from houseway.sit_and_go.inputs import TournamentInput
from houseway.sit_and_go.results import Lost, placed, ranked
from tests.support.random_play import random_act

POKER = tuple(game_id for game_id, game in games().items() if game.family == "poker")


def begun(plan: SitAndGoPlan, seed: int = 1) -> SitAndGo:
    going = SitAndGo(plan, seed)
    for number in range(plan.seats):
        going.join(f"player {number}")
    return going


def play_hand(going: SitAndGo, rng: random.Random) -> None:
    round_ = going.start()
    while isinstance(round_.question, Asking):
        going.enter(random_act(round_, rng))


@pytest.mark.parametrize("game_id", POKER)
def test_every_poker_game_is_played_to_one_winner(game_id: str) -> None:
    plan = ordinary(game_id, 4, entry=20, fee=2, chips=500, level_hands=2)
    going, rng = begun(plan), random.Random(game_id)
    while not going.over:
        play_hand(going, rng)
        gone = sum(one.left_with for one in going.lost)
        assert sum(going.left.values()) + going.lying + gone == 2000, "no chip is made or lost"
    assert sorted(one.place for one in going.results) == [1, 2, 3, 4]
    assert sum(one.prize for one in going.results) == 80_00
    again = replay(plan, going.inputs)
    assert again.results == going.results
    assert again.left == going.left


def test_what_is_written_down_is_read_back() -> None:
    going = begun(ordinary("holdem", 2, level_hands=1))
    play_hand(going, random.Random(1))
    written = msgspec.json.encode(going.inputs)
    assert msgspec.json.decode(written, type=list[TournamentInput]) == going.inputs


def test_levels_by_hands() -> None:
    plan = ordinary("holdem", 3, level_hands=3)
    going, rng = begun(plan), random.Random(3)
    seen = []
    for _ in range(7):
        play_hand(going, rng)
        seen.append(going.table.game.big_blind)
        if going.over:
            break
    assert seen == [20_00, 20_00, 20_00, 40_00, 40_00, 40_00, 60_00][: len(seen)]
    assert len(seen) > 3


def test_levels_by_minutes_change_with_the_next_hand() -> None:
    going, rng = begun(ordinary("holdem", 2, level_minutes=10)), random.Random(4)
    going.minutes(9)
    play_hand(going, rng)
    assert going.level == 0
    going.minutes(1)
    assert going.level == 0
    play_hand(going, rng)
    assert going.level == 1
    going.minutes(25)  # two levels and half of another
    play_hand(going, rng)
    assert (going.level, going.minutes_here) == (3, 5)


def test_the_last_level_stays() -> None:
    plan = msgspec.structs.replace(
        ordinary("holdem", 2, level_hands=1, chips=100_000),
        levels=(Level({"small_blind": 10, "big_blind": 20}),),
    )
    going, rng = begun(plan), random.Random(5)
    for _ in range(3):
        round_ = going.start()
        while isinstance(question := round_.question, Asking):
            going.enter(Act(question.seat, "fold"))
    assert rng
    assert (going.level, going.hands) == (0, 3)


def test_who_is_absent_is_blinded_off() -> None:
    # with some seeds the blinds are this player's last chips, and win everything
    going = begun(ordinary("holdem", 3, chips=200, level_hands=1), seed=20)
    gone = 2
    going.absent(gone)
    hands = 0
    while gone in going.left:
        round_ = going.start()
        while isinstance(question := round_.question, Asking):
            assert question.seat != gone, "no one waits for who is away"
            choices = {choice.name for choice in question.choices}
            going.enter(Act(question.seat, "check" if "check" in choices else "call"))
        hands += 1
        assert hands < 200
    assert going.lost[0].seat == gone or len(going.lost) > 1
    assert hands > 3


def test_one_who_is_back_decides_again() -> None:
    going = begun(ordinary("holdem", 2))
    going.absent(1)
    assert going.start().closed, "heads-up against no one a hand ends at once"
    going.absent(1, away=False)
    round_ = going.start()
    assert round_.question is not None


def test_who_began_the_hand_with_more_comes_before() -> None:
    lost = [Lost(1, 7, 1, 300), Lost(2, 7, 1, 301), Lost(3, 8, 1, 5), Lost(4, 6, 1, 900)]
    assert [[one.seat for one in group] for group in ranked(lost)] == [[3], [2], [1], [4]]


def test_who_cannot_be_told_apart_share_their_prizes() -> None:
    names = {seat: f"p{seat}" for seat in range(1, 5)}
    lost = [Lost(1, 7, 1, 300), Lost(2, 7, 1, 300), Lost(3, 2, 1, 300)]
    found = placed(names, {4: 50_00}, lost, (50_00, 30_01, 20_00, 0))
    assert [(one.place, one.seat, one.prize) for one in found] == [
        (1, 4, 50_00), (2, 1, 25_01), (2, 2, 25_00), (4, 3, 0),
    ]  # fmt: skip


def test_places_of_a_hand_in_which_two_go_out() -> None:
    """Seat 1 begins it with more than seat 2 and loses it all as well: second place."""
    plan = msgspec.structs.replace(
        ordinary("holdem", 3, chips=100, posting={"structure": "no_limit"}),
        prizes=Prizes((60, 30, 10)),
    )
    going = begun(plan)
    stacks = {1: 120, 2: 80, 3: 100_00}
    for seat, chips in stacks.items():
        who = going.table.seats[seat]
        going.table.seats[seat] = msgspec.structs.replace(who, chips=chips * 100)
    while len(going.left) > 1:
        round_ = going.start()
        while isinstance(question := round_.question, Asking):
            amounts = {c.name: getattr(c, "most", 0) for c in question.choices}
            name = next(x for x in ("raise", "bet", "call", "check") if x in amounts)
            going.enter(Act(question.seat, name, amounts[name]))
    last = [one for one in going.lost if one.hand == going.lost[-1].hand]
    assert [one.place for one in going.results] == [1, 2, 3]
    if len(last) == 2:
        better = max(last, key=lambda one: one.began_with)
        assert going.results[1].seat == better.seat


def test_who_has_less_than_an_ante_is_out_where_the_game_gives_no_hand_for_less() -> None:
    plan = msgspec.structs.replace(
        ordinary("draw-jacks-or-better", 2, chips=100), levels=(Level({"ante": 10}),) * 2
    )
    going = begun(plan)
    for seat, chips in ((1, 9), (2, 4)):
        who = going.table.seats[seat]
        going.table.seats[seat] = msgspec.structs.replace(who, chips=chips * 100)
    going.start()
    assert [(one.place, one.seat) for one in going.results] == [(1, 1), (2, 2)]


def test_the_ways_to_share() -> None:
    chips, prizes = {1: 5000, 2: 3000, 3: 2000}, (50_00, 30_00, 20_00)
    assert shared(EQUAL, chips, prizes) == {1: 33_34, 2: 33_33, 3: 33_33}
    assert shared(BY_CHIPS, chips, prizes) == {1: 40_00, 2: 32_00, 3: 28_00}
    icm = shared(ICM, chips, prizes)
    assert sum(icm.values()) == 100_00
    # by hand: first 1/2; second 3/10 * 5/7 + 1/5 * 5/8
    second = Fraction(3, 10) * Fraction(5, 7) + Fraction(1, 5) * Fraction(5, 8)
    third = 1 - Fraction(1, 2) - second
    assert chances_of(chips)[1] == (Fraction(1, 2), second, third)
    worth = 5000 * Fraction(1, 2) + 3000 * second + 2000 * third
    assert abs(icm[1] - worth) < 1


def test_chances_come_to_one_and_agree_with_taking_places_one_by_one() -> None:
    chips = {1: 7, 2: 1, 4: 12, 9: 30}
    found = chances_of(chips)
    assert all(sum(of) == 1 for of in found.values())
    assert all(sum(of[place] for of in found.values()) == 1 for place in range(4))

    def orders(left: dict[int, int]) -> dict[tuple[int, ...], Fraction]:
        if not left:
            return {(): Fraction(1)}
        total = sum(left.values())
        return {
            (seat, *rest): Fraction(n, total) * chance
            for seat, n in left.items()
            for rest, chance in orders({k: v for k, v in left.items() if k != seat}).items()
        }

    every = orders(chips)
    for seat, of in found.items():
        for place in range(4):
            assert of[place] == sum(p for order, p in every.items() if order[place] == seat)


def test_it_ends_when_all_agree_on_one_way() -> None:
    going = begun(ordinary("holdem", 3, entry=10))
    play_hand(going, random.Random(8))
    seats = list(going.left)
    for seat in seats[:-1]:
        going.agree(seat, EQUAL)
    going.agree(seats[-1], ICM)
    assert not going.over, "two ways are no agreement"
    going.agree(seats[-1], "")
    assert not going.over
    going.agree(seats[-1], EQUAL)
    assert going.over
    assert sum(one.prize for one in going.results) == 30_00
    with pytest.raises(Refused, match="is over"):
        going.start()


def test_an_agreement_does_not_outlast_the_next_hand() -> None:
    going = begun(ordinary("holdem", 3, entry=10, chips=100_000))
    going.agree(1, EQUAL)
    round_ = going.start()
    while isinstance(question := round_.question, Asking):
        going.enter(Act(question.seat, "fold"))
    going.agree(2, EQUAL)
    going.agree(3, EQUAL)
    assert not going.over


def test_where_no_agreement_is_made_it_is_refused_with_its_clause() -> None:
    plan = msgspec.structs.replace(ordinary("holdem", 2), agreement="never")
    with pytest.raises(Refused, match="no agreements") as caught:
        begun(plan).agree(1, EQUAL)
    assert caught.value.clauses == ("CA-LTN-21",)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": 11}, "2 to 10 players"),
        ({"game": "blackjack"}, "is not a poker game"),
        ({"level_hands": 0}, "hands or of minutes"),
        ({"level_minutes": 5}, "one of the two"),
        ({"prizes": Prizes((60, 30))}, "add up to 100"),
        ({"prizes": Prizes((30, 70))}, "none above the one before"),
        ({"prizes": Prizes((40, 30, 20, 10))}, "4 prizes for 3 players"),
        ({"agreement": "perhaps"}, "finalists or never"),
        ({"chips": 39}, "too few"),
        ({"entry": 0}, "an entry must be more"),
    ],
)
def test_plans_that_cannot_be_played(change: dict[str, object], words: str) -> None:
    plan = msgspec.structs.replace(ordinary("holdem", 3), **change)
    if change.get("game"):
        plan = msgspec.structs.replace(plan, levels=(Level({}),))
    with pytest.raises(Refused, match=words):
        SitAndGo(plan)


def test_too_early_and_too_late() -> None:
    going = SitAndGo(ordinary("holdem", 2), 1)
    with pytest.raises(Refused, match="begins when two more players have entered"):
        going.start()
    with pytest.raises(Refused, match="no time runs"):
        going.minutes(1)
    going.join("a")
    with pytest.raises(Refused, match="entered already"):
        going.join("a")
    going.join("b")
    with pytest.raises(Refused, match="has begun"):
        going.join("c")
    going.start()
    with pytest.raises(Refused, match="while a hand is being played"):
        going.agree(1, EQUAL)
    with pytest.raises(Refused, match="whole minutes"):
        going.minutes(0)


def test_chips_are_no_dollars_within_a_tournament() -> None:
    going = begun(ordinary("holdem", 2))
    round_ = going.start()
    seat = round_.question.seats()[0]
    with pytest.raises(Refused) as caught:
        going.enter(Act(seat, "raise", 1))
    assert "$" not in str(caught.value)
    assert format_dollars(1500_00) == "$1,500"
    with in_chips():
        assert (format_dollars(1500_00), format_dollars(100)) == ("1,500 chips", "1 chip")


def test_the_sheet_adds_up() -> None:
    plan = ordinary("holdem", 2, entry="15.50", fee="1.25", chips=40, level_hands=1)
    going, rng = begun(plan), random.Random(2)
    while not going.over:
        play_hand(going, rng)
    lines = sheet(2, plan.entry, plan.fee, going.results)
    assert lines[0] == "2 entries of $15.50: $31 to play for"
    assert lines[1] == "to the house: 2 fees of $1.25, $2.50 in all"
    assert lines[-1] == "paid out: $31"


def test_the_page_says_what_happens() -> None:
    page = (Path(__file__).parents[3] / "docs" / "sit_and_go.md").read_text()
    exec(page.split("```python\n")[1].split("```")[0], {})


def test_a_hand_that_was_changed_is_noticed() -> None:
    """A replay whose cards are not those of the hand ends elsewhere, or is refused."""
    plan = ordinary("holdem", 2, chips=60, level_hands=1)
    going, rng = begun(plan), random.Random(6)
    while not going.over:
        play_hand(going, rng)
    hand = next(one for one in going.inputs if hasattr(one, "inputs"))
    first = next(given for given in hand.inputs if isinstance(given, Drawn))
    cut = tuple(given for given in hand.inputs if given is not first)
    cut_short = [msgspec.structs.replace(x, inputs=cut) if x is hand else x for x in going.inputs]
    with pytest.raises(Refused):
        replay(plan, cut_short)
