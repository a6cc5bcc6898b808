"""The bonus bets of Blackjack X: Buster and Aces Bonus."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.families.banked.game import FactReader, PostedFact
from houseway.pieces.cards import ACE, EIGHT, JACK, SEVEN, SIX
from houseway.side_bets.buster import BUSTER, buster_of

ACES = (
    "split_aces_in_suit", "suited_777", "split_aces_and_aces", "777", "suited_aces",
    "three_of_a_kind", "678", "aces", "suited_pair", "suited_faces", "first_ace", "nothing",
)  # fmt: skip
"""The rows as printed, from the top: the first that fits is the one that pays."""
(
    SPLIT_ACES_IN_SUIT,
    SUITED_777,
    SPLIT_ACES_AND_ACES,
    SEVENS,
    SUITED_ACES,
    THREE_OF_A_KIND,
    SIX_SEVEN_EIGHT,
    PAIR_OF_ACES,
    SUITED_PAIR,
    SUITED_FACES,
    FIRST_ACE,
    NOTHING,
) = range(12)

MATCHES = ("both aces", "one ace")
BONUS_FACTS: dict[str, FactReader] = {"split_aces_match": PostedFact("split_aces_match", MATCHES)}


@rule("CA-BJX-12", outcomes=BUSTER)
def buster(dealer: Sequence[int]) -> int:
    """The player-dealer's hand ends frozen: by the number of its cards."""
    return buster_of(dealer)


@rule("CA-BJX-14", outcomes=ACES, notes=("CA-BJX-13",))
def aces_bonus(opening: Sequence[int], split_aces: Sequence[int], split_aces_match: int) -> int:
    """The player's first cards, or what two split aces got; the best row only."""
    of_split = of_split_aces(split_aces, split_aces_match)
    return min(of_split, of_three_cards(opening), of_two_cards(opening))


@rule("CA-BJX-14")
def of_split_aces(split_aces: Sequence[int], match: int) -> int:
    """Both split aces got an ace; in the top row each its own suit's, or one of them as posted."""
    if len(split_aces) != 4:
        return NOTHING
    first, second = split_aces[0] == split_aces[1], split_aces[2] == split_aces[3]
    if (first or second) if match else (first and second):
        return SPLIT_ACES_IN_SUIT
    two_aces = split_aces[1] >> 2 == ACE and split_aces[3] >> 2 == ACE
    return SPLIT_ACES_AND_ACES if two_aces else NOTHING


@rule("CA-BJX-14")
def of_three_cards(cards: Sequence[int]) -> int:
    """The rows of the first three cards, if play drew a third."""
    if len(cards) != 3:
        return NOTHING
    a, b, c = cards[0] >> 2, cards[1] >> 2, cards[2] >> 2
    if a == b == c:
        if a != SEVEN:
            return THREE_OF_A_KIND
        return SUITED_777 if cards[0] == cards[1] == cards[2] else SEVENS
    straight = min(a, b, c) == SIX and max(a, b, c) == EIGHT and a + b + c == 3 * SEVEN
    return SIX_SEVEN_EIGHT if straight else NOTHING


@rule("CA-BJX-14")
def of_two_cards(cards: Sequence[int]) -> int:
    """The rows of the first two cards."""
    first, second = cards[0], cards[1]
    if first >> 2 == ACE and second >> 2 == ACE:
        return SUITED_ACES if first == second else PAIR_OF_ACES
    if first == second:
        return SUITED_PAIR
    if first & 3 == second & 3 and is_face(first) and is_face(second):
        return SUITED_FACES
    return FIRST_ACE if first >> 2 == ACE else NOTHING


@rule("CA-BJX-14")
def is_face(card: int) -> bool:
    """A jack, queen or king."""
    return JACK <= card >> 2 < ACE
