"""The command ``serve``: a cardroom on this machine, from its first start to its last."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace
from rich.text import Text

from houseway.cli.app import OK
from houseway.cli.terminal import console
from houseway.errors import HousewayError
from houseway.room.config.load import read_room
from houseway.room.config.schema import RoomFile
from houseway.room.demo import demo_room, first_start
from houseway.room.http.logs import set_up
from houseway.room.http.server import BACKLOG, address, in_loop, listen, run
from houseway.room.http.site import Site
from houseway.room.http.static import NOT_BUILT, read_built
from houseway.room.opening import Opened, Secret, open_room
from houseway.room.store.interface import StoreError

FOLDER = Path("houseway-room")


def serve(
    *,
    room: Annotated[Path | None, Parameter(name="--room")] = None,
    data: Path = FOLDER,
    keys: Path | None = None,
    host: str = "",
    port: int | None = None,
    tls_certificate: str = "",
    tls_key: str = "",
) -> int:
    """Open a cardroom: tables, accounts, the cage and the floor, served on this machine.

    Without a room file it is a demonstration: a table of every game with players of the house,
    and cards with money for guests, made at the first start and printed once.

    Parameters
    ----------
    room
        A room file (see docs/room.md): tables, what is posted, limits, fees, staff.
    data
        The folder of the books; the room goes on where it was.
    keys
        The file with the room's keys, if they are not to lie beside the books: who has both can
        read the order of shoes.
    host
        The address to listen at, instead of the room file's.
    port
        The port to listen at, instead of the room file's; 0 takes any that is free.
    tls_certificate
        The certificate chain, in PEM: the server then speaks HTTPS.
    tls_key
        Its private key.
    """
    file = read_room(room) if room else demo_room()
    given = {"host": host, "certificate": tls_certificate, "private_key": tls_key}
    changed = {key: value for key, value in given.items() if value}
    server = replace(file.server, **changed, **({} if port is None else {"port": port}))
    try:
        return in_loop(_serve(replace(file, server=server), data, keys, demo=room is None))
    except (OSError, StoreError) as error:
        raise HousewayError(f"the room cannot be opened: {error}") from error


async def _serve(file: RoomFile, data: Path, keys: Path | None, *, demo: bool) -> int:
    set_up()
    listening = listen(file.server)
    opened = await open_room(data, file, keys)
    secrets = list(opened.secrets)
    if demo:
        secrets += await first_start(opened.room)
    pages = read_built()
    site = Site(opened.room, file.server, pages)
    listening.listen(BACKLOG)  # before the address is told: who reads it may come at once
    _print(opened, secrets, address(listening, file.server), data, built=pages is not None)
    try:
        await run(site, listening)
    finally:
        await opened.room.close()
    return OK


def _print(opened: Opened, secrets: list[Secret], where: str, data: Path, *, built: bool) -> None:
    out = console.console()
    out.print(Text(f"{opened.room.file.name} is open at {where}", style="bold"))
    for note in (*opened.room.file.notes, *opened.notes, *(() if built else (NOT_BUILT,))):
        out.print(Text(f"  note: {note}", style="yellow"), soft_wrap=True)
    if secrets:
        out.print("\nCards and PINs, shown this once and kept nowhere:")
        for secret in secrets:
            line = f"  {secret.role:<11}{secret.name:<16}card {secret.card}   PIN {secret.pin}"
            out.print(Text(line), soft_wrap=True)
    out.print(Text(f"\nIts books are in {data}. Ctrl-C closes the room; it goes on where it was."))
