"""Pieces still to come: sources, the random shoe, the loop that answers chance."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from math import floor
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from houseway.engine.questions import Chance, Pieces
from houseway.errors import Refused

if TYPE_CHECKING:
    from houseway.engine.driver import RoundDriver
    from houseway.engine.rules import Rules
    from houseway.pieces.kind import Kind


class Source(Protocol):
    """A source of pieces and dice that answers ``Chance``; it is used for many rounds.

    The caller checks that enough pieces are left; a source never shuffles by itself.
    """

    @property
    def left(self) -> int:
        """The number of pieces that can still be drawn."""

    def draw(self, n: int) -> Pieces:
        """Return the next ``n`` of the pieces that are left."""

    def dice(self, n: int) -> Pieces:
        """``n`` thrown dice, each 1 to 6."""

    def put_back(self, pieces: Pieces) -> None:
        """Shuffle these pieces into those that are left."""

    def relay(self, pieces: Sequence[int]) -> None:
        """Shuffle these pieces alone; those left before are removed."""


# Pieces that can still come in a round: none is dealt more often than it is in play.

_INT = {int}


class OneOfEach(set[int]):
    """The pieces that can still come, of a deck without copies."""

    __slots__ = ()

    def take(self, pieces: Pieces, back: Pieces = ()) -> bool:
        """Put back ``back``, then remove ``pieces``; if one is not available, change nothing.

        Returns False in that case, also for values that are no pieces.
        """
        if back:
            self.update(back)
        if len(pieces) == 1:
            piece = pieces[0]
            if type(piece) is int and piece in self:
                self.remove(piece)
                return True
        elif _INT.issuperset(map(type, pieces)):
            left = len(self) - len(pieces)
            if self.issuperset(pieces):
                self.difference_update(pieces)
                if len(self) == left:
                    return True
                self.update(pieces)  # one of them is named twice
        self.difference_update(back)
        return False

    def put_back(self, pieces: Pieces) -> None:
        """Make these available again."""
        self.update(pieces)

    def unseen(self) -> list[int]:
        """Return the available pieces, sorted."""
        return sorted(self)


class Several:
    """The number of times each piece can still come, of a deck with copies."""

    __slots__ = ("_kinds", "_left")

    def __init__(self, copies: Iterable[int]) -> None:
        self._left = [*copies]
        self._kinds = range(len(self._left))

    def take(self, pieces: Pieces, back: Pieces = ()) -> bool:
        """Put back ``back``, then remove ``pieces``; if one is not available, change nothing.

        Returns False in that case, also for values that are no pieces.
        """
        left = self._left
        for piece in back:
            left[piece] += 1
        kinds = self._kinds
        for taken, piece in enumerate(pieces):
            if type(piece) is not int or piece not in kinds or not left[piece]:
                self.put_back(pieces[:taken])
                for put in back:
                    left[put] -= 1
                return False
            left[piece] -= 1
        return True

    def put_back(self, pieces: Pieces) -> None:
        """Make these available once more each."""
        for piece in pieces:
            self._left[piece] += 1

    def unseen(self) -> list[int]:
        """Return the available pieces, sorted, each as often as it can come."""
        return [piece for piece, n in enumerate(self._left) for _ in range(n)]

    def __len__(self) -> int:
        return sum(self._left)


PiecesLeft: TypeAlias = OneOfEach | Several


def pieces_of(game: Rules) -> PiecesLeft:
    """Return all pieces of a game, before any is dealt."""
    one = game.one_of_each
    return Several(game.in_play) if one is None else OneOfEach(one)


class Shoe:
    """Pieces in random order, drawn one by one; the ``Source`` of simulation and library.

    Each draw takes a uniformly random piece of those left. This equals a shuffle beforehand and
    costs time only for the pieces that are dealt.
    """

    __slots__ = ("_all", "_random", "kind", "left", "pieces", "sets")

    def __init__(self, kind: Kind, sets: int, rng: random.Random) -> None:
        self.kind, self.sets = kind, sets
        self._all = kind.one_set(sets)
        self._random = rng.random
        self.pieces: list[int] = []
        self.left = 0
        """The number of pieces that can still be drawn."""
        self.fill()

    def fill(self) -> None:
        """Put all pieces back: a complete shuffle."""
        self.relay(self._all)

    def draw(self, n: int) -> Pieces:
        """Return the next ``n`` pieces."""
        pieces, rnd, left = self.pieces, self._random, self.left
        self.left = left - n
        if n == 1:
            return (pieces.pop(floor(rnd() * left)),)
        drawn = []
        for here in range(left, left - n, -1):
            drawn.append(pieces.pop(floor(rnd() * here)))
        return tuple(drawn)

    def dice(self, n: int) -> Pieces:
        """``n`` thrown dice."""
        rnd = self._random
        return tuple(floor(rnd() * 6) + 1 for _ in range(n))

    def put_back(self, pieces: Pieces) -> None:
        """Shuffle these pieces into those that are left."""
        self.pieces.extend(pieces)
        self.left = len(self.pieces)

    def relay(self, pieces: Sequence[int]) -> None:
        """Shuffle these pieces alone; those left before are removed."""
        self.pieces = list(pieces)
        self.left = len(self.pieces)


def deal(round_: RoundDriver[Any], source: Source) -> None:
    """Answer each open ``Chance`` until a seat must decide or the round is over.

    A refusal (no pieces are left) changes neither the round nor the source; the floor decides.
    """
    while type(question := round_.question) is Chance:
        n, back = question.n, question.back
        if question.kind == "pieces":
            if n > source.left and n > source.left + len(back):
                shuffle_again(round_, source, n)
            elif back:
                source.put_back(back)
            round_.deal(source.draw(n))
            continue
        if back:
            source.put_back(back)
        round_.deal(_NOTHING if question.kind == "shuffle" else source.dice(n))


def shuffle_again(round_: RoundDriver[Any], source: Source, n: int) -> None:
    """Refill a source that has too few pieces with all that are not dealt in this round."""
    unseen = round_.unseen()
    if len(unseen) < n:
        kind = round_.game.kind
        left = f"{len(unseen)} {kind.name} are left to shuffle, and {n} must come"
        raise Refused(
            "deck-exhausted",
            f"{left}; the floor decides",
            round_.game.deal_clauses,
        )
    source.relay(unseen)


_NOTHING: Pieces = ()
