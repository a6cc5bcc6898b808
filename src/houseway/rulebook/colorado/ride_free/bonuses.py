"""The optional bonus wagers of Ride Free: what decides each of them."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule
from houseway.hands.blackjack import natural
from houseway.pieces.cards import ACE, QUEEN
from houseway.side_bets import twenty_one_plus_three
from houseway.side_bets.bust_bonus import BUSTS, NO_BUST, bust_of
from houseway.side_bets.dealer_22 import NOT_22, TWENTY_TWOS, twenty_two_of
from houseway.side_bets.first_two_20 import (
    QUEENS_OF_HEARTS,
    TWENTIES,
    is_queens_of_hearts,
    twenty_of,
)
from houseway.side_bets.lammer_count import LAMMERS, lammers_gathered

HIGHEST = "CO-2119-22x"
"""Of every bonus only the highest hand that qualifies is paid."""
WITH_BLACKJACK = ("queens_of_hearts_and_dealer_blackjack",)
WITH_BLACKJACKS = (
    "queens_of_hearts_and_blackjack_of_the_suit", "queens_of_hearts_and_suited_blackjack",
    *WITH_BLACKJACK,
)  # fmt: skip
TRIPS_OF_THE_SUIT = ("aces_of_the_suit", "kings_of_the_suit", "queens_of_the_suit")
SUITED_TRIPS = ("aces_suited", "kings_suited", "queens_suited")


@rule("CO-2119-21A", notes=(HIGHEST,), outcomes=TWENTY_TWOS)
def hedge_22(player_over_29: bool, dealer: Sequence[int]) -> int:
    """The dealer makes 22 and the player's hand is not over 29."""
    return NOT_22 if player_over_29 else twenty_two_of(dealer)


@rule("CO-2119-21B", notes=(HIGHEST,), outcomes=LAMMERS)
def silver_stack(lammers: int, dealer_blackjack: bool) -> int:
    """The lammers of the round; a dealer's blackjack takes every wager."""
    return lammers_gathered(lammers, dealer_blackjack)


@rule("CO-2119-21C", outcomes=BUSTS, notes=(HIGHEST, "CO-2119-25iv", "CO-2119-25v"))
def bust_bonus(player_over_29: bool, dealer: Sequence[int]) -> int:
    """The dealer busts, unless the player's hand is a bust of 30, which is the highest."""
    return NO_BUST if player_over_29 else bust_of(dealer)


def why_no_bust(player_over_29: bool, dealer: Sequence[int]) -> str:
    """Return "player_30" if the player's 30 lost the Bust Bonus though the dealer has bust; else
    "".
    """
    return "player_30" if player_over_29 and bust_of(dealer) != NO_BUST else ""


@rule("CO-2119-21D", notes=(HIGHEST,), outcomes=twenty_one_plus_three.SEVEN_HANDS)
def three_card_hand(first_two: Sequence[int], dealer_up: int) -> int:
    """21+3 Classic and Xtreme: the player's first two cards with the dealer's up card."""
    return twenty_one_plus_three.seven_hands(first_two, dealer_up)


@rule("CO-2119-21D", notes=(HIGHEST,), outcomes=twenty_one_plus_three.TOP_HANDS)
def top_3(first_two: Sequence[int], dealer_up: int) -> int:
    """The same three cards, when they make one of the three highest hands."""
    return twenty_one_plus_three.top_hands(first_two, dealer_up)


@rule("CO-2119-21E", notes=(HIGHEST,), outcomes=(*WITH_BLACKJACK, *TWENTIES))
def lucky_ladies(first_two: Sequence[int], dealer_blackjack: bool) -> int:
    """The first two cards make 20; the top award needs a dealer's blackjack too."""
    found = twenty_of(first_two)
    return 0 if found == QUEENS_OF_HEARTS and dealer_blackjack else found + 1


@rule("CO-2119-21E", "CO-2119-21G")
def needs_no_hole_card(first_two: Sequence[int]) -> bool:
    """Return False only for two queens of hearts, which wait for the dealer's hole card."""
    return not is_queens_of_hearts(first_two)


@rule("CO-2119-21F", notes=(HIGHEST,),
      outcomes=(*TRIPS_OF_THE_SUIT, *SUITED_TRIPS, "suited_three_of_a_kind", "straight_flush",
                "three_of_a_kind", "straight", "flush", "nothing"))  # fmt: skip
def progressive_21_3(first_two: Sequence[int], dealer_up: int, three_card_suit: int) -> int:
    """The same three cards, with aces, kings and queens of one suit above all other hands."""
    found = twenty_one_plus_three.seven_hands(first_two, dealer_up)
    if found != twenty_one_plus_three.SUITED_TRIPS or dealer_up >> 2 < QUEEN:
        return 6 + min(found, twenty_one_plus_three.PAIR)
    return ACE - (dealer_up >> 2) + (0 if dealer_up & 3 == three_card_suit else 3)


@rule("CO-2119-21G", notes=(HIGHEST,), outcomes=(*WITH_BLACKJACKS, *TWENTIES))
def lucky_ladies_progressive(
    first_two: Sequence[int], dealer_two: Sequence[int], blackjack_suit: int
) -> int:
    """The first two cards make 20; the top awards need a dealer's blackjack, by its suits."""
    found = twenty_of(first_two)
    if found != QUEENS_OF_HEARTS or not natural(dealer_two):
        return 3 + found
    suit = dealer_two[0] & 3
    if suit != dealer_two[1] & 3:
        return 2
    return 0 if suit == blackjack_suit else 1
