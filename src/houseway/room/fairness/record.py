"""The public record of a round: what its reader may know of it, and what proves it.

A reader is everybody (viewer 0) or one seat.  Opened are the pieces that the reader was shown and
no others: what was told to a reader (``Event.seen_by``) decides, piece by piece.  Of the rest there
is nothing in the record but hashes with salts that are not given.
"""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.engine.events import line
from houseway.engine.round import Round
from houseway.errors import HousewayError
from houseway.game.base import Game, Seat
from houseway.pieces.dice import DICE
from houseway.pieces.kind import Kind
from houseway.records.files import posted_of, record_of
from houseway.records.record import Record
from houseway.room.fairness.piece_tracking import Draw, Followed
from houseway.room.fairness.shoe import FairShoe, Spot
from houseway.room.fairness.shuffle import CUP, Opening, Root

FORMAT = "houseway-public-round-1"


class RootShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The commitment to one epoch; ``contents`` is what was shuffled, given with a seed only."""

    stream: str
    epoch: int
    size: int
    root: str
    contents: str = ""


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One place of an epoch, opened: the piece in its notation, salt and path in hex."""

    stream: str
    epoch: int
    i: int
    piece: str
    salt: str
    path: list[str]

    @property
    def spot(self) -> Spot:
        """Which place it is."""
        return self.stream, self.epoch, self.i


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event as the reader was told of it.

    ``opened`` has, for each field with pieces, the number of each in the list of openings, from 0;
    -1 where it was covered.
    """

    line: str
    opened: dict[str, list[int]] = {}


class Drew(Draw, frozen=True, forbid_unknown_fields=True):
    """A draw as it stands in a record."""


class PublicRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a reader may know of a round.

    ``commitment`` binds the room to the seed of the shoe, ``roots`` to each order that was dealt
    from.  ``replay`` is the whole round, where the reader has seen every piece of it; ``seed`` is
    there when the shoe is finished and may be shown whole.
    """

    format: str = FORMAT
    table: str
    round: int
    viewer: int
    game: str
    posted: dict[str, Any]
    rules: str
    closed: bool
    shoe: int
    commitment: str
    roots: list[RootShown]
    draws: list[Drew]
    openings: list[Shown]
    events: list[Told]
    replay: Record | None = None
    seed: str = ""


def may_open_seed(game: Game) -> bool:
    """Whether the seed of a finished shoe may be shown: it opens every piece of the shoe.

    A deck that is shuffled for each round is shown piece by piece and never whole, since hands are
    thrown away covered; a shoe that is dealt through many rounds of a house game is, and a cup.
    """
    if game.kind is DICE:
        return True
    return game.shape != "poker_room" and game.reshuffle_at() < len(game.kind.one_set(game.sets()))


def public_record(
    round_: Round, shoe: FairShoe, number: int, viewer: int = 0, seed: bytes = b""
) -> PublicRecord:
    """What ``viewer`` (a seat, or 0 for everybody) may know of a round.

    ``shoe`` stands where it stood before the round; it is not moved.  ``seed`` is given when that
    shoe is finished, to be opened whole.
    """
    game = round_.game
    if seed and not may_open_seed(game):
        raise HousewayError(f"{game.name}: the seed of its deck is never shown")
    if viewer and viewer not in [seat.seat for seat in round_.seats]:
        raise HousewayError(f"nobody was dealt in at seat {viewer} in round {number}")
    followed = Followed(nameless(round_), shoe)
    known = sorted(followed.known(viewer))
    openings = followed.shoe.openings(known)
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
        roots=[_root(root, followed, bool(seed)) for root in followed.shoe.roots()],
        draws=[Drew(**msgspec.structs.asdict(draw)) for draw in followed.draws()],
        openings=[_shown(opening, game.kind) for opening in openings],
        events=_told(followed, viewer, known),
        replay=_replay(followed, known),
        seed=seed.hex(),
    )


def _root(root: Root, followed: Followed, with_contents: bool) -> RootShown:
    contents = ""
    if with_contents and root.stream != CUP:
        order = followed.shoe.epoch(root.stream, root.epoch).order
        contents = followed.round.game.kind.show(sorted(order))
    return RootShown(root.stream, root.epoch, root.size, root.root.hex(), contents)


def _shown(opening: Opening, kind: Kind) -> Shown:
    names = DICE.names if opening.stream == CUP else kind.names
    path = [part.hex() for part in opening.path]
    piece, salt = names[opening.piece], opening.salt.hex()
    return Shown(opening.stream, opening.epoch, opening.i, piece, salt, path)


def _told(followed: Followed, viewer: int, known: list[Spot]) -> list[Told]:
    """The events as the reader was told of them, each piece with its opening."""
    numbers = {spot: number for number, spot in enumerate(known)}
    kind, found = followed.round.game.kind, []
    for event, places in zip(followed.round.events, followed.placed, strict=True):
        if event.seen_by(viewer):
            opened = {
                name: [-1 if spot is None else numbers[spot] for spot in spots]
                for name, spots in places.items()
            }
            found.append(Told(line(event, kind), opened))
        else:
            found.append(Told(line(event.hidden(), kind)))
    return found


def _replay(followed: Followed, known: list[Spot]) -> Record | None:
    """The whole round, if it is over and every piece of it is known to the reader."""
    round_ = followed.round
    if not round_.closed or len(known) < len(followed.drawn):
        return None
    return record_of(round_)


# -- without the ids of people ---------------------------------------------------------------


def nameless(round_: Round) -> Round:
    """The same round, people known by the number of their seat and not by the ids of a room.

    Names stay: everybody at the table could read them.
    """
    ids = {x: f"player {s.seat}" for s in round_.seats for x in (s.who, s.party) if x}
    firms = {s.firm: f"{s.seat}" for s in reversed(round_.seats) if s.firm}
    ids |= {f"firm {firm}": f"firm {seat}" for firm, seat in firms.items()}
    seats = [
        Seat(s.seat, s.name, s.chips, f"player {s.seat}", firms.get(s.firm, ""))
        for s in round_.seats
    ]
    # Keys that are numbers stay numbers: a seat must not be taken for the person with its number.
    between = msgspec.to_builtins(round_.between)
    if isinstance(between, dict) and isinstance(turn := between.get("position"), dict):
        for party in (*turn.get("held", {}), *turn.get("bettors", ())):
            ids.setdefault(party, f"another player {len(ids) + 1}")
    renamed = msgspec.convert(_renamed(between, ids), type(round_.between))
    again = Round(round_.game, seats, renamed)
    for given in round_.inputs:
        again.enter(given)
    return again


def _renamed(value: Any, ids: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {ids.get(key, key): _renamed(v, ids) for key, v in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(v, ids) for v in value]
    return ids.get(value, value) if isinstance(value, str) else value
