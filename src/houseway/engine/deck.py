"""Pieces still to come: sources, the random shoe, the loop that answers chance."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from math import floor
from typing import TYPE_CHECKING, Protocol, TypeAlias

from houseway.engine.questions import Chance, Pieces
from houseway.errors import Refused

if TYPE_CHECKING:
    from houseway.engine.round import Round
    from houseway.game.base import Game
    from houseway.pieces.kind import Kind


# -- source -----------------------------------------------------------------------------------
# Where cards, tiles and dice come from: a shoe in memory, or the committed shoe of a room.


class Source(Protocol):
    """What answers ``Chance``.  It outlives a round: what is left in it is dealt from in the next.

    Whoever asks sees to it that there are enough pieces; a source never shuffles of itself.
    """

    @property
    def left(self) -> int:
        """How many pieces can still be drawn."""

    def draw(self, n: int) -> Pieces:
        """The next ``n`` pieces, of those that are left."""

    def dice(self, n: int) -> Pieces:
        """``n`` thrown dice, each 1 to 6."""

    def put_back(self, pieces: Pieces) -> None:
        """Shuffle these pieces into what is left."""

    def relay(self, pieces: Sequence[int]) -> None:
        """Shuffle these pieces and no others: what was left before is gone."""


# -- pieces left ------------------------------------------------------------------------------
# The pieces that can still come in a round: none is dealt more often than it is in play.

_INT = {int}


class OneOfEach(set[int]):
    """Of a deck without copies, the pieces that can still come."""

    __slots__ = ()

    def take(self, pieces: Pieces, back: Pieces = ()) -> bool:
        """Whether all these can come when others have been put back; if not, nothing has changed.

        Who does not check that they are pieces learns it here: they cannot come then.
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
        """These can come again."""
        self.update(pieces)

    def unseen(self) -> list[int]:
        """Those that can come, in order."""
        return sorted(self)


class Several:
    """Of pieces that have copies, how often each can come."""

    __slots__ = ("_kinds", "_left")

    def __init__(self, copies: Iterable[int]) -> None:
        self._left = [*copies]
        self._kinds = range(len(self._left))

    def take(self, pieces: Pieces, back: Pieces = ()) -> bool:
        """Whether all these can come when others have been put back; if not, nothing has changed.

        Who does not check that they are pieces learns it here: they cannot come then.
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
        """These can come once more each."""
        for piece in pieces:
            self._left[piece] += 1

    def unseen(self) -> list[int]:
        """Those that can come, in order, each as often as it can."""
        return [piece for piece, n in enumerate(self._left) for _ in range(n)]

    def __len__(self) -> int:
        return sum(self._left)


PiecesLeft: TypeAlias = OneOfEach | Several


def pieces_of(game: Game) -> PiecesLeft:
    """All pieces of a game, before any has been dealt."""
    one = game.one_of_each
    return Several(game.in_play) if one is None else OneOfEach(one)


# -- shoe -------------------------------------------------------------------------------------
# The random shoe or deck: one answerer of ``Chance`` among others.


class Shoe:
    """Pieces in random order, drawn one by one: the ``Source`` of simulation and library.

    Each draw takes a uniformly random piece of those left, which is the same thing as a shuffle
    beforehand and costs only what is dealt.
    """

    __slots__ = ("_all", "_random", "kind", "left", "pieces", "sets")

    def __init__(self, kind: Kind, sets: int, rng: random.Random) -> None:
        self.kind, self.sets = kind, sets
        self._all = kind.one_set(sets)
        self._random = rng.random
        self.pieces: list[int] = []
        self.left = 0
        """How many pieces can still be drawn."""
        self.fill()

    def fill(self) -> None:
        """All pieces back: a fresh shuffle."""
        self.relay(self._all)

    def draw(self, n: int) -> Pieces:
        """The next ``n`` pieces."""
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
        """Shuffle these pieces into what is left."""
        self.pieces.extend(pieces)
        self.left = len(self.pieces)

    def relay(self, pieces: Sequence[int]) -> None:
        """Shuffle these pieces and no others."""
        self.pieces = list(pieces)
        self.left = len(self.pieces)


# -- dealing ----------------------------------------------------------------------------------
# Chance answered from a source: the one way in which pieces come into a round.


def deal(round_: Round, source: Source) -> None:
    """Answer every standing ``Chance``, until somebody must decide or the round is over.

    A refusal (nothing is left to deal) leaves both as they were: the floor decides.
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


def shuffle_again(round_: Round, source: Source, n: int) -> None:
    """The source has too few: what has not been dealt in this round is shuffled anew."""
    unseen = round_.unseen()
    if len(unseen) < n:
        what = round_.game.kind.name
        raise Refused(f"there are not enough {what} left; the floor decides")
    source.relay(unseen)


_NOTHING: Pieces = ()
