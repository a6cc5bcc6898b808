"""A change of seats between hands, where a game has rules for it (``moves_wait``).

Who moves away from the big blind, so that it comes to him later, waits as many hands as that or
posts all blinds; who moves closer to it is dealt in as before.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from houseway.cite import rule, step
from houseway.game import Seat
from houseway.shapes.poker_room.blinds import Positions
from houseway.shapes.poker_room.state import PokerBetween, PokerState, after


@step
@rule()
def hands_to_wait(old: int, new: int) -> int:
    """Hands to wait, of the places from the last big blind to the old and to the new seat."""
    return max(new - old, 0)


@step
def after_moving(
    where: Positions, players: Sequence[Seat], between: PokerBetween
) -> tuple[Positions, dict[int, int]]:
    """Who is dealt in as before although he has changed seats, and how long others have to wait.

    A blind he has missed at his old seat he owes at the new one too.
    """
    waiting: dict[int, int] = {}
    dealt_in = []
    for player in players:
        seat, person = player.seat, player.person
        if seat not in where.owing:
            continue
        names = between.names.items()
        old = [x for x, who in names if who == person and x != seat and x in between.active]
        if person in between.waiting:
            hands = between.waiting[person]
        elif old and old[-1] not in between.missed:
            hands = _moved(old[-1], seat, [p.seat for p in players], between.big_blind)
        else:
            continue
        if hands:
            waiting[seat] = hands
        else:
            dealt_in.append(seat)
    if dealt_in:
        owing = {seat: how for seat, how in where.owing.items() if seat not in dealt_in}
        regular = tuple(sorted((*where.regular, *dealt_in)))
        where = msgspec.structs.replace(where, regular=regular, owing=owing)
    return where, waiting


def _moved(old: int, new: int, seats: list[int], big: int) -> int:
    before = after(big, [old, *[seat for seat in seats if seat != new]])
    return hands_to_wait(before.index(old), after(big, seats).index(new))


@step
def still_to_wait(s: PokerState) -> tuple[tuple[int, int], ...]:
    """The hands still to wait for those who were not dealt in: one fewer."""
    return tuple((seat, hands - 1) for seat, hands in s.moved.items() if seat not in s.dealt_in)
