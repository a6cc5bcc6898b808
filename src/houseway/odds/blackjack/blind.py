"""Cards that do not tell their suit: what a rule says of them holds for all suits."""

from __future__ import annotations

from typing import Any


class SuitAsked(BaseException):
    """A rule looked at more of a card than its rank: a question, and no error of the rule."""


class RankOnly:
    """A card that tells its rank (``card >> 2``) and nothing else."""

    __slots__ = ("rank",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, rank: int) -> None:
        self.rank = rank

    def __rshift__(self, bits: int) -> int:
        if bits < 2:
            raise SuitAsked
        return self.rank >> (bits - 2)

    def _asked(self, *_: Any) -> Any:
        raise SuitAsked

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _asked
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _asked
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _asked
    __mod__ = __rmod__ = __floordiv__ = __divmod__ = __truediv__ = __lshift__ = _asked
    __index__ = __int__ = __float__ = __bool__ = __neg__ = __invert__ = __abs__ = _asked
    __str__ = __repr__ = __format__ = _asked
