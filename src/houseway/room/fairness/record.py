"""The public record of a round: what its reader may know, with proofs.

A reader is the public (viewer 0) or one seat. Exactly the pieces that the reader was shown are
opened; ``Event.seen_by`` decides, piece by piece. Of all other pieces the record has only hashes
with secret salts.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

from houseway.engine.events import Event
from houseway.errors import HousewayError
from houseway.game.base import Game, Seat
from houseway.pieces.dice import DICE
from houseway.pieces.kind import Kind
from houseway.records.cases import event_lines
from houseway.records.files import between_of, posted_of, record_of
from houseway.records.record import Record, SeatEntry
from houseway.room.api.record_types import (
    Drew,
    PublicRecord,
    RootShown,
    SeenEvent,
    Shown,
    SignedReceipt,
    Spot,
)
from houseway.room.fairness.committed_shoe import FairShoe
from houseway.room.fairness.piece_tracking import Followed
from houseway.room.fairness.receipt import (
    inner_of,
    root_shown,
    told_events,
    viewer_salt,
    whole_salt,
)
from houseway.room.fairness.shuffle import CUP, Opening, Root
from houseway.table.round import Round


def may_open_seed(game: Game) -> bool:
    """Return True if the seed of a finished shoe may be published, which opens every piece.

    A deck shuffled for each round is opened piece by piece and never whole, since folded hands stay
    covered. A shoe dealt through many rounds of a house game may be opened, and so may a cup.
    """
    if game.kind is DICE:
        return True
    return game.family != "poker" and game.reshuffle_at() < len(game.kind.one_set(game.sets()))


def public_record(
    round_: Round,
    shoe: FairShoe,
    number: int,
    viewer: int = 0,
    seed: bytes = b"",
    receipt: SignedReceipt | None = None,
) -> PublicRecord:
    """Return the part of a round that ``viewer`` (a seat, or 0 for the public) may know.

    ``shoe`` is at its position before the round and is not moved. ``seed`` is given if that shoe is
    finished, to open it whole. ``receipt`` is the one that was signed at the close, if any.
    """
    game = round_.game
    if seed and not may_open_seed(game):
        raise HousewayError(f"{game.name}: the seed of its deck is never shown")
    if viewer and viewer not in [seat.seat for seat in round_.seats]:
        raise HousewayError(f"no player was dealt in at seat {viewer} in round {number}")
    followed = Followed(nameless(round_), shoe)
    known = sorted(followed.known(viewer))
    openings = followed.shoe.openings(known)
    whole = _replay(followed, known)
    return PublicRecord(
        table=shoe.table,
        round=number,
        viewer=viewer,
        game=game.id,
        posted=dict(posted_of(game)),
        rules=game.fingerprint(),
        closed=round_.closed,
        shoe=shoe.shoe,
        commitment=shoe.commitment.hex(),
        roots=[
            _root(root, followed, bool(seed)) for root in followed.shoe.roots_since(followed.start)
        ],
        draws=[Drew(**msgspec.structs.asdict(draw)) for draw in followed.draws()],
        openings=[_shown(opening, game.kind) for opening in openings],
        events=_told(followed, number, viewer, known),
        replay=whole,
        seed=seed.hex(),
        receipt=receipt,
        salt=viewer_salt(shoe, number, viewer).hex() if receipt else "",
        replay_salt=whole_salt(shoe, number).hex() if receipt and whole is not None else "",
    )


def _root(root: Root, followed: Followed, with_contents: bool) -> RootShown:
    """Return a root in the form of a record; the contents of the deck only if asked for."""
    contents = ""
    if with_contents and root.stream != CUP:
        order = followed.shoe.epoch(root.stream, root.epoch).order
        contents = followed.round.game.kind.show(sorted(order))
    return root_shown(root, contents)


def _shown(opening: Opening, kind: Kind) -> Shown:
    """Return an opened place in the form of a record, with salt and path in hex."""
    names = DICE.names if opening.stream == CUP else kind.names
    path = [part.hex() for part in opening.path]
    piece, salt = names[opening.piece], opening.salt.hex()
    return Shown(opening.stream, opening.epoch, opening.i, piece, salt, path)


def _told(followed: Followed, number: int, viewer: int, known: list[Spot]) -> list[SeenEvent]:
    """Return the events as the reader was told of them, each piece with its opening."""
    numbers = {spot: at for at, spot in enumerate(known)}
    round_ = followed.round
    found, told = [], told_events(round_, followed.shoe, number, event_lines(round_))
    for event, each, places in zip(round_.events, told, followed.placed, strict=True):
        if not event.seen_by(viewer):
            found.append(SeenEvent(each.public, hash=inner_of(each.salt, each.full).hex()))
            continue
        opened = {
            name: [-1 if spot is None else numbers[spot] for spot in spots]
            for name, spots in places.items()
        }
        public = each.public if each.salt else ""
        found.append(SeenEvent(each.full, opened, public, each.salt.hex()))
    return found


def _replay(followed: Followed, known: list[Spot]) -> Record | None:
    """Return the whole round, if it is over and the reader knows every piece of it."""
    round_ = followed.round
    if not round_.closed or len(known) < len(followed.drawn):
        return None
    return record_of(round_)


def nameless(round_: Round) -> Round:
    """Return the same round with people identified by seat numbers, not by ids of the room.

    Names stay: everyone at the table could read them.
    """
    ids, firms, carry_over = _ids(round_)
    seats = [
        Seat(s.seat, s.name, s.chips, f"player {s.seat}", firms.get(s.firm, ""))
        for s in round_.seats
    ]
    renamed = msgspec.convert(_renamed(carry_over, ids), type(round_.carry_over))
    again = Round(round_.game, seats, renamed)
    for given in round_.inputs:
        again.enter(given)
    return again


def _ids(round_: Round) -> tuple[dict[str, str], dict[str, str], Any]:
    """Return the new names of ids and of firms, and what was carried over in plain types."""
    ids = {x: f"player {s.seat}" for s in round_.seats for x in (s.who, s.party) if x}
    firms = {s.firm: f"{s.seat}" for s in reversed(round_.seats) if s.firm}
    ids |= {f"firm {firm}": f"firm {seat}" for firm, seat in firms.items()}
    # Keys that are numbers stay numbers: a seat must not be taken for the person with its number.
    carry_over = msgspec.to_builtins(round_.carry_over)
    if isinstance(carry_over, dict) and isinstance(turn := carry_over.get("position"), dict):
        for party in (*turn.get("held", {}), *turn.get("bettors", ())):
            ids.setdefault(party, f"another player {len(ids) + 1}")
    return ids, firms, carry_over


def nameless_close(round_: Round, record: Record) -> tuple[Round, Record]:
    """Return a closed round and its record as ``nameless`` would give them.

    The round is played again only if one of its events names a person by id, which is rare.
    """
    ids, firms, carry_over = _ids(round_)
    if any(_names_person(event, ids) for event in round_.events):
        again = nameless(round_)
        return again, record_of(again)
    seats = {
        str(s.seat): SeatEntry(
            _chips(record, s.seat), s.name, f"player {s.seat}", firms.get(s.firm, "")
        )
        for s in round_.seats
    }
    renamed = msgspec.convert(_renamed(carry_over, ids), type(round_.carry_over))
    return round_, msgspec.structs.replace(record, seats=seats, between=between_of(renamed))


def _names_person(event: Event, ids: Collection[str]) -> bool:
    """Return True if an event has a text that is an id."""
    return any(_mentions(getattr(event, name), ids) for name in _texts(type(event)))


def _mentions(value: Any, ids: Collection[str]) -> bool:
    """Return True if a value is an id, or has one in it."""
    if isinstance(value, str):
        return value in ids
    if isinstance(value, msgspec.Struct):
        return _mentions(msgspec.structs.astuple(value), ids)
    if isinstance(value, dict):
        return _mentions((*value, *value.values()), ids)
    return isinstance(value, tuple | list) and any(_mentions(x, ids) for x in value)


@cache
def _texts(cls: type[Event]) -> tuple[str, ...]:
    """Return the fields of an event that may hold a text."""
    hints = get_type_hints(cls)
    return tuple(name for name in cls.__struct_fields__ if _may_hold_text(hints[name]))


def _may_hold_text(hint: Any) -> bool:
    """Return True if a value of this type may hold a text."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        hints = get_type_hints(hint)
        return any(_may_hold_text(hints[name]) for name in hint.__struct_fields__)
    return hint in (str, Any, object) or any(_may_hold_text(x) for x in get_args(hint))


def _chips(record: Record, seat: int) -> int | str:
    """Return the chips of a seat as a record writes them."""
    entry = record.seats[str(seat)]
    assert isinstance(entry, SeatEntry)
    return entry.chips


def _renamed(value: Any, ids: dict[str, str]) -> Any:
    """Return a value with each id replaced, in keys and nested values too."""
    if isinstance(value, dict):
        return {ids.get(key, key): _renamed(v, ids) for key, v in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(v, ids) for v in value]
    return ids.get(value, value) if isinstance(value, str) else value
