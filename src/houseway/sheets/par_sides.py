"""Both sides of a wager that a player banks, before and after fees, made ready for paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.odds.row import OddsRow

SIDES = "bank_side"


@dataclass(frozen=True)
class SideLine:
    """One size of a wager under one schedule; what goes for the whole schedule stands once."""

    schedule: str
    fees: str
    wager: str
    player_before: str
    player_after: str
    bank_before: str
    bank_after: str
    earns_at: str

    @property
    def cells(self) -> tuple[str, ...]:
        """As a row of a table."""
        return (
            self.schedule, self.fees, self.wager, self.player_before, self.player_after,
            self.bank_before, self.bank_after, self.earns_at,
        )  # fmt: skip


COLUMNS = (
    "schedule", "fees", "wager", "player", "after fee", "bank", "after fee ", "fee earned at",
)  # fmt: skip
NOTE = (
    "Shares of the wager, the player-dealer's after his fee as if this wager were alone against "
    "him. The last column is the action on this wager at which his edge has earned the fee."
)


def side_lines(row: OddsRow) -> tuple[SideLine, ...]:
    """The lines of a row; none where the house banks."""
    return tuple(_lines(row))


def _lines(row: OddsRow) -> Iterator[SideLine]:
    for side in row.details.get(SIDES, ()):
        fees = f"${side['player_fee']} / {side['bank_fee']}"
        earns = side["bank_earns_fee_at_action"]
        for n, at in enumerate(side["sizes"]):
            yield SideLine(
                side["schedule"] if not n else "", fees if not n else "",
                f"${at['wager']} ({at['size']})", _signed(at["player_before_fees"]),
                _signed(at["player_after_fees"]), _signed(at["bank_before_fees"]),
                _signed(at["bank_after_fees"]),
                "" if n else f"${earns}" if earns is not None else "never",
            )  # fmt: skip


def _signed(share: float) -> str:
    text = f"{share * 100:+.3f} %"
    return text.replace("-", "−")
