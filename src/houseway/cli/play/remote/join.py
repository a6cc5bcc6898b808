"""Joining a room: its address, card and PIN, a game, and a seat or a place on the waiting list."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import http.client
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

import msgspec
from rich.console import Console
from rich.text import Text

from houseway.cli.play.keyboard import Key, Keyboard, on_interrupt
from houseway.errors import HousewayError, Refused
from houseway.money import dollars, format_dollars
from houseway.room.api.table_types import Whereabouts
from houseway.room.api.types import LoginAnswer, TableLine
from houseway.room.client.client import RoomClient, RoomRefused
from houseway.rulebook import find
from houseway.util.english import n

PIN = "HOUSEWAY_PIN"
STATION = "terminal"
LOOK_S = 1
"""Seconds between two checks of the waiting list."""


class RoomPlan(msgspec.Struct, frozen=True):
    """Options from the command line."""

    game: str
    address: str
    card: str
    pin_file: Path | None = None
    table: str = ""
    buy_in: str = ""
    seat: int = 0
    rounds: int = 0


def pin_of(plan: RoomPlan) -> str:
    """Return the PIN: from a file, from the environment, or typed without echo; never an
    argument.
    """
    if plan.pin_file is not None:
        try:
            return plan.pin_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise HousewayError(f"--pin-file: {plan.pin_file} cannot be read: {error}") from None
    if found := os.environ.get(PIN, ""):
        return found
    if not sys.stdin.isatty():
        raise HousewayError(f"the PIN cannot be asked for here: give it by --pin-file or by {PIN}")
    return getpass.getpass("PIN: ").strip()


@asynccontextmanager
async def entered(plan: RoomPlan, out: Console) -> AsyncIterator[RoomClient]:
    """Yield a client that is logged in; errors become sentences."""
    find(plan.game)
    try:
        client = RoomClient(plan.address)
    except ValueError as error:
        raise HousewayError(f"--room: {error}") from None
    pin = pin_of(plan)
    try:
        login = await client.login(plan.card, pin, STATION)
        out.print(Text(_welcome(login), style="dim"), soft_wrap=True)
        yield client
        await client.logout()
    except msgspec.DecodeError as error:
        raise HousewayError(f"what answers at {plan.address} is no room: {error}") from None
    except (OSError, http.client.HTTPException) as error:
        raise HousewayError(f"no room answers at {plan.address}: {error}") from None
    finally:
        await client.close()


def _welcome(login: LoginAnswer) -> str:
    """Return the welcome: name, last visit, and wrong PINs that were tried since."""
    words = f"Welcome, {login.name}."
    if login.previous_ms is not None:
        at = datetime.fromtimestamp(login.previous_ms // 1000)
        words += f" You were here last on {at:%Y-%m-%d at %H:%M}, at {login.previous_station}."
    if login.wrong_since:
        words += f" A wrong PIN was tried {n(login.wrong_since, 'time')} since."
    return words


async def seated(
    plan: RoomPlan, client: RoomClient, keys: Keyboard, out: Console
) -> tuple[str, int]:
    """Return the table and the seat: the present one, a free one, or one after a wait."""
    line = _table(plan, await client.tables())
    me = await client.me()
    here = [x for x in await client.tables() if x.game == plan.game and x.table in me.seats]
    for each in here:
        if plan.table in ("", each.table):
            seat = me.seats[each.table]
            out.print(Text(f"You sit at {each.table} already, on seat {seat}."))
            return each.table, seat
    cents = _buy_in(plan, line, me.cents)
    if plan.seat:
        answer = await client.seat(line.table, "sit", seat=plan.seat, cents=cents)
        return line.table, answer.seat
    place = await client.register(plan.game, cents, plan.table)
    if not place.seat:
        place = await _waited(plan, client, keys, out, place, cents)
    words = f"You sit down at {place.table}, seat {place.seat}, with {format_dollars(cents)}"
    out.print(
        Text(f"{words}; {format_dollars((await client.me()).cents)} is left on your account.")
    )
    return place.table, place.seat


def _table(plan: RoomPlan, tables: list[TableLine]) -> TableLine:
    """Return an open table of the game, or the named one."""
    if plan.table:
        named = next((line for line in tables if line.table == plan.table), None)
        if named is None:
            there = ", ".join(line.table for line in tables)
            raise Refused(f"there is no table {plan.table!r} in this room; there are {there}")
        if named.game != plan.game:
            raise Refused(f"{plan.table} deals {named.game or 'nothing yet'}, not {plan.game}")
        return named
    if plan.seat:
        raise Refused("--seat needs --table: which seat of which table?")
    of_game = [line for line in tables if line.game == plan.game]
    if not of_game:
        games = ", ".join(sorted({line.game for line in tables if line.game})) or "none yet"
        raise Refused(f"no table of this room deals {plan.game}; its games are {games}")
    running = [line for line in of_game if line.status == "open"]
    if not running:
        why = of_game[0].why or of_game[0].status
        raise Refused(f"no table of {plan.game} is open now ({of_game[0].table}: {why})")
    return min(running, key=lambda line: line.taken >= line.seats)


def _buy_in(plan: RoomPlan, line: TableLine, wallet: int) -> int:
    """Return the requested buy-in, or the least one."""
    try:
        cents = dollars(plan.buy_in) if plan.buy_in else line.buy_in_least
    except ValueError as error:
        raise HousewayError(f"--buy-in: {error}") from None
    if cents > wallet:
        raise Refused(
            f"{format_dollars(cents)} is more than the {format_dollars(wallet)} on your account; "
            f"the least buy-in at {line.table} is {format_dollars(line.buy_in_least)}"
        )
    return cents


async def _waited(
    plan: RoomPlan, client: RoomClient, keys: Keyboard, out: Console, place: Whereabouts, cents: int
) -> Whereabouts:
    """Wait for a seat; a player who gives up is taken off the list."""
    # What stands in a file is meant for the table.
    reading = asyncio.ensure_future(_gives_up(keys)) if keys.is_terminal else None
    said = 0
    try:
        while place.call is None:
            if place.place != said:
                said = place.place
                words = f"No seat is free: you are number {said} on the list."
                with keys.above():
                    out.print(Text(f"{words} quit, or Ctrl-C, stops waiting."))
            if await _passes(reading):
                await client.withdraw(plan.game)
                raise Refused("you do not wait any more; your account is as it was")
            places = [each for each in await client.places() if each.game == plan.game]
            if not places:
                raise RoomRefused("your name is not on the list any more", "stale")
            place = places[0]
    finally:
        if reading is not None:
            reading.cancel()
            await asyncio.wait([reading])
    table = place.call.table
    answer = await client.seat(table, "sit", seat=place.call.seat, cents=cents)
    return Whereabouts(plan.game, table, answer.seat)


async def _passes(reading: asyncio.Task[None] | None) -> bool:
    """Wait a moment; return True if the player gave up meanwhile."""
    if reading is not None:
        await asyncio.wait([reading], timeout=LOOK_S)
        return reading.done()
    stopped = asyncio.Event()
    with on_interrupt(stopped.set), contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stopped.wait(), LOOK_S)
    return stopped.is_set()


async def _gives_up(keys: Keyboard) -> None:
    """Read lines until the player does not want to wait any longer."""
    while True:
        said = await keys.line(lambda: "waiting> ")
        if isinstance(said, Key) or said.strip().lower() in ("quit", "q", "exit", "leave"):
            return
