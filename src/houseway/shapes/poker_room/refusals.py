"""Why a decision is not to be had now, with the clause: what a player is told who asks.

Asked of a seat that has the turn: to come in, to straddle, to bet or to show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.errors import Refused
from houseway.money import shown
from houseway.shapes.poker_room.blinds import straddle_seat
from houseway.shapes.poker_room.state import PokerState

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom

COMING_IN = ("post", "buy_button", "wait")
STRADDLING = ("straddle", "pass")
SHOWING = ("show", "play_board", "muck")


def why_not(game: PokerRoom, s: PokerState, seat: int, name: str) -> Refused | None:
    """Why the seat may not do this, with the clause."""
    if name in COMING_IN:
        return _why_no_way_in(s, seat, name)
    if name in STRADDLING:
        return _why_no_straddle(game, s, seat)
    if name in SHOWING:
        return _why_no_showing(game, name)
    return _why_no_bet(game, s, seat, name)


def _why_no_way_in(s: PokerState, seat: int, name: str) -> Refused | None:
    if seat not in s.owing:
        return Refused("he owes no blinds", ("CA-HOLDEM-03", "CA-HOLDEM-07"))
    if name == "post":
        return Refused(
            "between the button and the blinds he buys the button or waits",
            ("CA-HOLDEM-04", "CA-HOLDEM-09"),
        )
    return Refused("the button is bought only between the button and the blinds", ("CA-HOLDEM-09",))


def _why_no_straddle(game: PokerRoom, s: PokerState, seat: int) -> Refused:
    if game.straddle == "off":
        return Refused("no straddle is posted at this table", ("CA-HOLDEM-11",))
    if s.owing:
        return Refused("the blinds come first", ("CA-HOLDEM-11",))
    if s.straddler >= 0 or straddle_seat(game, s) == seat:
        return Refused("a straddle is put in before the first card", ("CA-HOLDEM-11",))
    return Refused(
        f"only the player next to the big blind may, with {game.straddle_needs} big blinds, "
        "three players and no kill",
        ("CA-HOLDEM-11", "CA-HOLDEM-13"),
    )


def _why_no_showing(game: PokerRoom, name: str) -> Refused:
    if name == "play_board" and not game.board_plays:
        return Refused("a hand is two hole cards and three of the board", ("CA-OMA-02",))
    clauses = ("CA-HOLDEM-21",) if name == "play_board" else ("CA-HOLDEM-20",)
    if game.showdown == "cards_speak":
        return Refused("cards speak here: the dealer turns them up", (*clauses, "CA-NL-17"))
    return Refused("hands are shown when all betting is over", clauses)


def _why_no_bet(game: PokerRoom, s: PokerState, seat: int, name: str) -> Refused | None:
    if s.showing:
        return Refused("the betting is over", ("CA-HOLDEM-00",))
    if not s.betting:
        return Refused("the betting begins when the cards are dealt", ("CA-HOLDEM-00",))
    if not s.queue or s.queue[0] != seat:
        return None
    owes = s.to_call - s.bets[seat]
    opening = ("CA-HOLDEM-05",) if s.street == 0 else ("CA-HOLDEM-00",)
    if name == "check":
        return Refused(f"there are {shown(owes)} to call", opening)
    if name == "call":
        return Refused("there is nothing to call: he may check", ("CA-HOLDEM-00",))
    if name == "chip" and game.silent_chip == "off":
        return Refused("here a decision is said, not made by a chip", ("CA-NL-13", "CA-PL-05"))
    if name == "bet" and s.to_call:
        what = "the big blind is the opening bet" if s.street == 0 else "there is a bet"
        return Refused(f"{what}: he may only raise it", opening)
    if name == "raise" and not s.to_call:
        return Refused("there is no bet to raise: he may bet", opening)
    return _why_no_raise(game, s, seat, owes)


def _why_no_raise(game: PokerRoom, s: PokerState, seat: int, owes: int) -> Refused | None:
    if seat in s.bound:
        return Refused(
            "he put in too little with action behind him: complete the bet or forfeit",
            ("CA-NL-15", "CA-KILL-09"),
        )
    if s.capped:
        return Refused(f"the raises are capped at {game.raises_max}", ("CA-HOLDEM-00",))
    if s.answered[seat] == s.fulls:
        clauses = ("CA-NL-09",) if s.fulls or s.street == 0 else ("CA-NL-07", "CA-NL-09")
        return Refused(
            "he has acted, and the all-in since then was not a full bet or raise",
            ("CA-HOLDEM-00",) if game.structure == "limit" else clauses,
        )
    if s.chips[seat] <= owes:
        return Refused(f"he has {shown(s.chips[seat])} left, which is a call", ("CA-NL-08",))
    if len(s.queue) + len(s.acted) == 1:
        return Refused("nobody is left who could call", ("CA-HOLDEM-00",))
    return None
