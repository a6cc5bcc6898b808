"""Laws of every poker hand, whatever is posted, decided and ruled, and however players come and
go.

``make long`` plays a million hands, goes on until each ruling of each game was made a thousand
times, and prints how often each was.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from houseway.engine.events import event_name
from houseway.engine.questions import Act, Asking, Ruling
from houseway.errors import Refused
from houseway.families.poker import PokerCarryOver
from houseway.game.base import Seat
from houseway.rulebook import find
from houseway.table.round import Round
from tests.support.poker_random import POKER, Floor, Sitting, check, folded, hands, play, replayed
from tests.support.random_play import LONG

IN_ALL = int(os.environ.get("HOUSEWAY_HANDS", 1_000_000 if LONG else 20 * len(POKER)))
RULINGS = int(os.environ.get("HOUSEWAY_RULINGS", 1000 if LONG else 0))
PARTS = 4 if LONG else 1
"""Of every game, each with its share of the hands and of every ruling."""
LOOKS = 25 if LONG else 3
"""Every n-th hand is followed piece by piece, which takes ten times as long as all else."""


def what_came(round_: Round) -> Counter[str]:
    """Of the things that are tried: what came in this hand."""
    s, game = round_.state, round_.game
    found = Counter(event_name(type(event)) for event in round_.events)
    missed = bool(s.owing or s.others)
    return Counter(
        {
            f"structure {game.structure}": 1,
            f"seats {len(round_.seats)}": 1,
            "back or new at the table": missed,
            "kills": s.killer > 0,
            "collections": s.drop > 0,
            "all in": any(not s.chips[seat] for seat in s.dealt_in),
            "showdowns": found["hand_shown"] > 0,
            "void": s.void,
            "excluded": found["excluded"] > 0,
        }
    )


def follow_laws(game_id: str, part: int, least: int, rulings: int) -> tuple[Floor, Counter[str]]:
    """Play this number of hands, and more until each ruling was made this often; return the
    counts.
    """
    rng = random.Random(f"{game_id} {part}")
    floor, came = Floor(rng), Counter[str]()
    names = list(POKER[game_id]().ruling_rules)
    for n, round_ in enumerate(hands(game_id, rng, floor), 1):
        check(round_, n % LOOKS == 0)
        came += Counter({"hands": 1, "followed": n % LOOKS == 0}) + what_came(round_)
        if n >= least and min(floor.made[name] for name in names) >= rulings:
            break
        assert n < 20 * least + 100, f"not often enough: {floor.made}"
    return floor, came


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game_id", POKER)
def test_what_holds_for_every_hand(
    game_id: str, part: int, record_property: Callable[[str, object], None]
) -> None:
    hands_of_a_part = -(-IN_ALL // len(POKER) // PARTS)
    floor, came = follow_laws(game_id, part, hands_of_a_part, -(-RULINGS // PARTS))
    if LONG:
        rules = {name: floor.made[name] for name in POKER[game_id]().ruling_rules}
        for what, often in ({"": came, "ruling ": rules}).items():
            for name, n in often.items():
                record_property("table", (f"{game_id:22}{what + name:34}", n))
        seats = [f"seats {n}" for n in range(2, POKER[game_id]().seats_max + 1)]
        structures = getattr(POKER[game_id].declared()["structure"], "values", ())
        wanted = {*seats, *[f"structure {x}" for x in structures], "all in", "showdowns", "void"}
        assert wanted <= came.keys(), f"never came: {wanted - came.keys()}"


def a_hand() -> tuple[Sitting, Round]:
    rng = random.Random(3)
    sitting = Sitting(find("holdem")(), rng)
    round_ = Round(sitting.game, sitting.playing())
    play(round_, rng, Floor(rng), 0.0, 0.1)
    return sitting, round_


def test_a_chip_that_is_lost_is_missed() -> None:
    sitting, round_ = a_hand()
    check(round_, follow=True)
    round_.state.chips[round_.seats[0].seat] -= 1
    with pytest.raises(AssertionError):
        sitting.over(round_)


def test_a_transfer_that_is_not_told_is_missed() -> None:
    _, round_ = a_hand()
    moved = [i for i, event in enumerate(round_.events) if list(event.transfers())]
    del round_.events[moved[-1]]
    with pytest.raises(AssertionError):
        folded(round_)


def test_an_input_that_was_another_is_seen() -> None:
    _, round_ = a_hand()
    for i, (one, other) in enumerate(pairwise(round_.inputs)):
        if type(one) is type(other) and one != other:
            round_.inputs[i : i + 2] = [other, one]
            break
    with pytest.raises((AssertionError, Refused)):
        replayed(round_)


def test_a_deck_without_cards_makes_no_more_errors() -> None:
    """Ten hands of Omaha leave twelve cards: a third river in error cannot have been dealt."""
    round_ = Round(find("omaha")(), tuple(Seat(i, f"p{i}", 1000_00) for i in range(1, 11)))

    def dealt(n: int) -> None:
        round_.deal(tuple(round_.unseen()[:n]))

    def all_check() -> None:
        while isinstance(round_.question, Asking):
            seat = round_.question.seats()[0]
            names = [choice.name for choice in round_.question.choices_of(seat)]
            round_.act(Act(seat, "check" if "check" in names else "call"))

    dealt(40)
    all_check()
    for n in (1, 3):
        dealt(n)
    round_.ruling(Ruling("premature_turn"))
    for n in (1, 1):
        dealt(n)
    all_check()
    for n in (1, 1):
        dealt(n)
    for _ in range(2):
        round_.ruling(Ruling("premature_river"))
        dealt(1)
        dealt(1)
    with pytest.raises(Refused, match="the deck has no cards; that takes 2"):
        round_.ruling(Ruling("premature_river"))
    all_check()
    dealt(0)
    dealt(1)
    all_check()
    assert round_.closed


@pytest.mark.parametrize("dead", [1, 2])
@pytest.mark.parametrize("game_id", ["seven-card-stud", "seven-card-stud-8", "razz"])
def test_a_kill_is_not_lost_with_the_hand_that_made_it(game_id: str, dead: int) -> None:
    """Seat 1 has killed, a hand is dead before anybody could act: the kill is won or goes back."""
    game = find(game_id)({"kill": "full"})
    between = PokerCarryOver(kill_button="a", must_kill=("a",))
    round_ = Round(game, (Seat(1, "a", 1000_00, "a"), Seat(2, "b", 1000_00, "b")), between)
    for _ in range(2):
        round_.deal(tuple(round_.unseen()[:2]))
    kill = round_.state.bets[1]
    round_.ruling(Ruling("both_cards_up", seat=dead))
    assert round_.closed and kill > 0
    chips = game.chips_after(round_.state)
    won = kill if dead == 1 else 0
    assert (chips[1], chips[2]) == (1000_00 - won, 1000_00 + won)
