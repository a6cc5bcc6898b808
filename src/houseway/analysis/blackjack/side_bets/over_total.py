"""Wagers on the dealer's finished hand that a player loses by going over: Push 22 over 21, Hedge 22
over 29.

    >>> best = best_play(game)
    >>> played_odds(game, "push_22", best.terms, best.grounds, best.play).probability

The chance of each final hand of the player is followed through a given play, through splits as far
as the original hand goes, and the dealer's hand is taken from the cards each leaves.  Values of
cards decide all of that; which ten it is and of what suit is then as in a full shoe, for nobody has
looked at it.  Floating point over exact enumeration (errors below 1e-12), from a full shoe.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.blackjack import mid_round_wagers
from houseway.analysis.blackjack.best_play import (
    DOUBLE,
    DOUBLE_FREE,
    HIT,
    ORIGINAL,
    SPLIT,
    SPLIT_FREE,
    STAND,
    draw_chance,
)
from houseway.analysis.blackjack.dealer import ACE, LONGEST, TEN, VALUES
from houseway.analysis.blackjack.side_bets import dealer_hand
from houseway.analysis.blackjack.side_bets.dealer_hand import DealerRule, suited_ways
from houseway.analysis.blackjack.solver import Array, Play, UpCardContext
from houseway.analysis.blackjack.solver_rules import SolverRules
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.facts import bind_posting
from houseway.analysis.wager_odds import columns_of, find_wager, outcomes_of
from houseway.errors import Refused
from houseway.families.blackjack.counting import Count
from houseway.families.blackjack.game import Blackjack
from houseway.game.wagers import Wager
from houseway.hands.blackjack import value

OVER = {"player_over_21": 21, "player_over_29": 29}
"""Facts about the player's hand that are followed: whether it is over so much."""
VALUE = tuple(value(rank << 2) - 1 for rank in range(13))
"""By rank of a card."""
FACTS = (*dealer_hand.DEALER, *OVER)


@dataclass(frozen=True)
class PlayedOdds:
    """The odds of a wager when the main game is played in a given way."""

    wager: str
    probability: dict[str, float]
    edges: dict[str, float]
    """By pay column: the house's expected share of the wager."""
    assumes: tuple[str, ...]
    by_up: tuple[Array, ...] = ()
    """By value of the up card: the chance of each outcome together with it."""


def played_odds(
    game: Blackjack, wager: str, terms: SolverRules, grounds: tuple[UpCardContext, ...], play: Play
) -> PlayedOdds:
    """The odds of a wager that reads the dealer's hand and whether the player's is over so much.

    Of one that is placed when the dealer has no blackjack, in the rounds in which it is.
    """
    found = bind_posting(game, find_wager(game, wager))
    if found.by is None or not set(found.reads) <= set(FACTS):
        raise Refused(
            f"{wager} reads more than whether the player's hand is over, and the dealer's"
        )
    if not is_followed(game, found):
        raise Refused(f"{wager} is not placed, settled or judged in a way that is followed")
    by_up = [np.zeros(len(found.by.outcomes)) for _ in range(VALUES)]
    for g in grounds:
        endings = endings_of(g)
        for given, joint in with_hands(terms, g, play, found.reads).items():
            counts = outcomes_by_hand(
                DealerRule(found.by, given, terms.count), terms.decks, terms.hits_soft_17
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
    """Whether the wager goes with every original hand, is placed before it is played, and the
    dealer's hand is finished for it."""
    return (
        game.side_bets_judge == "original_hand"
        and mid_round_wagers.for_everybody(game, wager)
        and (mid_round_wagers.at_peek(game, wager) or not mid_round_wagers.is_late(game, wager))
        and dealer_hand.is_drawn_for(game, wager)
    )


def with_hands(
    terms: SolverRules, g: UpCardContext, play: Play, reads: Sequence[str]
) -> dict[tuple[tuple[str, bool], ...], Array]:
    """For the values of ``OVER`` that are read: the chance of them with each ending.

    Nobody's hand is bust under a blackjack that the dealer finds, which is not counted here.
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


# -- what a dealer's hand means ------------------------------------------------------------------


@functools.lru_cache(maxsize=32)
def outcomes_by_hand(rule: DealerRule, decks: int, hits_soft_17: bool) -> dict[Any, Array]:
    """The chance of each outcome for every final hand of the dealer by value of its cards."""
    all_hands = [hand for hand, _ in dealer_hand.rank_hands(rule.count, hits_soft_17)]
    answers = dealer_hand.blind_answers(rule, hits_soft_17)
    asked = [hand for hand, answer in zip(all_hands, answers, strict=True) if answer is None]
    suited = iter(suited_ways(rule, asked, decks))
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
    """The ways to choose the cards of each of the dealer's hands by rank."""
    hands = dealer_hand.rank_hands(count, hits_soft_17)
    return tuple(dealer_hand.rank_ways(hand, 4 * decks) for hand, _ in hands)


@functools.lru_cache(maxsize=32)
def by_value(count: Count, hits_soft_17: bool) -> tuple[tuple[Any, ...], Array]:
    """The dealer's hands by value of their cards, and which of these each hand by rank is."""
    place: dict[Any, int] = {}
    which = []
    for hand, _ in dealer_hand.rank_hands(count, hits_soft_17):
        up, *drawn = (VALUE[rank] for rank in hand)
        which.append(place.setdefault((up, tuple(sorted(drawn))), len(place)))
    return tuple(place), np.array(which)


def endings_of(g: UpCardContext) -> dict[int, tuple[int, ...]]:
    """The rows of the dealer's walk at which a hand ends, and the values drawn."""
    drawn = [0] * LONGEST
    found = {}
    for row, (depth, card, end, _) in enumerate(g.walk.tolist()):
        drawn[depth - 1] = card // LONGEST
        if end >= 0:
            found[row] = tuple(drawn[:depth])
    return found


# -- how often the player's hand is there with it ------------------------------------------------


def alone(g: UpCardContext) -> Array:
    """The chance of this up card with each ending, no blackjack being hidden by a peek."""
    chance = float((g.dealt * (1.0 - g.blackjack if g.barred >= 0 else 1.0)).sum())
    found = np.zeros(len(g.walk))
    compiled(add_endings)(g.shoe, g.walk, g.barred, chance, found)
    return found


def _with_hand(terms: SolverRules, g: UpCardContext, play: Play, over: int = 0) -> Array:
    """The chance of this up card with each ending and the original hand not over 21.

    Or, with ``over``, of its being over that.
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
    """The original hand of a split pair: its second card, split again or not, and its play."""
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
    """Follow these hands through a play, and from each end the dealer's hand to its own."""
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
    """Follow hands to those that go over a total, and from each the dealer's to its own."""
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
    """Follow hands to their ends, those over 21 aside, and from each the dealer's to its own."""
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
