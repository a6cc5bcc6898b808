"""What the compiler is taught about ints: how long they are and how many bits are set.

``int.bit_length`` and ``int.bit_count`` are one instruction each, and numba knows neither.  They
belong to what names the kept code: whoever changes them counts ``compiled.LAYOUT`` up.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import intrinsic, overload_method


@functools.cache
def teach_bits() -> None:
    """From now on, in this process."""
    overload_method(types.Integer, "bit_length")(_bit_length)
    overload_method(types.Integer, "bit_count")(_bit_count)


def _bit_length(number: Any) -> Callable[[Any], Any]:
    def length(number: Any) -> Any:
        return 64 - _zeros_before(abs(number))

    return length


def _bit_count(number: Any) -> Callable[[Any], Any]:
    def count(number: Any) -> Any:
        return _ones(abs(number))

    return count


@intrinsic  # type: ignore[untyped-decorator,unused-ignore]
def _zeros_before(typing: Any, number: Any) -> Any:
    """The zeros to the left of the first bit, in 64 bits."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), code


@intrinsic  # type: ignore[untyped-decorator,unused-ignore]
def _ones(typing: Any, number: Any) -> Any:
    """The bits that are set, of 64."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code
