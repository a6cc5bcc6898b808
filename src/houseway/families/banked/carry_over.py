"""The state that a banked round hands to the next, and the checks of one read from a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from houseway.errors import Refused
from houseway.families.banked.player_dealer.cover import BankTurn
from houseway.game.base import Seat
from houseway.game.progressives import Meter


class BankedCarryOver(msgspec.Struct, forbid_unknown_fields=True):
    """The state handed to the next round: its number, the meters, and the bank turn of a player."""

    round: int = 1
    meters: dict[str, list[Meter]] = {}
    position: BankTurn | None = None


def older_turn(carry_over: dict[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
    """A turn of the player-dealer position once stood alone, and counted seats, not people."""
    if not carry_over.keys() & {"bank", "turn", "held"}:
        return carry_over
    parties = {str(seat.seat): seat.party for seat in seats}
    held = {parties.get(seat, f"seat {seat}"): n for seat, n in carry_over.get("held", {}).items()}
    bettors = [parties.get(str(seat), f"seat {seat}") for seat in carry_over.get("bettors", ())]
    return {"position": {**carry_over, "held": held, "bettors": bettors}}


def check_meters(carry_over: BankedCarryOver, wanted: Mapping[str, Sequence[Meter]]) -> None:
    """Refuse meters that differ from those of the table, or whose money does not add up."""
    for name, kept in carry_over.meters.items():
        n = len(wanted.get(name, ()))
        if len(kept) != n:
            raise Refused("meters-of-other-number", f"{name} has {n} meters at this table")
        for meter in kept:
            if meter.balance or meter.value < 0 or meter.reserve < 0:
                raise Refused(
                    "meter-books-uneven", f"the books of a meter of {name} are not even: {meter}"
                )
