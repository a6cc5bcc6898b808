"""The command ``settle``: a record, or each case of a file, played and explained."""

from __future__ import annotations

from pathlib import Path

from houseway.cli.options import Flag, Json
from houseway.cli.render import settlement
from houseway.cli.render.records import locate_error
from houseway.cli.terminal.output import DIFFERENT, OK, print_json
from houseway.errors import Halted, HousewayError
from houseway.records import files
from houseway.records.cases import Case
from houseway.records.record import Record, Unfinished
from houseway.sheets.settlement.settle import Settled, settle_case, settle_so_far


def settle(
    file: Path,
    /,
    *,
    posted: Flag = False,
    json: Json = False,
) -> int:
    """Settle a recorded round: cards, each wager with its outcome and clause, and the books.

    Parameters
    ----------
    file
        A record, or a file with a list of cases (docs/records.md).
    posted
        Show all house options, not only those that affected the round.
    """
    records = files.load_file(file)
    found = [_settled(record, str(file)) for record in records]
    results = [result for result, _ in found]
    if json:
        cases = bool(records) and isinstance(records[0], Case)
        print_json(results if cases or len(results) != 1 else results[0])
    else:
        for result in results:
            settlement.print_settled(result, posted)
    for record, (_, stopped) in zip(records, found, strict=True):
        if stopped is not None:
            raise locate_error(stopped, str(file), "", record)
    return DIFFERENT if any(result.differences for result in results) else OK


def _settled(record: Record, file: str) -> tuple[Settled, Unfinished | None]:
    """Return the settlement of a record, and where it stops if the round is not over."""
    where = record.title if isinstance(record, Case) else ""
    try:
        return (settle_case(record), None) if isinstance(record, Case) else settle_so_far(record)
    except Halted:
        raise
    except (HousewayError, ValueError) as error:
        raise locate_error(error, file, where, record) from None
