"""The rules of 21st Century Baccarat: charts of must and may, the draw, ties, the button."""

from __future__ import annotations

from houseway.cite import rule

HITS_UP_TO = 4
"""The highest count on which the players' hand must hit; the two counts above are optional."""
STANDS_FROM = 7
HOUSE_WAY_STANDS_FROM = 6
BANK_STANDS_FROM = 6
BANK_TAKES_UP_TO = 1
"""The highest count of ties that the player-dealer wins."""

WIN, PUSH, TIE_TO_BANK, LOSE = range(4)
TIED, NOT_TIED = range(2)

SEATS_ON = (2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 1)
"""The number of seats from the player-dealer clockwise to the button, by the rank of the hole card.

Ranks run from the deuce to the ace: 8 and ace are one seat on, 9 and deuce two, king and 6 six, 7
seven.
"""


@rule("CA-B21-04")
def may_stand(points: int) -> bool:
    """Return True on 5 or more."""
    return points > HITS_UP_TO


@rule("CA-B21-04")
def may_act(points: int) -> bool:
    """Return True on 0 to 6: hit, double and surrender are allowed."""
    return points < STANDS_FROM


@rule("CA-B21-05")
def house_way_hits(points: int) -> bool:
    """The house way hits 5 or less."""
    return points < HOUSE_WAY_STANDS_FROM


@rule("CA-B21-05")
def bank_hits(points: int) -> bool:
    """The player-dealer hits 5 or less and stands on 6 or more."""
    return points < BANK_STANDS_FROM


@rule("CA-B21-16", outcomes=("win", "push", "tie_to_bank", "lose"),
      notes=("CA-B21-06", "CA-B21-17"))  # fmt: skip
def main(player_points: int, bank_points: int) -> int:
    """The hand nearer to 9 wins, whatever the number of cards; ties on 0 and 1 are the bank's."""
    if player_points > bank_points:
        return WIN
    if player_points < bank_points:
        return LOSE
    return TIE_TO_BANK if player_points <= BANK_TAKES_UP_TO else PUSH


@rule("CA-B21-08", outcomes=("tie", "no_tie"))
def tie(player_points: int, bank_points: int) -> int:
    """Return the outcome of a tie bet: equal counts, regardless of the base wager."""
    return TIED if player_points == bank_points else NOT_TIED


@rule("CA-B21-10")
def seats_on(hole: int) -> int:
    """Return the number of seats to count on, by the rank of the hole card and not its points."""
    return SEATS_ON[hole >> 2]
