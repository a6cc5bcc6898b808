"""Everything that a room ever sends, and what each receiver may know when it is sent.

What may be known is followed from the inputs in the table's log and the table of faces that is
written from the rules (``card_follower.py``): nothing that publishes is asked.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from houseway.engine.questions import Pieces
from houseway.game.base import Game
from houseway.game.face.views import Prompt
from houseway.pieces.kind import UNSEEN
from houseway.room.client.client import RoomClient
from houseway.room.client.connection import Reply
from houseway.room.room import Room
from houseway.room.tables import log, seat_rules
from houseway.table.round import Round
from tests.oracles.card_follower import NUMBERS, Follower
from tests.support.careful_player import Decision, Mind
from tests.support.random_play import pieces_named, random_answer

_PRINTED = re.compile(r'"shows": ?\[[^]]*\]|"look":')
"""Pieces that are typical of a game, the same for everybody at any time: how its table looks.

That field is called as one of the tiles is.
"""
_SIDE_BY_SIDE = re.compile(r"(?<!\w)(?:[2-9TJQKA?][cdhs?])+(?!\w)")
"""Cards as the PHH format has them, without gaps."""
_OF_CLAUSES = r"\b\d+[A-Za-z]*=[0-9a-f]{4}\b"
"""Records have digests of clauses, by the names these have within their section."""


class Known(Follower):
    """Viewers of each piece up to now; ``ever`` also has pieces that were mixed in again."""

    def __init__(self, played: Round) -> None:
        self.ever: dict[int, set[str]] = {}
        super().__init__(played)

    def _happened(self, back: Pieces) -> None:
        self.laid_down()
        for viewer, names in self.seen.items():
            self.ever.setdefault(viewer, set()).update(names)
        self.mixed_in(back)
        self.heard = len(self.round.events)


class Moment(NamedTuple):
    """Knowledge of each viewer after a row of the log: pieces lying there now, and ever."""

    seq: int
    now: dict[int, Counter[str]]
    ever: dict[int, set[str]]

    def of(self, viewer: int) -> tuple[Counter[str], set[str]]:
        """Return the knowledge of a seat; a seat outside the round knows what the public does."""
        seat = viewer if viewer in self.now else 0
        return self.now[seat], self.ever[seat]


NOTHING = Moment(0, {0: Counter()}, {0: set()})


class Truth:
    """The log of a table, read: what was known in which round after which row."""

    def __init__(self, room: Room, table: str) -> None:
        self.rounds: dict[int, list[Moment]] = {}
        self.closed: dict[int, int] = {}
        """Round -> the row by which it was over."""
        self.game: Game | None = None
        known: Known | None = None
        for row in room.store.rows(f"table:{table}"):
            body = log.read(row.body)
            match body:
                case log.TableOpened():
                    self.game = room.making.game(body.game, body.posting)
                case log.RoundBegun():
                    assert self.game is not None
                    sitters = body.standing.seating.seats
                    seats = tuple(seat_rules.seated(n, sitters[n]) for n in body.seats)
                    kind = self.game.carry_over
                    between = msgspec.msgpack.decode(body.standing.between, type=kind)
                    known = Known(Round(self.game, seats, between))
                    self._entered(row.seq, body, known)
                case log.Stepped():
                    assert known is not None
                    self._entered(row.seq, body, known)
                case log.Voided():
                    self.closed[body.no] = row.seq

    def _entered(self, seq: int, body: log.RoundBegun | log.Stepped, known: Known) -> None:
        for given in body.inputs:
            known.enter(given)
        now = {viewer: Counter(names) for viewer, names in known.seen.items()}
        ever = {viewer: set(names) for viewer, names in known.ever.items()}
        self.rounds.setdefault(body.no, []).append(Moment(seq, now, ever))
        if body.closed:
            self.closed[body.no] = seq

    def at(self, number: int, seq: int) -> Moment:
        """Return the knowledge of a round when this row was the last."""
        past = [moment for moment in self.rounds.get(number, ()) if moment.seq <= seq]
        return past[-1] if past else NOTHING

    def until(self, viewer: int, seq: int) -> set[str]:
        """Everything a seat had seen in any round when this row was the last."""
        return {
            name
            for moments in self.rounds.values()
            for moment in moments
            if moment.seq <= seq
            for name in moment.of(viewer)[1]
        }


class Sent(NamedTuple):
    """A message: to whom, as what, at which seat, and the last row of the table when it came."""

    who: str
    part: str
    seat: int
    seq: int
    data: bytes
    round: int = 0
    """The round that was asked about, where it was one that is over."""


class Recorder:
    """A recorder of every message to any receiver."""

    def __init__(self, room: Room, table: str) -> None:
        self.room, self.table = room, table
        self.sent: list[Sent] = []

    def to(self, who: str, part: str, person: int) -> Callable[[bytes], None]:
        """Return a function that keeps the messages of one socket."""

        return lambda data: self.keep(who, part, person, data)

    def keep(self, who: str, part: str, person: int, data: bytes, number: int = 0) -> None:
        """Keep a message."""
        live = self.room.tables[self.table].live
        seat = seat_rules.seat_of(live.seating, person) if part == "seat" else 0
        seq = self.room.tables[self.table].seq
        self.sent.append(Sent(who, part, seat, seq, data, number))

    def answers(self, client: RoomClient, who: str, person: int) -> None:
        """Keep what a client is answered over HTTP too."""
        ask = client.http.ask

        async def asked(*given: Any) -> Reply:
            reply = await ask(*given)
            if not given[1].endswith("/layout"):  # it names every piece there is
                said = {"type": "answer", "path": given[1], "said": reply.body.decode()}
                past = re.search(r"/rounds/(\d+)", given[1])
                number = int(past[1]) if past else 0
                self.keep(who, "seat", person, msgspec.json.encode(said), number)
            return reply

        client.http.ask = asked  # type: ignore[method-assign, assignment]


def leaks(sent: Sent, truth: Truth) -> Iterator[str]:
    """Yield the names in a message that its receiver may not know."""
    assert truth.game is not None
    message, words = json.loads(sent.data), f"{sent.who} ({sent.part}, seat {sent.seat})"
    if message["type"] == "view":
        found = _in_view(message, sent, truth)
    else:
        message.pop("layout", None)
        found = _in_words(message, sent, truth)
    for leak in found:
        yield f"{words} {leak} in row {message.get('seq', sent.seq)}: {sent.data.decode()[:400]}"


def _in_words(message: dict[str, Any], sent: Sent, truth: Truth) -> Iterator[str]:
    """Answers over HTTP and small messages: of one round that is over, or of any until now."""
    game = truth.game
    assert game is not None
    known = truth.until(sent.seat, sent.seq)
    if sent.round:
        known = truth.at(sent.round, sent.seq).of(sent.seat)[1]
    said = message.get("said", "")
    if message.get("path", "").endswith("/phh"):
        said = _SIDE_BY_SIDE.sub(lambda run: " ".join(re.findall("..", run[0])), said)
    elif said.startswith(("{", "[")):
        for number in _offered(json.loads(said)):
            if game.kind.names[number] not in known:
                yield f"is asked about {game.kind.names[number]}"
    said = _PRINTED.sub("", said or json.dumps(message))
    for name in sorted(_named(said, game) - known):
        yield f"reads {name} at {message.get('path', message['type'])}"


def _in_view(message: dict[str, Any], sent: Sent, truth: Truth) -> Iterator[str]:
    game = truth.game
    assert game is not None
    seq, number = message["seq"], message["round"]
    now, ever = truth.at(number, seq).of(sent.seat)
    events = message.pop("events", [])
    if sent.part == "seat" and not sent.seat and message.get("public"):
        yield "sees a round without a seat"
    if (
        sent.part == "watch"
        and message.get("public")
        and truth.closed.get(number, 1 << 60) > sent.seq
    ):
        yield f"watches round {number}, which is not over"
    for part in ("public", "own"):
        for zone, pieces in _zones(message.get(part), game).items():
            for name in pieces - now:
                yield f"sees {name} in {zone}"
    for number_ in _offered(message.get("own")):
        if game.kind.names[number_] not in now:
            yield f"is asked about {game.kind.names[number_]}"
    for name in sorted(_named(json.dumps(message), game) - set(now)):
        yield f"reads {name}"
    for event in events:
        for name in _told(event, game):
            if name not in ever:
                yield f"is told {name} by {event['event']}"


def _named(text: str, game: Game) -> set[str]:
    """The pieces that a text names; dice are numbers, which mean other things too."""
    if game.kind.name == "dice":
        return set()
    for other in (game.name, _OF_CLAUSES):  # "8s or Better" is a name, 2c a clause of a section
        text = re.sub(other if other is _OF_CLAUSES else re.escape(other), "", text)
    return set(pieces_named(text, game.kind))


def _zones(part: object, game: Game) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for pile in _with(part, "zone"):
        dice = pile["zone"] == "dice" or game.kind.name == "dice"
        shown = [f"die {x}" if dice else x for x in pile.get("pieces", ()) if x != "??"]
        found.setdefault(pile["zone"], Counter()).update(shown)
    return found


def _with(part: object, key: str) -> Iterator[dict[str, Any]]:
    """Every object within a part that has this key."""
    if isinstance(part, dict):
        if key in part:
            yield part
        for value in part.values():
            yield from _with(value, key)
    elif isinstance(part, list):
        for value in part:
            yield from _with(value, key)


def _offered(own: object) -> Iterator[int]:
    """The pieces, by their numbers, that the choices of a prompt name."""
    for prompt in _with(own, "actions"):
        for choice in prompt["actions"]:
            yield from choice.get("pieces", ())
            for _, pieces in choice.get("suggestion") or ():
                yield from pieces


def _told(event: dict[str, Any], game: Game) -> Iterator[str]:
    """The pieces that an event names, in whatever field."""
    for field, value in event.items():
        if isinstance(value, list) and field not in NUMBERS:
            for number in value:
                if type(number) is int and number != UNSEEN:
                    yield f"die {number}" if field == "dice" else game.kind.names[number]
        elif isinstance(value, str) and field != "event":
            yield from sorted(_named(value, game))


def wild(rng: random.Random) -> Mind:
    """A mind that does anything the prompt allows."""

    def decide(prompt: Prompt) -> Iterator[Decision]:
        for _ in range(40):
            act = random_answer(prompt.seat, rng.choice(prompt.actions), rng)
            yield Decision(act.name, act.amount, act.pieces, act.parts, act.places)
        yield Decision(prompt.default_action)

    return decide
