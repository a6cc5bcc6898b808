"""Wagers on the dealer's final hand that lose if the player goes over a total: Push 22, Hedge 22.

    >>> best = best_play(game)
    >>> played_odds(game, "push_22", best.terms, best.grounds, best.play).probability

Push 22 loses over 21, Hedge 22 over 29. Each final hand of the player is followed under a given
strategy, through splits as far as the original hand goes. The dealer draws from the cards that it
leaves. Card values decide all of that, so the suits and the kinds of tens have their full-shoe
chances. Floating point over exact enumeration (errors below 1e-12), from a full shoe.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.blackjack.decisions import DOUBLE, DOUBLE_FREE, HIT, SPLIT, SPLIT_FREE, STAND
from houseway.analysis.blackjack.side_bets import dealer_hand
from houseway.analysis.blackjack.side_bets.dealer_hand import DealerRule, suited_ways
from houseway.analysis.blackjack.simulation import mid_round_wagers
from houseway.analysis.blackjack.solver.best_play import ORIGINAL, draw_chance
from houseway.analysis.blackjack.solver.dealer import ACE, LONGEST, TEN, VALUES
from houseway.analysis.blackjack.solver.rules import SolverRules
from houseway.analysis.blackjack.solver.solve import Array, PlayTable, UpCardContext
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.facts.binding import bind_posting
from houseway.analysis.wager_odds import columns_of, find_wager, outcomes_of
from houseway.errors import Refused
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import Count
from houseway.game.wagers import Wager
from houseway.hands.blackjack import value

OVER = {"player_over_21": 21, "player_over_29": 29}
"""Fact -> total: True if the player's hand is over it."""
VALUE = tuple(value(rank << 2) - 1 for rank in range(13))
"""Rank of a card -> its value, 0 to 9."""
FACTS = (*dealer_hand.DEALER, *OVER)


@dataclass(frozen=True)
class PlayedOdds:
    """Odds of a wager under a given strategy for the main wager."""

    wager: str
    probability: dict[str, float]
    edges: dict[str, float]
    """Pay column -> house edge per unit wagered."""
    assumes: tuple[str, ...]
    by_up: tuple[Array, ...] = ()
    """By value of the up card, [outcome]: the joint probability."""


def played_odds(
    game: Blackjack,
    wager: str,
    terms: SolverRules,
    grounds: tuple[UpCardContext, ...],
    play: PlayTable,
) -> PlayedOdds:
    """Return odds of a wager that reads the dealer's hand and whether the player's is over a total.

    For a wager placed after a peek, the odds are per round in which it is placed.
    """
    found = bind_posting(game, find_wager(game, wager))
    if found.rule is None or not set(found.reads) <= set(FACTS):
        raise Refused(
            f"{wager} reads more than whether the player's hand is over, and the dealer's"
        )
    if not is_followed(game, found):
        raise Refused(f"{wager} is not placed, settled or judged in a way that is followed")
    by_up = [np.zeros(len(found.rule.outcomes)) for _ in range(VALUES)]
    for g in grounds:
        endings = endings_of(g)
        for given, joint in with_hands(terms, g, play, found.reads).items():
            counts = outcomes_by_hand(
                DealerRule(found.rule, given, terms.count), terms.decks, terms.hits_soft_17
            )  # fmt: skip
            for row, drawn in endings.items():
                by_up[g.up] += joint[row] * counts[g.up, drawn]
            hidden = float((g.dealt * g.blackjack).sum()) if terms.peek else 0.0
            if (
                hidden
                and not mid_round_wagers.is_late(game, found)
                and not any(over for _, over in given)
            ):
                other = TEN if g.up == ACE else ACE
                by_up[g.up] += hidden * counts[g.up, (other,)]
    chance: Array = np.array(by_up).sum(axis=0)
    chance /= chance.sum()
    names = outcomes_of(game, found)
    edges = {
        column: -float(sum(p * float(net) for p, net in zip(chance, nets, strict=True)))
        for column, nets in columns_of(game, found).items()
    }
    assumes = ("the main game is played by the given strategy", dealer_hand.PLAYED_OUT)
    return PlayedOdds(
        wager, dict(zip(names, map(float, chance), strict=True)), edges, assumes, tuple(by_up)
    )  # fmt: skip


def is_followed(game: Blackjack, wager: Wager) -> bool:
    """Return True if this module can follow the wager.

    It is on the original hand, placed before that is played, and the dealer draws for it.
    """
    return (
        game.side_bets_judge == "original_hand"
        and mid_round_wagers.for_everybody(game, wager)
        and (mid_round_wagers.at_peek(game, wager) or not mid_round_wagers.is_late(game, wager))
        and dealer_hand.is_drawn_for(game, wager)
    )


def with_hands(
    terms: SolverRules, g: UpCardContext, play: PlayTable, reads: Sequence[str]
) -> dict[tuple[tuple[str, bool], ...], Array]:
    """Return, for each combination of the ``OVER`` facts that are read, the chance of each ending.

    Rounds with a dealer blackjack found by a peek are not included.
    """
    low, high = OVER
    everything = alone(g)
    within = _with_hand(terms, g, play) if low in reads else everything
    beyond = _with_hand(terms, g, play, over=OVER[high]) if high in reads else None
    if beyond is None:
        return {((low, False),): within, ((low, True),): everything - within}
    if low not in reads:
        return {((high, False),): everything - beyond, ((high, True),): beyond}
    return {
        ((low, False), (high, False)): within,
        ((low, True), (high, False)): everything - within - beyond,
        ((low, True), (high, True)): beyond,
    }


# Outcomes by the dealer's final hand.


@functools.lru_cache(maxsize=32)
def outcomes_by_hand(rule: DealerRule, decks: int, hits_soft_17: bool) -> dict[Any, Array]:
    """The chance of each outcome for every final dealer hand, given by values of its cards."""
    all_hands = [hand for hand, _ in dealer_hand.rank_hands(rule.count, hits_soft_17)]
    answers = dealer_hand.blind_answers(rule, hits_soft_17)
    unanswered = [hand for hand, answer in zip(all_hands, answers, strict=True) if answer is None]
    suited = iter(suited_ways(rule, unanswered, decks))
    blind = ways_by_rank(rule.count, hits_soft_17, decks)
    ways: Array = np.zeros((len(all_hands), len(rule.by.outcomes)))
    for i, answer in enumerate(answers):
        if answer is None:
            ways[i] = next(suited)
        else:
            ways[i, answer] = blind[i]
    values, which = by_value(rule.count, hits_soft_17)
    found: Array = np.zeros((len(values), ways.shape[1]))
    np.add.at(found, which, ways)
    found /= np.maximum(found.sum(axis=1), 1.0)[:, None]
    return dict(zip(values, found, strict=True))


@functools.lru_cache(maxsize=32)
def ways_by_rank(count: Count, hits_soft_17: bool, decks: int) -> tuple[int, ...]:
    """Return the number of ways to choose the cards of each dealer hand given by ranks."""
    hands = dealer_hand.rank_hands(count, hits_soft_17)
    return tuple(dealer_hand.rank_ways(hand, 4 * decks) for hand, _ in hands)


@functools.lru_cache(maxsize=32)
def by_value(count: Count, hits_soft_17: bool) -> tuple[tuple[Any, ...], Array]:
    """Return the distinct dealer hands by value, and for each hand by rank the index of its own."""
    place: dict[Any, int] = {}
    which = []
    for hand, _ in dealer_hand.rank_hands(count, hits_soft_17):
        up, *drawn = (VALUE[rank] for rank in hand)
        which.append(place.setdefault((up, tuple(sorted(drawn))), len(place)))
    return tuple(place), np.array(which)


def endings_of(g: UpCardContext) -> dict[int, tuple[int, ...]]:
    """Return the rows of the dealer's walk at which a hand ends, each with the values drawn."""
    drawn = [0] * LONGEST
    found = {}
    for row, (depth, card, end, _) in enumerate(g.walk.tolist()):
        drawn[depth - 1] = card // LONGEST
        if end >= 0:
            found[row] = tuple(drawn[:depth])
    return found


# Joint distribution of the player's hand and the dealer's ending.


def alone(g: UpCardContext) -> Array:
    """The chance of this up card with each ending, without dealer blackjacks under a peek."""
    chance = float((g.dealt * (1.0 - g.blackjack if g.barred >= 0 else 1.0)).sum())
    found = np.zeros(len(g.walk))
    compiled(add_endings)(g.shoe, g.walk, g.barred, chance, found)
    return found


def _with_hand(terms: SolverRules, g: UpCardContext, play: PlayTable, over: int = 0) -> Array:
    """Return the chance of this up card with each ending and the original hand at 21 or less.

    With ``over``, the chance that the original hand is over that total instead.
    """
    tree = g.tree
    found = np.zeros(len(g.walk))
    dealt = g.dealt * (1.0 - g.blackjack if terms.peek else 1.0)
    first = play.first[g.up].copy()
    start = dealt.copy()
    for p in range(VALUES):
        h = tree["pair"][p, p]
        if first[h] in (SPLIT, SPLIT_FREE) and dealt[h] > 0.0:
            start[h] = 0.0
            follow_split(terms, g, p, dealt[h], play.after[g.up, ORIGINAL], found, over)
    first[tree["done"]] = STAND
    first[first >= SPLIT] = STAND
    spread_from(g, g.shoe, start, first, found, over)
    return found


def follow_split(
    terms: SolverRules,
    g: UpCardContext,
    p: int,
    chance: float,
    after: Array,
    found: Array,
    over: int = 0,
) -> None:
    """Follow the original hand of a split pair: its second card, further splits, and its play."""
    tree = g.tree
    most = int(terms.most[p])
    choice = after.copy()
    choice[tree["done"]] = STAND
    if p == ACE and terms.one_card_aces:
        choice[:] = STAND
    for out in range(2, most + 1):
        base = g.shoe.copy()
        base[p] -= out - 1
        left = base.copy()
        left[p] -= 1
        start, again = np.zeros(len(after)), 0.0
        for v in range(VALUES):
            drawn = chance * draw_chance(left, left.sum(), v, g.barred)
            if v == p and out < most:
                again = drawn
            elif drawn > 0.0:
                start[tree["pair"][p, v]] += drawn
        spread_from(g, base, start, choice, found, over)
        chance = again
        if chance <= 0.0:
            return


def spread_from(
    g: UpCardContext, base: Array, start: Array, choice: Array, found: Array, over: int = 0
) -> None:
    """Follow these hands under a strategy, and the dealer's hand from each end."""
    tree = g.tree
    if over:
        compiled(spread_over)(base, start, tree["comp"], tree["child"], tree["total"], choice,
                              g.walk, g.barred, over, found)  # fmt: skip
    else:
        compiled(spread)(base, start, tree["comp"], tree["child"], tree["total"] > 21, choice,
                         g.walk, g.barred, found)  # fmt: skip


def spread_over(
    base: Any, met: Any, comp: Any, child: Any, total: Any, choice: Any, walk: Any, barred: int,
    over: int, found: Any,
) -> None:  # fmt: skip
    """Follow hands until they go over a total, and the dealer's hand from each that does."""
    counts = np.zeros(VALUES)
    for h in range(comp.shape[0]):
        if met[h] <= 0.0 or choice[h] not in (HIT, DOUBLE, DOUBLE_FREE):
            continue
        for v in range(VALUES):
            counts[v] = base[v] - comp[h, v]
        left = counts.sum()
        for v in range(VALUES):
            drawn = met[h] * draw_chance(counts, left, v, barred)
            c = child[h, v]
            beyond = (total[c] if c >= 0 else total[h] + v + 1) > over
            if c >= 0 and choice[h] == HIT and not beyond:
                met[c] += drawn
            elif drawn > 0.0 and beyond:
                counts[v] -= 1.0
                add_endings(counts, walk, barred, drawn, found)
                counts[v] += 1.0


def spread(
    base: Any, met: Any, comp: Any, child: Any, over: Any, choice: Any, walk: Any, barred: int,
    found: Any,
) -> None:  # fmt: skip
    """Follow hands to their ends at 21 or less, and the dealer's hand from each end."""
    n = comp.shape[0]
    final = np.zeros(n)
    counts = np.zeros(VALUES)
    for h in range(n):
        if met[h] > 0.0 and choice[h] in (HIT, DOUBLE, DOUBLE_FREE):
            for v in range(VALUES):
                counts[v] = base[v] - comp[h, v]
            left = counts.sum()
            for v in range(VALUES):
                c = child[h, v]
                if c >= 0:
                    drawn = met[h] * draw_chance(counts, left, v, barred)
                    if choice[h] == HIT:
                        met[c] += drawn
                    else:
                        final[c] += drawn
        else:
            final[h] += met[h]
    for h in range(n):
        if final[h] > 0.0 and not over[h]:
            for v in range(VALUES):
                counts[v] = base[v] - comp[h, v]
            add_endings(counts, walk, barred, final[h], found)


def add_endings(counts: Any, walk: Any, barred: int, chance: float, found: Any) -> None:
    """Add to each row of the dealer's walk the chance that the hand ends there."""
    path, draws = np.ones(LONGEST), np.ones(LONGEST)
    left = counts.sum()
    draws[1] = 1.0 / (left - counts[barred] if barred >= 0 else left)
    for n in range(2, LONGEST):
        draws[n] = draws[n - 1] / max(left - n + 1.0, 1.0)
    for i in range(walk.shape[0]):
        depth, card = walk[i, 0], walk[i, 1]
        more = counts[card // LONGEST] - card % LONGEST
        path[depth] = path[depth - 1] * max(more, 0.0)
        if walk[i, 2] >= 0:
            found[i] += chance * path[depth] * walk[i, 3] * draws[depth]
