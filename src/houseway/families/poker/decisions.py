"""Why a decision is not to be had now, with the clause: what a player is told who asks.

Asked of a seat that has the turn: to come in, to straddle, to bet or to show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.errors import Refused
from houseway.families.poker.kill import may_kill
from houseway.families.poker.openers import why_no_opening
from houseway.families.poker.positions import ALL_BLINDS, BIG_BLIND, KILL, straddle_seat
from houseway.families.poker.state import PokerState
from houseway.families.poker.streets import BLINDS
from houseway.money import format_dollars
from houseway.util.english import n, spelt

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker

COMING_IN = ("post", "buy_button", "wait")
STRADDLING = ("straddle", "pass")
OPENING = ("bring_in", "complete")
OPENING_A_POT = ("open", "split")
DRAWING = ("discard", "pat")
OBJECTING = ("agree", "object")
SHOWING = ("show", "play_board", "muck")
MADE_UP_BY = {
    ALL_BLINDS: "posting all blinds",
    BIG_BLIND: "posting the big blind",
    KILL: "killing the pot",
}


def every_action(game: Poker) -> tuple[str, ...]:
    """Every decision that a player of this game can ever take."""
    names = ["fold", "check", "call", "bet", "raise", "chip"]
    if game.blinds_left:
        names += ["post", "wait", "buy_button", "straddle", "pass"]
    names += ["show", "play_board", "muck"] if game.has_board else ["show", "muck"]
    names += ["bring_in", "complete"] if game.bring_in else []
    names += ["discard"] if any(x.discard or x.draw for x in game.streets) else []
    names += ["pat"] if game.hand_size else []
    by_kill = game.missed_by == KILL
    names += ["kill"] if game.kill_needs or by_kill else []
    names += ["agree", "object"] if by_kill else []
    names += ["open", "split"] if game.opened_by_a_hand else []
    return tuple(names)


def why_not(game: Poker, s: PokerState, seat: int, name: str) -> Refused | None:
    """Why the seat may not do this, with the clause; of what this game has not there is none."""
    if name not in game.prompts.plans:
        return None
    if s.unopened or s.rescuers or name in OPENING_A_POT:
        return why_no_opening(game, s, seat, name)
    if name in COMING_IN:
        return _why_no_way_in(game, s, seat, name)
    if name in STRADDLING:
        return _why_no_straddle(game, s, seat)
    if name in SHOWING:
        return _why_no_showing(game, name)
    if name in OBJECTING:
        return game.no("missed_blind", "nobody asks to kill the pot for a missed blind")
    if name == "kill":
        return _why_no_kill(game, s, seat)
    if name in DRAWING:
        return _why_no_draw(game, s)
    if name in OPENING:
        return _why_no_opening(game, s, seat, name)
    return _why_no_bet(game, s, seat, name)


def _why_no_way_in(game: Poker, s: PokerState, seat: int, name: str) -> Refused | None:
    if seat not in s.owing:
        return game.no("owes_no_blinds", "no blinds are owed here")
    if game.missed_by != ALL_BLINDS:
        return game.no("missed_blind", f"a missed blind is made up by {MADE_UP_BY[game.missed_by]}")
    if name == "post":
        return game.no(
            "sits_behind_the_button",
            "between the button and the blinds a player buys the button or waits",
        )
    return game.no("sits_elsewhere", "the button is bought only between the button and the blinds")


def _why_no_straddle(game: Poker, s: PokerState, seat: int) -> Refused:
    if game.straddle == "off":
        return game.no("straddle", "there is no straddle at this table")
    if s.owing:
        return game.no("straddle", "the blinds come first")
    if s.straddler >= 0 or straddle_seat(game, s) == seat:
        return game.no("straddle", "a straddle is put in before the first card")
    return game.no(
        "who_straddles",
        f"only the player next to the big blind may straddle, with {spelt(game.straddle_needs)} "
        "big blinds in front, in a hand of three players or more without a kill",
    )


def _why_no_kill(game: Poker, s: PokerState, seat: int) -> Refused:
    if game.kill == "off":
        return game.no("kill_by_choice", "there are no kill pots at this table")
    if s.killer:
        return game.no("kill_by_choice", "the pot is killed already")
    if s.street or s.rounds > game.streets[0].kill_after or not s.hole_owed:
        return game.no("kill_by_choice", "somebody has a third card: nobody can kill the pot now")
    if not s.rounds:
        return game.no("kill_by_choice", "a pot is killed when the first cards are dealt")
    if may_kill(game, s, seat):
        return game.no("kill_by_choice", f"seat {seat} has let the pot be, or has no hand")
    return game.no(
        "kill_by_choice",
        f"seat {seat} has {format_dollars(s.chips[seat])}; to kill a pot takes {spelt(game.kill_needs)} "
        f"kill blinds of {format_dollars(game.kill_blind)}",
    )


def _why_no_showing(game: Poker, name: str) -> Refused:
    if name == "play_board" and not game.board_plays:
        return game.no("board_alone", "a hand is two hole cards and three of the board")
    which = "plays_the_board" if name == "play_board" else "shows"
    if game.showdown != "declare":
        return game.no(which, "cards speak here: the dealer turns them up", "cards_speak")
    return game.no(which, "hands are shown when all betting is over")


def _why_no_draw(game: Poker, s: PokerState) -> Refused:
    if s.drawing:
        return game.no("discard", "the hand has too many cards: some have to be given up")
    return game.no("discard", "cards are given up when the betting before is over")


def _why_no_opening(game: Poker, s: PokerState, seat: int, name: str) -> Refused | None:
    if not s.betting or not s.queue or s.queue[0] != seat:
        return None
    if name == "complete" and s.brought and s.to_call == s.brought:
        return _why_no_raise(game, s, seat, s.to_call - s.bets[seat])
    if name == "complete":
        return game.no("bring_in", "only a bring-in is completed, and only once")
    return game.no(
        "bring_in", "the bring-in is made by the player whose card says so, not by choice"
    )


def _why_no_bet(game: Poker, s: PokerState, seat: int, name: str) -> Refused | None:
    if s.showing:
        return game.no("betting", "the betting is over")
    if not s.betting:
        return game.no("betting", "the betting begins when the cards are dealt")
    if not s.queue or s.queue[0] != seat:
        return None
    owes = s.to_call - s.bets[seat]
    by_blinds = game.streets[s.street].opens == BLINDS
    opening = "opening_bet" if by_blinds else "betting"
    if s.must_open and not s.to_call:
        return game.no("bring_in", "open for the forced bet or for a full one, or fold")
    if name == "check":
        return game.no(opening, f"it is {format_dollars(owes)} to call")
    if name == "call":
        return game.no("betting", "there is nothing to call: check instead")
    if name == "chip" and game.silent_chip == "off":
        return game.no("silent_chip", "here a decision is said, not made by a chip")
    if name == "bet" and s.to_call:
        what = "the big blind is the opening bet" if by_blinds else "there is a bet"
        return game.no(opening, f"{what}: raise it instead")
    if name == "raise" and not s.to_call:
        return game.no(opening, "there is no bet to raise: bet instead")
    return _why_no_raise(game, s, seat, owes)


def _why_no_raise(game: Poker, s: PokerState, seat: int, owes: int) -> Refused | None:
    if seat in s.ahead and s.to_call:
        return game.no(
            "seven_cards",
            f"seat {seat} has its seventh card already, and may not raise on this street",
        )
    if seat in s.bound:
        return game.no(
            "too_little",
            "too little was put in, and others have acted behind: complete the bet, or give up "
            "hand and chips",
        )
    if s.capped:
        return game.no(
            "betting", f"the betting is capped at a bet and {n(game.raises_max, 'raise')}"
        )
    if s.answered[seat] == s.fulls:
        by_blinds = game.streets[s.street].opens == BLINDS
        short = "short_raise" if s.fulls or by_blinds else "short_bet"
        return game.no(
            "betting" if game.limited else short,
            f"seat {seat} has acted, and the all-in since then was not a full bet or raise",
        )
    if s.chips[seat] <= owes:
        return game.no(
            "all_in", f"{format_dollars(s.chips[seat])} is all that is left: it is a call"
        )
    if len(s.queue) + len(s.acted) == 1:
        return game.no("betting", "nobody is left who could call")
    return None
