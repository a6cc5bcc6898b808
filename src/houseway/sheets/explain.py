"""A settled round explained: each wager with outcome, odds, amount and the clauses behind it."""

from __future__ import annotations

import msgspec

from houseway.errors import HousewayError, Refused
from houseway.rulebook.clauses import all_clauses
from houseway.sheets.rules import one_line
from houseway.table.case import Case, failures, nets, no_account, settlements
from houseway.table.made_under import OtherRules, other_rules
from houseway.table.record import Playback, Record
from houseway.table.round import Round
from houseway.table.saved import posted_of


class Cited(msgspec.Struct, frozen=True):
    """A clause and what it says, in our words."""

    clause: str
    says: str


class Explained(msgspec.Struct, frozen=True):
    """One wager, how it came out, and why."""

    seat: int
    name: str
    wager: str
    outcome: str
    odds: str
    stake: int
    back: int
    net: int
    clauses: tuple[Cited, ...]
    note: str = ""
    element: str = ""


class Settled(msgspec.Struct, frozen=True):
    """A record settled: every wager, the result of each account, and what was claimed wrongly."""

    game: str
    posted: dict[str, str]
    wagers: tuple[Explained, ...]
    nets: dict[str, int]
    differences: tuple[str, ...]
    closed: bool
    says: str = ""
    refused: str = ""
    other_rules: OtherRules | None = None


def explain(round_: Round) -> tuple[Explained, ...]:
    """Every settled wager of a round, in the order of settlement."""
    names = {seat.seat: seat.name for seat in round_.seats}
    return tuple(
        Explained(
            s.seat, names.get(s.seat, ""), s.label, s.outcome, s.odds, s.stake, s.back, s.net,
            tuple(Cited(clause, words_of(clause)) for clause in dict.fromkeys(s.clauses)), s.note,
            s.element,
        )
        for s in settlements(round_)
    )  # fmt: skip


def words_of(clause: str) -> str:
    """Our words of a clause; "" for one the rulebook does not hold."""
    found = all_clauses().get(clause)
    return one_line(found.says) if found else ""


def settle_round(round_: Round, differences: tuple[str, ...] = (), says: str = "") -> Settled:
    """A round, as far as it went."""
    return Settled(
        game=round_.game.id,
        posted={key: str(value) for key, value in posted_of(round_.game)},
        wagers=explain(round_),
        nets=nets(round_),
        differences=differences,
        closed=round_.closed,
        says=says,
    )


def settle(record: Record) -> Settled:
    """Play a record to its end and compare what it claims."""
    round_ = Playback(record).finish()
    results = nets(round_)
    for key in record.nets:
        if unknown := no_account(key, results):
            raise Refused(unknown)
    fields = {name: getattr(record, name) for name in Record.__struct_fields__}
    found = settle_round(round_, tuple(failures(Case(clause=[], says="", **fields))))
    return msgspec.structs.replace(found, other_rules=other_rules(record))


def settle_case(case: Case) -> Settled:
    """Play a worked case as far as it goes; a refusal it does not expect is a difference."""
    wrong = tuple(failures(case))
    try:
        round_ = Playback(case).run()
    except (HousewayError, ValueError) as refused:
        return Settled(case.game, {}, (), {}, wrong, False, case.says, str(refused))
    return settle_round(round_, wrong, case.says)
