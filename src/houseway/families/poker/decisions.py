"""The decisions of poker: the games that have each of them, and why it is not offered now.

The scripts that ask for them carry them out: a betting round reads as the regulation does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from houseway.errors import Reason
from houseway.families.poker.forced_bets.kill import may_kill
from houseway.families.poker.forced_bets.positions import ALL_BLINDS, BIG_BLIND, KILL, straddle_seat
from houseway.families.poker.openers import explain_no_opening
from houseway.families.poker.state import PokerState
from houseway.families.poker.streets import BLINDS
from houseway.game.decisions import Decision
from houseway.money import format_dollars
from houseway.util.english import n, spelt

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker

MADE_UP_BY = {
    ALL_BLINDS: "posting all blinds",
    BIG_BLIND: "posting the big blind",
    KILL: "killing the pot",
}


def _explain_no_way_in(game: Poker, s: PokerState, seat: int, name: str) -> Reason | None:
    """Explain why a seat cannot come in by posting or buying the button; None if it can."""
    if seat not in s.owing:
        return game.no("no-blinds-owed", "no blinds are owed here", "owes_no_blinds")
    if game.missed_by != ALL_BLINDS:
        return game.no(
            "blinds-made-up-otherwise",
            f"a missed blind is made up by {MADE_UP_BY[game.missed_by]}",
            "missed_blind",
        )
    if name == "post":
        return game.no(
            "button-bought-or-wait",
            "between the button and the blinds a player buys the button or waits",
            "sits_behind_the_button",
        )
    return game.no(
        "button-not-bought-here",
        "the button is bought only between the button and the blinds",
        "sits_elsewhere",
    )


def _explain_no_straddle(game: Poker, s: PokerState, seat: int, name: str) -> Reason:
    """Explain why a seat may not straddle."""
    if game.straddle == "off":
        return game.no("straddle-not-posted", "there is no straddle at this table", "straddle")
    if s.owing:
        return game.no("blinds-first", "the blinds come first", "straddle")
    if s.straddler >= 0 or straddle_seat(game, s) == seat:
        return game.no(
            "straddle-too-late", "a straddle is put in before the first card", "straddle"
        )
    return game.no(
        "not-the-straddler",
        f"only the player next to the big blind may straddle, with {spelt(game.straddle_needs)} "
        "big blinds in front, in a hand of three players or more without a kill",
        "who_straddles",
    )


def _explain_no_objection(game: Poker, s: PokerState, seat: int, name: str) -> Reason:
    """Explain that no player asks to kill the pot."""
    return game.no(
        "no-kill-asked-for", "no one asks to kill the pot for a missed blind", "missed_blind"
    )


def _explain_no_kill(game: Poker, s: PokerState, seat: int, name: str) -> Reason:
    """Explain why a seat may not kill the pot."""
    if game.kill == "off":
        return game.no("kill-not-posted", "there are no kill pots at this table", "kill_by_choice")
    if s.killer:
        return game.no("killed-already", "the pot is killed already", "kill_by_choice")
    if s.street or s.rounds > game.streets[0].kill_after or not s.hole_owed:
        return game.no(
            "kill-after-third-card",
            "someone has a third card: no one can kill the pot now",
            "kill_by_choice",
        )
    if not s.rounds:
        return game.no(
            "kill-with-first-cards",
            "a pot is killed when the first cards are dealt",
            "kill_by_choice",
        )
    if may_kill(game, s, seat):
        return game.no(
            "kill-passed", f"seat {seat} has let the pot be, or has no hand", "kill_by_choice"
        )
    return game.no(
        "kill-not-covered",
        f"seat {seat} has {format_dollars(s.chips[seat])}; to kill a pot takes "
        f"{spelt(game.kill_needs)} "
        f"kill blinds of {format_dollars(game.kill_blind)}",
        "kill_by_choice",
    )


def _explain_no_showing(game: Poker, s: PokerState, seat: int, name: str) -> Reason:
    """Explain why hands are not shown now."""
    if name == "play_board" and not game.board_plays:
        return game.no(
            "board-not-played-alone",
            "a hand is two hole cards and three of the board",
            "board_alone",
        )
    which = "plays_the_board" if name == "play_board" else "shows"
    if game.showdown != "declare":
        return game.no(
            "cards-speak", "cards speak here: the dealer turns them up", which, "cards_speak"
        )
    return game.no("showdown-not-yet", "hands are shown when all betting is over", which)


def _explain_no_draw(game: Poker, s: PokerState, seat: int, name: str) -> Reason:
    """Explain why cards are not drawn now."""
    if s.drawing:
        return game.no(
            "too-many-cards", "the hand has too many cards: some have to be given up", "discard"
        )
    return game.no("draw-not-yet", "cards are given up when the betting before is over", "discard")


def _explain_no_opening(game: Poker, s: PokerState, seat: int, name: str) -> Reason | None:
    """Explain why a seat may not bring in or complete; None: nothing forbids it."""
    if not s.betting or not s.queue or s.queue[0] != seat:
        return None
    if name == "complete" and s.bring_in and s.to_call == s.bring_in:
        return _explain_no_raise(game, s, seat, s.to_call - s.bets[seat])
    if name == "complete":
        return game.no(
            "only-bring-in-completed", "only a bring-in is completed, and only once", "bring_in"
        )
    return game.no(
        "bring-in-forced",
        "the bring-in is made by the player whose card says so, not by choice",
        "bring_in",
    )


def _explain_no_bet(game: Poker, s: PokerState, seat: int, name: str) -> Reason | None:
    """Explain why a seat may not make this bet; None: nothing forbids it."""
    if s.showing:
        return game.no("betting-over", "the betting is over", "betting")
    if not s.betting:
        return game.no(
            "betting-not-begun", "the betting begins when the cards are dealt", "betting"
        )
    if not s.queue or s.queue[0] != seat:
        return None
    owes = s.to_call - s.bets[seat]
    by_blinds = game.streets[s.street].opens == BLINDS
    opening = "opening_bet" if by_blinds else "betting"
    if s.must_open and not s.to_call:
        return game.no(
            "must-open", "open for the forced bet or for a full one, or fold", "bring_in"
        )
    if name == "check":
        return game.no("bet-to-call", f"it is {format_dollars(owes)} to call", opening)
    if name == "call":
        return game.no("nothing-to-call", "there is nothing to call: check instead", "betting")
    if name == "chip" and game.silent_chip == "off":
        return game.no(
            "chip-says-nothing", "here a decision is said, not made by a chip", "silent_chip"
        )
    if name == "bet" and s.to_call:
        what = "the big blind is the opening bet" if by_blinds else "there is a bet"
        return game.no("raise-instead", f"{what}: raise it instead", opening)
    if name == "raise" and not s.to_call:
        return game.no("bet-instead", "there is no bet to raise: bet instead", opening)
    return _explain_no_raise(game, s, seat, owes)


def _explain_no_raise(game: Poker, s: PokerState, seat: int, owes: int) -> Reason | None:
    """Explain why a seat that owes these cents may not raise; None: nothing forbids it."""
    if seat in s.ahead and s.to_call:
        return game.no(
            "seventh-card-seen",
            f"seat {seat} has its seventh card already, and may not raise on this street",
            "seven_cards",
        )
    if seat in s.bound:
        return game.no(
            "complete-or-forfeit",
            "too little was put in, and others have acted behind: complete the bet, or give up "
            "hand and chips",
            "too_little",
        )
    if s.capped:
        return game.no(
            "betting-capped",
            f"the betting is capped at a bet and {n(game.raises_max, 'raise')}",
            "betting",
        )
    if s.full_bets_seen[seat] == s.full_bets:
        by_blinds = game.streets[s.street].opens == BLINDS
        short = "short_raise" if s.full_bets or by_blinds else "short_bet"
        return game.no(
            "short-all-in-no-raise",
            f"seat {seat} has acted, and the all-in since then was not a full bet or raise",
            "betting" if game.limited else short,
        )
    if s.chips[seat] <= owes:
        return game.no(
            "only-a-call-left",
            f"{format_dollars(s.chips[seat])} is all that is left: it is a call",
            "all_in",
        )
    if len(s.queue) + len(s.acted) == 1:
        return game.no("no-caller-left", "no one is left who could call", "betting")
    return None


Explain: TypeAlias = Callable[["Poker", PokerState, int], Reason | None]


def named(name: str, explain: Callable[..., Reason | None]) -> Explain:
    """Return a reason of one of several decisions."""
    return lambda game, s, seat: explain(game, s, seat, name)


def _of(
    names: str, explain: Callable[..., Reason | None], exists: Callable[[Any], Any] | None = None
) -> tuple[Decision, ...]:
    """Return decisions that share their reasons and their games."""
    return tuple(
        Decision(name=name, explain_unavailable=named(name, explain), exists=exists)
        for name in names.split()
    )


def _kill_without_turn(game: Poker, s: PokerState, seat: int) -> Reason | None:
    """Explain why a seat that is asked nothing may not ask for a kill."""
    seated = any(player.seat == seat for player in s.players)
    return _explain_no_kill(game, s, seat, "kill") if game.kill_needs and seated else None


DECISIONS: tuple[Decision, ...] = (
    *_of("fold check call bet raise chip", _explain_no_bet),
    *_of("post wait buy_button", _explain_no_way_in, lambda game: game.blinds_left),
    *_of("straddle pass", _explain_no_straddle, lambda game: game.blinds_left),
    *_of("show", _explain_no_showing),
    *_of("play_board", _explain_no_showing, lambda game: game.has_board),
    *_of("muck", _explain_no_showing),
    *_of("bring_in complete", _explain_no_opening, lambda game: game.bring_in),
    *_of("discard", _explain_no_draw,
         lambda game: any(x.discard or x.draw for x in game.streets)),
    *_of("pat", _explain_no_draw, lambda game: game.hand_size),
    Decision(
        name="kill", explain_unavailable=named("kill", _explain_no_kill),
        explain_no_turn=_kill_without_turn,
        exists=lambda game: game.kill_needs or game.missed_by == KILL,
    ),
    *_of("agree object", _explain_no_objection, lambda game: game.missed_by == KILL),
    *_of("open split", explain_no_opening, lambda game: game.opened_by_a_hand),
)  # fmt: skip
