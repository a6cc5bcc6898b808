"""The clauses shared by every banked game of the Delta Club, as data: a player is the bank."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.cite import Cites
from houseway.errors import Refused
from houseway.families.banked.game import Banked
from houseway.money import format_dollars

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
"""The player-dealer: position, number of hands, cover by the wager, and fees of the house."""

ACTION_BUTTON: Cites = {
    "action_button": ("CA-PD-06", "CA-PD-16"),
    "bank.button": ("CA-PD-06", "CA-PD-16"),
}
"""For games whose text does not say how the action button is placed: the bank places it."""


def within_table_limits(game: Banked, wagers: Iterable[str], clause: str) -> None:
    """Limit side wagers to the limits of the schedule; refuse other limits posted for them."""
    if (fees := game.fees) is None:
        return
    limits = fees.least, fees.most
    for name in wagers:
        key = f"{name}_limits"
        if key in game.stated and game.posting[key] != limits:
            raise Refused(
                "limits-are-table-limits",
                f"the limits of {game.words().named(name)} are the table limits, "
                f"{format_dollars(limits[0])} to {format_dollars(limits[1])}",
                (clause,),
            )
        game.posting[key] = limits
        setattr(game, key, limits)
