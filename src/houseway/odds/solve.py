"""Best play of a posted blackjack game: the tables, the expectation, the house edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.odds.best_play import (
    ADDED,
    KINDS,
    LAMMER,
    NEVER,
    ORIGINAL,
    SPLIT,
    SPLIT_FREE,
    STAND,
    SURRENDER,
    choose,
    draw_chance,
    evaluate,
    follow,
    pair_chance,
    reach,
    split_tree,
)
from houseway.odds.compiled import compiled
from houseway.odds.dealer import ACE, TEN, VALUES, dealer_tree
from houseway.odds.hands_tree import hands
from houseway.shapes.blackjack import Blackjack, rules

_CARD = (48, 0, 4, 8, 12, 16, 20, 24, 28, 32)
CARDS_OF_VALUE = (4,) * 9 + (16,)
Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Terms:
    """What a posting means for the arithmetic."""

    decks: int
    hits_soft_17: bool
    peek: bool
    takes: float
    push_22: bool
    blackjack_pays: float
    blackjack_pushes_22: bool
    doubles: Array
    das: bool
    splits: Array
    hands_max: int
    resplit_aces: bool
    one_card_aces: bool
    surrender: bool


@dataclass(frozen=True)
class BestPlay:
    """Values and choices by hand and up card, and the expectation of one unit wagered."""

    terms: Terms
    value: Array
    choice: Array
    no_split: Array
    split_value: Array
    chance: Array
    expectation: float

    @property
    def house_edge(self) -> float:
        """The house's expected share of the initial wager."""
        return -self.expectation


def terms_of(game: Blackjack) -> Terms:
    """The arithmetic of a posting, asked from the rules the table plays by."""
    all_hands = hands()["cards"]
    double_on = game.offers.double_on
    doubles = np.zeros(len(all_hands), dtype=np.int8)
    for i, hand in enumerate(all_hands):
        if len(hand) == 2:
            cards = [_CARD[hand[0]], _CARD[hand[1]] + (hand[0] == hand[1])]
            doubles[i] = rules.may_double(cards, double_on) + 2 * game.free_double(cards)
    splits = np.zeros(VALUES, dtype=np.int8)
    for value in range(VALUES):
        cards = [_CARD[value], _CARD[value] + 1]
        splits[value] = rules.may_split(cards, game.offers.by_rank) + 2 * game.free_split(cards)
    pays = game.main_pays[0]
    return Terms(
        decks=game.decks,
        hits_soft_17=game.hits_soft_17,
        peek=game.peek,
        takes=1.0 if game.no_peek_takes == "all" else 0.0,
        push_22=game.dealer_22 != rules.BEATS_NOBODY,
        blackjack_pays=pays.numerator / pays.denominator,
        blackjack_pushes_22=game.dealer_22 == rules.PUSHES_ALL,
        doubles=doubles,
        das=game.double_after_split,
        splits=splits,
        hands_max=game.hands_max,
        resplit_aces=game.resplit_aces,
        one_card_aces=game.split_aces_one_card,
        surrender=game.surrender == "late",
    )


def best_play(game: Blackjack) -> BestPlay:
    """The best composition-dependent play of a posted game and what it is worth."""
    return solve(terms_of(game))


def solve(terms: Terms) -> BestPlay:
    """Best play from the terms alone."""
    tree = hands()
    n = len(tree["cards"])
    value = np.full((VALUES, n), NEVER)
    choice = np.zeros((VALUES, n), dtype=np.int8)
    no_split = np.full((VALUES, n), NEVER)
    split_value = np.full((VALUES, VALUES, 2), NEVER)
    chance = np.zeros((VALUES, n))
    expectation = 0.0
    shoe = np.array([c * terms.decks for c in CARDS_OF_VALUE], dtype=np.float64)
    for up in range(VALUES):
        part = _solve_up(terms, tree, shoe, up)
        value[up], choice[up], no_split[up], split_value[up] = part[:4]
        worth, chance[up] = _weigh(terms, tree, shoe, up, part[0], part[4])
        expectation += worth
    return BestPlay(terms, value, choice, no_split, split_value, chance, expectation)


def _solve_up(terms: Terms, tree: dict[str, Any], shoe: Array, up: int) -> tuple[Any, ...]:
    base = shoe.copy()
    base[up] -= 1
    barred = {ACE: TEN, TEN: ACE}.get(up, -1) if terms.peek else -1
    dealer = dealer_tree(up, terms.hits_soft_17, terms.peek)
    n = len(tree["cards"])
    rows, chances = np.zeros((n, 3)), np.zeros((n, VALUES))
    wanted = np.ones(n, dtype=np.bool_)
    compiled(evaluate)(base, wanted, tree["comp"], tree["total"], dealer["nodes"], dealer["ends"], barred,
             terms.push_22, rows, chances)  # fmt: skip
    values, choices = np.full((KINDS, n), NEVER), np.zeros((KINDS, n), dtype=np.int8)
    for kind in range(KINDS):
        compiled(choose)(tree["child"], tree["size"], wanted, rows, chances, terms.doubles, kind,
               terms.takes, False, True, values[kind], choices[kind])  # fmt: skip
    after = _choices_after_split(terms, tree, wanted, rows, chances, choices)
    best, what = values[ORIGINAL].copy(), choices[ORIGINAL].copy()
    splits = np.full((VALUES, 2), NEVER)
    for p in range(VALUES):
        h = tree["pair"][p, p]
        if terms.splits[p] and wanted[h] and terms.hands_max > 1:
            splits[p] = _split_values(terms, tree, base, dealer, barred, p, after)
            for i, action in enumerate((SPLIT, SPLIT_FREE)):
                if splits[p, i] > best[h]:
                    best[h], what[h] = splits[p, i], action
    if terms.surrender:
        two = (tree["size"] == 2) & (best < -0.5) & wanted
        best[two], what[two] = -0.5, SURRENDER
    return best, what, values[ORIGINAL], splits, rows


def _choices_after_split(
    terms: Terms, tree: dict[str, Any], wanted: Array, rows: Array, chances: Array, before: Array
) -> Array:
    """A split hand is played like the same cards before a split; without its double if barred."""
    after = before.copy()
    after[ADDED] = before[ORIGINAL]
    if not terms.das:
        scratch = np.empty(len(wanted))
        for kind in (ORIGINAL, LAMMER):
            compiled(choose)(tree["child"], tree["size"], wanted, rows, chances, terms.doubles, kind,
                   terms.takes, True, False, scratch, after[kind])  # fmt: skip
        after[ADDED] = after[ORIGINAL]
    return after


def _split_values(
    terms: Terms, tree: dict[str, Any], base: Array, dealer: dict[str, Any], barred: int, p: int,
    after: Array,
) -> tuple[float, float]:  # fmt: skip
    aces = p == ACE
    most = 2 if aces and not terms.resplit_aces else terms.hands_max
    choices = after.copy()
    if aces and terms.one_card_aces:
        choices[:] = STAND
    apart = np.zeros((KINDS, 2 * most + 2, most + 2))
    open_end = np.zeros_like(apart)
    chance = np.zeros((most + 2, most + 2))
    compiled(_fill)(base, p, most, barred, tree["child"], tree["comp"], tree["total"], tree["pair"],
          dealer["nodes"], dealer["ends"], terms.push_22, terms.takes, choices, apart, open_end,
          chance, bool(terms.splits[p] & 2))  # fmt: skip
    found = [NEVER, NEVER]
    for i, extra in enumerate((ADDED, LAMMER)):
        if terms.splits[p] & (1 + i):
            found[i] = split_tree(most, 2, 1, 1, 0, ORIGINAL, chance, apart, open_end, extra)
    return found[0], found[1]


def _fill(
    base: Any, p: int, most: int, barred: int, child: Any, comp: Any, total: Any, pair: Any,
    nodes: Any, ends: Any, push_22: bool, takes: float, choices: Any, apart: Any, open_end: Any,
    chance: Any, lammers: bool,
) -> None:  # fmt: skip
    """Hands begun by a split, by stake kind, pair cards out and other cards known to be out."""
    n_hands = comp.shape[0]
    left, of_pair = 0.0, base[p]
    for v in range(VALUES):
        left += base[v]
    barred_left = base[barred] if barred >= 0 else -1.0
    is_pair = barred == p
    wanted = np.zeros(n_hands, dtype=np.bool_)
    shown = np.zeros(n_hands, dtype=np.bool_)
    for kind in range(KINDS):
        if kind != LAMMER or lammers:
            reach(pair[p], child, choices[kind], wanted, shown)
    both = wanted | shown
    rows, chances = np.zeros((n_hands, 3)), np.zeros((n_hands, VALUES))
    value = np.zeros(n_hands)
    counts = np.empty(VALUES)
    for k in range(2, max(2 * most - 1, 4)):
        if of_pair < k:
            break
        for v in range(VALUES):
            counts[v] = base[v]
        counts[p] -= k - 1
        usable = both.copy()
        evaluate(counts, usable, comp, total, nodes, ends, barred, push_22, rows, chances)
        order = np.nonzero(usable & wanted)[0]
        counts[p] -= 1
        for kind in range(KINDS):
            if kind == LAMMER and not lammers:
                continue
            follow(child, order, rows, chances, choices[kind], kind, takes, value)
            any_card, other, p_chance = 0.0, 0.0, 0.0
            for v in range(VALUES):
                c = draw_chance(counts, left - k, v, barred)
                if c > 0.0:
                    any_card += c * value[pair[p, v]]
                    if v == p:
                        p_chance = c
                    else:
                        other += c * value[pair[p, v]]
            open_end[kind, k, 0] = any_card
            apart[kind, k, 0] = other / (1.0 - p_chance)
    for k in range(2, most + 1):
        for j in range(most + 1):
            chance[k, j] = pair_chance(left, of_pair, k, j, barred_left, is_pair)
    for j in range(most):
        for k in range(2, 2 * most - j):
            q = pair_chance(left, of_pair, k, j + 1, barred_left, is_pair)
            r = pair_chance(left, of_pair, k, j, barred_left, is_pair)
            for kind in range(KINDS):
                apart[kind, k, j + 1] = (apart[kind, k, j] - q * apart[kind, k + 1, j]) / (1 - q)
                open_end[kind, k, j + 1] = (open_end[kind, k, j] - r * open_end[kind, k + 1, j]) / (
                    1 - r
                )


def _weigh(
    terms: Terms, tree: dict[str, Any], shoe: Array, up: int, value: Array, rows: Array
) -> tuple[float, Array]:
    """The expectation from one up card, and the chance of each two-card hand with it."""
    n = shoe.sum()
    chance = np.zeros(len(value))
    worth = 0.0
    left = shoe.copy()
    up_chance = left[up] / n
    left[up] -= 1
    hole = {ACE: TEN, TEN: ACE}.get(up, -1)
    for a in range(VALUES):
        for b in range(a, VALUES):
            h = tree["pair"][a, b]
            ways = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
            if ways <= 0:
                continue
            p = up_chance * ways / ((n - 1) * (n - 2))
            chance[h] = p
            dealt = left[hole] - (a == hole) - (b == hole) if hole >= 0 else 0.0
            blackjack = dealt / (n - 3)
            worth += p * _two_card_worth(terms, (a, b), value[h], blackjack, rows[h], h)
    return float(worth), chance


def _two_card_worth(
    terms: Terms, pair: tuple[int, int], value: float, blackjack: float, row: Array, h: int
) -> float:
    if pair == (ACE, TEN):
        won = 1.0 - blackjack
        if terms.blackjack_pushes_22:
            against = row[0] + row[1]
            won *= against if terms.peek else against / (1.0 - blackjack)
        return terms.blackjack_pays * won
    if not terms.peek:
        return float(value)
    return float(value) * (1.0 - blackjack) - blackjack
