"""Composition-dependent best play, with exact splits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.blackjack.decisions import HIT, SPLIT, SPLIT_FREE, STAND, SURRENDER
from houseway.analysis.blackjack.solver.best_play import (
    ADDED,
    KINDS,
    LAMMER,
    NEVER,
    ORIGINAL,
    ROW,
    TO_22,
    choose,
    draw_chance,
    evaluate,
    follow,
)
from houseway.analysis.blackjack.solver.dealer import (
    ACE,
    TEN,
    VALUES,
    dealer_walk,
    short_walk,
    states_of,
)
from houseway.analysis.blackjack.solver.rules import SolverRules, terms_of
from houseway.analysis.compiler.compile import compiled

if TYPE_CHECKING:
    from houseway.analysis.blackjack.solver.best_play import SettlementTable
    from houseway.analysis.blackjack.solver.rules import TermsKey
    from houseway.families.blackjack.game import Blackjack


# Exact values of splits and resplits.
#
# Expectations add up, so each hand is valued by itself. It knows how many cards of the pair's value
# are out, and how many second cards that did not pair. A pair is split again whenever the number of
# hands allows it.


def reach(pairs: Any, child: Any, choice: Any, wanted: Any, depth_of: Any) -> None:
    """Mark the hands reached when these decisions are followed from some two-card hands."""
    for h in pairs:
        wanted[h] = True
    for h in range(child.shape[0]):
        if wanted[h] and choice[h] != STAND and choice[h] != SURRENDER:
            for v in range(VALUES):
                c = child[h, v]
                if c >= 0:
                    if choice[h] == HIT:
                        wanted[c] = True
                    else:
                        depth_of[c] = True


def pair_chance(n: float, of_pair: float, out: int, others: int, barred_left: float,
                barred_is_pair: bool) -> float:  # fmt: skip
    """Return the chance that the next card pairs, given the numbers of pair and other cards out.

    ``n`` and ``of_pair`` count the shoe before those cards are out. The hole card is known not to
    be of the barred value; ``barred_left`` is its number, or -1 without such knowledge.
    """
    p_left, left = of_pair - out, n - out - others
    if p_left <= 0.0:
        return 0.0
    if barred_left < 0.0:
        return p_left / left
    if barred_is_pair:
        return p_left / (left - 1.0)
    apart = n - of_pair
    hole_pairs, hole_other = p_left, apart - barred_left
    for i in range(others):
        hole_pairs *= (apart - i) / (n - out - 1.0 - i)
        hole_other *= (apart - 1.0 - i) / (n - out - 1.0 - i)
    both = hole_pairs * (p_left - 1.0) / (left - 1.0) + hole_other * p_left / (left - 1.0)
    return both / (hole_pairs + hole_other)


def split_tree(
    hands_max: int, made: int, waiting_first: int, waiting: int, others: int, first: int,
    chance: Any, apart: Any, open_end: Any, extra: int,
) -> float:  # fmt: skip
    """Return the value of the hands that still wait for their second card.

    ``apart[kind, k, j]`` is the value of a hand whose second card does not pair. Then k pair cards
    and j others are known to be out. ``open_end`` is the value of one that takes any card.
    ``first`` is the stake kind of the first hand, ``extra`` that of all the others.
    """
    if waiting_first + waiting == 0:
        return 0.0
    if made >= hands_max:
        return float(
            waiting_first * open_end[first, made, others] + waiting * open_end[extra, made, others]
        )
    kind = first if waiting_first else extra
    p = chance[made, others]
    total = 0.0
    if p > 0.0:
        total += p * split_tree(hands_max, made + 1, waiting_first, waiting + 1, others, first,
                                chance, apart, open_end, extra)  # fmt: skip
    f, w = (0, waiting) if waiting_first else (0, waiting - 1)
    rest = split_tree(hands_max, made, f, w, others + 1, first, chance, apart, open_end, extra)
    return float(total + (1.0 - p) * (apart[kind, made, others] + rest))


def fill_splits(
    base: Any, p: int, most: int, barred: int, child: Any, comp: Any, kinds: Any, pair: Any,
    walk: Any, settled: SettlementTable, takes: float, choices: Any, apart: Any, open_end: Any,
    chance: Any, lammers: bool,
) -> None:  # fmt: skip
    """Write the values of split hands by stake kind, pair cards out and other cards out."""
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
    rows, chances = np.zeros((n_hands, ROW)), np.zeros((n_hands, VALUES))
    value = np.zeros(n_hands)
    counts = np.empty(VALUES)
    for k in range(2, max(2 * most - 1, 4)):
        if of_pair < k:
            break
        for v in range(VALUES):
            counts[v] = base[v]
        counts[p] -= k - 1
        usable = both.copy()
        evaluate(counts, usable, comp, kinds, walk, barred, settled, rows, chances)
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


# Best play of a posted blackjack game: decisions, expectation and house edge.
#
#     >>> from houseway.rulebook import find
#     >>> from houseway.analysis.blackjack.solver.solve import best_play
#     >>> best_play(find("blackjack")({"decks": 6})).expectation
#
# The method is floating point over exact enumeration (errors below 1e-12), from a full shoe.
# Decisions depend on the exact cards of the hand and the up card. A split hand is played as the
# same cards would be without a split, and pairs are split again as often as allowed. Insurance is
# never taken: under an ace, given two more cards, the chance of a ten is at most 16n / (52n - 3).
# That is less than a third for every number n of decks.

CARDS_OF_VALUE = (4,) * 9 + (16,)
Array = npt.NDArray[Any]


@dataclass(frozen=True)
class UpCardContext:
    """The shoe and the chances of every hand against one up card; no decision changes them."""

    tree: dict[str, Any]
    """Every hand of the count."""
    up: int
    shown: float
    """The probability of this up card."""
    shoe: Array
    """The cards left without it."""
    walk: Array
    """The dealer's final hands."""
    short: Array
    """The same without those of the last state."""
    barred: int
    """The value that the hole card does not have, or -1."""
    possible: Array
    rows: Array
    chances: Array
    states: int
    """The number of final states of a dealer's hand."""
    dealt: Array
    """The probability of this up card with each two-card hand."""
    blackjack: Array
    """The probability of a dealer's blackjack, for each two-card hand."""


@dataclass(frozen=True)
class PlayTable:
    """A strategy: a decision for every up card and hand."""

    first: Array
    """[up, hand]: the hand as dealt, or drawn to without a split."""
    after: Array
    """[up, kind of stake, hand]: a split hand, which cannot be split further."""


@dataclass(frozen=True)
class BestPlay:
    """Values and decisions by up card and hand, and the expectation of one unit wagered."""

    terms: SolverRules
    grounds: tuple[UpCardContext, ...]
    play: PlayTable
    value: Array
    """[up, hand]: the value of the hand; under a peek, given no dealer blackjack."""
    no_split: Array
    """[up, hand]: the value without a split or surrender."""
    split_value: Array
    """[up, pair, paid or free]: the value of a split."""
    expectation: float

    @property
    def house_edge(self) -> float:
        """The house's expected share of the initial wager."""
        return -self.expectation


def best_play(game: Blackjack) -> BestPlay:
    """Return the best composition-dependent play of a posted game and its expectation.

    Tables that are played alike share one solution, so its arrays must not be written to.
    """
    terms = terms_of(game)
    best = best_of(terms.key)
    total = sum(_weigh(terms, g, v) for g, v in zip(best.grounds, best.value, strict=True))
    return replace(best, terms=terms, expectation=total)


@lru_cache(maxsize=12)
def best_of(key: TermsKey) -> BestPlay:
    """Return best play under these rules, cached, for a blackjack that pays 1 to 1."""
    return solve(terms_by(key))


def terms_by(key: TermsKey) -> SolverRules:
    """Return the rules of a key, for a blackjack that pays 1 to 1."""
    values: dict[str, Any] = {
        name: np.frombuffer(value, np.int8).copy() if isinstance(value, bytes) else value
        for name, value in key
    }
    return SolverRules(**values, blackjack_pays=1.0)


def solve(terms: SolverRules, shoe: Array | None = None) -> BestPlay:
    """Return best play under these rules, with the posted decks or another shoe of values."""
    if shoe is None:
        shoe = np.array([n * terms.decks for n in CARDS_OF_VALUE], dtype=np.float64)
    grounds = tuple(ground(terms, shoe, up) for up in range(VALUES))
    parts = [solve_up(terms, g) for g in grounds]
    value, first, no_split, split_value, after = (
        np.array(part) for part in zip(*parts, strict=True)
    )
    worth = sum(_weigh(terms, g, v) for g, v in zip(grounds, value, strict=True))
    return BestPlay(terms, grounds, PlayTable(first, after), value, no_split, split_value, worth)


def worth(terms: SolverRules, grounds: tuple[UpCardContext, ...], play: PlayTable) -> float:
    """Return the expectation of one unit wagered under this strategy."""
    return sum(
        _weigh(terms, g, followed(terms, g, play.first[g.up], play.after[g.up])) for g in grounds
    )


def ground(terms: SolverRules, shoe: Array, up: int, wanted: Array | None = None) -> UpCardContext:
    """Return the chances of every hand, or of those ``wanted``, against an up card."""
    tree = terms.tree
    n = len(tree["cards"])
    left = shoe.copy()
    left[up] -= 1
    barred = {ACE: TEN, TEN: ACE}.get(up, -1) if terms.peek else -1
    dealer_terms = terms.count, up, terms.hits_soft_17, terms.peek
    walk, short = dealer_walk(*dealer_terms), short_walk(*dealer_terms)
    rows, chances = np.zeros((n, ROW)), np.zeros((n, VALUES))
    possible = np.full(n, shoe[up] > 0) if wanted is None else wanted & (shoe[up] > 0)
    # Solving spends most of its time here and in fill_splits; compiled quickly, a third more.
    compiled(evaluate, fully=True)(left, possible, tree["comp"], tree["kind"], short, barred,
                                   terms.settled, rows, chances)  # fmt: skip
    dealt, blackjack = _first_cards(tree["pair"], shoe, up, n)
    return UpCardContext(
        tree,
        up,
        float(shoe[up] / shoe.sum()),
        left,
        walk,
        short,
        barred,
        possible,
        rows,
        chances,
        states_of(terms.count),
        dealt,
        blackjack,
    )


def _first_cards(pair: Array, shoe: Array, up: int, n: int) -> tuple[Array, Array]:
    """Return the chance of each two-card hand with an up card, and of a dealer blackjack then."""
    total = shoe.sum()
    left = shoe.copy()
    left[up] -= 1
    hole = {ACE: TEN, TEN: ACE}.get(up, -1)
    dealt, blackjack = np.zeros(n), np.zeros(n)
    for a in range(VALUES):
        for b in range(a, VALUES):
            ways = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
            if ways > 0 and shoe[up] > 0:
                dealt[pair[a, b]] = shoe[up] * ways / (total * (total - 1) * (total - 2))
                if hole >= 0:
                    tens = left[hole] - (a == hole) - (b == hole)
                    blackjack[pair[a, b]] = tens / (total - 3)
    return dealt, blackjack


def solve_up(terms: SolverRules, g: UpCardContext) -> tuple[Any, ...]:
    """Return the values and decisions of every hand against one up card.

    These are value, first decision, value without a split, value of a split, and later decisions.
    """
    tree = g.tree
    n = len(g.possible)
    values, choices = np.full((KINDS, n), NEVER), np.zeros((KINDS, n), dtype=np.int8)
    for kind in range(KINDS):
        compiled(choose)(tree["child"], tree["chart"], g.possible, g.rows, g.chances,
                         terms.doubles, kind, terms.takes, True, values[kind],
                         choices[kind])  # fmt: skip
    after = _choices_after_split(terms, g, values, choices)
    best, what = values[ORIGINAL].copy(), choices[ORIGINAL].copy()
    splits = np.full((VALUES, 2), NEVER)
    for p in range(VALUES):
        h = tree["pair"][p, p]
        if terms.splits[p] and g.possible[h] and terms.most[p] > 1:
            splits[p] = split_values(terms, g, p, after)
            for i, action in enumerate((SPLIT, SPLIT_FREE)):
                if splits[p, i] > best[h] and (p != TEN or terms.tens_alike):
                    best[h], what[h] = splits[p, i], action
    if terms.surrender:
        back = given_up(terms, g)
        two = (tree["size"] == 2) & (best < back) & g.possible
        best[two], what[two] = back[two], SURRENDER
    what[tree["pair"][ACE, TEN]] = STAND
    return best, what, values[ORIGINAL], splits, after


def given_up(terms: SolverRules, g: UpCardContext) -> Array:
    """Return the value of a surrender for every hand, on the scale of the other values.

    Under a peek, values are conditional on no dealer blackjack. An early surrender also avoids the
    loss to a blackjack, so its conditional value is higher.
    """
    lost = g.blackjack if terms.early else np.zeros_like(g.blackjack)
    found: Array = (lost - 0.5) / (1.0 - lost)
    return found


def _choices_after_split(
    terms: SolverRules, g: UpCardContext, values: Array, before: Array
) -> Array:
    """The decisions of split hands: those of the same cards unsplit, without barred doubles."""
    after, tree = before.copy(), g.tree
    if not terms.das:
        scratch = np.empty(len(g.possible))
        for kind in (ORIGINAL, LAMMER):
            compiled(choose)(tree["child"], tree["chart"], g.possible, g.rows, g.chances,
                             terms.doubles, kind, terms.takes, False, scratch,
                             after[kind])  # fmt: skip
    if terms.split_surrender:
        after[ORIGINAL, (tree["size"] == 2) & (values[ORIGINAL] < -0.5) & g.possible] = SURRENDER
    after[ADDED] = after[ORIGINAL]
    return after


def split_values(terms: SolverRules, g: UpCardContext, p: int, after: Array) -> tuple[float, float]:
    """Return the value of splitting a pair, for chips and for a lammer.

    Where tens pair by rank, only some tens are pairs, and a split hand may draw tens that do not
    pair. Such a pair is valued as split once, and the split is never chosen: a test shows for every
    number of decks that standing is far better. Tens that may be split further only by rank or suit
    are treated alike. Their value is that of the splits that any of them may make.
    """
    tree, most = g.tree, int(terms.most[p])
    choices = after.copy()
    if p == ACE and terms.one_card_aces:
        choices[:] = STAND
    apart = np.zeros((KINDS, 2 * most + 2, most + 2))
    open_end = np.zeros_like(apart)
    chance = np.zeros((most + 2, most + 2))
    compiled(fill_splits, fully=True)(
        g.shoe, p, most, g.barred, tree["child"], tree["comp"], tree["kind"], tree["pair"], g.short,
        terms.settled, terms.takes, choices, apart, open_end, chance, bool(terms.splits[p] & 2)
    )  # fmt: skip
    found = [NEVER, NEVER]
    for i, extra in enumerate((ADDED, LAMMER)):
        if terms.splits[p] & (1 + i):
            found[i] = split_tree(most, 2, 1, 1, 0, ORIGINAL, chance, apart, open_end, extra)
    return found[0], found[1]


def met_by(tree: dict[str, Any], first: Array) -> Array:
    """Return a mask of the hands that this strategy reaches without a split."""
    drawn = np.where(first >= SPLIT, STAND, first).astype(np.int8)
    wanted, ends = np.zeros((2, len(first)), np.bool_)
    compiled(reach)(tree["pair"].ravel(), tree["child"], drawn, wanted, ends)
    return wanted | ends


def followed(terms: SolverRules, g: UpCardContext, first: Array, after: Array) -> Array:
    """Return the value of every hand against an up card under this strategy."""
    tree = g.tree
    value = np.full(len(first), NEVER)
    drawn = np.where(first >= SPLIT, STAND, first).astype(np.int8)
    compiled(follow)(tree["child"], np.nonzero(g.possible)[0], g.rows, g.chances, drawn, ORIGINAL,
                     terms.takes, value)  # fmt: skip
    back = (first == SURRENDER) & g.possible
    value[back] = given_up(terms, g)[back]
    for p in range(VALUES):
        h = tree["pair"][p, p]
        if g.possible[h] and first[h] in (SPLIT, SPLIT_FREE):
            value[h] = split_values(terms, g, p, after)[first[h] - SPLIT]
    return value


def _weigh(terms: SolverRules, g: UpCardContext, value: Array) -> float:
    """The expectation from one up card: values of two-card hands weighted by their chances."""
    paid = value.copy()
    if terms.peek:
        paid = value * (1.0 - g.blackjack) - g.blackjack
    natural = g.tree["pair"][ACE, TEN]
    pushes = g.rows[natural, TO_22] if terms.blackjack_pushes_22 else 0.0
    no_blackjack = 1.0 - g.blackjack[natural]
    won = no_blackjack * (1.0 - pushes) if terms.peek else no_blackjack - pushes
    none, one = map(terms.net, terms.naturals)
    paid[natural] = none * won + one * g.blackjack[natural]
    return float((g.dealt * paid)[g.dealt > 0].sum())
