"""Leaving in mid-round: what becomes of the stakes is said first, then the hand is played out.

The table decides for whoever has left as it does when time is up; what comes back is his.
"""

from __future__ import annotations

import sys
from typing import Protocol

from rich.console import Console
from rich.text import Text

from houseway.cli.terminal.stdio import read_line
from houseway.engine.questions import Act, Asking
from houseway.engine.round import Round
from houseway.errors import Refused
from houseway.money import format_dollars
from houseway.players.bots import plainest
from houseway.players.guests import Opponent


class Host(Protocol):
    """Where decisions are entered."""

    def enter(self, act: Act) -> None: ...
    def time_up(self, seat: int) -> None: ...


def at_stake(round_: Round, seat: int) -> int:
    """What a player has put into this round and not got back: wagers, a bank, pots, fees."""
    before = next(s.chips for s in round_.seats if s.seat == seat)
    now = next(s.chips for s in round_.view(seat).seats if s.seat == seat)
    return before - now


def has_chips_in(round_: Round, seat: int) -> bool:
    """Whether anything of this player's is still undecided."""
    view = round_.view(seat)
    lies = any(chips.seat == seat and (chips.cents or chips.lammers) for chips in view.chips)
    return lies or any(seat in pot.seats for pot in view.pots)


def may_leave(out: Console, round_: Round, seat: int) -> bool:
    """Say what becomes of the stakes; at a terminal, ask whether that is meant."""
    if round_.question is None or not has_chips_in(round_, seat):
        return True
    out.print(Text(consequence(round_, seat), style="yellow"))
    return not sys.stdin.isatty() or said_yes("Leave the table? (yes or no)> ")


def said_yes(prompt: str) -> bool:
    """Whether yes was said; who presses Ctrl-D or Ctrl-C once more means it."""
    try:
        return read_line(prompt).strip().lower()[:1] == "y"
    except (EOFError, KeyboardInterrupt):
        print()
        return True


def consequence(round_: Round, seat: int) -> str:
    """What becomes of the stakes of a player who leaves now."""
    question = round_.question
    late = question.late if isinstance(question, Asking) else ""
    now = f" (now: {round_.game.words().action(late)})" if late else ""
    return (
        f"You have {format_dollars(max(at_stake(round_, seat), 0))} in this round. If you leave, the table "
        f"decides for you, as it does when time is up{now}; the round is then settled, and what "
        "comes back is yours."
    )


def play_out(host: Host, round_: Round, seat: int, others: Opponent) -> bool:
    """Play a round to its end without its player; False where nothing of his is in it."""
    if not has_chips_in(round_, seat):
        return False
    while isinstance(question := round_.question, Asking):
        asked = question.seats()[0]
        if asked != seat:
            host.enter(others.choose(round_, asked))
            continue
        try:
            host.time_up(seat)
        except Refused:  # a question without a default: the least that answers it
            host.enter(plainest(seat, question.choices_of(seat)[0]))
    return True
