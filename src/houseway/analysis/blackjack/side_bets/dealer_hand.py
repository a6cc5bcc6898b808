"""Side bets on the dealer's final hand."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.blackjack.side_bets.up_cards import by_up_card
from houseway.analysis.blackjack.simulation.mid_round_wagers import is_late
from houseway.analysis.blackjack.solver.dealer import ACE, TEN, VALUES, endings
from houseway.analysis.blackjack.solver.hands import RANKS_OF_VALUE, RankOnly, SuitAsked
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.facts.binding import Reader, bind_rule
from houseway.analysis.facts.rule_errors import raising
from houseway.errors import BadRule, Refused
from houseway.families.blackjack.rules import TWENTY_ONE, Count
from houseway.game.wagers import AFTER_DEALER, outcome_of, reads_of
from houseway.hands.blackjack import value
from houseway.pieces.cards import CARDS

if TYPE_CHECKING:
    from houseway.analysis.wager_odds import Details
    from houseway.families.blackjack.game import Blackjack
    from houseway.game.wagers import Wager


# Outcomes of a rule by the suits of the dealer's cards, for each hand by rank.
#
# The rule's answer does not depend on the number of decks. It is evaluated once, and the ways are
# counted for several numbers of decks at the same time.

if TYPE_CHECKING:
    pass

SUITS = 4
DECKS = 8
"""The numbers of decks counted at the same time; a single deck has fewer hands and is counted
alone."""
Array = npt.NDArray[Any]

RankHand = tuple[int, ...]
"""The rank of the up card, then the ranks of the other cards in ascending order."""


def suited_ways(rule: DealerRule, rank_hands: Sequence[RankHand], decks: int) -> list[list[int]]:
    """Return, for each hand by rank, the integer ways of each outcome over all suits."""
    if not rank_hands:
        return []
    hands, first = tuple(rank_hands), 1 if decks <= DECKS else decks
    most = 1 if decks == 1 else first + DECKS - 1
    ways: Array = _counted(rule, hands, first, most)[:, :, decks - first]
    if ways[:, -1].any():
        scratch = suits_scratch(max(map(len, hands)), first)
        stopped = _driver(rule)(_padded(hands), decks, True, scratch, _no_ways(rule, hands))
        rule.refuse(scratch[0][: len(hands[stopped])].tolist())
    counted: list[list[int]] = ways[:, :-1].tolist()
    return counted


@functools.lru_cache(maxsize=2)
def _counted(rule: DealerRule, hands: tuple[RankHand, ...], first: int, most: int) -> Array:
    """Return [hand, outcome, decks - first]: ways; the last outcome collects invalid answers."""
    ways, scratch = _no_ways(rule, hands), suits_scratch(max(map(len, hands)), first)

    def refuse() -> None:
        for ranks in hands:  # the one that lies there
            cards = scratch[0][: len(ranks)].tolist()
            if tuple(card // SUITS for card in cards) == ranks:
                rule.refuse(cards)

    with raising(rule.by, refuse):
        _driver(rule)(_padded(hands), most, False, scratch, ways)
    return ways


def _no_ways(rule: DealerRule, hands: Sequence[RankHand]) -> Array:
    """Return zero counters: [hand, outcome, number of decks]."""
    return np.zeros((len(hands), len(rule.by.outcomes) + 1, DECKS), np.int64)


@functools.lru_cache(maxsize=32)
def _driver(rule: DealerRule) -> Any:
    """Return the compiled count over suits for a rule on the dealer's hand."""
    return compiled(count_suits(rule.judge, rule.count.natural), no_refcount=True)


def _padded(rank_hands: Sequence[RankHand]) -> Array:
    """Return hands of ranks as rows of equal length; -1 stands for no card."""
    hands = np.full((len(rank_hands), max(map(len, rank_hands))), -1, np.int64)
    for i, hand in enumerate(rank_hands):
        hands[i, : len(hand)] = hand
    return hands


def suits_scratch(longest: int, first: int = 1) -> tuple[Array, Array, Array, Array]:
    """Allocate scratch arrays: a hand, run lengths, ways of each prefix, and binomial coefficients.

    Ways are kept for ``first`` decks, one more, and so on. The coefficients are [less, chosen,
    decks - first]: ways to choose from as many copies as there are decks, or one less.
    """
    decks = range(first, first + DECKS)
    choose = [
        [[math.comb(n - less, chosen) for n in decks] for chosen in range(longest + 1)]
        for less in range(2)
    ]
    return (
        np.zeros(longest, np.int64),
        np.zeros(longest, np.int64),
        np.ones((longest + 1, DECKS), np.int64),
        np.array(choose, np.int64),
    )


def count_suits(judge: Any, natural: Any) -> Any:
    """Return the loop over the suits of each hand; cards of one rank come in order of their suits.

    With ``stops`` it returns the index of the first hand for which the rule gives an invalid
    outcome, and leaves the hand's cards in ``scratch``. Without, such hands are counted as the last
    outcome.
    """

    def count(hands: Any, most: int, stops: bool, scratch: Any, ways: Any) -> int:
        cards, _, chosen, _ = scratch
        last = ways.shape[1] - 1
        for h in range(hands.shape[0]):
            n = 0
            while n < hands.shape[1] and hands[h, n] >= 0:
                n += 1
            hand: Any = cards[:n]
            more = fill_suits(hands[h], hand, scratch, most, 0, 0)
            blackjack = natural(hand)
            while more:
                outcome = judge((hand, hand[0], blackjack))
                if outcome < 0 or outcome >= last:
                    if stops:
                        return h
                    outcome = last
                for k in range(DECKS):
                    ways[h, outcome, k] += chosen[n, k]
                more = next_suits(hands[h], hand, scratch, most)
        return -1

    return count


def next_suits(ranks: Any, hand: Any, scratch: Any, most: int) -> bool:
    """Advance to the next suits of the same ranks; return False after the last."""
    for place in range(len(hand) - 1, -1, -1):
        suit = (hand[place] & 3) + 1
        if suit < SUITS and fill_suits(ranks, hand, scratch, most, place, suit):
            return True
    return False


def fill_suits(ranks: Any, hand: Any, scratch: Any, most: int, place: int, suit: int) -> bool:
    """Set the lowest suits from ``place`` on, ascending within a rank; False if impossible."""
    _, runs, chosen, choose = scratch
    for i in range(place, len(hand)):
        if i > place:
            suit = hand[i - 1] & 3 if i > 1 and ranks[i] == ranks[i - 1] else 0
        while True:
            card, run = ranks[i] * 4 + suit, 1
            if i > 1 and hand[i - 1] == card:
                run = runs[i - 1] + 1
            less = 1 if i > 0 and card == hand[0] else 0
            if run <= most - less:
                break
            suit += 1
            if suit >= SUITS:
                return False
        hand[i], runs[i] = card, run
        for k in range(DECKS):
            chosen[i + 1, k] = chosen[i + 1 - run, k] * choose[less, run, k]
    return True


# The dealer's final hand with suits and number of cards, counted exactly.
#
# This serves wagers that read the dealer's cards and no decision of a player. Examples are a bust
# by number of cards, a 22 of one suit or colour, and three eights. The fact is the up card followed
# by the others in ascending order, and hands are counted in that form.
#
# Players' decisions cannot change these odds. Given the cards seen, the remaining cards are in
# random order, and decisions depend on seen cards only. So the next card of the dealer has, on
# average, its original chances. If the dealer peeks and has a blackjack, the round ends with the
# same two cards.
#
# Hands are taken by rank first. The rule is called with cards that have a rank and raise an error
# when asked for their suit. If it answers, the answer holds for all suits. Only the other hands are
# enumerated card by card, in compiled code.

DEALER = ("dealer", "dealer_up", "dealer_blackjack")
RANKS = 13
PLAYED_OUT = "the dealer's hand is played out in every round, from a full shoe"


@functools.cache
def rank_hands(count: Count, hits_soft_17: bool) -> tuple[tuple[RankHand, int], ...]:
    """Return the dealer's final hands by rank, with the number of draw orders of each.

    The orders distinguish cards of equal value.
    """
    found = []
    for up in range(VALUES):
        for drawn, orders in endings(count, up, hits_soft_17, False).items():
            apart = orders * math.prod(math.factorial(drawn.count(v)) for v in set(drawn))
            for ranks in _with_ranks(drawn):
                found += [((rank, *ranks), apart) for rank in RANKS_OF_VALUE[up]]
    return tuple(found)


def _with_ranks(drawn: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the ranks of these values: tens, jacks, queens and kings in every mixture."""
    plain = [RANKS_OF_VALUE[value][0] for value in drawn if value not in (ACE, TEN)]
    aces = [RANKS_OF_VALUE[ACE][0]] * drawn.count(ACE)
    for tens in combinations_with_replacement(RANKS_OF_VALUE[TEN], drawn.count(TEN)):
        yield (*plain, *tens, *aces)


# A rule about the dealer's hand.


@dataclass(frozen=True)
class DealerRule:
    """A rule about the dealer's hand, with fixed values for the other facts it reads."""

    by: Any
    given: tuple[tuple[str, bool], ...] = ()
    count: Count = TWENTY_ONE
    """The rules by which hands are counted."""

    @property
    def judge(self) -> Reader:
        """The rule as a function of one tuple: the facts named in ``DEALER``."""
        whole = bind_rule(self.by, (*DEALER, *(name for name, _ in self.given)))
        found: Reader = _BESIDE[len(self.given)](whole, *(value for _, value in self.given))
        return found

    def refuse(self, cards: Sequence[int]) -> None:
        """Raise the error for a rule that gives no valid outcome for these cards of the dealer."""
        hand = tuple(map(int, cards))
        facts = hand, hand[0], self.count.natural(hand)
        known = dict(zip(DEALER, facts, strict=True)) | dict(self.given)
        outcome_of(self.by, [known[name] for name in reads_of(self.by)], "", CARDS.show)


def _alone(judge: Any) -> Any:
    """Return a rule that reads no fact of the player's hand, as it is."""
    return judge


def _beside_one(judge: Any, one: bool) -> Any:
    """Return a rule with one more fact of the player's hand fixed at ``one``."""

    def judged(facts: Any) -> Any:
        return judge((facts[0], facts[1], facts[2], one))

    return judged


def _beside_two(judge: Any, one: bool, two: bool) -> Any:
    """Return a rule with two more facts of the player's hand fixed."""

    def judged(facts: Any) -> Any:
        return judge((facts[0], facts[1], facts[2], one, two))

    return judged


_BESIDE: tuple[Any, ...] = (_alone, _beside_one, _beside_two)


def is_drawn_for(game: Any, wager: Wager) -> bool:
    """Return True if the dealer draws for this wager even when no hand is left to beat."""
    return wager.name in game.draws_for and wager.resolves == AFTER_DEALER


def placed_late(game: Any, wager: Wager) -> tuple[tuple[str, ...], Details]:
    """Return the moment of placing and the edge by up card, for a wager placed during the round."""
    if not game.placed_at(wager):
        return (), {}
    said = (f"of the rounds in which it is placed, {game.placed_at(wager)}",)
    return said, by_up_card(game, wager, ways_by_up(game, wager))


def dealer_hands(game: Blackjack, wager: Wager) -> Sequence[int]:
    """Return the ways of each outcome over every final hand of the dealer, as integers."""
    return [sum(ways) for ways in zip(*ways_by_up(game, wager), strict=True)]


def ways_by_up(game: Blackjack, wager: Wager) -> tuple[tuple[int, ...], ...]:
    """The ways by value of the up card; for a late wager, without blackjacks found by a peek."""
    if game.kind.copies != (1,) * (SUITS * RANKS):
        raise Refused(f"the dealer's cards are counted from decks of 52, not from {game.kind.name}")
    late, rule = is_late(game, wager) and game.peek, DealerRule(wager.rule, (), game.count)
    try:
        return _ways_by_up(rule, game.sets(), game.hits_soft_17, late)
    except BadRule as fault:
        raise BadRule(wager.name, *fault.args[1:]) from None


@functools.lru_cache(maxsize=64)
def _ways_by_up(
    rule: DealerRule, decks: int, hits: bool, late: bool
) -> tuple[tuple[int, ...], ...]:
    """Return the number of deals for each up card and outcome.

    With ``late``, hands that begin with a blackjack are left out.
    """
    hands, answers = [], []
    every = rank_hands(rule.count, hits)
    for each, answer in zip(every, blind_answers(rule, hits), strict=True):
        if not (late and rule.count.natural([r << 2 for r in each[0]])):
            hands.append(each)
            answers.append(answer)
    unanswered = [i for i, answer in enumerate(answers) if answer is None]
    by_suit = suited_ways(rule, [hands[i][0] for i in unanswered], decks)
    suited = dict(zip(unanswered, by_suit, strict=True))
    return _together(tuple(hands), answers, suited, decks, len(rule.by.outcomes))


def _together(
    all_hands: tuple[tuple[RankHand, int], ...], answers: list[int | None],
    suited: dict[int, list[int]], decks: int, outcomes: int,
) -> tuple[tuple[int, ...], ...]:  # fmt: skip
    """Ways by up card and outcome, scaled to deals of as many cards as the longest hand has."""
    cards = SUITS * RANKS * decks
    longest = max(len(hand) for hand, _ in all_hands)
    rest = [math.perm(cards - n, longest - n) for n in range(longest + 1)]
    found = [[0] * outcomes for _ in range(VALUES)]
    for i, (hand, orders) in enumerate(all_hands):
        ways = found[value(hand[0] << 2) - 1]
        each = orders * rest[len(hand)]
        answer = answers[i]
        if answer is not None:
            ways[answer] += each * rank_ways(hand, SUITS * decks)
        else:
            for outcome, n in enumerate(suited[i]):
                ways[outcome] += each * n
    return tuple(map(tuple, found))


def rank_ways(hand: RankHand, of_rank: int) -> int:
    """Return the number of ways to choose the cards of a hand given by ranks, the up card first."""
    up, ways = hand[0], of_rank
    for rank in set(hand[1:]):
        ways *= math.comb(of_rank - (rank == up), hand.count(rank) - (rank == up))
    return ways


@functools.lru_cache(maxsize=32)
def blind_answers(rule: DealerRule, hits_soft_17: bool) -> tuple[int | None, ...]:
    """The outcome of each of ``rank_hands`` that ranks decide; None where suits are needed."""
    judge, outcomes, found = rule.judge, len(rule.by.outcomes), []
    for hand, _ in rank_hands(rule.count, hits_soft_17):
        answer = blind_answer(judge, hand, rule.count)
        if answer is not None and not 0 <= answer < outcomes:
            rule.refuse([rank << 2 for rank in hand])
        found.append(answer)
    return tuple(found)


def blind_answer(judge: Reader, hand: RankHand, count: Count = TWENTY_ONE) -> int | None:
    """Return the outcome of a hand if its ranks decide it, else None.

    None also if the rule raises: it is then evaluated on whole cards, which may report the error.
    """
    cards = [RankOnly(rank) for rank in hand]
    blackjack = count.natural([rank << 2 for rank in hand])
    try:
        return int(judge((cards, cards[0], blackjack)))
    except (SuitAsked, Exception):
        return None
