"""The pieces that can still come in a round: none is dealt more often than it is in play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from houseway.game import Game
from houseway.script import Pieces

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
