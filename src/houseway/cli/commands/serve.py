"""The command ``serve``: a cardroom on this machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace
from rich.text import Text

from houseway.cli.options import NO_DSN, ROOM_FOLDER, Address, BooksDsn, PathText, Whole
from houseway.cli.terminal import console
from houseway.cli.terminal.output import OK
from houseway.errors import HousewayError
from houseway.room.config.load import read_room
from houseway.room.config.schema import RoomFile
from houseway.room.demo import demo_room, first_start
from houseway.room.http.monitoring.logs import set_up
from houseway.room.http.server import BACKLOG, address, in_loop, listen, run
from houseway.room.http.site import Site
from houseway.room.http.static import NOT_BUILT, read_built
from houseway.room.opening import IssuedPin, OpenedRoom, open_room
from houseway.room.store.address import address_of, described
from houseway.room.store.interface import StoreError


def serve(
    *,
    room: Annotated[Path | None, Parameter(name="--room")] = None,
    data: Path = ROOM_FOLDER,
    keys: Path | None = None,
    host: Address = "",
    port: Whole | None = None,
    tls_certificate: PathText = "",
    tls_key: PathText = "",
    books: BooksDsn = NO_DSN,
) -> int:
    """Open a cardroom: tables, accounts, the cage and the floor, served on this machine.

    Without a room file it is a demonstration: a table of every game with bots, and cards with money
    for guests, made at the first start and printed once.

    Parameters
    ----------
    room
        A room file (docs/room.md): tables, postings, limits, fees, staff.
    data
        The folder of the books. A room that exists goes on where it was.
    keys
        The file with the keys of the room. Keep it apart from the books: with both, the order of
        shoes can be read. Default: `keys.toml` with the books.
    host
        The address to listen at. Default: that of the room file, or 127.0.0.1.
    port
        The port to listen at; 0 takes any free one. Default: that of the room file, or 8080.
    tls_certificate
        A certificate chain in PEM. The server then speaks HTTPS.
    tls_key
        The private key of the certificate.
    """
    file = read_room(room) if room else demo_room()
    given = {"host": host, "certificate": tls_certificate, "private_key": tls_key}
    changed = {key: value for key, value in given.items() if value}
    server = replace(file.server, **changed, **({} if port is None else {"port": port}))
    try:
        return in_loop(_serve(replace(file, server=server), data, keys, books, demo=room is None))
    except (OSError, StoreError) as error:
        raise HousewayError(f"the room cannot be opened: {error}") from error


async def _serve(file: RoomFile, data: Path, keys: Path | None, books: str, *, demo: bool) -> int:
    """Open the room and serve it until it is stopped; return the exit code."""
    os.umask(0o077)
    set_up()
    listening = listen(file.server)
    try:
        opened = await open_room(data, file, keys, demo=demo, books=books)
    except BaseException:
        listening.close()
        raise
    secrets = list(opened.secrets)
    if demo:
        secrets += await first_start(opened.room)
    pages = read_built()
    site = Site(opened.room, file.server, pages)
    listening.listen(BACKLOG)  # before the address is told: who reads it may come at once
    kept = described(address_of(books, data))
    _print(opened, secrets, address(listening, file.server), kept, built=pages is not None)
    try:
        await run(site, listening)
    finally:
        await opened.room.close()
    return OK


def _print(
    opened: OpenedRoom, secrets: list[IssuedPin], where: str, books: str, *, built: bool
) -> None:
    """Print where the room is open, its notes, and the PINs that were made at this start."""
    out = console.console()
    out.print(Text(f"{opened.room.file.name} is open at {where}", style="bold"))
    for note in (*opened.room.file.notes, *opened.notes, *(() if built else (NOT_BUILT,))):
        out.print(Text(f"  note: {note}", style="yellow"), soft_wrap=True)
    if secrets:
        out.print("\nCards and PINs, shown this once and kept nowhere:")
        for secret in secrets:
            line = f"  {secret.role:<11}{secret.name:<16}card {secret.card}   PIN {secret.pin}"
            out.print(Text(line), soft_wrap=True)
    out.print(Text(f"\nIts books are in {books}. Ctrl-C closes the room; it goes on where it was."))
