"""Mathematics over the live rules: exact odds, simulation, and that both are the live table."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.analysis import random_streams
from houseway.analysis.blackjack.decisions import DECISIONS
from houseway.analysis.blackjack.side_bets.first_deal import BOTH, UNASKED, count_both_hands
from houseway.analysis.blackjack.simulation import compiled_round
from houseway.analysis.blackjack.simulation.hand_rules import rules_of
from houseway.analysis.blackjack.simulation.mid_round_wagers import side_of
from houseway.analysis.blackjack.simulation.simulate import OneRound
from houseway.analysis.blackjack.strategy.basic import basic, policy
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.facts.binding import bind_rule
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.analysis.wager_edge import exact
from houseway.engine.questions import Chance
from houseway.errors import Refused
from houseway.families.banked.state import WagerSettled
from houseway.game.base import Seat
from houseway.hands.blackjack import natural
from houseway.pieces.cards import CARDS
from houseway.rulebook import find
from houseway.table.round import Round
from tests.support.random_play import LONG

FREE_BET = "free-bet-blackjack"
STAKES = {"main": 1000, "push_22": 500, "pot_of_gold": 500, "kings_bounty": 500}


def free_bet(**posting: Any) -> Any:
    return find(FREE_BET)(posting)


def kings_bounty_by_hand(decks: int) -> dict[str, Fraction]:
    """The probabilities from combinations alone: no rule of ours is called."""
    n, each = 52 * decks, decks
    pairs = math.comb(n, 2)
    one_card_twice = math.comb(each, 2)  # two of the same rank and suit
    spades = Fraction(one_card_twice, pairs)
    # The dealer's blackjack, when two kings are gone: an ace and one of the other tens.
    blackjack = Fraction(4 * each * (16 * each - 2), math.comb(n - 2, 2))
    tens = math.comb(16 * each, 2)
    suited_tens = 4 * math.comb(4 * each, 2)
    ace_nine, suited_ace_nine = (4 * each) ** 2, 4 * each**2
    two_kings = math.comb(4 * each, 2) - 4 * one_card_twice
    counted = {
        "suited_kings": 3 * one_card_twice,
        "suited_queens_jacks_or_tens": 12 * one_card_twice,
        "suited_20": suited_tens - 16 * one_card_twice + suited_ace_nine,
        "two_kings": two_kings,
        "unsuited_20": tens - suited_tens - two_kings + ace_nine - suited_ace_nine,
        "not_20": pairs - tens - ace_nine,
    }
    return {
        "kings_of_spades_and_dealer_blackjack": spades * blackjack,
        "kings_of_spades": spades * (1 - blackjack),
    } | {name: Fraction(ways, pairs) for name, ways in counted.items()}


@pytest.mark.parametrize("decks", [5, 6, 8])
def test_kings_bounty_is_what_combinations_say(decks: int) -> None:
    odds = exact(free_bet(decks=decks), "kings_bounty")
    by_hand = kings_bounty_by_hand(decks)
    assert odds.probability == by_hand
    assert sum(odds.probability.values()) == 1
    n = 52 * decks
    assert odds.total == n * (n - 1) * (n - 2) * (n - 3)

    pays = (1000, 100, 30, 20, 9, 6, 4, -1)
    mean = sum(p * pay for p, pay in zip(by_hand.values(), pays, strict=True))
    square = sum(p * pay**2 for p, pay in zip(by_hand.values(), pays, strict=True))
    column = odds.here
    assert (column.edge, column.returned) == (-mean, 1 + mean)
    assert column.variance == square - mean**2
    assert column.hit_frequency == 1 - by_hand["not_20"]


def test_kings_bounty_edges() -> None:
    edges = {n: exact(free_bet(decks=n), "kings_bounty").here.edge for n in (5, 6, 8)}
    assert edges == {
        5: Fraction(8825891, 37208717),
        6: Fraction(5980547, 25818598),
        8: Fraction(3289961, 14642030),
    }


def test_enumeration_interpreted_is_compiled() -> None:
    game = free_bet(decks=5)
    by = next(w.rule for w in game.wagers if w.name == "kings_bounty")
    left = [2 * (card % 13 == 5 or card >= 32) for card in range(52)]  # few cards, all outcomes
    plain, twin = ([0] * 8, np.zeros(8, np.int64))
    count, unasked = (
        count_both_hands(bind_rule(by, BOTH), natural),
        np.full(52**4, UNASKED, np.int16),
    )
    assert count(list(left), unasked.copy(), [0] * 4, plain)
    assert compiled(count)(np.array(left), unasked.copy(), np.zeros(4, np.int64), twin)
    assert plain == twin.tolist() and min(plain) > 0


@pytest.mark.parametrize(
    ("wager", "says"),
    [
        ("push_22", "push_22 reads player_over_21 and dealer; of blackjack only"),
        ("main", "main is decided by the play of the hand"),
        ("puh_22", r"did you mean push_22\?"),
    ],
)
def test_what_cannot_be_enumerated_is_refused(wager: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        exact(free_bet(), wager)


def test_splitmix64_is_the_published_one() -> None:
    word = compiled(random_streams.next_word)
    state: Any = np.array([1234567], np.uint64)
    found = [int(word(state)) for _ in range(5)]
    assert found == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
        16408922859458223821,
    ]  # fmt: skip


@pytest.mark.statistical
def test_a_shuffle_is_even() -> None:
    shuffle = compiled(random_streams.shuffle)
    state: Any = np.array([3], np.uint64)
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(24_000):
        cards: Any = np.arange(5)
        shuffle(cards, 1, state)
        seen[tuple(cards.tolist())] = seen.get(tuple(cards.tolist()), 0) + 1
    assert len(seen) == 24 and all(order[0] == 0 for order in seen)
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 60  # chi square, 23 degrees


def test_a_seed_gives_the_same_rounds() -> None:
    game = free_bet()
    assert simulate(game, 20_000, seed=4) == simulate(game, 20_000, seed=4)
    assert simulate(game, 20_000, seed=4) != simulate(game, 20_000, seed=5)


@pytest.mark.statistical
def test_simulated_kings_bounty_is_the_exact_one(interpreted: None) -> None:
    """Shuffled before every round: a cut card gives the rounds after small cards more weight."""
    game = free_bet()
    game.reshuffle_at = lambda: 52 * game.decks
    rounds = 1_000_000 if LONG else 10_000
    found = simulate(game, rounds, seed=11, wagers=["kings_bounty"])["kings_bounty"]
    edge = exact(game, "kings_bounty").here.edge
    assert abs(float(-found.mean() - edge)) < 5 * found.stderr()
    assert found.rounds == rounds


@pytest.mark.statistical
def test_standard_blackjack_has_its_known_edge() -> None:
    """Six decks, soft 17 hit, doubles after splits: 0.6154 % with the best play."""
    found = simulate(find("blackjack")({}), 3_000_000, seed=2)["main"]
    assert abs(-float(found.mean()) - 0.006154) < 5 * found.stderr() + 0.0004
    assert list(found.columns) == ["3 to 2", "6 to 5"]
    blackjacks = found.probability["blackjack"]
    assert found.columns["6 to 5"].edge - found.columns["3 to 2"].edge == blackjacks * 3 / 10


def test_pay_columns_are_re_weightings() -> None:
    found = simulate(free_bet(), 50_000, seed=1)["push_22"]
    suited, colored, other, lost = found.probability.values()
    assert found.columns["A"].edge == lost - 50 * suited - 20 * colored - 8 * other
    assert found.columns["B"].edge == lost - 50 * suited - 20 * colored - 7 * other
    assert found.columns["C"].edge == lost - 11 * (suited + colored + other)


def test_what_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(Refused, match="at least one round"):
        simulate(free_bet(), 0)
    with pytest.raises(Refused, match="Push 22 is not offered at this table"):
        simulate(free_bet(push_22="off"), 10, wagers=["push_22"])
    with pytest.raises(Refused, match="takes more than the 5 cards given"):
        OneRound(free_bet()).play(CARDS.parse("2c Tc 2d 6d 3c"))


def play_live(game: Any, cards: list[int], player: Any) -> tuple[dict[str, int], int, Round]:
    """A round of the live engine fed from these cards; net cents by wager, and cards used."""
    round_ = Round(game, [Seat(1, "Ann", 1_000_000)])
    while (question := round_.question) is not None:
        if isinstance(question, Chance):
            round_.deal(tuple(cards[round_.drawn : round_.drawn + question.n]))
        else:
            round_.act(player(question, round_.state))
    nets: dict[str, int] = {}
    for event in round_.events:
        if isinstance(event, WagerSettled):
            nets[event.spot] = nets.get(event.spot, 0) + event.back - event.stake
    return nets, round_.drawn, round_


def rich_in_pairs(game: Any, chance: random.Random) -> list[int]:
    """A shoe in which splits, free bets and naturals come often at the beginning."""
    shoe: list[int] = game.kind.one_set(game.sets())
    chance.shuffle(shoe)
    if chance.random() < 0.5:
        rank = chance.randrange(13)
        shoe.sort(key=lambda card: chance.random() - (card >> 2 in (rank, 8, 12)) * 0.6)
        chance.shuffle(head := shoe[:12])
        shoe[:12] = head
    return shoe


TABLES: list[tuple[str, dict[str, Any]]] = [
    (FREE_BET, {}),
    (FREE_BET, {"decks": 8, "soft_17": "stand", "blackjack_pays": "6 to 5", "push_22": "C"}),
    (FREE_BET, {"side_bets_judge": "any_hand", "blackjack_against_22": "pushed"}),
    (FREE_BET, {"draw_only_if_winnable": True, "split_aces_one_card": False}),
    (FREE_BET, {"surrender": "late", "decks": 5}),
    (FREE_BET, {"peek": False}),
    (FREE_BET, {"push_22": "off", "pot_of_gold": "POG 02"}),
    ("blackjack", {"surrender": "late", "split_by": "rank", "resplit_aces": True}),
    ("blackjack", {"peek": False, "no_peek_takes": "original", "double_on": "9 to 11"}),
    ("blackjack", {"decks": 1, "double_after_split": False, "hands_max": 2}),
]


def contrary(cards: Any, dealer_up: int, offered: int) -> int:
    """Not a way to play: any decision offered, by a hash of the cards.  It reaches every rule."""
    mixed: int = 7 * len(cards) + 3 * cards[0] + 5 * cards[len(cards) - 1] + dealer_up
    chosen = mixed % 7
    while not offered >> chosen & 1:
        chosen = (chosen + 1) % 7
    return chosen


@pytest.mark.parametrize("strategy", [basic, contrary], ids=lambda s: s.__name__)
@pytest.mark.parametrize(
    ("game_id", "posting"),
    [pytest.param(*of, marks=[pytest.mark.slow] * ("off" in of[1].values())) for of in TABLES],
    ids=str,
)
def test_live_rounds_and_compiled_rounds_settle_alike(
    game_id: str, posting: dict[str, Any], strategy: Any
) -> None:
    game: Any = find(game_id)(posting)
    stakes = {w.name: STAKES[w.name] for w in game.offered}
    chance = random.Random(f"{game_id}{posting}")
    plainly = not LONG and (game_id, strategy) != (FREE_BET, basic)  # one loop is compiled
    one = OneRound(game, strategy, interpreted=plainly)
    player = policy(stakes, strategy)
    seen: set[str] = set()
    for _ in range(600 if posting else 3000):
        shoe = rich_in_pairs(game, chance)
        nets, drawn, round_ = play_live(game, shoe, player)
        result = one.play(shoe[:80])
        shown = CARDS.show(shoe[:drawn])
        assert {name: net * stakes[name] for name, net in result.nets.items()} == nets, shown
        assert result.cards == drawn, shown
        for event in round_.events:
            if isinstance(event, WagerSettled) and event.spot != "main":
                assert result.outcomes[event.spot] == event.outcome, shown
        seen.update(result.outcomes.values())
    assert len(seen) > 5


def test_driver_interpreted_is_compiled() -> None:
    """The driver is one code too: run as plain Python it gives what its twin gives."""
    game, chance = free_bet(), random.Random(8)
    sides = tuple(w for w in game.offered if w.rule)
    moments = tuple(side_of(game, w) for w in sides)
    plain = compiled_round.driver(rules_of(game), basic, moments)
    posted = compiled_round.read_posted(game, sides)
    one, spot = OneRound(game), compiled_round.new_spot()
    for _ in range(300):
        shoe = rich_in_pairs(game, chance)
        found: Any = np.zeros(len(sides), np.int64)
        spot[compiled_round.ROUND, compiled_round.NEXT] = 0
        main = plain(np.array(shoe), spot, posted, np.zeros(1, np.uint64), found)
        result = one.play(shoe)
        assert compiled_round.RESULTS[main] == result.outcomes["main"]
        for wager, outcome in zip(sides, found, strict=True):
            assert wager.rule.outcomes[outcome] == result.outcomes[wager.name]


def test_a_shoe_that_runs_out_is_made_of_what_is_not_in_play() -> None:
    """One deck dealt to the last card: every round still has different cards."""
    game: Any = find("blackjack")({"decks": 1, "cut_card": 95})
    spot, state = compiled_round.new_spot(), random_streams.stream(9, 0)
    one = compiled_round.driver(rules_of(game), basic, ())
    shoe, nothing = np.arange(52), np.zeros(0, np.int64)
    posted = compiled_round.read_posted(game, ())
    for _ in range(2000):
        with np.errstate(over="ignore"):
            one(shoe, spot, posted, state, nothing)
        rows = (*range(spot[compiled_round.ROUND, compiled_round.HANDS]), compiled_round.DEALER)
        out = [c for i in rows for c in spot[i, : spot[i, compiled_round.SIZE]].tolist()]
        assert len(out) == len(set(out))
        assert sorted(shoe) == list(range(52))


def test_basic_strategy_by_the_table() -> None:
    every = (1 << len(DECISIONS)) - 1
    paid = every & ~(1 << DECISIONS.index("double_free") | 1 << DECISIONS.index("split_free"))
    hit_or_stand = 0b11
    for text, up, offered, said in [
        ("8c 8d", "Ah", paid, "split"), ("Tc Td", "6h", paid, "stand"),
        ("5c 5d", "6h", every, "double_free"), ("4c 4d", "Th", every, "split_free"),
        ("4c 4d", "Th", paid, "hit"), ("4c 4d", "5h", paid, "split"),
        ("9c 9d", "7h", paid, "stand"), ("Tc 6d", "Th", paid, "surrender"),
        ("Tc 6d", "Th", hit_or_stand, "hit"), ("Tc 6d", "6h", hit_or_stand, "stand"),
        ("Tc 2d", "3h", paid, "hit"), ("Tc 2d", "4h", paid, "stand"),
        ("Ac 7d", "6h", paid, "double"), ("Ac 7d", "6h", hit_or_stand, "stand"),
        ("Ac 7d", "9h", paid, "hit"), ("Ac 8d", "6h", paid, "double"),
        ("Ac 2d", "4h", paid, "hit"), ("6c 5d", "Ah", paid, "double"),
    ]:  # fmt: skip
        (dealer_up,) = CARDS.parse(up)
        assert DECISIONS[basic(CARDS.parse(text), dealer_up, offered)] == said, (text, up)
