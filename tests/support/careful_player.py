"""A program as a player: it sits at a table over the API and decides by its prompts alone.

``careful`` is a policy without luck: the least required bet, the cheapest way to stay in, hands set
as suggested. Another policy is another function: from a prompt to the decisions to try, the best
first. A refused decision is followed by the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from houseway.engine.questions import Amount, Arrange, Button, Choice, Pick, Place
from houseway.game.face.views import Prompt
from houseway.room.client.requests import RoomRefused
from houseway.room.client.table import Seen, Table

LIKED = ("bet", "check", "stand", "call", "play", "set", "draw", "pass")
"""Decisions a careful player looks for, in this order; others as they are offered."""


class Decision(msgspec.Struct, frozen=True):
    """A decision as a socket sends it."""

    name: str
    amount: int = 0
    pieces: tuple[int, ...] = ()
    parts: tuple[tuple[str, tuple[int, ...]], ...] = ()
    places: tuple[tuple[str, int], ...] = ()


Mind: TypeAlias = Callable[[Prompt], Iterator[Decision]]


def careful(prompt: Prompt) -> Iterator[Decision]:
    """The decisions of a careful player, the best first; what time would take comes last."""
    rank = {name: number for number, name in enumerate(LIKED)}
    for choice in sorted(prompt.actions, key=lambda c: rank.get(c.name, len(rank))):
        yield least(choice)
    yield Decision(prompt.default_action)


def least(choice: Choice) -> Decision:
    """Return the smallest decision that a choice takes."""
    match choice:
        case Button():
            return Decision(choice.name)
        case Amount():
            return Decision(choice.name, choice.least)
        case Pick():
            return Decision(choice.name, pieces=choice.pieces[: choice.least])
        case Arrange():
            return Decision(choice.name, parts=choice.suggestion or _in_order(choice))
        case Place():
            return Decision(choice.name, places=_required(choice))


def _in_order(choice: Arrange) -> tuple[tuple[str, tuple[int, ...]], ...]:
    left, parts = choice.pieces, []
    for name, size in choice.parts:
        parts.append((name, left[:size]))
        left = left[size:]
    return tuple(parts)


def _required(choice: Place) -> tuple[tuple[str, int], ...]:
    """Return the required spots; where none is required, the first spot of the player's own."""
    needed = [spot for spot in choice.spots if spot.required]
    own = [spot for spot in choice.spots if not spot.circle]
    return tuple((spot.name, spot.least) for spot in needed or own[:1])


async def play(
    table: Table, over: Callable[[Seen], bool], mind: Mind = careful, most: int = 100_000
) -> int:
    """Answer each question until ``over`` is true; return the number of decisions."""
    seen, taken = await table.view(), 0
    while not over(seen) and taken < most:
        prompt = seen.own.prompt if seen.own is not None else None
        if prompt is None:
            seen = await table.next(seen)
            continue
        decided = await _decide(table, prompt, mind)
        taken += decided is not None
        seen = decided or await table.next(seen)
    return taken


async def _decide(table: Table, prompt: Prompt, mind: Mind) -> Seen | None:
    """The first decision that is taken; None if the question was gone by then, or none fits."""
    for decision in mind(prompt):
        try:
            return await table.act(**msgspec.structs.asdict(decision))
        except RoomRefused as refused:
            if refused.code == "stale":
                return None
            if refused.code not in ("refused", "funds", "busy"):
                raise
    return None
