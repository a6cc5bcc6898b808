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

BETTING, DISCARD, DEAL, STREET_OVER, OVER = range(5)
"""The phases of a hand; a decision is awaited in the first two."""

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
    OPENED,
    LIVE,
    QUEUE,
    ACTED,
    GOING,
    DEALT,  # cards that have left the deck
    STUB,  # and how many there are
    BURNT,
    BOARD_N,
) = range(31)
BOARD = 32
CHIPS = 40
BETS = CHIPS + PLACES
PUT = BETS + PLACES
ANSWERED = PUT + PLACES
HELD = ANSWERED + PLACES
UP_N = HELD + PLACES
UP = UP_N + PLACES
PUBLIC = UP + PLACES * HELD_MOST
"""The public row is so long; blocks have an entry, or ``HELD_MOST`` of them, for each place."""

# -- the secret row -------------------------------------------------------------------------------

DECK = 0
"""Cards as they leave the deck; what is shuffled in again is written behind them."""
BURNS = 160
HOLE = BURNS + 16
FINAL = HOLE + PLACES * HELD_MOST
"""The cards of a hand that is judged, board and all."""
CLAIMS = FINAL + 16
STRENGTHS = CLAIMS + PLACES
SECRET = STRENGTHS + 2 * PLACES

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
    SMALL_BLIND,
    BIG_BLIND,
    BUTTON_BLIND,
    ANTE,
    ANTE_OF,
    BRING_IN,
    GO_ON,
    LOWER_BET,
    UPPER_BET,
    RAISES_MAX,
    HALF_BET,
    POT_UNIT,
    OPENS_FOR,
    COLLECTION,
    N_PARTS,
) = range(21)
PARTS = 24
(JUDGE, QUALIFIER, ODD_CHIP) = range(3)
STREETS = 32
(OPENS, TIER, OPEN_PAIR, BURN, BOARD_CARDS, GIVE_UP, N_ROUNDS, ROUNDS) = range(8)
"""Of a street; from ``ROUNDS`` on, for each round of cards how many and whether they lie up."""
ROUNDS_MOST = 4
A_STREET = ROUNDS + 2 * ROUNDS_MOST
STREETS_MOST = 8
FACTS = STREETS + A_STREET * STREETS_MOST

ALL, OF_BUTTON, OF_BIG_BLIND = range(3)
"""Who pays the ante."""
BY_BLINDS, BY_BUTTON, BY_LOW_CARD, BY_HIGH_CARD, BY_HIGH_BOARD, BY_LOW_BOARD = range(6)
"""Who opens the betting of a street."""
BY_PLACE, BY_HIGHEST_CARD, BY_LOWEST_CARD = range(3)
"""Who gets an odd chip among tied hands."""
