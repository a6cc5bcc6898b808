"""What every banked game of the Delta Club shares, as data: a player banks it, by these clauses."""

from __future__ import annotations

from houseway.cite import Cites

PLAYER_DEALER: Cites = {
    "coverage": ("CA-PD-03", "CA-PD-04", "CA-PD-05"),
    "bank_least": ("CA-PD-03",),
    "unclaimed": ("CA-PD-07", "CA-PD-09"),
    "bank.limits": ("CA-PD-02", "CA-PD-15"),
    "bank.sign": ("CA-PD-15",),
    "bank.offer": ("CA-PD-01",),
    "bank.turn": ("CA-PD-07",),
    "bank.unclaimed": ("CA-PD-07", "CA-PD-09"),
    "bank.newcomers": ("CA-PD-10",),
    "bank.next": ("CA-PD-07", "CA-PD-11"),
    "bank.wager": ("CA-PD-03", "CA-PD-17"),
    "bank.join": ("CA-PD-11",),
    "bank.bettors": ("CA-PD-01", "CA-PD-13"),
    "bank.fees": ("CA-PD-01", "CA-PD-02"),
    "bank.order": ("CA-PD-06", "CA-PD-16"),
    "bank.cover": ("CA-PD-05",),
    "bank.close": ("CA-PD-04",),
    "bank.buttons": ("CA-PD-08", "CA-PD-16"),
}
"""Who banks, for how long, what his wager covers, and what the house takes."""

ACTION_BUTTON: Cites = {
    "action_button": ("CA-PD-06", "CA-PD-16"),
    "bank.button": ("CA-PD-06", "CA-PD-16"),
}
"""For games whose text does not say how the action button is placed: the bank places it."""
