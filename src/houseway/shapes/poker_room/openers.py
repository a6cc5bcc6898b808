"""Who opens the betting by what lies up: one card, or the board of a player."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import step
from houseway.hands.boards import board_high, board_low
from houseway.shapes.poker_room.state import PokerState, after
from houseway.shapes.poker_room.streets import HIGH_BOARD, LOW_CARD


@step
def brings_in(s: PokerState, opens: str) -> int:
    """The lowest or the highest card that lies up, by suit among equals; the ace is high."""
    shown = [seat for seat in s.live if s.up[seat]]
    if opens == LOW_CARD:
        return min(shown, key=lambda seat: s.up[seat][0])
    return max(shown, key=lambda seat: s.up[seat][0])


@step
def opener(s: PokerState, opens: str) -> int:
    """The highest or the lowest board; among equals who is dealt to first.

    A card in the middle is part of everybody's.
    """
    judge = board_high if opens == HIGH_BOARD else board_low
    return max(s.live, key=lambda seat: judge(s.up[seat] + s.board))


@step
def from_opener(s: PokerState) -> list[int]:
    """From who opened the betting before, or from his left; from the button if nobody did."""
    live = s.live
    if s.opened in live or not s.opened:
        return from_seat(s.opened or live[0], live)
    return from_seat(after(s.opened, live)[0], live)


def from_seat(seat: int, live: Sequence[int]) -> list[int]:
    """The live seats in their order, beginning with this one."""
    at = live.index(seat)
    return [*live[at:], *live[:at]]
