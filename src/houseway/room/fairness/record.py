"""The public record of a round: what its reader may know, with proofs.

A reader is the public (viewer 0) or one seat. Exactly the pieces that the reader was shown are
opened; ``Event.seen_by`` decides, piece by piece. Of all other pieces the record has only hashes
with secret salts.
"""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.engine.events import line
from houseway.errors import HousewayError
from houseway.game.base import Game, Seat
from houseway.pieces.dice import DICE
from houseway.pieces.kind import Kind
from houseway.records.files import posted_of, record_of
from houseway.records.record import Record
from houseway.room.api.record_types import Drew, PublicRecord, RootShown, SeenEvent, Shown, Spot
from houseway.room.fairness.committed_shoe import FairShoe
from houseway.room.fairness.piece_tracking import Followed
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
    round_: Round, shoe: FairShoe, number: int, viewer: int = 0, seed: bytes = b""
) -> PublicRecord:
    """Return the part of a round that ``viewer`` (a seat, or 0 for the public) may know.

    ``shoe`` is at its position before the round and is not moved. ``seed`` is given if that shoe is
    finished, to open it whole.
    """
    game = round_.game
    if seed and not may_open_seed(game):
        raise HousewayError(f"{game.name}: the seed of its deck is never shown")
    if viewer and viewer not in [seat.seat for seat in round_.seats]:
        raise HousewayError(f"no player was dealt in at seat {viewer} in round {number}")
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
    """Return a root in the form of a record; the contents of the deck only if asked for."""
    contents = ""
    if with_contents and root.stream != CUP:
        order = followed.shoe.epoch(root.stream, root.epoch).order
        contents = followed.round.game.kind.show(sorted(order))
    return RootShown(root.stream, root.epoch, root.size, root.root.hex(), contents)


def _shown(opening: Opening, kind: Kind) -> Shown:
    """Return an opened place in the form of a record, with salt and path in hex."""
    names = DICE.names if opening.stream == CUP else kind.names
    path = [part.hex() for part in opening.path]
    piece, salt = names[opening.piece], opening.salt.hex()
    return Shown(opening.stream, opening.epoch, opening.i, piece, salt, path)


def _told(followed: Followed, viewer: int, known: list[Spot]) -> list[SeenEvent]:
    """Return the events as the reader was told of them, each piece with its opening."""
    numbers = {spot: number for number, spot in enumerate(known)}
    kind, found = followed.round.game.kind, []
    for event, places in zip(followed.round.events, followed.placed, strict=True):
        if event.seen_by(viewer):
            opened = {
                name: [-1 if spot is None else numbers[spot] for spot in spots]
                for name, spots in places.items()
            }
            found.append(SeenEvent(line(event, kind), opened))
        else:
            found.append(SeenEvent(line(event.hidden(), kind)))
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
    ids = {x: f"player {s.seat}" for s in round_.seats for x in (s.who, s.party) if x}
    firms = {s.firm: f"{s.seat}" for s in reversed(round_.seats) if s.firm}
    ids |= {f"firm {firm}": f"firm {seat}" for firm, seat in firms.items()}
    seats = [
        Seat(s.seat, s.name, s.chips, f"player {s.seat}", firms.get(s.firm, ""))
        for s in round_.seats
    ]
    # Keys that are numbers stay numbers: a seat must not be taken for the person with its number.
    carry_over = msgspec.to_builtins(round_.carry_over)
    if isinstance(carry_over, dict) and isinstance(turn := carry_over.get("position"), dict):
        for party in (*turn.get("held", {}), *turn.get("bettors", ())):
            ids.setdefault(party, f"another player {len(ids) + 1}")
    renamed = msgspec.convert(_renamed(carry_over, ids), type(round_.carry_over))
    again = Round(round_.game, seats, renamed)
    for given in round_.inputs:
        again.enter(given)
    return again


def _renamed(value: Any, ids: dict[str, str]) -> Any:
    """Return a value with each id replaced, in keys and nested values too."""
    if isinstance(value, dict):
        return {ids.get(key, key): _renamed(v, ids) for key, v in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(v, ids) for v in value]
    return ids.get(value, value) if isinstance(value, str) else value
