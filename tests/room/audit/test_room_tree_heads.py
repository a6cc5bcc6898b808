"""Tree heads of a room: published at the close of a day, proved by HTTP, held against the books."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from houseway.cli.main import run
from houseway.room.api.audit_types import SignedTreeHead, TreeHead
from houseway.room.api.roles import ROOM, Caller
from houseway.room.audit.audit import audit
from houseway.room.audit.heads import not_signed, signed_heads, written
from houseway.room.audit.tree import leaf_hash
from houseway.room.audit.tree_heads import published, tree_faults
from houseway.room.clock import SimulatedClock
from houseway.room.errors import Denied
from houseway.room.keys import is_signed
from houseway.room.room import Room
from houseway.room.store.interface import StoreError
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.testing.failing_store import FailingStore, Fault
from houseway.room.witness import checks
from tests.support.audited_evening import evening as audited
from tests.support.books_at_hand import broken, rehashed
from tests.support.local_room import EASY, make_room, open_table, play, player, room_over, sit
from tests.support.room_site import house

AUDITOR = Caller(950, "auditor", "Aud", "office")
DAY_MS = 24 * 3_600_000


async def evening(folder: Path, heads: int = 2) -> Room:
    """A room that plays and publishes heads."""
    room, rng = make_room(folder, SimulatedClock(), people=EASY), random.Random(1)
    actor = await open_table(room, "T1", "3-card-shine")
    for person in (1, 2):
        await sit(room, actor, person)
    for _ in range(heads):
        await play(actor, rng, 2)
        await room.trees.publish(ROOM)
    return room


def published_by(room: Room) -> list[SignedTreeHead]:
    return [row.signed for row in published(room.store)]


def test_a_head_covers_every_log_and_names_the_one_before(tmp_path: Path) -> None:
    async def main() -> None:
        room = await evening(tmp_path, 3)
        first, second, third = published_by(room)
        assert [each.head.number for each in (first, second, third)] == [1, 2, 3]
        assert (first.head.before, third.head.before) == ("", second.head.digest())
        assert {tree.stream for tree in third.head.trees} >= {"room", "table:T1", "counter"}
        for each in (first, second, third):
            assert is_signed(each.head.signed_bytes(), each.signature, room.keys.public)
            shown = msgspec.to_builtins(each.head)
            assert checks.message_of(shown) == each.head.signed_bytes()
            assert checks.digest_of(shown) == each.head.digest()
        assert list(tree_faults(room.store, (), room.keys.publics)) == []
        with pytest.raises(Denied, match="only"):
            await room.trees.publish(player(1))
        room.store.close()

    asyncio.run(main())


def test_proofs_of_a_room_are_those_that_the_witness_accepts(tmp_path: Path) -> None:
    async def main() -> None:
        room = await evening(tmp_path, 4)
        heads = [msgspec.to_builtins(each.head) for each in published_by(room)]
        for first in range(1, 5):
            for second in range(first, 5):
                found = await room.trees.tree_consistency(first, second)
                old, new = heads[first - 1], heads[second - 1]
                tops = {tree["stream"]: tree for tree in new["trees"]}
                paths = {proof.stream: proof.path for proof in found.proofs}
                assert set(paths) == {tree["stream"] for tree in old["trees"]}
                for tree in old["trees"]:
                    top = tops[tree["stream"]]
                    assert checks.proves_consistency(
                        tree["size"], top["size"], tree["root"], top["root"], paths[tree["stream"]]
                    )
                if second == first + 1:
                    checks.check_follows(old, new, msgspec.to_builtins(found.proofs))
        tree = next(tree for tree in heads[1]["trees"] if tree["stream"] == "table:T1")
        for row in room.store.rows("table:T1", 0, tree["size"]):
            proof = await room.trees.tree_inclusion("table:T1", row.seq, row.hash.hex(), 2)
            assert checks.proves_inclusion(
                row.hash.hex(), row.seq, proof.size, tree["root"], proof.path
            )
            assert row.hash.hex() not in proof.path and leaf_hash(row.hash).hex() not in proof.path
        for stream, seq, hash, number in (
            ("table:T1", 1, "00" * 32, 2), ("table:T1", 10_000, "00" * 32, 2),
            ("nothing", 1, "00" * 32, 2), ("table:T1", 1, "00" * 32, 9),
        ):  # fmt: skip
            with pytest.raises(Denied) as denied:
                await room.trees.tree_inclusion(stream, seq, hash, number)
            assert denied.value.code == "unknown"
        for one, two in ((2, 1), (1, 5)):
            with pytest.raises(Denied):
                await room.trees.tree_consistency(one, two)
        room.store.close()

    asyncio.run(main())


def test_a_restarted_room_goes_on_from_its_frontier(tmp_path: Path) -> None:
    async def main() -> None:
        room = await evening(tmp_path, 2)
        room.store.close()
        again = make_room(tmp_path, SimulatedClock(), people=EASY)
        await again.trees.publish(ROOM)
        listed = await again.trees.tree_heads(1)
        assert [each.head.number for each in listed.heads] == [2, 3]
        assert listed.last == 3
        assert list(tree_faults(again.store)) == []
        again.store.close()

    asyncio.run(main())


def test_the_close_of_a_day_publishes_a_head_even_if_it_fails_the_day_is_closed(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = SimulatedClock()
        store = FailingStore(SqliteStore(tmp_path / "books.db", durable=False))
        room = room_over(store, tmp_path, clock, people=EASY)
        boss = Caller(900, "supervisor", "Sue", "cage")
        for day, number in ((1, 1), (2, 2)):
            clock.advance(DAY_MS)
            await room.days.close(boss, key=f"day {day}")
            assert len(published_by(room)) == number
        clock.advance(DAY_MS)
        store.fail(Fault.DISK_FULL, after=1)
        await room.days.close(boss, key="day 3")
        assert len(published_by(room)) == 2
        alarm = store.last_row("room", "alarm")
        assert alarm is not None and b"no tree head was published" in alarm.body
        await room.days.close(boss, key="day 3")
        assert len(published_by(room)) == 2, "the same command again closes nothing"
        store.close()

    asyncio.run(main())


def said(folder: Path, *kept: SignedTreeHead) -> str:
    store = SqliteStore(folder / "books.db", durable=False)
    try:
        return "\n".join(tree_faults(store, kept))
    finally:
        store.close()


def test_what_was_rewritten_after_a_head_is_found(tmp_path: Path) -> None:
    async def main() -> list[SignedTreeHead]:
        room = await evening(tmp_path, 2)
        heads = published_by(room)
        room.store.close()
        return heads

    first, second = asyncio.run(main())
    table = "stream = (SELECT id FROM stream WHERE name = 'table:T1')"
    path = tmp_path / "books.db"
    broken(path, f"UPDATE log SET at_ms = at_ms + 1 WHERE seq = 3 AND {table}").close()
    assert said(tmp_path, first) == "", "until the hashes are forged the chain finds it"
    rehashed(path, "table:T1")
    size = next(tree.size for tree in first.head.trees if tree.stream == "table:T1")
    for words in (f"table:T1: the tree of its first {size} rows is not the one of head 1",
                  "is not the one of head 2"):  # fmt: skip
        assert words in said(tmp_path), "by the heads that the books have themselves"
    room = "stream = (SELECT id FROM stream WHERE name = 'room')"
    broken(path, f"UPDATE log SET kind = 'noted' WHERE kind = 'tree_head' AND {room}").close()
    assert said(tmp_path) == "", "who can rewrite everything leaves no trace in the books alone"
    found = said(tmp_path, first)
    assert "tree head 1 is not the one that was published" in found
    assert f"table:T1: the tree of its first {size} rows" in found
    assert "the tree of its first" in said(tmp_path, replace(second, head=of_no_number(second)))


def of_no_number(signed: SignedTreeHead) -> TreeHead:
    return replace(signed.head, number=0)


def test_a_published_head_that_was_exchanged_is_found(tmp_path: Path) -> None:
    async def main() -> None:
        room = await evening(tmp_path, 2)
        store, (one, two) = room.store, published(room.store)
        head = replace(two.signed.head, before="00" * 32)
        forged = replace(two, signed=replace(two.signed, head=head))
        for row in (one, forged):
            await room.diary.write(ROOM, "tree_head", row)
        faults = list(tree_faults(store, (), ("other",)))
        for words in (
            "tree head 1 does not follow the one before it",
            "tree head 2 does not follow the one before it",
            "tree head 2 was not signed so",
            "tree head 1 is signed with another key than the room's",
        ):
            assert words in faults
        store.close()

    asyncio.run(main())


def test_heads_of_a_running_room_have_the_tree_and_audit_takes_them(tmp_path: Path) -> None:
    async def main() -> bytes:
        room = await audited(tmp_path, 1)
        await room.trees.publish(ROOM)
        given = await room.audit.heads(AUDITOR)
        assert given.tree is not None and given.tree.head.number == 2
        assert published_by(room)[-1] == given.tree
        assert not_signed(given, room.keys.publics) == []
        wrong = replace(given.tree, head=replace(given.tree.head, at_ms=1))
        assert not_signed(replace(given, tree=wrong)) == ["the tree head was not signed so"]
        away = signed_heads(room.store, room.keys, 5)
        assert away.tree is not None and away.tree.head.number == 0
        report = audit(room.store, room.keys, [given, away])
        assert not report.findings, report.findings
        room.store.close()
        return written(given)

    kept = tmp_path / "heads.json"
    kept.write_bytes(asyncio.run(main()))
    (tmp_path / "keys.json").rename(tmp_path / "keys.toml")
    command = ["audit", "--data", str(tmp_path), "--heads", str(kept)]
    assert run(command) == 0
    path = tmp_path / "books.db"
    table = "stream = (SELECT id FROM stream WHERE name = 'table:T1')"
    broken(path, f"UPDATE log SET at_ms = at_ms + 1 WHERE seq = 3 AND {table}").close()
    rehashed(path, "table:T1")
    assert run(command) == 1


@pytest.mark.process
def test_a_witness_follows_a_room_over_http(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def main() -> None:
        async with house(tmp_path, "3-card-shine") as made:
            keep, key = tmp_path / "witness.jsonl", tmp_path / "witness.key"
            command = ["witness", made.url, "--keep", str(keep), "--key", str(key), "--once"]
            for number in range(3):
                assert await asyncio.to_thread(run, command) == 0
                assert len(keep.read_text().splitlines() if keep.exists() else ()) == number
                await made.add(f"guest {number}")
                auditor = await made.enter("auditor")
                given = await auditor.signed_heads()
                assert given.tree is not None and given.tree.head.number == number + 1
            anyone = await made.enter("Ann")
            assert (await anyone.tree_heads()).last == 3
            assert (await anyone.tree_consistency(1, 3)).second == 3

    asyncio.run(main())
    assert "1 new head, checked and countersigned; the newest is number" in capsys.readouterr().out


def test_a_store_that_fails_publishes_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        store = FailingStore(SqliteStore(tmp_path / "books.db", durable=False))
        room = room_over(store, tmp_path, SimulatedClock(), people=EASY)
        store.fail(Fault.UNKNOWN_LOST)
        with pytest.raises(Denied) as denied:
            await room.trees.publish(ROOM)
        assert denied.value.code == "busy" and isinstance(denied.value.__cause__, StoreError)
        assert (await room.trees.publish(ROOM)).head.number == 1
        store.close()

    asyncio.run(main())
