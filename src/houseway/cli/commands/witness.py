"""``houseway witness``: follow the tree heads of a room, check them and countersign."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from houseway.cli.options import Address, Flag, Whole, Word
from houseway.cli.terminal.console import console
from houseway.cli.terminal.output import DIFFERENT, OK, printable
from houseway.errors import HousewayError
from houseway.room.client.connection import Http
from houseway.room.clock import RealClock
from houseway.room.witness.checks import Contradiction
from houseway.room.witness.follow import FORK, Witness
from houseway.room.witness.kept import KeptHeads, WitnessKey, compare, read_kept
from houseway.util.english import n


def witness(
    room: Address = "",
    /,
    *,
    keep: Path = Path("witness.jsonl"),
    key: Path = Path("witness.key"),
    room_key: Word = "",
    against: Annotated[
        list[Path], Parameter(consume_multiple=True, negative=(), show_default=False)
    ] = [],  # noqa: B006
    every: Whole = 300,
    once: Flag = False,
) -> int:
    """Follow a room: check each tree head that it publishes, and countersign it.

    Run it where no one of the room can write. It ends with exit code 1 and a sentence if the room
    contradicts what it signed before. The two heads that prove it are then in `FILE.fork`.

    Parameters
    ----------
    room
        The address of the room. Without it, only files are compared.
    keep
        The file with the heads that were checked. Lines are only added.
    key
        The file with the key of the witness. It is made if there is none.
    room_key
        The public key of the room, if you know it. Default: the first one that the room shows.
    against
        Files of other witnesses. The room must have shown all of you the same heads.
    every
        Seconds between two looks.
    once
        Look once and end.
    """
    if not room and not against:
        raise HousewayError("name the address of a room, or files of other witnesses to compare")
    kept = KeptHeads(keep)
    try:
        _compare(kept, against)
        if room:
            http = Http(room)
            try:
                following = Witness(http, kept, WitnessKey(key), RealClock(), room_key)
                asyncio.run(_follow(following, kept, every, once))
            finally:
                http.close()
            _compare(kept, against)
    except Contradiction as found:
        _say(f"ALARM: {found}", "bold red")
        if Path(f"{keep}{FORK}").exists():
            _say(f"What proves it is in {keep}{FORK}.")
        return DIFFERENT
    return OK


def _compare(kept: KeptHeads, against: Sequence[Path]) -> None:
    """Compare the heads with those of other witnesses."""
    for path in against:
        both = compare(kept.heads, read_kept(path))
        _say(f"{path}: {n(both, 'head')} of both, all the same")


async def _follow(following: Witness, kept: KeptHeads, every: int, once: bool) -> None:
    """Look once, or until the room contradicts itself.

    A room that does not answer is asked again at the next look.
    """
    while True:
        try:
            new = await following.look()
        except HousewayError as error:
            if once:
                raise
            _say(str(error), "yellow")
        else:
            if new or once:
                _say(f"{n(new, 'new head')}, checked and countersigned; {_newest(kept)}")
        if once:
            return
        await asyncio.sleep(every)


def _newest(kept: KeptHeads) -> str:
    """Return the number and the time of the newest head."""
    if kept.last is None:
        return "the room has published none yet"
    at = datetime.fromtimestamp(kept.last["at_ms"] // 1000, UTC)
    return f"the newest is number {kept.last['number']} of {at:%Y-%m-%d %H:%M:%S} UTC"


def _say(words: str, style: str = "") -> None:
    """Print a sentence."""
    console().print(Text(printable(words), style=style), soft_wrap=True)
