"""The page of requirements: every test that it names is there; and what no other test shows."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from pathlib import Path

import msgspec
import pytest

from houseway.room.client.client import RoomClient, RoomRefused, Seen
from houseway.room.config.load import read_room
from houseway.room.http.monitoring import logs
from houseway.room.opening import Started, open_room
from houseway.room.store.backup import STREAM
from tests.support.careful_player import play
from tests.support.evening_server import room_file
from tests.support.local_room import open_table
from tests.support.room_site import house

TESTS = Path(__file__).parent.parent
DOCS = TESTS.parent / "docs"
PAGE = (DOCS / "requirements.md").read_text()
IDS = (
    *(f"R{n}" for n in range(1, 10)),
    *(f"G{n}" for n in (10, 11, 12, 14, 15, 16, 17)),
    *(f"L{n}" for n in range(18, 28)),
    *(f"A{n}" for n in range(28, 36)),
    *(f"P{n}" for n in range(36, 41)),
)


def _file(name: str) -> Path:
    """A file of tests, in whichever folder it is."""
    return next(TESTS.rglob(Path(name).name), TESTS / name)


def named_in(file: str) -> set[str]:
    """The tests of a file."""
    return set(re.findall(r"^def (test_\w+)\(", _file(file).read_text(), re.M))


def test_every_requirement_stands_there_once_in_order() -> None:
    assert tuple(re.findall(r"^\| ([RGLAP]\d+) \|", PAGE, re.M)) == IDS


def test_every_requirement_names_a_test_and_every_test_is_there() -> None:
    for line in PAGE.splitlines():
        if line.startswith("| ") and not line.startswith(("| id", "| who")):
            named = re.findall(r"`((?:web/)?test_\w+\.py)::(test_\w+)`", line)
            assert named, f"nothing shows this: {line}"
            for file, test in named:
                assert _file(file).exists(), f"there is no {file}: {line}"
                assert test in named_in(file), f"there is no {test} in {file}"


def test_nothing_is_called_certified() -> None:
    said = re.findall(r"[^.]*certif[^.]*\.", PAGE)
    assert said == [s for s in said if "has not been certified" in " ".join(s.split())]


def test_the_pages_of_the_cardroom_are_there() -> None:
    overview = (DOCS / "cardroom.md").read_text()
    for page in re.findall(r"\]\((\w+\.md)\)", overview):
        assert (DOCS / page).exists(), page


@pytest.mark.process
def test_a_result_stands_until_the_next_round(tmp_path: Path) -> None:
    """Wagers, results and chips are in the view of a round that is over (G12)."""

    async def evening() -> None:
        async with house(tmp_path) as rooms:
            actor = await open_table(rooms.room, "T1", "blackjack", pause_ms=60_000)
            ann = await rooms.enter("Ann")

            told: list[dict[str, object]] = []

            def over(seen: Seen) -> bool:
                told.extend(seen.events)
                return seen.round == 1 and seen.table.closed and seen.public is not None

            async with ann.table("T1") as table:
                await table.sit(500_00)
                await asyncio.wait_for(play(table, over), 20)
                stands = await table.view()
            async with ann.table("T1") as table:
                again = await table.view()
                assert stands.public is not None
                assert again.public == stands.public and again.table.chairs == stands.table.chairs
                assert [x for x in told if x["event"] == "wager_settled" and x["seat"] == 1]
                [chair] = again.table.chairs
                assert chair.chips == 500_00 + chair.result
                rooms.clock.advance(60_000)
                await actor.tick()
                seen = await table.view(again.seq - 1)
                while seen.round == 1:
                    seen = await asyncio.wait_for(table.next(seen), 5)
                assert seen.public is not None and seen.public.piles != stands.public.piles

    asyncio.run(evening())


@pytest.mark.process
def test_no_one_is_in_a_round_without_a_word(tmp_path: Path) -> None:
    """A player without a wager is not dealt in; a round without any wager is not written (G15)."""

    async def evening() -> None:
        async with house(tmp_path) as rooms:
            actor = await open_table(rooms.room, "T1", "blackjack")
            ann, bob = await rooms.enter("Ann"), await rooms.enter("Bob")
            async with ann.table("T1") as hers, bob.table("T1") as his:
                await hers.sit(500_00)
                await his.sit(500_00)
                before = actor.seq
                for _ in range(5):
                    rooms.clock.advance(60_000)
                    await actor.tick()
                assert actor.seq == before and actor.live.number == 0
                await hers.act("bet", places=[("main", 10_00)])
                rooms.clock.advance(60_000)
                await actor.tick()
                round_ = actor.live.round_
                assert actor.live.number == 1 and round_ is not None
                staked = rooms.room.store.balances("table:T1:stake:")
                assert not staked.get("table:T1:stake:2") and his.seat == 2
                assert rooms.room.store.balance("table:T1:purse:2") == 500_00

    asyncio.run(evening())


def test_a_start_says_what_has_changed(tmp_path: Path) -> None:
    """Program and room file are in the log of every start, and what is new in them (L26)."""

    async def started() -> tuple[Started, tuple[str, ...]]:
        file = read_room(tmp_path / "room.toml")
        opened = await open_room(tmp_path / "books", file, tmp_path / "keys.toml")
        row = opened.room.store.last_row(STREAM, "started")
        await opened.room.close()
        assert row is not None
        return msgspec.msgpack.decode(row.body, type=Started), opened.notes

    room_file(tmp_path, ["blackjack"])
    first, notes = asyncio.run(started())
    assert first.new == () == notes and len(first.program.digest) == len(first.room) == 64
    path = tmp_path / "room.toml"
    path.write_text(path.read_text().replace("payout = 3_000", "payout = 5_000"))
    second, notes = asyncio.run(started())
    assert second.room != first.room and second.program == first.program
    assert second.new and "room file has changed" in " ".join(second.new) == " ".join(notes)


@pytest.mark.process
def test_anothers_purse_is_refused_and_logged(tmp_path: Path) -> None:
    """Bob's account is closed to others over every way there is; each try is in the log."""
    stream = io.StringIO()
    handler = logs.set_up(stream)

    async def tried(ann: RoomClient, bob: int) -> int:
        works = (
            ann.statement(bob), ann.known(bob), ann.rounds_of(bob), ann.payout(bob, 100),
            ann.adjust(bob, -100, "mine"), ann.trial_balance(), ann.requests(),
        )  # fmt: skip
        for work in works:
            with pytest.raises(RoomRefused) as error:
                await work
            assert error.value.code == "role" and error.value.status == 403
        return len(works)

    async def evening() -> None:
        async with house(tmp_path) as rooms:
            ann = await rooms.enter("Ann")
            count = await tried(ann, rooms.persons["Bob"])
            assert (await (await rooms.enter("Bob")).me()).cents == 1_000_00
            found = [json.loads(line) for line in stream.getvalue().splitlines()]
            who = rooms.persons["Ann"]
            logged = [x for x in found if x.get("code") == "role" and x.get("person") == who]
            assert len(logged) == count

    try:
        asyncio.run(evening())
    finally:
        logging.getLogger().removeHandler(handler)
