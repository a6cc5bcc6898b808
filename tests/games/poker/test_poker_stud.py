"""Laws of every hand of stud, stud high-low and razz, whatever is posted and ruled."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from houseway.engine.questions import Asking, Chance, Ruling
from houseway.engine.refusals import explain_ruling
from houseway.errors import Refused
from houseway.families.poker import STUD_GAMES, PokerState
from houseway.families.poker.dealing import flush_possible, straight_possible
from houseway.families.poker.events.dealing import Announced
from houseway.game.base import Game, Seat
from houseway.rulebook import find
from houseway.table.round import Round
from houseway.table.table import Table
from tests.oracles.card_follower import Follower
from tests.support.poker_random import any_act, folded, replayed
from tests.support.random_play import LONG

GAMES = ("seven-card-stud", "seven-card-stud-8", "razz")
HANDS = 4000 if LONG else 20
POSTINGS: tuple[dict[str, Any], ...] = (
    {"kill": "full"},
    {
        "structure": "spread_limit",
        "small_bet": 4,
        "big_bet": 8,
        "bring_in": 1,
        "showdown": "declare",
    },
    {
        "structure": "no_limit",
        "fold_to_bring_in": "goes_on",
        "premature_extra": "all_active",
        "ante": 0,
    },
)


def fitting(round_: Round, rng: random.Random) -> Ruling | None:
    """A ruling of stud that may be made now, each as likely as another, or none."""
    s: PokerState = round_.state
    found = []
    for name in STUD_GAMES:
        takes = round_.game.ruling_rules[name].takes
        seat = rng.choice(s.players).seat
        pieces = (rng.choice(s.hole[seat]),) if s.hole[seat] else ()
        ruling = Ruling(
            name,
            seat=seat if "seat" in takes else 0,
            pieces=pieces if "pieces" in takes else (),
        )
        if explain_ruling(round_.game, s, ruling) is None:
            found.append(ruling)
    return rng.choice(found) if found else None


def random_hand(
    game: Game, rng: random.Random, between: Any, seats: tuple[Seat, ...], ruled: float
) -> Round:
    """A hand with rulings at any moment, also while cards are awaited."""
    round_ = Round(game, seats, between)
    for _ in range(2000):
        question = round_.question
        if question is None:
            return round_
        if rng.random() < ruled and (ruling := fitting(round_, rng)) is not None:
            round_.ruling(ruling)
        elif isinstance(question, Chance):
            n = 0 if question.kind == "shuffle" else question.n
            round_.deal(tuple(rng.sample(round_.unseen(), n)))
        elif round_.refusal(act := any_act(question, rng, 0.0)) is None:
            round_.act(act)
    raise AssertionError("the hand does not end")


@pytest.mark.parametrize("posting", POSTINGS, ids=["kill pots", "low limits", "other readings"])
@pytest.mark.parametrize("game_id", GAMES)
def test_what_holds_for_every_hand_of_stud(game_id: str, posting: dict[str, Any]) -> None:
    game = find(game_id)(posting)
    rng = random.Random(f"{game_id} {posting}")
    ruled: Counter[str] = Counter()
    between: Any = None
    for _ in range(HANDS):
        places = sorted(rng.sample(range(1, 9), rng.randint(2, 8)))
        seats = tuple(Seat(i, f"p{i}", rng.choice((1, 4, 20, 200)) * 100 + 57) for i in places)
        round_ = random_hand(game, rng, between, seats, rng.choice((0.02, 0.15)))
        folded(round_)
        Follower(round_)
        replayed(round_)
        ruled.update(given.name for given in round_.inputs if isinstance(given, Ruling))
        check_cards(round_)
        between = game.carried(round_.carry_over, round_.state)
    print(game_id, posting, dict(sorted(ruled.items())))
    if LONG:
        assert set(ruled) == set(STUD_GAMES)


def check_cards(round_: Round) -> None:
    """No card is in two hands, and who came to the showdown had seven, with the one for all."""
    s: PokerState = round_.state
    held = [card for seat in s.live for card in (*s.hole[seat],)] + list(s.board)
    assert len(held) == len(set(held))
    for seat in s.shown:
        own = len(s.hole[seat])
        assert own + len(s.board) == 7 or own == 7
        assert set(s.up[seat]) <= set(s.hole[seat])


def test_a_view_says_which_cards_lie_up() -> None:
    round_ = Round(find("razz")(), tuple(Seat(i, f"p{i}", 100_00) for i in (1, 2)))
    for cards in ((0, 1), (4, 5), (8, 9)):
        round_.deal(cards)
    own, other = (pile for pile in round_.view(1).piles if pile.zone == "hole")
    assert (own.pieces, own.up) == (["2c", "3c", "4c"], [False, False, True])
    assert (other.pieces, other.up) == (["??", "??", "4d"], [False, False, True])


@pytest.mark.parametrize("name", STUD_GAMES)
def test_a_ruling_of_stud_is_none_of_a_flop_game(name: str) -> None:
    holdem = Round(find("holdem")(), tuple(Seat(i, f"p{i}", 100_00) for i in (1, 2, 3)))
    with pytest.raises(Refused, match="not a ruling of Texas") as refused:
        holdem.ruling(Ruling(name, seat=1))
    assert refused.value.clauses == ("CA-HOLDEM-00",)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_ruling_of_a_flop_is_none_of_stud(game_id: str) -> None:
    round_ = Round(find(game_id)(), tuple(Seat(i, f"p{i}", 100_00) for i in (1, 2, 3)))
    with pytest.raises(Refused, match="not a ruling of") as refused:
        round_.ruling(Ruling("premature_flop"))
    assert refused.value.clauses == ("CA-STUD-01",)


@pytest.mark.parametrize(
    ("cards", "straight", "flush"),
    [
        ("2c 3c", False, False), ("2c 3d 4h", True, False), ("2c 3d 6h", True, False),
        ("2c 3d 7h", False, False), ("Ac 2d 5h", True, False), ("Ac Kd Th", True, False),
        ("Kc Ad 2h", False, False), ("2c 9c Kc", False, True), ("2c 9c Kd 4d", False, False),
        ("2c 2d 3c", False, False), ("9s Ts 2h Js", True, True),
    ],
)  # fmt: skip
def test_what_is_possible_with_three_up_cards(cards: str, straight: bool, flush: bool) -> None:
    held = find("razz").kind.parse(cards)
    assert straight_possible(held) is straight and flush_possible(held) is flush


def test_what_lies_up_is_announced_once() -> None:
    game = find("razz")()
    said: Counter[tuple[int, int, str]] = Counter()
    for seed in range(40):
        table = Table(game, seed=seed)
        for seat in range(1, 7):
            table.sit(seat, f"player {seat}", 1000_00)
        round_ = table.start()
        while isinstance(question := round_.question, Asking):
            table.act(question.seat, question.choices[1].name)
        found = [event for event in round_.events if isinstance(event, Announced)]
        said.update((seed, event.seat, event.words) for event in found)
    assert set(said.values()) == {1}
