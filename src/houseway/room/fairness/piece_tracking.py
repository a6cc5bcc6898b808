"""A round dealt again from its shoe, to find the place of each piece in an event.

Two pieces may look the same, and only one of them may have been turned up; opening the other would
reveal a covered place. So if a piece occurs twice, the round is played with pieces that remember
their place. For the rules they are ordinary numbers.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from houseway.engine.events import Event, field_kinds
from houseway.engine.questions import Chance, Drawn, Pieces
from houseway.engine.shoe import deal
from houseway.errors import HousewayError, Refused
from houseway.records.files import posted_of
from houseway.room.api.record_types import Draw, Spot
from houseway.room.fairness.committed_shoe import FairShoe
from houseway.room.fairness.shuffle import CUP, DECK
from houseway.table.round import Round

SHOWN = ("pieces", "dice")


class TracedPiece(int):
    """A piece that remembers its place, and the replay it belongs to."""

    spot: Spot
    source: object


class Dealer:
    """A source that deals from a shoe and notes each place; with ``marks``, pieces remember
    theirs.
    """

    def __init__(self, shoe: FairShoe, marks: bool) -> None:
        self.shoe, self._marks = shoe, marks
        self.drawn: list[tuple[Spot, int]] = []

    @property
    def left(self) -> int:
        """Return how many pieces can still be drawn."""
        return self.shoe.left

    def draw(self, n: int) -> Pieces:
        """Return the next pieces."""
        stream, epoch, first = self.shoe.next[0]
        pieces = self.shoe.draw(n)
        spots: list[Spot] = [(stream, epoch, first + k) for k in range(n)]
        self.drawn += zip(spots, pieces, strict=True)
        return self._marked(spots, pieces) if self._marks else pieces

    def dice(self, n: int) -> Pieces:
        """Return the next dice; dice always look the same, so they are always traced."""
        before = self.shoe.place()
        pieces = self.shoe.dice(n)
        spots = [spot for spot in self.shoe.drawn_since(before) if spot[0] == CUP]
        self.drawn += zip(spots, pieces, strict=True)
        return self._marked(spots, pieces)

    def _marked(self, spots: Sequence[Spot], pieces: Pieces) -> Pieces:
        """Return the pieces, each marked with its place in the shoe."""
        found = []
        for spot, piece in zip(spots, pieces, strict=True):
            mark = TracedPiece(piece)
            mark.spot, mark.source = spot, self
            found.append(mark)
        return tuple(found)

    def put_back(self, pieces: Pieces) -> None:
        """Shuffle these pieces into the rest."""
        self.shoe.put_back(_plain(pieces))

    def relay(self, pieces: Sequence[int]) -> None:
        """Shuffle these and no others."""
        self.shoe.relay(_plain(pieces))


def _plain(pieces: Iterable[int]) -> Pieces:
    """Return pieces as plain integers, without the spots attached to them."""
    return tuple([int(piece) for piece in pieces])


class _Again(Round):
    """A round whose pieces come from a committed shoe: they fit, and may be traced."""

    __slots__ = ()

    def deal(self, pieces: Pieces) -> None:
        """Enter pieces that are known by their place in the shoe."""
        question = self.question
        assert type(question) is Chance
        plain = _plain(pieces)
        self._pieces.put_back(question.back)
        if question.kind == "pieces":
            self._pieces.take(plain)
        else:
            self.non_piece_inputs.add(len(self.inputs))
        self._resume(pieces, Drawn(question.what, plain))


class Followed:
    """A round replayed from the position of its shoe before it.

    ``placed`` has, for each event, the places of the pieces in its fields. It is None for a piece
    that cannot be told from another that looks the same; such a piece is not opened.
    """

    def __init__(self, round_: Round, shoe: FairShoe) -> None:
        self.start = shoe.place()
        found = self._play(round_, Dealer(shoe.copy(), marks=False))
        came = Counter(piece for (stream, _, _), piece in self._dealer.drawn if stream == DECK)
        if came and max(came.values()) > 1:
            found = self._play(round_, Dealer(shoe.copy(), marks=True))
        self.round = found
        self.shoe = self._dealer.shoe
        self.drawn = dict(self._dealer.drawn)
        self._looks: dict[int, list[Spot]] = {}
        for spot, piece in self._dealer.drawn:
            if spot[0] == DECK:
                self._looks.setdefault(piece, []).append(spot)
        self._lies: dict[Spot, int] = {}
        self.placed = [self._places(event) for event in found.events]

    def _play(self, round_: Round, dealer: Dealer) -> Round:
        """Replay the round; with a game of its own, because games cache pieces."""
        self._dealer = dealer
        game = type(round_.game)(dict(posted_of(round_.game)))
        again = _Again(game, round_.seats, round_.carry_over)
        self._deal(again, dealer)
        for given in round_.inputs:
            if not isinstance(given, Drawn):
                again.enter(given)
                self._deal(again, dealer)
        if again.inputs != round_.inputs:
            raise HousewayError(
                f"shoe {dealer.shoe.shoe} of table {dealer.shoe.table}: this round was not dealt "
                "from it at this place"
            )
        return again

    @staticmethod
    def _deal(again: Round, dealer: Dealer) -> None:
        """Deal while the question can be answered; an empty shoe waits for a ruling."""
        with contextlib.suppress(Refused):  # nothing was left, as it was then; a ruling comes next
            deal(again, dealer)

    def _places(self, event: Event) -> dict[str, tuple[Spot | None, ...]]:
        """Return the places of the pieces in each field of an event."""
        found: dict[str, tuple[Spot | None, ...]] = {}
        seat, used = getattr(event, "seat", 0), set[Spot]()
        for name, kind in field_kinds(type(event)).items():
            if kind not in SHOWN:
                continue
            places = []
            for piece in getattr(event, name):
                spot = self._place(piece, seat, used)
                if spot is not None:
                    used.add(spot)
                    self._lies[spot] = seat
                places.append(spot)
            if places:
                found[name] = tuple(places)
        return found

    def _place(self, piece: int, seat: int, used: set[Spot]) -> Spot | None:
        """Return the place of a piece: remembered, or the only possible one."""
        if isinstance(piece, TracedPiece) and piece.source is self._dealer:
            return piece.spot
        alike = self._looks.get(piece, [])
        if len(alike) > 1:
            alike = [spot for spot in alike if self._lies.get(spot) == seat and spot not in used]
            alike = alike[:1] if seat else []
        return alike[0] if len(alike) == 1 else None

    def known(self, viewer: int) -> set[Spot]:
        """Return the places whose pieces this viewer (a seat, or 0 for the public) has seen."""
        return {
            spot
            for event, places in zip(self.round.events, self.placed, strict=True)
            if event.seen_by(viewer)
            for spots in places.values()
            for spot in spots
            if spot is not None
        }

    def draws(self) -> list[Draw]:
        """Return the requests for chance, draw by draw, with the places they came from."""
        found: list[Draw] = []
        spots = iter(self._dealer.drawn)
        for given in self.round.inputs:
            if isinstance(given, Drawn):
                found += _in_rows(given.what, [next(spots)[0] for _ in given.pieces])
        return found


def _in_rows(what: str, spots: Iterable[Spot]) -> list[Draw]:
    """Return the places of one draw as rows of neighbours: one, or two where the cup was
    refilled."""
    rows: list[Draw] = []
    for stream, epoch, i in spots:
        last = rows[-1] if rows else None
        if last is not None and last.epoch == epoch:
            rows[-1] = msgspec.structs.replace(last, n=last.n + 1)
        else:
            rows.append(Draw(what, stream, epoch, i, 1))
    return rows
