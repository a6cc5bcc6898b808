"""What is asked of hands on the table again and again, worked out once for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from houseway.cite import memo
from houseway.script import Pieces

R = TypeVar("R")
KEPT = 512
"""Hands of the tables of a room; each is asked about as often as others set before it."""


class Kept(memo[Pieces, R]):
    """What is asked of hands on the table again and again: a house way, what a setting makes."""

    def __init__(self, rule: Callable[[Pieces], R]) -> None:
        super().__init__(rule, KEPT)
