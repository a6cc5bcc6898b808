"""Collection fees: flat, posted before the deal, never a share of wagers or winnings.

The ``[collection]`` table of a ``pay.toml`` has the printed schedules, one to a row.  It becomes a
posting by itself: ``schedule``, by number or by table limits, and where the text counts them the
``rates`` that the room uses at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from houseway.errors import BadFile, Refused, short_repr
from houseway.game.posting import Declared, OneOf
from houseway.money import dollars, format_dollars
from houseway.util.english import all_of, between, n
from houseway.util.toml import decode_as, read_file

PER = ("circle", "spot", "wager", "line")
"""Units of a player's fee: a hand on a circle or spot, or each wager or line."""


class Tier(msgspec.Struct, frozen=True):
    """The player-dealer's fee while the total action is at most ``up_to`` (0: any amount)."""

    up_to: int
    fee: int


class Schedule(msgspec.Struct, frozen=True):
    """The fees of one line: the player's with its unit, and the player-dealer's for a hand."""

    name: str
    clause: str
    least: int
    most: int
    player_fee: int
    bank: tuple[Tier, ...]
    per: str = "circle"
    wagers: tuple[str, ...] = ()
    """The wagers that carry a fee; empty: the base wagers."""
    number: int = 0

    def bank_fee(self, action: int) -> int:
        """Return the player-dealer's fee in cents for a hand with this action on the table."""
        for tier in self.bank:
            if not tier.up_to or action <= tier.up_to:
                return tier.fee
        return self.bank[-1].fee

    @property
    def bank_fee_most(self) -> int:
        """The most that a hand can cost the player-dealer, in cents."""
        return max(tier.fee for tier in self.bank)

    @property
    def player_words(self) -> str:
        """The player's fee, as on a sign."""
        return f"{format_dollars(self.player_fee)} per {self.per}" if self.player_fee else "none"

    @property
    def bank_words(self) -> tuple[str, ...]:
        """The player-dealer's fee, tier by tier."""
        return tuple(
            format_dollars(tier.fee)
            + (f" up to {format_dollars(tier.up_to)}" if tier.up_to else " above" if i else "")
            for i, tier in enumerate(self.bank)
        )

    @property
    def bank_sign(self) -> str:
        """The player-dealer's fee, as on a sign."""
        tiers = ", ".join(self.bank_words)
        several = len(self.bank) > 1
        return f"per hand, by the action on the table: {tiers}" if several else f"{tiers} per hand"

    @property
    def in_words(self) -> str:
        """The whole line as the house chooses it: limits, and both fees."""
        which = f"no. {self.number}: " if self.number else ""
        player = self.player_words if self.player_fee else "nothing"
        return (
            f"{which}{between(self.least, self.most)}; a player pays {player}; "
            f"the player-dealer pays {self.bank_sign}"
        )


class Collection(msgspec.Struct, frozen=True):
    """All printed schedules of a game, and the number that a room may use at once."""

    clauses: tuple[str, ...] = ()
    schedules: dict[str, Schedule] = {}
    rates_most: int = 0
    """Most schedules in use at once; 0: the text sets no number."""

    def named(self, value: Any) -> str | None:
        """Return the name of the schedule with this name, number or unambiguous limits."""
        text = str(value).strip() if type(value) in (int, str) else ""
        if text in self.schedules:
            return text
        alike = [x.name for x in self.schedules.values() if text in (str(x.number), limits_of(x))]
        return alike[0] if len(alike) == 1 else None

    def postings(self) -> dict[str, Declared]:
        """Return the postings of the fees."""
        if not self.schedules:
            return {}
        found: dict[str, Declared] = {"schedule": PostedSchedule(self)}
        if self.rates_most:
            found["rates"] = PostedRates(self)
        if any(len(x.bank) > 1 for x in self.schedules.values()):
            found["tier_counts_side_bets"] = OneOf(
                (False, True), False, self.clauses,
                "whether wagers that carry no fee count towards the tier of the player-dealer's",
            )  # fmt: skip
        for key, declared in found.items():
            declared.key = key
        return found


def limits_of(schedule: Schedule) -> str:
    """Return the limits of a schedule as they are posted."""
    return f"{schedule.least // 100}..{schedule.most // 100}"


class PostedSchedule(OneOf):
    """One of the printed schedules: its number, or its limits where no other has the same."""

    def __init__(self, collection: Collection) -> None:
        names = tuple(collection.schedules)
        super().__init__(
            names, names[0], collection.clauses, "the schedule of fees, and with it table limits"
        )
        self.collection = collection

    def read(self, value: Any) -> Any:
        if (name := self.collection.named(value)) is not None:
            return name
        same = [x.name for x in self.collection.schedules.values() if limits_of(x) == value]
        if same:
            raise Refused(
                "schedule-not-unique",
                f"schedules {all_of(same)} are all for limits of {value}; post {self.key} by "
                "number",
                self.clauses,
            )
        raise self.not_among(value)

    def not_among(self, value: Any) -> Refused:
        return self.refused("no-such-schedule", short_repr(value))

    def in_words(self, value: str) -> str:
        """Return a schedule as people read it."""
        return self.collection.schedules[value].in_words


class PostedRates(Declared):
    """The schedules that the room uses at once, this table's among them: ``2, 5, 7``."""

    def __init__(self, collection: Collection) -> None:
        most = collection.rates_most
        super().__init__(
            "", collection.clauses, f"the schedules the room uses at once, at most {most}"
        )
        self.collection = collection

    def read(self, value: Any) -> Any:
        """Return the named rates as one text; refuse unknown ones, or more than are allowed at
        once.
        """
        if value == self.show(""):
            return ""
        listed = [value] if type(value) is int else value
        parts = [x for x in listed.split(",") if x.strip()] if isinstance(listed, str) else listed
        if not isinstance(parts, list | tuple):
            raise self.refused("rates-malformed", short_repr(value))
        names = []
        for part in parts:
            if (name := self.collection.named(part)) is None:
                raise self.refused("no-such-rate", short_repr(part))
            names.append(name)
        different = tuple(dict.fromkeys(names))
        if len(different) > (most := self.collection.rates_most):
            raise Refused(
                "too-many-rates",
                f"a game has at most {n(most, 'rate')} of collection at once, not "
                f"{len(different)}: {', '.join(different)}",
                self.clauses,
            )
        return ", ".join(different)

    def check(self, posted: str, schedule: str) -> None:
        """Refuse rates without this table's own schedule."""
        if posted and schedule not in posted.split(", "):
            raise Refused(
                "schedule-not-in-use",
                f"this table has schedule {schedule}, which is not among the {self.key} in use: "
                f"{posted}",
                self.clauses,
            )

    def show(self, value: Any) -> str:
        return str(value) or "this table's alone"

    def allowed(self) -> str:
        return (
            f"at most {self.collection.rates_most} of {', '.join(self.collection.schedules)}, "
            "with commas between"
        )


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    """A schedule of fees: the player-dealer's, and one kind of player's fee."""

    limits: str
    """The table limits that the fee goes with, such as ``10..200``."""
    player_dealer: int | str | list[list[int | str]]
    """The player-dealer's fee in dollars, or tiers ``[[500, 3], [0, 4]]`` by total action."""
    number: int = 0
    """The number of the schedule, where the text numbers them."""
    per_circle: int | str | None = None
    """A player's fee in dollars for each betting circle."""
    per_spot: int | str | None = None
    """A player's fee in dollars for each spot with chips."""
    per_wager: int | str | None = None
    """A player's fee in dollars for each wager."""
    per_line: int | str | None = None
    """A player's fee in dollars for each line of wagers."""

    def player(self) -> tuple[str, int]:
        """Return the unit of the player's fee and its amount in cents."""
        found = [(per, getattr(self, f"per_{per}")) for per in PER]
        stated = [(per, fee) for per, fee in found if fee is not None]
        if len(stated) != 1:
            raise ValueError("say one fee of the player's: per_circle, per_spot, per_wager or "
                             "per_line")  # fmt: skip
        return stated[0][0], _fee(stated[0][1])

    def tiers(self) -> tuple[Tier, ...]:
        """Return the player-dealer's fee by total action; one tier if it is the same for all."""
        bank = self.player_dealer
        if not isinstance(bank, list):
            return (Tier(0, _fee(bank)),)
        if any(len(tier) != 2 for tier in bank):
            raise ValueError("a tier is [action up to, fee]")
        tiers = tuple(Tier(_fee(up_to), _fee(fee)) for up_to, fee in bank)
        ends = [tier.up_to for tier in tiers]
        if not ends or ends[-1] or sorted(set(ends[:-1])) != ends[:-1] or 0 in ends[:-1]:
            raise ValueError("tiers go up, and the last one ends at 0, which is any amount")
        return tiers


class _Rows(msgspec.Struct, forbid_unknown_fields=True):
    """The ``[collection]`` of a ``pay.toml``."""

    clause: str | list[str]
    """The clause or clauses of the fees."""
    rows: list[_Row]
    """The schedules, of which the house posts one."""
    wagers: list[str] = []
    """The wagers that carry the fee; empty: the base wagers."""
    rates_most: int = 0
    """The most schedules that a house may post as ``rates``; 0: it posts one."""


def load_collection(path: Path) -> Collection:
    """Return the ``[collection]`` table of a ``pay.toml``; an empty one if it has none."""
    data = read_file(path).get("collection") if path.exists() else None
    if data is None:
        return Collection()
    raw = decode_as(data, _Rows, str(path), "[collection]")
    clauses = (raw.clause,) if isinstance(raw.clause, str) else tuple(raw.clause)
    found: dict[str, Schedule] = {}
    for place, row in enumerate(raw.rows, 1):
        name = str(row.number) if row.number else row.limits
        try:
            schedule = _schedule(name, clauses[0], row, row.number or place, raw.wagers)
        except ValueError as error:
            raise BadFile(str(path), f"[collection] {name}", str(error)) from None
        if name in found:
            raise BadFile(str(path), f"[collection] {name}", "is there twice; number the schedules")
        found[name] = schedule
    if not found:
        raise BadFile(str(path), "[collection]", "has no rows")
    return Collection(clauses, found, raw.rates_most)


def _schedule(name: str, clause: str, row: _Row, number: int, wagers: list[str]) -> Schedule:
    """Return a schedule of fees from a row of ``pay.toml``."""
    least, most = (_fee(part) for part in row.limits.split(".."))
    if not 0 < least <= most:
        raise ValueError(f"{short_repr(row.limits)} are no limits")
    per, fee = row.player()
    return Schedule(
        name, clause, least=least, most=most, player_fee=fee, bank=row.tiers(), per=per,
        wagers=tuple(wagers), number=number,
    )  # fmt: skip


def _fee(amount: int | str) -> int:
    """Return a fee in cents; a ValueError below zero."""
    cents = dollars(amount)
    if cents < 0:
        raise ValueError(f"{amount} is below nothing")
    return cents


def check_rates(declared: Mapping[str, Declared], posting: Mapping[str, Any]) -> None:
    """Refuse rates in use at the room without this table's own schedule."""
    rates = declared.get("rates")
    if isinstance(rates, PostedRates):
        rates.check(posting["rates"], posting["schedule"])
