"""Collection fees: flat, posted before the deal, never a share of wagers or winnings."""

from __future__ import annotations

from pathlib import Path

import msgspec

from houseway.errors import BadFile
from houseway.money import dollars
from houseway.tomlfile import read_file, shape_as


class Tier(msgspec.Struct, frozen=True):
    """The player-dealer's fee while the total action is at most ``up_to`` (0: any amount)."""

    up_to: int
    fee: int


class Schedule(msgspec.Struct, frozen=True):
    """The fees of one table limit: per betting circle, and per hand of the player-dealer."""

    name: str
    clause: str
    least: int
    most: int
    per_circle: int
    bank: tuple[Tier, ...]

    def bank_fee(self, action: int) -> int:
        """What the player-dealer pays for a hand with this much action on the table."""
        for tier in self.bank:
            if not tier.up_to or action <= tier.up_to:
                return tier.fee
        return self.bank[-1].fee


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    limits: str
    per_circle: int | str
    player_dealer: int | str | list[list[int | str]]


class _Rows(msgspec.Struct, forbid_unknown_fields=True):
    clause: str
    rows: list[_Row]


def load_schedules(path: Path) -> dict[str, Schedule]:
    """The ``[collection]`` table of a ``pay.toml``, by table limits; none is an empty dict."""
    if not path.exists():
        return {}
    data = read_file(path).get("collection")
    if data is None:
        return {}
    raw = shape_as(data, _Rows, str(path), "[collection]")
    found = {}
    for row in raw.rows:
        try:
            least, most = (dollars(part) for part in row.limits.split(".."))
            bank = row.player_dealer
            tiers = (
                tuple(Tier(dollars(up_to), dollars(fee)) for up_to, fee in bank)
                if isinstance(bank, list)
                else (Tier(0, dollars(bank)),)
            )
            found[row.limits] = Schedule(
                row.limits, raw.clause, least, most, dollars(row.per_circle), tiers
            )
        except ValueError as error:
            raise BadFile(str(path), f"[collection] {row.limits}", str(error)) from None
    return found
