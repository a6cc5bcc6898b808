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
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.errors import Refused
from houseway.hands.points21 import natural, value
from houseway.odds.blackjack import dealer_cards, late
from houseway.odds.blackjack.best_play import (
    DOUBLE,
    DOUBLE_FREE,
    HIT,
    ORIGINAL,
    SPLIT,
    SPLIT_FREE,
    STAND,
    draw_chance,
)
from houseway.odds.blackjack.dealer import ACE, LONGEST, TEN, VALUES
from houseway.odds.blackjack.hands_tree import hands
from houseway.odds.blackjack.solve import Array, Ground, Play, Terms
from houseway.odds.compiled import compiled
from houseway.odds.facts import Reader, reader
from houseway.odds.result import columns_of, find_wager, outcomes_of
from houseway.pieces.cards import CARDS
from houseway.shapes.blackjack import Blackjack
from houseway.wager import Wager

FACTS = (*dealer_cards.DEALER, "player")
IN = CARDS.parse("9c 9d")
"""A player's hand that counts."""
OVER = {20 + n: CARDS.parse(f"Tc {'23456789T'[n - 2]}d Kh") for n in range(2, 11)}
"""Hands over 21 by their total, 22 to 30; nobody draws to 21."""
OTHERS = ("2c 2d", "Ac Kd", "5c 5d 5h 5s", "As 6h", "7c 7d 7h", "Kc Ks", "2s 3s 4s")


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
    game: Blackjack, wager: str, terms: Terms, grounds: tuple[Ground, ...], play: Play
) -> PlayedOdds:
    """The odds of a wager that reads the dealer's hand and whether the player's is over so much.

    Of one that is placed when the dealer has no blackjack, in the rounds in which it is.
    """
    found = find_wager(game, wager)
    most = _limit(game, found)
    counts, over = (
        outcomes_by_hand(found.by, terms.decks, terms.hits_soft_17, player)
        for player in (IN, OVER[most + 1])
    )
    by_up = [np.zeros(len(found.by.outcomes)) for _ in range(VALUES)]
    for g in grounds:
        everything = alone(g)
        if most == 21:
            joint = _with_hand(terms, g, play)
        else:
            joint = everything - _with_hand(terms, g, play, over=most)
        rows = endings_of(g)
        for row, drawn in rows.items():
            key = (g.up, drawn)
            by_up[g.up] += joint[row] * counts[key] + (everything[row] - joint[row]) * over[key]
        hidden = float((g.dealt * g.blackjack).sum()) if terms.peek else 0.0
        if hidden and not late.is_late(game, found):
            other = TEN if g.up == ACE else ACE
            by_up[g.up] += hidden * counts[g.up, (other,)]
    chance: Array = np.array(by_up).sum(axis=0)
    chance /= chance.sum()
    names = outcomes_of(game, found)
    edges = {
        column: -float(sum(p * float(net) for p, net in zip(chance, nets, strict=True)))
        for column, nets in columns_of(game, found).items()
    }
    assumes = ("the main game is played by the given strategy", dealer_cards.PLAYED_OUT)
    return PlayedOdds(
        wager, dict(zip(names, map(float, chance), strict=True)), edges, assumes, tuple(by_up)
    )  # fmt: skip


def _limit(game: Blackjack, wager: Wager) -> int:
    """The most that the player's hand may be, 21 or more; Refused if it is asked anything else."""
    if late.is_late(game, wager) and not late.at_peek(game, wager):
        raise Refused(f"{wager.name} is placed when hands have been played")
    if not late.for_everybody(game, wager):
        raise Refused(f"{wager.name} is not placed with every hand")
    if wager.by is None or not set(wager.reads) <= set(FACTS):
        raise Refused(f"{wager.name} reads more than the player's and the dealer's hand")
    if game.side_bets_judge != "original_hand":
        raise Refused(f"{wager.name} is counted for the original hand only")
    judge = reader(wager.by, FACTS)
    limits = set()
    for dealer in ("Tc 7d", "As Kd", "Tc 2d Kh", "Tc 6c 6c", "9s 4d 9h", "Tc 5d Kh"):
        cards = CARDS.parse(dealer)
        facts = (cards, cards[0], natural(cards))
        right = judge((*facts, IN))
        if {judge((*facts, CARDS.parse(text))) for text in OTHERS} != {right}:
            raise Refused(f"{wager.name} asks more of a player's hand than whether it is over 21")
        wrong = [total for total, hand in OVER.items() if judge((*facts, hand)) != right]
        if wrong and wrong != list(range(wrong[0], max(OVER) + 1)):
            raise Refused(f"{wager.name} asks more of a player's hand than whether it is over")
        limits |= {wrong[0] - 1} if wrong else set()
    if len(limits) != 1:
        raise Refused(f"{wager.name} does not ask whether a player's hand is over some total")
    return limits.pop()


# -- what a dealer's hand means ------------------------------------------------------------------


def _beside(judge: Reader, player: tuple[int, ...]) -> Reader:
    """The rule with the player's hand given."""

    def judged(facts: Any) -> Any:
        return judge((facts[0], facts[1], facts[2], player))

    return judged


_drivers: dict[Any, Any] = {}


@functools.lru_cache(maxsize=32)
def outcomes_by_hand(
    by: Any, decks: int, hits_soft_17: bool, player: tuple[int, ...]
) -> dict[Any, Array]:
    """The chance of each outcome for every final hand of the dealer by value of its cards."""
    judge = _beside(reader(by, FACTS), player)
    if (by, player) not in _drivers:
        _drivers[by, player] = compiled(dealer_cards.count_suits(judge), borrows=True)
    all_hands = [hand for hand, _ in dealer_cards.rank_hands(hits_soft_17)]
    answers = [dealer_cards.blind_answer(judge, hand) for hand in all_hands]
    asked = [hand for hand, answer in zip(all_hands, answers, strict=True) if answer is None]
    n = len(by.outcomes)
    suited = iter(dealer_cards.suited_by(_drivers[by, player], asked, decks, n))
    found: dict[Any, Array] = {}
    for hand, answer in zip(all_hands, answers, strict=True):
        ways = np.zeros(n)
        if answer is None:
            ways += next(suited)
        else:
            ways[answer] = dealer_cards.rank_ways(hand, 4 * decks)
        up, *drawn = (value(rank << 2) - 1 for rank in hand)
        key = (up, tuple(sorted(drawn)))
        found[key] = found.get(key, 0.0) + ways
    return {key: ways / max(ways.sum(), 1.0) for key, ways in found.items()}


def endings_of(g: Ground) -> dict[int, tuple[int, ...]]:
    """The rows of the dealer's walk at which a hand ends, and the values drawn."""
    drawn = [0] * LONGEST
    found = {}
    for row, (depth, card, end, _) in enumerate(g.walk.tolist()):
        drawn[depth - 1] = card // LONGEST
        if end >= 0:
            found[row] = tuple(drawn[:depth])
    return found


# -- how often the player's hand is there with it ------------------------------------------------


def alone(g: Ground) -> Array:
    """The chance of this up card with each ending, no blackjack being hidden by a peek."""
    chance = float((g.dealt * (1.0 - g.blackjack if g.barred >= 0 else 1.0)).sum())
    found = np.zeros(len(g.walk))
    compiled(add_endings)(g.shoe, g.walk, g.barred, chance, found)
    return found


def _with_hand(terms: Terms, g: Ground, play: Play, over: int = 0) -> Array:
    """The chance of this up card with each ending and the original hand not over 21.

    Or, with ``over``, of its being over that.
    """
    tree = hands()
    found = np.zeros(len(g.walk))
    dealt = g.dealt * (1.0 - g.blackjack if terms.peek else 1.0)
    first = play.first[g.up].copy()
    start = dealt.copy()
    for p in range(VALUES):
        h = tree["pair"][p, p]
        if first[h] in (SPLIT, SPLIT_FREE) and dealt[h] > 0.0:
            start[h] = 0.0
            follow_split(terms, g, p, dealt[h], play.after[g.up, ORIGINAL], found, over)
    first[tree["total"] == 21] = STAND
    first[first >= SPLIT] = STAND
    spread_from(g, g.shoe, start, first, found, over)
    return found


def follow_split(
    terms: Terms, g: Ground, p: int, chance: float, after: Array, found: Array, over: int = 0
) -> None:
    """The original hand of a split pair: its second card, split again or not, and its play."""
    tree = hands()
    once = (p == ACE and not terms.resplit_aces) or (p == TEN and not terms.tens_alike)
    most = 2 if once else terms.hands_max
    choice = after.copy()
    choice[tree["total"] == 21] = STAND
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
    g: Ground, base: Array, start: Array, choice: Array, found: Array, over: int = 0
) -> None:
    """Follow these hands through a play, and from each end the dealer's hand to its own."""
    tree = hands()
    if over:
        compiled(spread_over)(base, start, tree["comp"], tree["child"], tree["total"], choice,
                              g.walk, g.barred, over, found)  # fmt: skip
    else:
        compiled(spread)(base, start, tree["comp"], tree["child"], choice, g.walk, g.barred, found)


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
            if c >= 0 and choice[h] == HIT:
                met[c] += drawn
            elif c < 0 and drawn > 0.0 and total[h] + v + 1 > over:
                counts[v] -= 1.0
                add_endings(counts, walk, barred, drawn, found)
                counts[v] += 1.0


def spread(
    base: Any, met: Any, comp: Any, child: Any, choice: Any, walk: Any, barred: int, found: Any
) -> None:
    """Follow hands to their ends, and from each the dealer's to its own."""
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
        if final[h] > 0.0:
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
