"""What a banked round hands to the next, and what of it is checked when it comes from a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from houseway.errors import Refused
from houseway.families.banked.player_bank import BankTurn
from houseway.game.base import Seat
from houseway.game.progressives import Meter


class BankedCarryOver(msgspec.Struct, forbid_unknown_fields=True):
    """What a round hands to the next: its number, the meters, and the turn of a player's bank."""

    round: int = 1
    meters: dict[str, list[Meter]] = {}
    position: BankTurn | None = None


def older_turn(between: dict[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
    """A turn of the player-dealer position once stood alone, and counted seats, not people."""
    if not between.keys() & {"bank", "turn", "held"}:
        return between
    parties = {str(seat.seat): seat.party for seat in seats}
    held = {parties.get(seat, f"seat {seat}"): n for seat, n in between.get("held", {}).items()}
    bettors = [parties.get(str(seat), f"seat {seat}") for seat in between.get("bettors", ())]
    return {"position": {**between, "held": held, "bettors": bettors}}


def check_meters(between: BankedCarryOver, wanted: Mapping[str, Sequence[Meter]]) -> None:
    """Meters come over as the table has them, and their books are even."""
    for name, kept in between.meters.items():
        n = len(wanted.get(name, ()))
        if len(kept) != n:
            raise Refused(f"{name} has {n} meters at this table")
        for meter in kept:
            if meter.balance or meter.value < 0 or meter.reserve < 0:
                raise Refused(f"the books of a meter of {name} are not even: {meter}")
