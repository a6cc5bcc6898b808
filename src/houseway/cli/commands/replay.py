"""The command ``replay``: records event by event, poker hands to the stacks they state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from rich.text import Text

from houseway.cli.app import DIFFERENT, OK, Flag, Json, Posting, Whole, printable
from houseway.cli.commands import games
from houseway.cli.options import read_pairs
from houseway.cli.terminal import console
from houseway.engine.round import Round
from houseway.errors import HousewayError
from houseway.phh import files
from houseway.phh.export import from_round
from houseway.phh.history import EVERYTHING, history
from houseway.phh.model import CENTS, BadHand, Hand, plain
from houseway.records import files as saved
from houseway.records.record import Playback
from houseway.util.english import n


class Wanted(msgspec.Struct, frozen=True):
    """What was asked for on the command line."""

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
        Tell poker hands line by line.
    seat
        Tell them as this seat sees them, 0 as an onlooker; without it, with all that is known.
    phh
        A file to write the poker hands to: .phh for one, .phhs for several.
    """
    wanted = Wanted(file, read_pairs(posting), history, seat, phh, json)
    return replay_hands(wanted) if files.is_phh(file) else replay_records(wanted)


def replay_records(wanted: Wanted) -> int:
    """A record is compared event by event; its hand may be told, or written as PHH."""
    if not (wanted.history or wanted.out):
        return games.replay(wanted.path)
    rounds = [Playback(record).run() for record in saved.load_file(wanted.path)]
    if wanted.history:
        for round_ in rounds:
            _tell(round_, str(wanted.path), wanted.seat)
    if wanted.out is not None:
        files.write_hands(wanted.out, [from_round(round_) for round_ in rounds])
    return OK


def replay_hands(wanted: Wanted) -> int:
    """Play each hand; what is not as it should be is told, and the rest goes on."""
    out = console.console()
    counts: dict[str, int] = {}
    failed: list[files.Outcome] = []
    kept: list[Hand] = []
    only = wanted.path.suffix == files.ONE
    for found in files.hands_in(wanted.path):
        outcome = files.play(found, wanted.posting)
        counts[outcome.became] = counts.get(outcome.became, 0) + 1
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
        games.print_json(
            {
                "hands": total,
                **counts,
                "told": [{"where": x.where, "became": x.became, "why": x.why} for x in failed],
            }
        )
    elif not only:
        became = ", ".join(f"{m:,} {each}" for each, m in counts.items())
        summary = ": ".join(filter(None, (str(wanted.path), n(total, "hand"), became)))
        out.print(Text(summary, style="bold"), soft_wrap=True)
    return DIFFERENT if failed else OK


def _print_one(outcome: files.Outcome) -> None:
    """One hand: what became of it, and the stacks."""
    out, replayed = console.console(), outcome.replayed
    assert replayed is not None
    rake = f", a rake of {plain(replayed.rake)}" if replayed.rake else ""
    out.print(Text(printable(f"{outcome.where}: {outcome.became}{rake}")), soft_wrap=True)
    for name, stack in zip(replayed.hand.players, replayed.stacks, strict=True):
        out.print(Text(printable(f"  {name}: {plain(stack)}")), soft_wrap=True)


def _tell(
    round_: Round, where: str, seat: int | None, unknown: Sequence[int] = (), scale: int = CENTS
) -> None:
    """A hand line by line, as this seat sees it."""
    out, viewer = console.console(), EVERYTHING if seat is None else seat
    seats = [player.seat for player in round_.seats]
    if viewer > 0 and viewer not in seats:
        there = ", ".join(map(str, seats))
        raise HousewayError(f"{where}: nobody sits at seat {seat}; the seats are {there}")
    out.print(Text(printable(where), style="bold"), soft_wrap=True)
    for line in history(round_, viewer, unknown, scale):
        out.print(Text(printable(line)), soft_wrap=True)
