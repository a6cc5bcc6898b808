"""Layout of a compiled hand's integer rows, and bit masks of seats.

The *public* row ``t`` is all that the seat in turn may see, besides its own cards. The *secret* row
``c`` has the deck and all down cards. Players are numbered by *places*: 0 is to the left of the
button and is dealt to first, the last is the button. Without a button, place 0 is the first seat.
Sets of players are masks, bit p for place p.
"""

from __future__ import annotations

PLACES = 10
"""The most players at a table."""
HELD_MOST = 8
"""The most cards of a player."""

FOLD, CALL = -1, 0
"""Decisions: fold; check, call or make the forced bet; any greater number is a bet or raise to that
amount. In a draw or discard, a decision is a mask of cards, bit i for the i-th card of the hand.
"""

BETTING, DISCARD, DRAW, DEAL, STREET_OVER, OVER = range(6)
"""The phases of a hand; the first three await a decision."""

# Columns of the public row.

(
    SEATS,
    PHASE,
    STREET,
    TURN,  # the place whose turn it is
    SEAT,  # and its seat, counted from 0
    BUTTON,  # the seat of the button
    OWES,  # what a call costs now; 0 is a check
    LEAST,  # the least and the most that may be bet or raised to, and the steps between
    MOST,  # 0: no bet or raise may be made
    STEP,
    POT,  # what lies in the middle; bets of this round lie before the players
    DEAD,
    DROP,
    TO_CALL,
    LEVEL,
    SIZE,
    UPTO,
    BROUGHT,
    MUST_OPEN,
    FULLS,
    RAISES,
    CAPPED,
    OPENED,  # the first place that came in by choice, plus one
    LIVE,
    QUEUE,
    ACTED,
    GOING,
    DEALT,  # cards that have left the deck
    STUB,  # and how many there are
    BURNT,
    BOARD_N,
    SMALL,  # the places of the blinds, -1 for none
    SECOND,
    BIG,
    DUE,  # cards that the last to draw still gets
    FIRST,  # who was first in this betting round, and who was in it
    ORDER,
    SHORT,  # places all-in above the last full bet, and the bet of the first
    SHORT_TO,
    UNOPENED,  # whether a pot that a hand opens waits for that hand
    OPENER,  # the place that opened it plus one, and 1 if without chips
    DECLARED,
) = range(42)
BOARD = 44
CHIPS = BOARD + 8
BETS = CHIPS + PLACES
PUT = BETS + PLACES
ANSWERED = PUT + PLACES
HELD = ANSWERED + PLACES
LAST = HELD + PLACES
"""The bets of the last finished betting round of this street."""
DREW = LAST + PLACES
"""The number of cards drawn, -1 before the draw."""
LATER = DREW + PLACES
"""The number of cards that are dealt after all have drawn."""
UP_N = LATER + PLACES
UP = UP_N + PLACES
CLAIMS = UP + PLACES * HELD_MOST
STRENGTHS = CLAIMS + PLACES
"""The strengths for the pots once the hand is over; unset before."""
PUBLIC = STRENGTHS + 2 * PLACES
"""The length of the public row; blocks have one entry for each place, or ``HELD_MOST`` of them."""

# Columns of the secret row.

DECK = 0
"""The cards in dealing order; cards shuffled in again are appended."""
BURNS = 320
MUCK = BURNS + 16
"""For each card the place that gave it up in this draw plus one, or ``FOLDED``; 0 in play."""
FOLDED = PLACES + 1
NO_SEAT = -1
"""The place of no player."""
HOLE = MUCK + 53
FINAL = HOLE + PLACES * HELD_MOST
"""The cards of the hand being evaluated, including the board."""
SECRET = FINAL + 16

# Words of the random numbers.

CARDS_FROM, POLICY_FROM, RANDOM = 0, 4, 5
"""Four words for the cards and one for the policies."""

# Entries of the facts of a game (``facts.py`` fills them).

(
    N_STREETS,
    STRUCTURE,
    CHIP,
    DECK_SIZE,
    SHUFFLED,
    BLINDS_LEFT,
    HAS_BUTTON,
    SMALL_BLIND,
    MIDDLE_BLIND,
    BIG_BLIND,
    BUTTON_BLIND,
    HALF_BLIND,
    ANTE,
    ANTE_OF,
    BRING_IN,
    GO_ON,
    DRAWS,
    SEVENS,
    ANTES_STAY,
    LEAST_BET,
    LOWER_BET,
    UPPER_BET,
    RAISES_MAX,
    HALF_BET,
    POT_UNIT,
    OPENS_FOR,
    DEAD_COLLECTION,
    SEAT_COLLECTION,
    POT_COLLECTION,
    N_PARTS,
) = range(30)
PARTS = 32
(JUDGE, QUALIFIER, ODD_CHIP) = range(3)
STREETS = PARTS + 3 * 2
(
    OPENS,
    TIER,
    OPEN_PAIR,
    BURN,
    BOARD_CARDS,
    GIVE_UP,
    DRAW_MOST,
    AT_ONCE,
    N_ROUNDS,
    ROUNDS,
) = range(10)
"""Fields of a street; from ``ROUNDS`` on, the number of cards of each round and if they are dealt
up.
"""
ROUNDS_MOST = 4
A_STREET = ROUNDS + 2 * ROUNDS_MOST
STREETS_MOST = 8
FACTS = STREETS + A_STREET * STREETS_MOST

OUT, WITHOUT_A_WAGER, AGAINST_A_FORCED_BET = range(3)
"""Cases in which a folded seat still receives cards."""
ALL, OF_BUTTON, OF_BIG_BLIND = range(3)
"""The places that pay the ante."""
BY_BLINDS, BY_BUTTON, BY_OPENER, BY_HAND = range(4)
BY_LOW_CARD, BY_HIGH_CARD, BY_HIGH_BOARD, BY_LOW_BOARD = range(4, 8)
"""The rule by which a street is opened."""
BY_PLACE, BY_HIGHEST_CARD, BY_LOWEST_CARD, BY_LOWEST_ACE_HIGH = range(4)
"""The rule by which one of several tied hands gets the odd chip."""


def count(mask: int) -> int:
    """Return the number of places in a mask."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def lowest(mask: int) -> int:
    """Return the first place of a mask that is not empty."""
    place = 0
    while mask & 1 == 0:
        mask >>= 1
        place += 1
    return place


def next_of(mask: int, place: int) -> int:
    """Return the first place of a mask at or after this one, wrapping around."""
    behind = mask >> place
    return place + lowest(behind) if behind else lowest(mask)
