"""Where things stand: a table is two rows of ints, what everybody sees and what nobody may.

The *public* row ``t`` is what the seat whose turn it is may see, besides its own cards; the
*secret* row ``c`` has the deck and all cards that lie down.  Players are numbered by *places*: 0
sits to the left of the button and is dealt to first, the last is the button (without one, place 0
is the first seat).  Sets of players are masks, bit p for place p.
"""

from __future__ import annotations

PLACES = 10
"""The most players."""
HELD_MOST = 8
"""Room for the cards of a player."""

FOLD, CALL = -1, 0
"""Decisions: fold; check, call or make the forced bet; any number above is a bet or raise to that.

Where cards are given up a decision is a mask of them, bit i for the i-th card of the hand.
"""

BETTING, DISCARD, DRAW, DEAL, STREET_OVER, OVER = range(6)
"""The phases of a hand; a decision is awaited in the first three."""

# -- the public row -------------------------------------------------------------------------------

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
    OPENED,  # the first who came in by his own choice, his place and one
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
    SHORT,  # who is all-in above the last full bet, and what the first in came to if he is
    SHORT_TO,
    UNOPENED,  # whether a pot that a hand opens waits for that hand
    OPENER,  # who opened it, his place and one, and whether without chips
    DECLARED,
) = range(42)
BOARD = 44
CHIPS = BOARD + 8
BETS = CHIPS + PLACES
PUT = BETS + PLACES
ANSWERED = PUT + PLACES
HELD = ANSWERED + PLACES
LAST = HELD + PLACES
"""What was bet in the last betting round that is over, on this street."""
DREW = LAST + PLACES
"""How many cards were drawn, -1 before."""
LATER = DREW + PLACES
"""Cards that come when all have drawn."""
UP_N = LATER + PLACES
UP = UP_N + PLACES
CLAIMS = UP + PLACES * HELD_MOST
STRENGTHS = CLAIMS + PLACES
"""For the pots when all is over; before that there is nothing in it."""
PUBLIC = STRENGTHS + 2 * PLACES
"""The public row is so long; blocks have an entry, or ``HELD_MOST`` of them, for each place."""

# -- the secret row -------------------------------------------------------------------------------

DECK = 0
"""Cards as they leave the deck; what is shuffled in again is written behind them."""
BURNS = 320
MUCK = BURNS + 16
"""Of each card who gave it up in this draw, his place and one, or ``FOLDED``; 0 in play."""
FOLDED = PLACES + 1
NOBODY = -1
"""The place of no player."""
HOLE = MUCK + 53
FINAL = HOLE + PLACES * HELD_MOST
"""The cards of a hand that is judged, board and all."""
SECRET = FINAL + 16

# -- random numbers -------------------------------------------------------------------------------

CARDS_FROM, POLICY_FROM, RANDOM = 0, 4, 5
"""Four words for the cards and one for those who decide."""

# -- the facts of a game --------------------------------------------------------------------------

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
"""Of a street; from ``ROUNDS`` on, for each round of cards how many and whether they lie up."""
ROUNDS_MOST = 4
A_STREET = ROUNDS + 2 * ROUNDS_MOST
STREETS_MOST = 8
FACTS = STREETS + A_STREET * STREETS_MOST

OUT, WITHOUT_A_WAGER, AGAINST_A_FORCED_BET = range(3)
"""Who folds when goes on receiving cards."""
ALL, OF_BUTTON, OF_BIG_BLIND = range(3)
"""Who pays the ante."""
BY_BLINDS, BY_BUTTON, BY_OPENER, BY_HAND = range(4)
BY_LOW_CARD, BY_HIGH_CARD, BY_HIGH_BOARD, BY_LOW_BOARD = range(4, 8)
"""Who opens the betting of a street."""
BY_PLACE, BY_HIGHEST_CARD, BY_LOWEST_CARD, BY_LOWEST_ACE_HIGH = range(4)
"""Who gets an odd chip among tied hands."""
