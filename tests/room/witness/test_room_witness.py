"""The witness: honest rooms are followed, and a room that rewrites its history is found out."""

from __future__ import annotations

import ast
import asyncio
import json
import random
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from houseway.cli.main import run
from houseway.errors import BadFile, HousewayError
from houseway.room.api.audit_types import (
    Consistency,
    PublicKey,
    SignedTreeHead,
    StreamProof,
    StreamTree,
    TreeHead,
    TreeHeadList,
)
from houseway.room.audit.tree import LogTree, leaf_hash
from houseway.room.audit.tree_heads import signed_tree_head
from houseway.room.client.connection import Http, Reply
from houseway.room.clock import SimulatedClock
from houseway.room.key_file import KINDS, Key, KeyRing
from houseway.room.keys import Keys
from houseway.room.witness import checks
from houseway.room.witness.checks import Contradiction
from houseway.room.witness.follow import FORK, Witness
from houseway.room.witness.kept import KeptHeads, WitnessKey, compare, read_kept

STREAMS = ("cage", "people", "room", "table:T1")


def ring(salt: str) -> KeyRing:
    """The keys of a room of these tests."""
    return KeyRing({kind: (Key(kind, 0, sha256(f"{salt}{kind}".encode()).digest()),)
                    for kind in KINDS})  # fmt: skip


KEYS, OTHER = Keys(ring("room")), Keys(ring("thief"))


class Room:
    """A room that publishes heads, and an operator who can change everything in it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.at = rng, 1_000
        self.rows: dict[str, list[bytes]] = {stream: [] for stream in STREAMS}
        self.heads: list[SignedTreeHead] = []
        self.keys = KEYS
        self.down = False

    def play(self) -> None:
        """Some rows are written."""
        for rows in self.rows.values():
            rows += [self.rng.randbytes(32) for _ in range(self.rng.randrange(9))]
        self.rows["room"].append(self.rng.randbytes(32))

    def tree(self, stream: str) -> LogTree:
        leaves = [leaf_hash(row) for row in self.rows[stream]]
        return LogTree(lambda low, high: leaves[low:high])

    def head(self) -> TreeHead:
        """The next head."""
        before = self.heads[-1].head.digest() if self.heads else ""
        trees = [
            StreamTree(stream, len(rows), self.tree(stream).root(len(rows)).hex())
            for stream, rows in self.rows.items()
            if rows
        ]
        return TreeHead(len(self.heads) + 1, self.at, before, tuple(trees))

    def publish(self) -> None:
        """Sign what the books say now."""
        self.at += 1_000
        self.heads.append(signed_tree_head(self.head(), self.keys))

    def sign_again(self, number: int) -> None:
        """Sign all heads from a number on again, from the rows as they are."""
        sizes = [{t.stream: t.size for t in each.head.trees} for each in self.heads]
        del self.heads[number - 1 :]
        whole = self.rows
        for each in sizes[number - 1 :]:
            self.rows = {s: rows[: each.get(s, 0)] for s, rows in whole.items()}
            self.publish()
        self.rows = whole

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> Reply:
        """Answer as the server of a room does."""
        if self.down:
            raise ConnectionRefusedError("no server is there")
        parts = urlsplit(path)
        asked = {name: int(value[0]) for name, value in parse_qs(parts.query).items()}
        found: msgspec.Struct
        if parts.path == "/api/tree-heads":
            shown = [each for each in self.heads if each.head.number > asked["after"]][:3]
            keys = [PublicKey(r.public, r.id, r.made, r.before, r.signature)
                    for r in self.keys.signing_rows("")]  # fmt: skip
            last = self.heads[-1].head.number if self.heads else 0
            found = TreeHeadList(tuple(shown), last, tuple(keys))
        else:
            found = self.proofs(asked["first"], asked["second"])
        return Reply(200, {}, msgspec.json.encode(found))

    def proofs(self, first: int, second: int) -> Consistency:
        """The best proofs that these rows give."""
        old, new = (self.heads[n - 1].head for n in (first, second))
        sizes, found = {tree.stream: tree.size for tree in new.trees}, []
        for tree in old.trees:
            size = min(sizes.get(tree.stream, 0), len(self.rows.get(tree.stream, ())))
            if size >= tree.size:
                path = self.tree(tree.stream).consistency(tree.size, size)
                found.append(StreamProof(tree.stream, tuple(each.hex() for each in path)))
        return Consistency(first, second, tuple(found))


def witness_of(room: Room, folder: Path, name: str = "w", room_key: str = "") -> Witness:
    kept = KeptHeads(folder / f"{name}.jsonl")
    key = WitnessKey(folder / f"{name}.key")
    return Witness(cast(Http, room), kept, key, SimulatedClock(), room_key)


def looks(room: Room, folder: Path, name: str = "w", room_key: str = "") -> int:
    return asyncio.run(witness_of(room, folder, name, room_key).look())


def honest(rng: random.Random, heads: int) -> Room:
    room = Room(rng)
    for _ in range(heads):
        room.play()
        room.publish()
    return room


def test_the_checks_share_no_code_with_the_room() -> None:
    imported = set()
    for node in ast.walk(ast.parse(Path(checks.__file__).read_text())):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module))
    ours = {name for name in imported if name.split(".")[0] not in sys.stdlib_module_names}
    assert ours == {
        "cryptography.exceptions",
        "cryptography.hazmat.primitives.asymmetric.ed25519",
    }


def test_an_honest_room_is_followed_and_countersigned(tmp_path: Path) -> None:
    rng = random.Random(1)
    room = Room(rng)
    assert looks(room, tmp_path) == 0
    for n in range(12):
        for _ in range(n % 3 + 1):
            room.play()
            room.publish()
        assert looks(room, tmp_path) == n % 3 + 1
        assert looks(room, tmp_path) == 0
    kept = read_kept(tmp_path / "w.jsonl")
    assert [line["head"]["number"] for line in kept] == list(range(1, len(room.heads) + 1))
    assert (tmp_path / "w.key").stat().st_mode & 0o077 == 0
    assert looks(room, tmp_path, "second", KEYS.public) == len(room.heads)
    assert compare(kept, read_kept(tmp_path / "second.jsonl")) == len(room.heads)


def test_an_unchanged_room_may_publish_again_and_a_log_may_be_new(tmp_path: Path) -> None:
    room = honest(random.Random(2), 2)
    room.publish()
    room.rows["table:T2"] = [bytes(32)]
    room.publish()
    assert looks(room, tmp_path) == 4


def rewritten(room: Room, rng: random.Random) -> str:
    """One row that a head covers, changed, slipped in, taken out or moved."""
    covered = {tree.stream: tree.size for tree in room.heads[-1].head.trees}
    stream = rng.choice([s for s, size in covered.items() if size >= 2])
    rows, at = room.rows[stream], rng.randrange(covered[stream])
    kind = rng.choice(("changed", "slipped in", "taken out", "moved"))
    if kind == "changed":
        rows[at] = rng.randbytes(32)
    elif kind == "slipped in":
        rows.insert(at, rng.randbytes(32))
    elif kind == "taken out":
        del rows[at]
    else:
        other = (at + 1) % covered[stream]
        rows[at], rows[other] = rows[other], rows[at]
    return kind


@pytest.mark.parametrize("part", range(4))
def test_every_rewritten_history_is_refused(part: int, tmp_path: Path) -> None:
    """400 histories: rewritten quietly, or with every head signed again."""
    key = WitnessKey(tmp_path / "key")
    for case in range(part, 400, 4):
        rng = random.Random(case)
        room = honest(rng, rng.randrange(1, 4))
        kept = KeptHeads(tmp_path / f"{case}.jsonl")
        follow = Witness(cast(Http, room), kept, key, SimulatedClock())
        asyncio.run(follow.look())
        rewritten(room, rng)
        if case % 2:
            room.sign_again(rng.randrange(1, len(room.heads) + 1))
        room.play()
        room.publish()
        known = len(kept.heads)
        with pytest.raises(Contradiction):
            asyncio.run(follow.look())
        assert len(kept.heads) == known, "nothing of it is countersigned"
        fork = json.loads(Path(f"{kept.path}{FORK}").read_text())
        assert fork["kept"]["head"] == kept.heads[-1]["head"]
        assert checks.is_signed(
            checks.message_of(fork["shown"]["head"]), fork["shown"]["signature"], KEYS.public
        )


def cut_off(room: Room) -> None:
    del room.heads[-1]


def forget_a_log(room: Room) -> None:
    del room.rows["people"]
    room.publish()


def shorten_a_log(room: Room) -> None:
    del room.rows["cage"][-1:]
    room.publish()


def sign_with_another_key(room: Room) -> None:
    room.keys = OTHER
    room.publish()


def change_what_was_signed(room: Room) -> None:
    room.publish()
    last = room.heads[-1]
    head = msgspec.structs.replace(last.head, at_ms=last.head.at_ms + 1)
    room.heads[-1] = msgspec.structs.replace(last, head=head)


def go_back_in_time(room: Room) -> None:
    room.at -= 5_000
    room.publish()


def leave_out_a_number(room: Room) -> None:
    head = msgspec.structs.replace(room.head(), number=len(room.heads) + 2)
    room.heads.append(signed_tree_head(head, KEYS))


def follow_another_head(room: Room) -> None:
    head = msgspec.structs.replace(room.head(), before="00" * 32)
    room.heads.append(signed_tree_head(head, KEYS))


def name_a_log_twice(room: Room) -> None:
    head = room.head()
    head = msgspec.structs.replace(head, trees=(*head.trees, head.trees[0]))
    room.heads.append(signed_tree_head(head, KEYS))


CHEATS = {
    cut_off: "has 2 heads, and has shown 3",
    forget_a_log: "has no log people",
    shorten_a_log: "cage had .* rows and has",
    sign_with_another_key: "no known key of the room has signed",
    change_what_was_signed: "the signature of head 4 is wrong",
    go_back_in_time: "head 4 is older",
    leave_out_a_number: "does not follow head 3",
    follow_another_head: "head 4 does not follow head 3",
    name_a_log_twice: "has a log twice",
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_other_ways_to_cheat_are_named(cheat: Any, tmp_path: Path) -> None:
    room = honest(random.Random(3), 3)
    assert looks(room, tmp_path) == 3
    cheat(room)
    with pytest.raises(Contradiction, match=CHEATS[cheat]):
        looks(room, tmp_path)


def test_a_room_that_begins_in_the_middle_or_with_another_key_is_refused(tmp_path: Path) -> None:
    room = honest(random.Random(4), 3)
    with pytest.raises(Contradiction, match="no known key"):
        looks(room, tmp_path, "pinned", OTHER.public)
    del room.heads[0]
    with pytest.raises(Contradiction, match="first head of the room is number 2"):
        looks(room, tmp_path)


def test_a_new_key_of_the_room_is_believed_if_the_old_one_signed_it(tmp_path: Path) -> None:
    room = honest(random.Random(5), 2)
    assert looks(room, tmp_path) == 2
    room.keys = Keys(ring("room").rotated("signing", 5_000))
    assert room.keys.public != KEYS.public
    room.play()
    room.publish()
    assert looks(room, tmp_path) == 1
    row = room.keys.signing_rows(KEYS.public)[0]
    shown = {"public": row.public, "id": row.id, "made": row.made, "before": row.before}
    assert checks.keys_from(KEYS.public, [{**shown, "signature": row.signature}]) == {
        KEYS.public, row.public,
    }  # fmt: skip
    assert checks.keys_from(KEYS.public, [{**shown, "signature": "00" * 64}]) == {KEYS.public}


def test_a_fork_between_two_witnesses_is_found(tmp_path: Path) -> None:
    """The operator shows each of them a history of its own; alone, neither can notice."""
    room = honest(random.Random(6), 2)
    looks(room, tmp_path, "ann")
    looks(room, tmp_path, "bob")
    other = honest(random.Random(6), 2)
    for each, seed in ((room, 7), (other, 8)):
        each.rng = random.Random(seed)
        each.play()
        each.publish()
    assert looks(room, tmp_path, "ann") == 1
    assert looks(other, tmp_path, "bob") == 1
    ann, bob = (read_kept(tmp_path / f"{name}.jsonl") for name in ("ann", "bob"))
    with pytest.raises(Contradiction, match="two different heads 3"):
        compare(ann, bob)
    assert compare(ann[:2], bob) == 2
    with pytest.raises(Contradiction, match="another head 3"):
        looks(other, tmp_path, "ann")
    command = ["witness", "--keep", str(tmp_path / "ann.jsonl"), "--against"]
    assert run([*command, str(tmp_path / "bob.jsonl")]) == 1
    assert run([*command, str(tmp_path / "ann.jsonl")]) == 0


def test_a_file_that_was_changed_is_refused(tmp_path: Path) -> None:
    room = honest(random.Random(9), 3)
    looks(room, tmp_path)
    path = tmp_path / "w.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    for changed in (
        [lines[0], lines[2]],
        [lines[0].replace('"number":1', '"number":2'), *lines[1:]],
        [*lines, "{}\n"],
        [*lines, "no JSON\n"],
    ):
        path.write_text("".join(changed))
        with pytest.raises(BadFile, match="line"):
            KeptHeads(path)
    (tmp_path / "w.key").chmod(0o644)
    with pytest.raises(BadFile, match="others may read"):
        WitnessKey(tmp_path / "w.key")


def test_a_room_that_is_away_is_no_alarm(tmp_path: Path) -> None:
    room = honest(random.Random(10), 1)
    room.down = True
    with pytest.raises(HousewayError, match="does not answer"):
        looks(room, tmp_path)
    assert run(["witness", "http://127.0.0.1:9", "--once", "--keep", str(tmp_path / "k"),
                "--key", str(tmp_path / "key")]) == 2  # fmt: skip
    assert run(["witness"]) == 2


@pytest.mark.parametrize(
    "answer",
    [b"[]", b"{", b"null", b'{"heads":[{}],"last":1,"keys":[]}', b'{"heads":5,"last":1,"keys":[]}'],
)
def test_what_is_no_answer_of_a_room_is_a_contradiction(answer: bytes, tmp_path: Path) -> None:
    class Odd(Room):
        async def ask(self, *given: Any, **more: Any) -> Reply:
            return Reply(200, {}, answer)

    with pytest.raises(Contradiction):
        looks(Odd(random.Random(1)), tmp_path)
