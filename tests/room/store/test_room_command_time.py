"""One command has one time in every stream: its row and what it changes agree on it."""

from __future__ import annotations

import ast
import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

import houseway.room
from houseway.room.api.roles import ROOM
from houseway.room.errors import Denied
from houseway.room.lobby.waiting_list import Called, Fact, Registered
from houseway.room.room import Room
from houseway.room.store.interface import Row
from houseway.room.tables import commands
from houseway.room.tables.seats import Player
from tests.support.local_room import (
    EASY,
    TickingClock,
    decide,
    fund,
    make_room,
    open_table,
    player,
    sit,
)

TURNS = {
    "cage/state.py": {"CageStream.__init__", "CageStream.command"},
    "lobby/lobby.py": {"Lobby.look", "Lobby.register", "Lobby.seated", "Lobby.withdraw"},
    "people/staff_matters.py": {"StaffMatters.carry_out", "StaffMatters.take_back"},
    "store/stream.py": {"Journal.write"},
    "tables/actor.py": {"Actor.now"},
}
"""Places where a command gets its time, inside the lock of its stream."""
LOOKS = {
    "approvals/approvals.py": {"Approvals.approvals"},
    "accounting/day_close.py": {"GamingDays.today", "GamingDays.trial_balance"},
    "accounting/drop_report.py": {"DropReports.drop_report"},
    "audit/audit.py": {"Auditor.backup", "Auditor.heads"},
    "audit/event_log.py": {"EventLog.check_clock"},
    "audit/tree_heads.py": {"TreeHeads.publish"},
    "cage/requests.py": {"CageRequests.waiting"},
    "cage/shifts.py": {"Shifts.closed"},
    "http/routes/lobby.py": {"room_info"},
    "key_file.py": {"make_file"},
    "keys.py": {"rotate_key"},
    "http/sockets/table_hub.py": {"TableHub._welcome"},
    "people/accounts.py": {"People._seen"},
    "tables/views.py": {"Frame.__init__"},
}
"""Answers that say when they were made; they write nothing."""
WAITS = {
    "clock.py": {"elapsed", "SteadyClock.__init__", "SteadyClock.drift_ms",
                 "SteadyClock.monotonic", "SteadyClock.now_ms"},
    "demo.py": {"_seat_bots"},
    "http/api.py": {"_serve"},
    "http/limits.py": {"Limits.__init__", "Limits.messages"},
    "http/site.py": {"Site.__init__"},
    "http/sockets/socket.py": {"Socket._hello", "Socket._still_in", "Socket._take"},
    "key_file.py": {"make_file"},
    "keys.py": {"rotate_key"},
    "lab/simulations.py": {
        f"SimulationRuns.{name}" for name in ("_go", "_step", "look", "start")
    },
    "opening.py": {"open_room"},
    "people/sessions.py": {"Logins._passed", "Logins._why_over"},
    "room.py": {"Room._wake"},
    "witness/follow.py": {"Witness._take"},
    "store/group_commit.py": {"GroupWriter._write"},
}  # fmt: skip
"""Rates, waits and idle stations."""


def readers() -> dict[str, set[str]]:
    """The functions of the room that read a clock, by file."""
    root = Path(houseway.room.__file__).parent
    found: dict[str, set[str]] = {}
    for path in sorted(root.rglob("*.py")):
        for name, node in _functions(ast.parse(path.read_text())):
            for each in ast.walk(node):
                if isinstance(each, ast.Attribute) and each.attr in ("now_ms", "monotonic"):
                    found.setdefault(str(path.relative_to(root)), set()).add(name)
    return found


def _functions(tree: ast.AST, inside: str = "") -> list[tuple[str, ast.AST]]:
    found: list[tuple[str, ast.AST]] = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            found += _functions(node, f"{inside}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append((f"{inside}{node.name}", node))
    return found


def test_commands_get_their_time_from_their_turn() -> None:
    assert readers() == TURNS | LOOKS | WAITS


def evening(folder: Path, play: Callable[[Room], Awaitable[None]]) -> None:
    async def run() -> None:
        room = make_room(folder, TickingClock(), people=EASY)
        try:
            await play(room)
        finally:
            room.store.close()

    asyncio.run(run())


def last(room: Room, stream: str, kind: str) -> Row:
    """The last row of a kind."""
    row = room.store.last_row(stream, kind)
    assert row is not None
    return row


def test_a_login_begins_at_the_time_of_its_row(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        opened = await room.people.open_account(ROOM, "Ann", "2580")
        login = await room.people.login(opened.card, "2580", "station 1")
        row = last(room, "people", "logged_in")
        session, person = room.store.session_of(opened.person), room.store.person(opened.person)
        assert session is not None and person is not None
        assert session.since_ms == person.last_login_ms == row.at
        assert session.until_ms == login.until_ms == row.at + room.people.terms.session_ms

    evening(tmp_path, play)


def test_a_card_is_locked_at_the_time_of_its_row(tmp_path: Path) -> None:
    """By the third wrong PIN, and by the staff."""

    async def play(room: Room) -> None:
        ann = await room.people.open_account(ROOM, "Ann", "2580")
        bob = await room.people.open_account(ROOM, "Bob", "2580")
        for _ in range(3):
            with pytest.raises(Denied):
                await room.people.login(ann.card, "9071", "station 1")
        await room.people.lock(ROOM, bob.person, "lost")
        for person, kind in ((ann.person, "login_refused"), (bob.person, "locked")):
            known = room.store.person(person)
            assert known is not None and known.locked_ms == last(room, "people", kind).at

    evening(tmp_path, play)


def test_who_registers_and_is_called_has_one_time(tmp_path: Path) -> None:
    """The list and the table keep the chair until the same moment."""

    async def play(room: Room) -> None:
        actor = await open_table(room, "T1", "holdem", seats=2)
        for person in (1, 2):
            await sit(room, actor, person, 200_00)
        fund(room.store, 3)
        await room.lobby.register(player(3), "r", Player(3, "p3"), "holdem", 200_00)
        await commands.leave(actor, player(1), "")
        while actor.live.playing:
            await decide(actor, random.Random(1))
        await room.lobby.look()
        called = msgspec.msgpack.decode(last(room, "lobby", "called").body, type=Fact)
        assert isinstance(called, Called)
        [(seat, held)] = actor.live.seating.held.items()
        assert (called.seat, called.until) == (seat, held.until)

    evening(tmp_path, play)


def test_who_registers_for_a_free_chair_sits_down_at_one_time(tmp_path: Path) -> None:
    async def play(room: Room) -> None:
        await open_table(room, "T1", "holdem")
        fund(room.store, 3)
        await room.lobby.register(player(3), "r", Player(3, "p3"), "holdem", 200_00)
        registered, removed = (last(room, "lobby", kind) for kind in ("registered", "removed"))
        assert registered.at == removed.at
        fact = msgspec.msgpack.decode(registered.body, type=Fact)
        assert isinstance(fact, Registered) and fact.at == registered.at

    evening(tmp_path, play)
