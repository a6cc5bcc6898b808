"""Sources of pieces: any source deals the same rounds as a shoe."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence

import pytest

from houseway.engine.questions import Act, Asking, Chance
from houseway.engine.shoe import Several, Shoe, Source, deal
from houseway.errors import Refused
from houseway.pieces.cards import CARDS
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.random_play import GAME_IDS, play_randomly, random_act


class Ordered:
    """A source that lies in order from the start, as a committed shoe does."""

    def __init__(self, pieces: Sequence[int], seed: int) -> None:
        self.rng = random.Random(seed)
        self.order: list[int] = []
        self.calls: list[str] = []
        self.relay(pieces)

    @property
    def left(self) -> int:
        return len(self.order)

    def draw(self, n: int) -> tuple[int, ...]:
        drawn, self.order = self.order[:n], self.order[n:]
        assert len(drawn) == n, "more was drawn than there is"
        return tuple(drawn)

    def dice(self, n: int) -> tuple[int, ...]:
        return tuple(self.rng.choices(range(1, 7), k=n))

    def put_back(self, pieces: tuple[int, ...]) -> None:
        self.calls.append("put_back")
        self.order += pieces
        self.rng.shuffle(self.order)

    def relay(self, pieces: Sequence[int]) -> None:
        self.calls.append("relay")
        self.order = list(pieces)
        self.rng.shuffle(self.order)


def seated(game_id: str, source: Source, n: int = 4) -> Table:
    table = Table(game_id, source=source)
    for seat in range(1, n + 1):
        table.sit(seat, f"player {seat}", 500_000)
    return table


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_table_deals_from_any_source(game_id: str) -> None:
    game = Table(game_id).game
    source = Ordered(game.all_pieces, seed=5)
    table = seated(game_id, source)
    rng = random.Random(7)
    for _ in range(3):
        round_ = play_randomly(table, rng, rulings=0.05)
        assert round_.closed
        assert source.left <= len(game.all_pieces)


def test_the_loop_answers_whatever_a_table_answers() -> None:
    """The same shoe under a table and under a bare round: the same round."""
    table = Table("free-bet-blackjack", seed=3)
    game = table.game
    table.sit(1, "Ann", 100_000)
    played = table.start()
    table.bet(1, main=1000)
    shoe = Shoe(game.kind, game.sets(), random.Random(3))
    round_ = Round(game, played.seats, played.carry_over)
    deal(round_, shoe)
    round_.act(Act(1, "bet", places=(("main", 1000),)))
    deal(round_, shoe)
    assert round_.inputs == played.inputs and round_.state == played.state
    assert not isinstance(round_.question, Chance)


@pytest.mark.parametrize("ns", [(1, 1, 1), (3,), (1, 2), (2, 1), (0, 3), (3, 1), (4,)])
def test_every_order_of_a_shoe_comes_once_for_every_way_of_chance(ns: tuple[int, ...]) -> None:
    """Each of the equal parts of every random number leads to another order, so all are alike."""
    n, seen = sum(ns), Counter[tuple[int, ...]]()
    for parts in itertools.product(*(range(left) for left in range(5, 5 - n, -1))):
        numbers = [(part + 0.5) / (5 - i) for i, part in enumerate(parts)]
        rng = random.Random()
        rng.random = iter(numbers).__next__  # type: ignore[method-assign]
        shoe = Shoe(CARDS, 1, rng)
        shoe.relay(range(5))
        drawn = tuple(itertools.chain.from_iterable(map(shoe.draw, ns)))
        assert shoe.left == len(shoe.pieces) == 5 - n
        assert sorted((*drawn, *shoe.pieces)) == [0, 1, 2, 3, 4]
        seen[drawn] += 1
    assert seen == Counter(itertools.permutations(range(5), n))


def test_a_source_that_runs_out_is_laid_anew_with_what_is_unseen() -> None:
    source = Ordered((), seed=1)
    table = seated("holdem", source, 3)
    round_ = table.start()
    source.order = source.order[:1]
    while not round_.state.board:
        assert isinstance(round_.question, Asking)
        offered = [choice.name for choice in round_.question.choices]
        table.act(round_.question.seat, "call" if "call" in offered else "check")
    assert source.calls[-1] == "relay"
    assert sorted(source.order) == round_.unseen()


def test_a_refusal_for_want_of_pieces_leaves_source_and_round_alone() -> None:
    source = Ordered((), seed=2)
    table = seated("21-hold-em", source, 1)
    round_ = table.start()
    table.bet(1, main=500)
    assert isinstance(round_.question, Asking)
    source.order, round_._pieces = [], Several([0] * 52)
    seen = source.calls.copy()
    with pytest.raises(Refused, match="0 cards are left to shuffle, and 1 must come"):
        table.act(1, "hit")
    with pytest.raises(Refused, match="0 cards are left to shuffle, and 1 must come"):
        deal(round_, source)
    assert source.calls == seen and source.order == []


def test_who_plays_may_be_chosen() -> None:
    table = seated("blackjack", Ordered((), seed=1), 4)
    round_ = table.start(seats=(4, 2))
    assert [seat.seat for seat in round_.seats] == [2, 4]
    while round_.question is not None:
        table.enter(random_act(round_, random.Random(1)))
    assert sorted(table.seats) == [1, 2, 3, 4]
    with pytest.raises(Refused, match="no player sits at seat 7"):
        table.start(seats=(7,))
    with pytest.raises(Refused, match="needs 2 players"):
        seated("holdem", Ordered((), seed=1), 4).start(seats=(3,))


def test_a_source_and_a_seed_do_not_go_together() -> None:
    with pytest.raises(Refused, match="not both"):
        Table("blackjack", seed=1, source=Ordered((), seed=1))


def test_other_decks_are_shuffled_when_they_are_posted() -> None:
    source = Ordered((), seed=1)
    table = seated("blackjack", source, 1)
    table.post(type(table.game)({"decks": 2}))
    assert source.left == 104
