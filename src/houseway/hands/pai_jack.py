"""Hands of Pai Jack: totals, settings, the house way, results, and the bonus.

Five cards fall into a three-card high hand and a two-card low hand in ten ways. A choice is 0 to 9,
the pair of places in ``LOWS`` that makes the low hand, or ``BUST`` if no setting is allowed. A set
hand is its five cards in order, high hand first; a busted hand is five cards in any order, because
none of its settings is allowed.

An ace in the low hand counts 11, or 1 if 11 would put the low hand above the high one (PJ3).
``low_ace_fixed_high`` posts the stricter reading: it always counts 11 there.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.blackjack import value
from houseway.hands.splits_2_3 import CHOICES, FIVE, parts_ahead
from houseway.hands.splits_2_3 import THREES as HIGHS
from houseway.hands.splits_2_3 import TWOS as LOWS
from houseway.pieces.cards import ACE, JACK, QUEEN, TEN

BUST = 10
"""The choice of a hand that cannot be set."""

PAI_JACK, WIN, PUSH, LOSE, PLAYER_BUST, DEALER_BUST, DEALER_PAI_JACK = range(7)
SUPER, ROYAL, JACKS, ANY, NO_PAI_JACK = range(5)
ROYALS = 0b111
"""Queen, king and ace of one suit, a bit each."""
STEP = 32
"""Greater than any total: a score of two totals is ``high * STEP + low``."""


@rule("CO-2112-5a")
def is_pai_jack(cards: Sequence[int]) -> bool:
    """Return True for an ace and two ten-valued cards, whatever the others are."""
    aces = tens = 0
    for i in range(len(cards)):
        if cards[i] >> 2 == ACE:
            aces += 1
        elif cards[i] >> 2 >= TEN:
            tens += 1
    return aces >= 1 and tens >= 2


@rule("CO-2112-6", "BJ-1")
def high_total(a: int, b: int, c: int) -> int:
    """Return the total of the three-card hand: an ace counts 11 unless that exceeds 21."""
    hard = value(a) + value(b) + value(c)
    ace = a >> 2 == ACE or b >> 2 == ACE or c >> 2 == ACE
    return hard + 10 if ace and hard <= 11 else hard


@rule("CO-2112-6", "CO-2112-6a")
def low_total(a: int, b: int, high: int, low_ace_fixed_high: bool) -> int:
    """Return the total of the two-card hand, given the total of the high hand."""
    hard = value(a) + value(b)
    if a >> 2 != ACE and b >> 2 != ACE:
        return hard
    return hard + 10 if low_ace_fixed_high or hard + 10 <= high else hard


@rule("CO-2112-6a", "CO-2112-6b", "CO-2112-7")
def may_stand(high: int, low: int) -> bool:
    """Return True for a high hand of 21 or less, and a low hand that is not above it."""
    return high <= 21 and low <= high


@rule("CO-2112-6")
def set_totals(hand: Sequence[int], low_ace_fixed_high: bool) -> tuple[int, int]:
    """Return the totals of a set hand."""
    high = high_total(hand[0], hand[1], hand[2])
    return high, low_total(hand[3], hand[4], high, low_ace_fixed_high)


@rule("CO-2112-6")
def setting(cards: Sequence[int], choice: int) -> FIVE:
    """Return the cards of a choice, high hand first; unchanged if the hand is bust."""
    if choice == BUST:
        return cards[0], cards[1], cards[2], cards[3], cards[4]
    a, b, c = HIGHS[choice]
    d, e = LOWS[choice]
    return cards[a], cards[b], cards[c], cards[d], cards[e]


@rule("CO-2112-9a", "CO-2112-9b", "CO-2112-9c", "CO-2112-11i-iii")
def house_way(cards: Sequence[int], low_ace_fixed_high: bool) -> int:
    """Return the choice of the house: a Pai Jack in the high hand, else the most there, then the
    most low.

    A Pai Jack makes 21, so any low hand is allowed with it.
    """
    found, best = BUST, -1
    pai_jack = is_pai_jack(cards)
    for choice in range(CHOICES):
        a, b, c, d, e = setting(cards, choice)
        if pai_jack and not is_pai_jack((a, b, c)):
            continue
        high = high_total(a, b, c)
        low = low_total(d, e, high, low_ace_fixed_high)
        if may_stand(high, low) and high * STEP + low > best:
            found, best = choice, high * STEP + low
    return found


@rule("CO-2112-11a", "CO-2112-11b", "CO-2112-11c", "CO-2112-11d", "CO-2112-11e", "CO-2112-11f")
def compare(player_high: int, player_low: int, dealer_high: int, dealer_low: int) -> int:
    """Compare high with high, low with low: one of the nine results of the printed table."""
    ahead = parts_ahead(player_high, player_low, dealer_high, dealer_low)
    if ahead == 0:
        return PUSH
    return WIN if ahead > 0 else LOSE


@rule("CO-2112-5a", "CO-2112-9a", "CO-2112-10a", "CO-2112-11g", "CO-2112-11h",
      outcomes=("pai_jack", "win", "push", "lose", "bust", "dealer_bust",
                "dealer_pai_jack"))  # fmt: skip
def settle_pai_jack(
    player: Sequence[int], dealer: Sequence[int], turned_over: bool, low_ace_fixed_high: bool
) -> int:
    """Return the outcome of a set hand against the dealer's.

    A Pai Jack counts as one only if it was turned over, which comes before everything else.
    """
    if turned_over:
        return PAI_JACK
    if is_pai_jack(dealer):
        return DEALER_PAI_JACK
    dealer_high, dealer_low = set_totals(dealer, low_ace_fixed_high)
    if not may_stand(dealer_high, dealer_low):
        return DEALER_BUST
    high, low = set_totals(player, low_ace_fixed_high)
    if not may_stand(high, low):
        return PLAYER_BUST
    return compare(high, low, dealer_high, dealer_low)


@rule("CO-2112-12", notes=("CO-2112-5b",),
      outcomes=("super_pai_jack", "royal_pai_jack", "jack_pai_jack", "pai_jack",
                "no_pai_jack"))  # fmt: skip
def pai_jack_bonus(dealt: Sequence[int]) -> int:
    """Return the row of the best Pai Jack in the five cards dealt."""
    if not is_pai_jack(dealt):
        return NO_PAI_JACK
    jacks = court = 0
    for i in range(len(dealt)):
        rank = dealt[i] >> 2
        if rank == JACK:
            jacks += 1
        elif rank >= QUEEN:
            court |= 1 << 3 * (dealt[i] & 3) + rank - QUEEN
    if jacks == 4:
        return SUPER
    for suit in range(4):
        if court >> 3 * suit & ROYALS == ROYALS:
            return ROYAL
    return JACKS if jacks >= 2 else ANY


def describe(hand: Sequence[int], low_ace_fixed_high: bool) -> tuple[str, str]:
    """Return a set hand in words: the high hand and the low hand."""
    high, low = set_totals(hand, low_ace_fixed_high)
    if is_pai_jack(hand[:3]):
        return "Pai Jack", str(low)
    return f"{high}, over 21" if high > 21 else str(high), str(low)
