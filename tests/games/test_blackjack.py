"""Blackjack and Free Bet Blackjack beyond their cases: oracles, books, twins."""

from __future__ import annotations

import inspect
import itertools
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.cite import RULES
from houseway.engine.events import Settlement, line
from houseway.engine.questions import Act, Chance, Ruling
from houseway.errors import Refused
from houseway.families.blackjack.game import Blackjack
from houseway.hands.blackjack import is_soft, natural, points
from houseway.pieces.cards import ACE, CARDS, KING, TEN
from houseway.records.cases import settlements
from houseway.rulebook.clauses import all_clauses
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
from houseway.rulebook.colorado.free_bet_blackjack.game import FreeBetBlackjack
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.random_play import play_randomly, random_posting

ROUNDS = int(os.environ.get("HOUSEWAY_ROUNDS", "150")) * 10
both = pytest.mark.parametrize("game", [StandardBlackjack, FreeBetBlackjack])


def rounds(game: type[Blackjack], n: int, rulings: float, seed: int) -> Iterator[Round]:
    """Random rounds at tables of one to seven seats, each table with a posting of its own."""
    for number in range(n // 10):
        rng = random.Random(seed + number)
        posting = random_posting(game, rng)
        table = Table(game(posting), seed=seed + number)
        for seat in sorted(rng.sample(range(1, 8), rng.randint(1, 7))):
            table.sit(seat, f"player {seat}", rng.choice((3_000, 10_000, 1_000_000)))
        for _ in range(10):
            if not any(seat.chips for seat in table.seats.values()):
                break
            yield play_randomly(table, rng, rulings)


@both
def test_events_fold_into_the_state_and_say_every_transfer(game: type[Blackjack]) -> None:
    seen: Counter[str] = Counter()
    for round_ in rounds(game, ROUNDS, rulings=0.02, seed=21):
        state = round_.game.new_state(round_.seats, round_.carry_over)
        ledger = Counter(state.balances())
        total = sum(ledger.values())
        for event in round_.events:
            event.do(state)
            for source, target, cents in event.transfers():
                assert cents >= 0, line(event, CARDS)
                ledger[source] -= cents
                ledger[target] += cents
            balances = state.balances()
            assert sum(balances.values()) == total
            assert all(balances.get(a, 0) == ledger[a] for a in {*balances, *ledger}), line(
                event, CARDS
            )
            seen[type(event).__name__] += 1
        assert state == round_.state
        assert not state.stakes and all(cents >= 0 for cents in state.purses.values())
    rare = {"HandTucked", "LammerLaid", "LammersMoved"} if game is FreeBetBlackjack else set()
    wanted = {"HandSplit", "Doubled", "Surrendered", "WagerReturned", "Staked", "DealerDrew"}
    assert (wanted | rare) <= set(seen)


@both
def test_every_settlement_cites_clauses_that_exist(game: type[Blackjack]) -> None:
    known = all_clauses()
    for round_ in rounds(game, ROUNDS // 10, rulings=0.02, seed=8000):
        for settled in settlements(round_):
            assert settled.clauses and set(settled.clauses) <= set(known), settled


@both
def test_a_ruling_may_come_at_any_question(game: type[Blackjack]) -> None:
    """A void spot gets back what it had on the table; the other spots never notice."""
    for seed in range(60):
        table = Table(game(), seed=seed)
        for seat in (1, 2, 3):
            table.sit(seat, f"player {seat}", 100_000)
        rng = random.Random(seed)
        played = play_randomly(table, rng)
        for stop in range(len(played.inputs)):
            round_ = Round(played.game, played.seats, played.carry_over)
            for given in played.inputs[:stop]:
                round_.enter(given)
            on_table = round_.state.balances()["stake", 2]
            purse = round_.state.purses[2]
            try:
                round_.ruling(Ruling("void_hand", seat=2))
            except Refused:
                continue
            assert round_.state.purses[2] == purse + on_table
            assert all(hand.settled for hand in round_.state.hands[2])
            while round_.question is not None:
                for seat in getattr(round_.question, "seats", tuple)():
                    assert seat != 2
                _answer(round_)
            assert round_.state.balances()["stake", 2] == 0


def _answer(round_: Round) -> None:
    """The quickest way on: the next unseen cards, or the default decision."""
    question = round_.question
    if isinstance(question, Chance):
        round_.deal(tuple(round_.unseen()[: question.n]))
    else:
        assert question is not None
        round_.time_up(question.seats()[0])


PUSH_22 = {"A": (50, 20, 8), "B": (50, 20, 7), "C": (11, 11, 11)}
POT_OF_GOLD = {
    "POG 01": (-1, 3, 10, 30, 60, 100, 300, 1000),
    "POG 02": (-1, 3, 12, 30, 50, 100, 100, 100),
}


def best_total(cards: list[int]) -> int:
    """The best total by trying every ace both ways."""
    options = [(1, 11) if card >> 2 == ACE else (min(card >> 2, TEN) + 2,) for card in cards]
    totals = {sum(choice) for choice in itertools.product(*options)}
    return max((t for t in totals if t <= 21), default=min(totals))


def is_blackjack(cards: list[int]) -> bool:
    return len(cards) == 2 and best_total(cards) == 21


def hand_net(game: Any, hand: Any, number: int, dealer: list[int], unit: int, paid: int) -> int:
    """Return the net of one hand: chips ``paid`` on it, lammers worth ``unit`` each."""
    mine, theirs = best_total(hand.cards), best_total(dealer)
    lammers: int = hand.free + (hand.doubled == "free")
    first_two_21 = is_blackjack(hand.cards) and not hand.split
    if mine > 21:
        return -paid
    if is_blackjack(dealer):
        if first_two_21:
            return 0
        if not game.peek and game.no_peek_takes == "original":
            return 0 if number else -unit
        return -paid
    if first_two_21:
        if theirs == 22 and game.dealer_22_pushes and game.blackjack_against_22 == "pushed":
            return 0
        odds = Fraction(3, 2) if game.blackjack_pays == "3 to 2" else Fraction(6, 5)
        return rounded(paid * odds, game.breakage)
    if theirs == 22 and game.dealer_22_pushes:
        return 0
    if theirs > 21 or mine > theirs:
        return paid + lammers * unit
    return 0 if mine == theirs else -paid


def rounded(amount: Fraction, breakage: str) -> int:
    down = amount.numerator // amount.denominator
    rest = amount - down
    up = {"down": False, "up": rest > 0, "nearest": rest >= Fraction(1, 2)}[breakage]
    return down + up


ORACLE = ("main", "insurance", "push_22", "pot_of_gold", "kings_bounty")
"""The wagers this oracle knows; a side bet added later stands on its own cases."""


def side_net(game: Any, state: Any, settled: Settlement) -> int:
    """Return the net of a side bet of Free Bet Blackjack."""
    hands, dealer, stake = state.hands[settled.seat], state.dealer, settled.stake
    if settled.wager == "push_22":
        judged = hands[:1] if game.side_bets_judge == "original_hand" else hands
        if best_total(dealer) != 22 or all(best_total(h.cards) > 21 for h in judged):
            return -stake
        suits = {card & 3 for card in dealer}
        row = 0 if len(suits) == 1 else 1 if suits <= {1, 2} or suits <= {0, 3} else 2
        return stake * PUSH_22[game.push_22][row]
    if settled.wager == "pot_of_gold":
        free = sum(int(h.free) + (h.doubled == "free") for h in hands)
        return stake * POT_OF_GOLD[game.pot_of_gold][0 if is_blackjack(dealer) else free]
    a, b = state.dealt[settled.seat]
    return stake * kings_bounty_odds(a, b, is_blackjack(dealer))


def kings_bounty_odds(a: int, b: int, dealer_blackjack: bool) -> int:
    if best_total([a, b]) != 20:
        return -1
    same_suit, same_rank = a & 3 == b & 3, a >> 2 == b >> 2
    if same_rank and a >> 2 == KING:
        if not same_suit:
            return 6
        spades = 1000 if dealer_blackjack else 100
        return spades if a & 3 == 3 else 30
    if same_suit:
        return 20 if same_rank else 9
    return 4


@both
def test_every_wager_comes_out_as_the_text_says(game: type[Blackjack]) -> None:
    checked: Counter[str] = Counter()
    for round_ in rounds(game, ROUNDS, rulings=0.0, seed=4000):
        state, table = round_.state, round_.game
        assert isinstance(table, Blackjack)
        surrendered = {s.seat for s in settlements(round_) if s.outcome == "surrender"}
        units = {(s.seat, s.owner): _unit(round_, s.seat, s.owner) for s in settlements(round_)}
        for settled in settlements(round_):
            seat, owner = settled.seat, settled.owner
            if settled.wager not in ORACLE:
                continue
            if settled.wager == "insurance":
                expected = settled.stake * (2 if is_blackjack(state.dealer) else -1)
            elif settled.wager != "main":
                expected = side_net(table, state, settled)
            elif seat in surrendered:
                expected = rounded(Fraction(-settled.stake, 2), table.breakage)
            else:
                hand = state.hands[seat][settled.hand]
                unit = units[seat, owner]
                expected = hand_net(table, hand, settled.hand, state.dealer, unit, settled.stake)
            assert settled.net == expected, (settled, round_.events)
            checked[settled.wager] += 1
    known = {w.name for w in game.wagers} & set(ORACLE)
    assert known | {"insurance"} <= set(checked)


def _unit(round_: Round, seat: int, owner: str) -> int:
    for given in round_.inputs:
        if isinstance(given, Act) and given.seat == seat and given.name == "bet":
            return dict(given.places).get("main" if owner == "player" else "tip_main", 0)
    raise AssertionError(seat)


def test_points_are_the_best_of_all_ways_to_count() -> None:
    for n in range(1, 5):
        for ranks in itertools.combinations_with_replacement(range(13), n):
            cards = [rank * 4 for rank in ranks]
            assert points(cards) == best_total(cards)
            hard = sum(1 if r == ACE else min(r, TEN) + 2 for r in ranks)
            assert is_soft(cards) == (points(cards) != hard)
            assert natural(cards) == is_blackjack(cards)


MODULES = (
    "houseway.hands.blackjack",
    "houseway.families.blackjack.rules",
    "houseway.rulebook.colorado.free_bet_blackjack.game",
)
TWINS = sorted(name for name in RULES if name.rpartition(".")[0] in MODULES)


def _hand(rng: random.Random) -> list[int]:
    """Mostly two cards, often of the ranks and suits that decide something."""
    n = rng.choice((2, 2, 2, 2, 3, 3, 4, 5, 6))
    ranks = rng.choices(range(13), weights=(2, 2, 2, 2, 3, 2, 2, 3, 4, 2, 2, 6, 5), k=n)
    suits = rng.choice(((0, 1, 2, 3), (3,), (1, 2), (0, 3)))
    return [rank * 4 + rng.choice(suits) for rank in ranks]


DRAWN: dict[str, Callable[[random.Random], Any]] = {
    "cards": _hand,
    "hand": _hand,
    "player": _hand,
    "dealer": _hand,
    "first_two": lambda rng: _hand(rng)[:2],
    "card": lambda rng: rng.randrange(52),
    "a": lambda rng: rng.randrange(52),
    "b": lambda rng: rng.randrange(52),
    "lammers": lambda rng: rng.randint(0, 7),
    "dealer_22": lambda rng: rng.randrange(3),
    "made": lambda rng: rng.random() < 0.5,
    "most": lambda rng: rng.choice((21, 22)),
    "must_hit": lambda rng: rng.randint(10, 14),
    "must_stand": lambda rng: rng.randint(15, 21),
    "double_on": lambda rng: rng.randrange(3),
    "dealer_blackjack": lambda rng: rng.random() < 0.5,
    "hit_soft_17": lambda rng: rng.random() < 0.5,
    "from_split": lambda rng: rng.random() < 0.5,
    "by_rank": lambda rng: rng.random() < 0.5,
    "player_over_21": lambda rng: rng.random() < 0.5,
}


@pytest.mark.parametrize("name", TWINS, ids=lambda name: name.rpartition(".")[2])
def test_compiled_is_interpreted(name: str) -> None:
    rule = RULES[name]
    twin = rule.jit()
    rng = random.Random(name)
    drawn = [DRAWN[p] for p in inspect.signature(rule).parameters]
    results = set()
    for _ in range(2000):
        plain = [draw(rng) for draw in drawn]
        arrays = [np.array(x, np.int64) if isinstance(x, list) else x for x in plain]
        result = rule(*plain)
        assert twin(*arrays) == result, plain
        results.add(result)
    if rule.outcomes:
        assert results == set(range(len(rule.outcomes))), "an outcome never came"
