"""The receipt of a round: what it binds, who can check it, and what a changed record shows."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from houseway.cli.main import run
from houseway.errors import HousewayError
from houseway.room.api.record_types import PublicRecord, RoundReceipt, SignedReceipt
from houseway.room.api.roles import Caller
from houseway.room.clock import SimulatedClock
from houseway.room.fairness.receipt import receipt_hash
from houseway.room.fairness.receipt_check import CARDS_ONLY, read_receipt
from houseway.room.fairness.verify import read_record, verify, verify_order
from houseway.room.room import Room
from houseway.room.tables.actor import Actor
from houseway.room.tables.rounds import receipt_kept
from houseway.room.tables.views import Frame
from tests.support.damaged_records import changed, house_round
from tests.support.fair_rounds import SIGNER, FixedSigner, rounds, with_receipt
from tests.support.local_room import ROOM, fund, make_room, open_table, play, player, same, sit

AUDITOR = Caller(9, "auditor", "Aud", "desk")


def as_json(record: PublicRecord) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(record))
    return found


def faults(data: dict[str, Any], key: str = SIGNER.public) -> list[str]:
    return verify(read_record(json.dumps(data).encode(), "r"), "", key).faults


def of_game(game: str, seat: int, seed: int = 12) -> dict[str, Any]:
    """The first closed round of a game as a seat knows it."""
    for number, (round_, start, end) in enumerate(rounds(game, seed, 9), 1):
        if round_.closed and start.place() != end.place():
            return as_json(with_receipt(round_, start, end, number, seat))
    raise AssertionError


def whole() -> dict[str, Any]:
    """A round of which everything is known in the end."""
    return as_json(with_receipt(*house_round(), 9))


RECORDS: dict[str, Callable[[], dict[str, Any]]] = {
    "whole": whole,
    "hold'em, a seat": lambda: of_game("holdem", 2),
    "hold'em, everybody": lambda: of_game("holdem", 0),
    "dice": lambda: of_game("3-dice-baccarat", 1),
    "tiles": lambda: of_game("pai-gow-tiles", 1),
}


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a record."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        yield (*at, key)
        if isinstance(inner, dict | list):
            yield from places(inner, (*at, key))


def mutations(data: dict[str, Any], at: tuple[Any, ...], rng: random.Random) -> Iterator[Any]:
    """The record with one place changed, stripped, emptied, and swapped with another."""
    *above, last = at

    def made(change: Callable[[Any, Any], None]) -> dict[str, Any]:
        copy = json.loads(json.dumps(data))
        holder = copy
        for key in above:
            holder = holder[key]
        change(holder, last)
        return cast(dict[str, Any], copy)

    def strip(holder: Any, key: Any) -> None:
        del holder[key]

    def other(holder: Any, key: Any) -> None:
        holder[key] = another(holder[key], rng)

    def empty(holder: Any, key: Any) -> None:
        holder[key] = type(holder[key])()

    def swap(holder: Any, key: Any) -> None:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        with_ = rng.choice(keys)
        holder[key], holder[with_] = holder[with_], holder[key]

    for change in (strip, other, empty, swap):
        yield made(change)


def another(value: Any, rng: random.Random) -> Any:
    """Return another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 7))
    if isinstance(value, str) and value:
        at = rng.randrange(len(value))
        return value[:at] + ("1" if value[at] != "1" else "2") + value[at + 1 :]
    if isinstance(value, list) and value:
        return [*value, value[0]]
    return value


def says_the_same(record: PublicRecord, data: dict[str, Any]) -> bool:
    """Return True if a changed record means what it meant.

    Of two equal pieces either may be named as the one that an event shows, and what is left out may
    be the default.
    """

    def plain(one: PublicRecord) -> Any:
        found = msgspec.to_builtins(one)
        for told in found["events"]:
            for field, at in told.get("opened", {}).items():
                told["opened"][field] = [one.openings[i].piece if i >= 0 else "" for i in at]
        return found

    try:
        found = read_record(json.dumps(data).encode(), "r")
        return bool(plain(found) == plain(record))
    except (HousewayError, IndexError):
        return False


@pytest.mark.parametrize("name", RECORDS)
def test_every_mutation_of_a_record_is_refused(name: str) -> None:
    data, rng = RECORDS[name](), random.Random(7)
    good = read_record(json.dumps(data).encode(), "r")
    assert faults(data) == []
    found = [at for at in places(data) if at[0] != "receipt" or len(at) < 3]
    tried = 0
    for at in found if len(found) < 260 else [*found[:60], *rng.sample(found[60:], 200)]:
        for wrong in mutations(data, at, rng):
            if wrong == data or says_the_same(good, wrong):
                continue
            tried += 1
            try:
                said = faults(wrong)
            except HousewayError:
                continue
            assert said, (at, wrong if len(str(wrong)) < 900 else at)
    assert tried > 300


def test_a_record_without_receipt_proves_its_cards_only(tmp_path: Path) -> None:
    data = changed(whole(), lambda d: [d.pop("receipt"), d.pop("salt"), d.pop("replay_salt")])
    assert faults(data) == [CARDS_ONLY]
    path = tmp_path / "old.json"
    path.write_text(json.dumps(data))
    assert run(["verify", str(path)]) == 1


def moved(data: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    """A record under another receipt of the same key, which says something else."""
    body = json.loads(data["receipt"]["body"])
    body[key] = value
    text = json.dumps(body)
    signature = SIGNER.sign_message(b"houseway receipt 1\0" + text.encode())
    return changed(data, lambda d: d["receipt"].update(body=text, signature=signature))


def test_a_receipt_of_another_round_is_refused_in_words() -> None:
    data = whole()
    for key, value, why in (
        ("table", "table 8", "another table"), ("round", 10, "another round"),
        ("shoe", 99, "another shoe"), ("rules", "00", "another set of rules"),
        ("posted", {}, "another posting"), ("draws", "00", "other draws"),
        ("events", 1, "1 were signed"), ("tree", "00" * 32, "over which the receipt was signed"),
        ("viewers", {"0": "00" * 32}, "not those that this reader was told"),
        ("viewers", {"1": "00" * 32}, "was not told to seat 0"),
        ("seats", [], "are not those in the receipt"), ("replay", "00", "another whole round"),
    ):  # fmt: skip
        assert why in "; ".join(faults(moved(data, key, value))), key
    body = json.loads(data["receipt"]["body"])
    net = [{**seat, "net": seat["net"] + 1} for seat in body["seats"]]
    assert faults(moved(data, "seats", net)) == [
        "played again, the results are not those in the receipt"
    ]


def test_a_receipt_holds_under_the_known_key_only() -> None:
    data = whole()
    assert "another key than the room's" in faults(data, FixedSigner(2).public)[0]
    forged = changed(data, lambda d: d["receipt"].update(key=FixedSigner(2).public))
    assert faults(forged, "") == ["the receipt was not signed with this key"]
    body = data["receipt"]["body"]
    mine = FixedSigner(2).sign_message(b"houseway receipt 1\0" + body.encode())
    forged = changed(forged, lambda d: d["receipt"].update(signature=mine))
    assert faults(forged, "") == ["this is not a receipt of a round under this key"]


def test_the_records_of_two_viewers_meet_in_one_receipt_and_are_not_exchanged() -> None:
    (round_, start, end), *_ = [x for x in rounds("holdem", 12, 9) if x[0].closed]
    one, two = (with_receipt(round_, start, end, 1, seat) for seat in (1, 2))
    assert one.receipt == two.receipt and one.salt != two.salt
    data = changed(as_json(one), lambda d: d.update(viewer=2))
    assert faults(data) == ["the events are not those that this reader was told"]
    data = changed(as_json(one), lambda d: d.update(viewer=2, salt=two.salt))
    assert faults(data) == ["the events are not those that this reader was told"]


def test_nothing_covered_can_be_found_by_trial() -> None:
    """The salt of an event is given to those who were shown it, to no one else."""
    for round_, start, end in rounds("holdem", 12, 5):
        public = as_json(with_receipt(round_, start, end, 1))
        for seat in round_.seats:
            mine = as_json(with_receipt(round_, start, end, 1, seat.seat))
            secret = [
                (told["salt"], told["line"])
                for told, seen in zip(mine["events"], public["events"], strict=True)
                if "hash" in seen and "salt" in told
            ]
            assert secret
            for salt, line in secret:
                assert salt not in json.dumps(public) and line not in json.dumps(public)


# In a room.


def evening(tmp_path: Path, game: str, rounds: int = 4) -> tuple[Room, Actor]:
    async def work() -> tuple[Room, Actor]:
        room = make_room(tmp_path, SimulatedClock(1_700_000_000_000))
        actor = await open_table(room, "T", game)
        for person in (1, 2, 3):
            fund(room.store, person, 10**9)
            await sit(room, actor, person, 10_000_00)
        await play(actor, random.Random(5), rounds, 60 * rounds)
        return room, actor

    return asyncio.run(work())


def proofs(room: Room, actor: Actor, reader: Caller = AUDITOR) -> list[PublicRecord]:
    async def work() -> list[PublicRecord]:
        kept = [room.store.round("table:T", no) for no in range(1, actor.live.number + 1)]
        return [
            await room.recall.public(reader, "T", one.no)
            for one in kept
            if one is not None and one.outcome == "closed"
        ]

    return asyncio.run(work())


def said(record: PublicRecord) -> RoundReceipt:
    assert record.receipt is not None
    found = read_receipt(record.receipt)
    assert found is not None
    return found


@pytest.mark.parametrize("game", ["holdem", "free-bet-blackjack", "3-dice-baccarat"])
def test_a_room_signs_every_round_that_closes(tmp_path: Path, game: str) -> None:
    room, actor = evening(tmp_path, game)
    for reader in (AUDITOR, player(2)):
        records = proofs(room, actor, reader)
        assert len(records) >= 3
        for record in records:
            assert verify(record, "", room.keys.public).faults == []
            receipt = said(record)
            [row] = room.store.rows("table:T", receipt.last - 1, 1)
            assert row.hash.hex() == receipt.row
            assert sum(seat.net for seat in receipt.seats) <= 0 or game != "holdem"
        assert verify_order(records).good
    room.store.close()


def test_rounds_in_another_order_are_refused(tmp_path: Path, capsys: Any) -> None:
    room, actor = evening(tmp_path, "holdem", 5)
    records = proofs(room, actor)[:4]
    first, second, third, _ = records
    assert verify_order([second, first]).faults == ["round 1 of T is said to come after round 2"]
    body = msgspec.structs.replace(said(third), before="00" * 32)
    text = msgspec.json.encode(body).decode()
    signed = SignedReceipt(
        text, room.keys.public, room.keys.sign_message(b"houseway receipt 1\0" + text.encode())
    )
    other = msgspec.structs.replace(third, receipt=signed)
    assert verify_order([second, other]).faults == [
        "round 3 of T does not follow round 2 as it is given here"
    ]
    files = []
    for number, record in enumerate(records):
        files.append(str(tmp_path / f"{number}.json"))
        Path(files[-1]).write_bytes(msgspec.json.encode(record))
    assert run(["verify", *files, "--key", room.keys.public]) == 0
    assert "4 rounds came in this order" in capsys.readouterr().out
    assert run(["verify", *reversed(files)]) == 1
    assert run(["verify", files[0], "--key", "ab" * 32]) == 1
    room.store.close()


def test_the_reproductions_of_a_changed_record_are_refused(tmp_path: Path) -> None:
    """Each of them passed before there were receipts."""
    room, actor = evening(tmp_path, "holdem", 5)
    key = room.keys.public
    data = next(x for x in map(as_json, proofs(room, actor)) if x["draws"])
    award = next(x for x in data["events"] if "seat=" in x["line"] and "cents=" in x["line"])
    for why, change in {
        "another number": lambda d: d.update(round=77),
        "the pot to another seat": lambda d: d["events"][data["events"].index(award)].update(
            line=award["line"].replace("seat=", "seat=1")
        ),
        "nothing": lambda d: d.update(draws=[], openings=[], events=[], roots=[]),
        "no receipt": lambda d: d.update(receipt=None),
    }.items():
        assert faults(changed(data, change), key), why
    room.store.close()


def test_a_stripped_replay_is_refused_where_every_card_is_open() -> None:
    data = changed(whole(), lambda d: [d.pop("replay"), d.pop("replay_salt")])
    assert faults(data) == ["every piece is open, and the whole round is not in the record"]


def test_receipts_follow_each_other_through_restarts_and_voids(tmp_path: Path) -> None:
    room, actor = evening(tmp_path, "holdem", 3)

    async def on() -> None:
        rng = random.Random(8)
        actor.rebuild()
        await play(actor, rng, 2, 60)
        while not actor.live.playing:
            await play(actor, rng, 1, 1)
        await actor.turn(lambda: actor.void(actor.by_room(actor.now()), "a test"))
        same(actor, room)
        await actor.tick()
        await play(actor, rng, 2, 80)

    asyncio.run(on())
    records = proofs(room, actor)
    assert len({said(record).round for record in records}) < actor.live.number
    for before, after in itertools.pairwise(records):
        assert before.receipt is not None
        assert said(after).before == receipt_hash(before.receipt.body).hex()
    room.store.close()


def test_the_closing_view_has_the_receipt_that_is_kept(tmp_path: Path) -> None:
    async def work() -> None:
        room = make_room(tmp_path, SimulatedClock(1_700_000_000_000))
        actor = await open_table(room, "T", "free-bet-blackjack", pause_ms=5_000)
        frames: list[Frame] = []

        class Listener:
            seat, steps = 1, False

            def send(self, frame: Frame) -> None:
                frames.append(frame)

        room.hub.join(actor, Listener())
        await sit(room, actor, 1, 10_000_00)
        await play(actor, random.Random(5), 1)
        closing = [frame for frame in frames if frame.closed and frame.public is not None]
        kept = room.store.round("table:T", 1)
        assert kept is not None
        signed = msgspec.json.encode(receipt_kept(kept))
        assert bytes(closing[0].receipt) == signed != b"null"
        assert all(bytes(frame.receipt) == b"null" for frame in frames if not frame.closed)
        actor.rebuild()
        assert bytes(Frame(actor, 0, ()).receipt) == signed
        room.store.close()

    asyncio.run(work())
    assert ROOM.person == 0
