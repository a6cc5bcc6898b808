"""Exact odds: every deal counted, with the very rule that settles the wager at the table.

    >>> from houseway.rulebook import find
    >>> from houseway.odds.exact import exact
    >>> exact(find("free-bet-blackjack")({"decks": 6}), "kings_bounty").here.edge

What a wager's rule reads decides how it is enumerated, not what the wager is called: an
*enumerator* is declared for the facts it can supply, and counts the ways of each outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.game import Game
from houseway.hands.points21 import natural
from houseway.odds import pai_jack_exact, tiles_exact
from houseway.odds.blackjack import dealer_cards
from houseway.odds.compiled import compiled
from houseway.odds.deals import hand_ways
from houseway.odds.enumerators import enumerates, enumerator_of
from houseway.odds.facts import reader
from houseway.odds.result import Odds, columns_of, find_wager, outcomes_of, posted_column, weigh
from houseway.wager import Wager

__all__ = [
    "count_both_hands",
    "count_first_deals",
    "dealer_cards",
    "enumerates",
    "exact",
    "pai_jack_exact",
    "tiles_exact",
]


def exact(game: Game, wager: str) -> Odds:
    """The exact odds of a wager as posted: ways, probabilities, and each pay column's worth."""
    found = find_wager(game, wager)
    enumerator = enumerator_of(game, found)
    ways = tuple(enumerator.ways(game, found))
    nets = columns_of(game, found)
    columns = {column: weigh(column, ways, values) for column, values in nets.items()}
    posted = posted_column(game, found, nets)
    return Odds(game.id, wager, outcomes_of(game, found), ways, columns, posted, enumerator.assumes)


# -- pieces dealt in one hand --------------------------------------------------------------------


@enumerates("set_hands", "dealt")
@enumerates("house_set_hands", "dealt")
def dealt_pieces(game: Game, wager: Wager) -> Sequence[int]:
    """Every hand dealt to one seat."""
    copies = [n * game.sets() for n in game.kind.copies]
    return hand_ways(wager.by, {"dealt": game.hand_size}, copies)  # type: ignore[attr-defined]


@enumerates("three_card_21", "first_three")
def first_three(game: Game, wager: Wager) -> Sequence[int]:
    """Every three cards of one seat."""
    return hand_ways(wager.by, {"first_three": 3}, [n * game.sets() for n in game.kind.copies])


@enumerates("blackjack_switch", "first_four")
def first_four(game: Game, wager: Wager) -> Sequence[int]:
    """Every four cards of a seat with two hands."""
    copies = [n * game.sets() for n in game.kind.copies]
    return hand_ways(wager.by, {"first_four": 4}, copies)


# -- the first deal of blackjack -----------------------------------------------------------------

FIRST_DEAL = ("first_two", "dealer_up", "dealer_blackjack")


@enumerates("blackjack", *FIRST_DEAL)
def first_deal(game: Game, wager: Wager) -> Sequence[int]:
    """Every ordered deal of two cards to the player and two to the dealer, in integers."""
    return _counted(game, wager, FIRST_DEAL, count_first_deals)


BOTH_HANDS = (*FIRST_DEAL, "dealer_two")


@enumerates("blackjack", *BOTH_HANDS)
def both_hands(game: Game, wager: Wager) -> Sequence[int]:
    """The same for a rule that looks at both of the dealer's cards, not only for a blackjack."""
    return _counted(game, wager, BOTH_HANDS, count_both_hands)


_drivers: dict[Any, Any] = {}


def _counted(game: Game, wager: Wager, facts: tuple[str, ...], made: Any) -> list[int]:
    import numpy as np

    left = np.array(game.kind.copies, np.int64) * game.sets()
    ways = np.zeros(len(wager.by.outcomes), np.int64)
    if (wager.by, facts) not in _drivers:
        _drivers[wager.by, facts] = compiled(made(reader(wager.by, facts)))
    _drivers[wager.by, facts](left, ways)
    counted: list[int] = ways.tolist()
    return counted


def count_first_deals(judge: Any) -> Any:
    """The loop over a player's two cards and the dealer's up card, with their multiplicities.

    The hole card matters only as a blackjack or not, so it is counted, not looped over.
    """
    import numpy as np

    def count(left: Any, ways: Any) -> None:
        first_two = np.zeros(2, np.int64)
        for a in range(len(left)):
            first_two[0], ways_a = a, left[a]
            left[a] -= 1
            for b in range(len(left)):
                first_two[1], ways_b = b, left[b]
                left[b] -= 1
                for up in range(len(left)):
                    ways_up = left[up]
                    left[up] -= 1
                    blackjack, other = hole_cards(left, up)
                    dealt = ways_a * ways_b * ways_up
                    if dealt * blackjack:
                        ways[judge((first_two, up, True))] += dealt * blackjack
                    if dealt * other:
                        ways[judge((first_two, up, False))] += dealt * other
                    left[up] += 1
                left[b] += 1
            left[a] += 1

    return count


def hole_cards(left: Any, up: int) -> tuple[int, int]:
    """How many of the cards left make a blackjack under this up card, and how many do not."""
    blackjack = other = 0
    for hole in range(len(left)):
        if natural((up, hole)):
            blackjack += left[hole]
        else:
            other += left[hole]
    return blackjack, other


def count_both_hands(judge: Any) -> Any:
    """The loop over a player's two cards, the up card and the hole card."""
    import numpy as np

    def count(left: Any, ways: Any) -> None:
        first_two: Any = np.zeros(2, np.int64)
        dealer_two: Any = np.zeros(2, np.int64)
        for a in range(len(left)):
            first_two[0], ways_a = a, left[a]
            left[a] -= 1
            for b in range(len(left)):
                first_two[1], ways_b = b, left[b]
                left[b] -= 1
                for up in range(len(left)):
                    dealer_two[0], dealt = up, ways_a * ways_b * left[up]
                    left[up] -= 1
                    for hole in range(len(left)):
                        if dealt * left[hole]:
                            dealer_two[1] = hole
                            facts = (first_two, up, natural(dealer_two), dealer_two)
                            ways[judge(facts)] += dealt * left[hole]
                    left[up] += 1
                left[b] += 1
            left[a] += 1

    return count
