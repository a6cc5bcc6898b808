"""The end of a hand: showdown, pots and side pots, halves and odd chips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from houseway.cite import step
from houseway.game import Dealing
from houseway.hands.low5 import NO_LOW
from houseway.script import Ask, Button, Choice, Script
from houseway.shapes.poker_room.end_events import (
    ClaimLost,
    HandShown,
    PotAwarded,
    ShowdownOpened,
)
from houseway.shapes.poker_room.state import PokerState

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom

Pot: TypeAlias = tuple[int, list[int]]
Hands: TypeAlias = tuple[dict[int, int], dict[int, int]]
"""The strength of each live seat's high hand, and of its low hand where there is a low half."""

SHOW = Button("show", "turn both hole cards up")
PLAY_BOARD = Button("play_board", "say that you play the board, and turn both hole cards up")
MUCK = Button("muck", "give up every claim to the pot")


# -- showdown ------------------------------------------------------------------------------------


@step
def showdown(game: PokerRoom, r: Dealing[PokerState]) -> Script:
    """To win a pot a player shows all his hole cards, and says so if he plays the board.

    Where cards speak the table turns them up itself; else each player is asked in turn.
    """
    s = r.state
    if game.showdown == "cards_speak":
        for seat in s.live:
            r.emit(HandShown(seat, s.hole[seat]))
        return
    r.emit(ShowdownOpened(tuple(show_order(s))))
    while s.showing and len(s.live) > 1:
        act = yield Ask(s.showing[0], show_choices(game), "show your hand", "show")
        if act is None:
            continue
        if act.name == "muck":
            r.emit(ClaimLost(act.seat, "mucked"))
            continue
        r.emit(HandShown(act.seat, s.hole[act.seat]))
        if act.name == "show" and game.plays_board(s, act.seat):
            r.emit(ClaimLost(act.seat, "did not declare that he plays the board"))


def show_order(s: PokerState) -> list[int]:
    """The last to bet or raise shows first, then clockwise; else from the left of the button."""
    for seat in reversed(s.raised):
        if seat in s.live:
            at = s.live.index(seat)
            return s.live[at:] + s.live[:at]
    return list(s.live)


def show_choices(game: PokerRoom) -> tuple[Choice, ...]:
    """Playing the board is a choice only where it is possible."""
    return (SHOW, PLAY_BOARD, MUCK) if game.board_plays else (SHOW, MUCK)


# -- pots ----------------------------------------------------------------------------------------


@step
def side_pots(put: Sequence[int], live: Sequence[int], dead: int) -> list[Pot]:
    """Main pot and side pots: what each player put in, up to what each live player could match.

    ``dead`` chips belong to the main pot.  Chips of folded players above every live player's
    stay in the last one.
    """
    levels = sorted({put[seat] for seat in live})
    if len(levels) == 1:
        return [(sum(put) + dead, list(live))]
    pots = []
    before = 0
    for level in levels:
        cents = sum([min(x, level) - before for x in put if x > before])
        pots.append((cents + dead, [seat for seat in live if put[seat] >= level]))
        before, dead = level, 0
    left = sum([x - before for x in put if x > before])
    pots[-1] = (pots[-1][0] + left, pots[-1][1])
    return pots


@step
def equal_shares(cents: int, winners: int, chip: int) -> list[int]:
    """A pot split equally in whole chips; odd chips go one each to the first of the winners.

    What is smaller than a chip goes with the first odd chip.
    """
    share = cents // (winners * chip) * chip
    odd, less = divmod(cents - share * winners, chip)
    shares = [share + chip if i < odd else share for i in range(winners)]
    shares[0] += less
    return shares


@step
def halves(cents: int, chip: int) -> tuple[int, int]:
    """The high and the low half; an odd chip goes to the high."""
    low = cents // (2 * chip) * chip
    return cents - low, low


@step
def award(game: PokerRoom, r: Dealing[PokerState]) -> None:
    """The best live hand takes each pot; the last player left takes it unseen."""
    s = r.state
    if len(s.live) == 1:
        r.emit(PotAwarded(s.live[0], s.pot, clauses=game.unseen_clauses))
        return
    highs, lows = game.hands(s)
    for number, (cents, seats) in enumerate(side_pots(s.put, s.live, s.dead), 1):
        best_low = max([lows[seat] for seat in seats]) if lows else NO_LOW
        if best_low == NO_LOW:
            clauses = game.award_clauses + game.scoop_clauses
            _award_part(game, r, seats, highs, (cents, number, "", clauses))
        else:
            high, low = halves(cents, game.smallest_chip)
            odd = game.odd_chip_clauses if high != low else ()
            _award_part(game, r, seats, highs, (high, number, "high", game.award_clauses + odd))
            _award_part(game, r, seats, lows, (low, number, "low", game.low_clauses))


def _award_part(
    game: PokerRoom,
    r: Dealing[PokerState],
    seats: list[int],
    strengths: dict[int, int],
    part: tuple[int, int, str, tuple[str, ...]],
) -> None:
    cents, number, name, clauses = part
    if not cents:
        return
    best = max([strengths[seat] for seat in seats])
    winners = [seat for seat in seats if strengths[seat] == best]
    if len(winners) == 1:
        r.emit(PotAwarded(winners[0], cents, number, name, best, clauses))
        return
    if game.odd_chip == "highest_card":
        s = r.state
        winners.sort(key=lambda seat: -max(s.hole[seat]))
    shares = equal_shares(cents, len(winners), game.smallest_chip)
    if shares[0] != shares[-1]:
        clauses = tuple(dict.fromkeys(clauses + game.odd_chip_clauses))
    for seat, share in zip(winners, shares, strict=True):
        if share:
            r.emit(PotAwarded(seat, share, number, name, best, clauses))
