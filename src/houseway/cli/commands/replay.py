"""The command ``replay``: records event by event, poker hands to the stacks they state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from rich.text import Text

from houseway.cli.options import Flag, Json, Posting, Whole, read_pairs
from houseway.cli.render.records import locate_error, print_replayed
from houseway.cli.terminal import console
from houseway.cli.terminal.output import DIFFERENT, OK, print_json, printable
from houseway.errors import BadFile, Halted, HousewayError
from houseway.phh import files
from houseway.phh.export import from_round
from houseway.phh.history import EVERYTHING, history
from houseway.phh.model import CENTS, BadHand, Hand, plain
from houseway.records.files import load_file
from houseway.records.files import replay as replay_record
from houseway.records.record import Playback
from houseway.table.round import Round
from houseway.util.english import n


class ReplayOptions(msgspec.Struct, frozen=True):
    """Options from the command line."""

    path: Path
    posting: Mapping[str, str] = {}
    history: bool = False
    seat: int | None = None
    out: Path | None = None
    json: bool = False


def replay(
    file: Path,
    /,
    *,
    history: Flag = False,
    seat: Whole | None = None,
    phh: Path | None = None,
    posting: Posting = [],  # noqa: B006
    json: Json = False,
) -> int:
    """Play recorded rounds again: a record event by event, poker hands (PHH) to their stacks.

    Parameters
    ----------
    file
        A record with its events, as `houseway play --save` writes it; or poker hands: .phh, .phhs
        or a folder of them.
    history
        Print poker hands line by line.
    seat
        Print them as this seat sees them; 0 is a spectator. Default: all cards.
    phh
        Write the poker hands to this file: .phh for one, .phhs for several.
    """
    wanted = ReplayOptions(file, read_pairs(posting), history, seat, phh, json)
    return replay_hands(wanted) if files.is_phh(file) else replay_records(wanted)


def replay_records(wanted: ReplayOptions) -> int:
    """Compare a record event by event; its hand may be printed, or written as PHH."""
    if not (wanted.history or wanted.out):
        return _compare(wanted.path)
    rounds = [Playback(record).run() for record in load_file(wanted.path)]
    if wanted.history:
        for round_ in rounds:
            _tell(round_, str(wanted.path), wanted.seat)
    if wanted.out is not None:
        files.write_hands(wanted.out, [from_round(round_) for round_ in rounds])
    return OK


def _compare(path: Path) -> int:
    """Compare a full record with the events that the rules give now."""
    records = load_file(path)
    if len(records) != 1 or not records[0].events:
        raise BadFile(str(path), "events", "there are none to compare; settle shows the result")
    try:
        result = replay_record(records[0])
    except Halted:
        raise
    except (HousewayError, ValueError) as error:
        raise locate_error(error, str(path), "", records[0]) from None
    print_replayed(result, str(path))
    return DIFFERENT if result.difference else OK


def replay_hands(wanted: ReplayOptions) -> int:
    """Play each hand and report differences; a bad hand does not stop the others."""
    out = console.console()
    counts: dict[str, int] = {}
    conventions: Counter[str] = Counter()
    failed: list[files.Outcome] = []
    kept: list[Hand] = []
    only = wanted.path.suffix == files.ONE
    for found in files.hands_in(wanted.path):
        outcome = files.play(found, wanted.posting)
        counts[outcome.became] = counts.get(outcome.became, 0) + 1
        conventions[outcome.winnings_are] += 1
        if outcome.why:
            failed.append(outcome)
            if only and outcome.became == files.BAD:
                raise HousewayError(f"{outcome.where}: {outcome.why}")
            if not wanted.json:
                words = printable(f"{outcome.where}: {outcome.became}: {outcome.why}")
                out.print(Text(words, style="red"), soft_wrap=True)
        elif only and not wanted.json:
            _print_one(outcome)
        if wanted.history and (again := outcome.replayed) is not None:
            _tell(again.round, outcome.where, wanted.seat, tuple(again.unknown), again.scale)
        if wanted.out is not None and not isinstance(found.hand, BadHand):
            kept.append(found.hand)
    if wanted.out is not None:
        files.write_hands(wanted.out, kept)
    total = sum(counts.values())
    if wanted.json:
        print_json(
            {
                "hands": total,
                **counts,
                "winnings": {key: count for key, count in conventions.items() if key},
                "told": [{"where": x.where, "became": x.became, "why": x.why} for x in failed],
            }
        )
    elif not only:
        became = ", ".join(f"{m:,} {each}" for each, m in counts.items())
        summary = ": ".join(filter(None, (str(wanted.path), n(total, "hand"), became)))
        out.print(Text(summary, style="bold"), soft_wrap=True)
        if words := files.describe_winnings(conventions):
            out.print(Text(f"{wanted.path}: {words}"), soft_wrap=True)
    return DIFFERENT if failed else OK


def _print_one(outcome: files.Outcome) -> None:
    """Print one hand: its outcome, and the stacks."""
    out, replayed = console.console(), outcome.replayed
    assert replayed is not None
    rake = f", a rake of {plain(replayed.rake)}" if replayed.rake else ""
    words = files.describe_winnings({outcome.winnings_are: 1}).removesuffix(" in 1 hand")
    said = "; ".join(filter(None, (f"{outcome.became}{rake}", words)))
    out.print(Text(printable(f"{outcome.where}: {said}")), soft_wrap=True)
    for name, stack in zip(replayed.hand.players, replayed.stacks, strict=True):
        out.print(Text(printable(f"  {name}: {plain(stack)}")), soft_wrap=True)


def _tell(
    round_: Round, where: str, seat: int | None, unknown: Sequence[int] = (), scale: int = CENTS
) -> None:
    """Print a hand line by line, as this seat sees it."""
    out, viewer = console.console(), EVERYTHING if seat is None else seat
    seats = [player.seat for player in round_.seats]
    if viewer > 0 and viewer not in seats:
        there = ", ".join(map(str, seats))
        raise HousewayError(f"{where}: no player sits at seat {seat}; the seats are {there}")
    out.print(Text(printable(where), style="bold"), soft_wrap=True)
    for line in history(round_, viewer, unknown, scale):
        out.print(Text(printable(line)), soft_wrap=True)
