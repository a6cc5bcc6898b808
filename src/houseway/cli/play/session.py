"""One visit to a table: rounds, questions and their answers, and how it ends."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import Any, Protocol

import msgspec
from rich.text import Text

from houseway.cli.app import printable
from houseway.cli.play import screen
from houseway.cli.play.bankroll_file import KeptPurse
from houseway.cli.play.commands import COMMANDS, OTHER_NAMES, Desk
from houseway.cli.play.completion import start_completing
from houseway.cli.play.input_parser import (
    as_said,
    chosen,
    folded,
    read_answer,
    same_again,
    spot_begins,
    to_you,
    unknown,
    wagers_words,
)
from houseway.cli.play.leave import may_leave, play_out
from houseway.cli.play.totals import Ledger
from houseway.cli.terminal import console
from houseway.cli.terminal.stdio import read_line
from houseway.engine.questions import Act, Asking, Place
from houseway.engine.round import Round
from houseway.engine.table import Table
from houseway.errors import Halted, HousewayError, Refused
from houseway.families.banked.player_dealer import PlayerDealer
from houseway.game.base import Game
from houseway.game.pay_columns import chosen_words
from houseway.money import dollars, format_dollars
from houseway.phh import from_round, write_hands
from houseway.players.guests import Opponent, opponent
from houseway.rulebook import find
from houseway.util.english import all_of, spread

CHIPS = "500"
RICHER = 4
"""Where players bank, guests bring so many times your chips: a bank worth playing against."""


class Plan(msgspec.Struct, frozen=True):
    """What was asked for on the command line."""

    game: str
    posting: dict[str, str]
    seat: int = 1
    chips: str | None = None
    bots: int | None = None
    seed: int | None = None
    save: Path | None = None
    rounds: int | None = None
    phh: Path | None = None
    purse: Path | None = None


class Left(Exception):  # noqa: N818 - leaving the table is no error
    """The player leaves."""


class Host(Protocol):
    """What deals the rounds of a visit: a table, or a tournament at one."""

    def start(self) -> Round: ...
    def enter(self, act: Act) -> None: ...
    def time_up(self, seat: int) -> None: ...
    def rule(self, name: str, **details: Any) -> None: ...


class Session:
    """One visit to a table."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.out = console.console()
        self.table = Table(find(plan.game)(plan.posting), seed=plan.seed)
        self.host: Host = self.table
        self.kind = self.table.game.kind
        self.bot: Opponent = opponent(self.table.game, plan.seed)
        self.me = plan.seat
        self.said = 0
        self.last_bet: Act | None = None
        self.ledger = Ledger(self.me)
        self.purse: KeptPurse | None = None
        self.aside = 0
        """What stays in the purse and does not lie on the table."""
        self.desk = Desk(self.out, self.table.game, self.me, plan.save)
        self.desk.rules_on = self._rule
        _check(plan, self.table.game)
        self.chips = self._brought()
        self._sit()

    def _brought(self) -> int:
        """The chips that come to the table: those asked for, or all that are in the purse."""
        try:
            asked = dollars(self.plan.chips or CHIPS)
        except ValueError as error:
            raise HousewayError(f"--chips: {error}") from None
        if self.plan.purse is None:
            return asked
        self.purse = KeptPurse(self.plan.purse, asked)
        there = self.purse.before
        if self.plan.chips is not None and asked > there:
            raise HousewayError(f"--chips {self.plan.chips}: {self.purse.words}")
        chips = asked if self.plan.chips is not None else there
        self.aside = there - chips
        return chips

    def _sit(self) -> None:
        game = self.table.game
        self.table.sit(self.me, "you", self.chips)
        wanted = max(game.seats_min - 1, 0) if self.plan.bots is None else self.plan.bots
        free = [seat for seat in range(1, game.seats_max + 1) if seat != self.me]
        if not game.seats_min - 1 <= wanted <= len(free):
            raise Refused(
                f"{game.name} is for {spread(game.seats_min, game.seats_max, 'player')}: "
                f"--bots may be {spread(max(game.seats_min - 1, 0), len(free))}"
            )
        for seat in free[:wanted]:
            self.table.sit(seat, f"bot {seat}", self._guest_chips())

    def _guest_chips(self) -> int:
        """As many as you have, or more where somebody has to bank."""
        banked = isinstance(getattr(self.table.game, "bank", None), PlayerDealer)
        return max(self.chips, dollars(CHIPS)) * RICHER if banked else self.chips

    # -- rounds ------------------------------------------------------------------------------

    def visit(self) -> None:
        """Play until the end, whatever the end is."""
        if sys.stdin.isatty():
            start_completing(self._asked)
        with contextlib.suppress(Left):
            self.play()
        self._unfinished()
        self.goodbye()

    def _asked(self) -> tuple[Round, int] | None:
        return (self.table.round, self.me) if self.table.round is not None else None

    def play(self) -> None:
        """Round after round."""
        game = self.table.game
        if self.purse is not None:
            self.out.print(Text(self.purse.words), soft_wrap=True)
            self._keep()  # who cannot write it learns that before the first wager
        self.out.print(Text(f"{game.name}. Type help for help.", style="bold"))
        for words in chosen_words(game):
            self.out.print(Text(f"{words}.", style="yellow"))
        played = 0
        while self.plan.rounds is None or played < self.plan.rounds:
            me = self.table.seats[self.me]
            if not me.chips and not game.plays_without_chips(me, self.table.between):
                self.out.print(Text("You have no chips left."))
                break
            self._refill_bots()
            self.play_round()
            played += 1
            if self.table.seats[self.me].person in getattr(self.table.between, "excluded", ()):
                self.out.print(Text("You are excluded from the game."))
                break

    def _refill_bots(self) -> None:
        """A guest who is nearly broke buys in again, so that the game goes on."""
        game, chips, again = self.table.game, self._guest_chips(), []
        least = max([chips // 10, *(game.limits(w)[0] for w in game.offered if game.requires(w))])
        for seat, who in list(self.table.seats.items()):
            if seat != self.me and who.chips < least:
                self.table.leave(seat)
                self.table.sit(seat, who.name, chips)
                again.append(who.name)
        if again:
            buys = "buys" if len(again) == 1 else "buy"
            self.out.print(
                Text(f"{all_of(again)} {buys} in again for {format_dollars(chips)}.", "dim")
            )

    def play_round(self) -> None:
        """One round, from the first question to the explained settlement."""
        self.said = 0
        round_ = self.host.start()
        self.desk.game = round_.game
        while isinstance(question := round_.question, Asking):
            others = [seat for seat in question.seats() if seat != self.me]
            if others:
                self._other_acts(round_, others[0])
            else:
                self._ask(round_)
        self._finish(round_)
        if sys.stdin.isatty():
            self._pause(round_)

    def _other_acts(self, round_: Round, seat: int) -> None:
        """Somebody else decides; who interrupts them wants to leave."""
        try:
            act = self.bot.choose(round_, seat)
        except KeyboardInterrupt:
            self.out.print()
            self._leave(round_)
        else:
            self.host.enter(act)

    def _finish(self, round_: Round) -> None:
        self.desk.over = round_
        self.said = screen.show_result(self.out, round_, self.me, self.said)
        self.ledger.add(round_)
        self._keep()
        if self.plan.save:
            self.desk.save(self.plan.save)
        if self.plan.phh:
            write_hands(self.plan.phh, [from_round(round_)])

    def _keep(self) -> None:
        if self.purse is not None:
            self.purse.keep(self.aside + self.table.seats[self.me].chips)

    def _pause(self, round_: Round) -> None:
        """At a terminal the result stays in sight until Enter is pressed."""
        while True:
            try:
                words = folded(printable(read_line("Enter for the next round> ")).split())
                if not words:
                    return
                words = self._named(words, ())
                if words[0] == "quit":
                    raise Left
                if not self._carry_out(round_, words[0], words[1:]):
                    self.out.print(Text("Enter goes on; or say why, save, view, rules or quit"))
            except (EOFError, KeyboardInterrupt):
                raise Left from None
            except (HousewayError, ValueError) as error:
                self.out.print(Text(f"no: {to_you(str(error), self.me)}", style="red"))

    def _unfinished(self) -> None:
        """A round in which the player has chips is played out when he leaves."""
        round_ = self.table.round
        if round_ is None or round_.closed or round_.halted:
            return
        if play_out(self.host, round_, self.me, self.bot):
            self._finish(round_)

    def goodbye(self) -> None:
        """What the player leaves with, and how it came to that."""
        round_ = self.table.round
        chips = self.table.seats[self.me].chips
        if round_ is not None and round_.halted:
            self.out.print(Text(f"\n{round_.halted}; everybody has what they brought to it"))
        self.ledger.print(self.out, self.table.game, chips)
        if self.purse is not None:
            self._keep()
            self.out.print(Text(self.purse.now), soft_wrap=True)

    # -- questions ---------------------------------------------------------------------------

    def _ask(self, round_: Round) -> None:
        """Ask until something is answered that the rules allow."""
        again, more = self._same_again(round_), []
        if again is not None:
            choice = next(c for c in _choices(round_, self.me) if c.name == again.name)
            words = f"Enter bets {wagers_words(again, choice, round_.game)} again"
            more = [Text(words if len(words) < self.out.width else "Enter bets the same again")]
        self.said = screen.show(self.out, round_, self.me, self.said, more)
        before = len(round_.inputs)
        while len(round_.inputs) == before:
            typed = self._line(round_).split()
            try:
                self._answer(round_, typed, again)
            except Halted:
                raise
            except HousewayError as error:
                self.out.print(Text(f"no: {to_you(str(error), self.me)}", style="red"))
            except ValueError as error:
                self.out.print(Text(f"not understood: {error}", style="red"))

    def _line(self, round_: Round) -> str:
        """A typed line; who wants to leave is told first what becomes of the stakes."""
        try:
            text = printable(read_line(f"seat {self.me}> "))
        except (EOFError, KeyboardInterrupt):
            self.out.print()
            self._leave(round_)
            return "view"
        if not sys.stdin.isatty():
            print(text)
        return text

    def _leave(self, round_: Round) -> None:
        """Leave, unless the player thinks better of it."""
        if may_leave(self.out, round_, self.me):
            raise Left
        self.out.print(Text("You stay."))

    def _same_again(self, round_: Round) -> Act | None:
        question = round_.question
        if not isinstance(question, Asking):
            return None
        return same_again(self.last_bet, question, self.me, round_)

    def _answer(self, round_: Round, typed: list[str], again: Act | None) -> None:
        question = round_.question
        if not isinstance(question, Asking):
            return
        words = folded(typed)
        if not words or words == ["again"]:
            self._again(round_, again, bool(words))
            return
        choices = [choice.name for choice in question.choices_of(self.me)]
        if spot_begins(words, question.choices_of(self.me)):
            self._enter(round_, read_answer(words, question, self.me, round_.game))
            return
        words = self._named(words, choices)
        name, rest = words[0], words[1:]
        if name == "quit":
            self._leave(round_)
        elif name == "time_up" and name not in choices:
            self.host.time_up(self.me)
        elif name == "again":
            self._again(round_, again, True)
        elif name not in choices and self._carry_out(round_, name, rest):
            return
        elif name in choices or not name[:1].isalpha() or name in self.table.game.actions():
            self._enter(round_, read_answer(words, question, self.me, round_.game))
        else:
            raise unknown(name, choices, list(COMMANDS))

    def _carry_out(self, round_: Round, name: str, rest: list[str]) -> bool:
        """A word that is no decision; what takes too long may be interrupted."""
        try:
            return self.desk.carry_out(round_, name, rest)
        except KeyboardInterrupt:
            self.out.print(Text("\nstopped"))
            return True

    def _named(self, words: list[str], choices: Any) -> list[str]:
        """The words with the first of them as the table knows it."""
        if words[0] in OTHER_NAMES and not any(each.startswith(words[0]) for each in choices):
            return [OTHER_NAMES[words[0]], *words[1:]]
        if not words[0][:1].isalpha():
            return words
        return chosen(words, list(choices), list(COMMANDS))

    def _enter(self, round_: Round, act: Act) -> None:
        first = act.places and act.seat == self.me and act.name == "bet"
        self.host.enter(act)
        if first:
            self.last_bet = act

    def _again(self, round_: Round, again: Act | None, asked: bool) -> None:
        """The same wagers once more; Enter alone where there are none says what may be typed."""
        if again is not None:
            self._enter(round_, again)
            return
        places = any(isinstance(choice, Place) for choice in _choices(round_, self.me))
        if asked or (places and self.last_bet is not None):
            if self.last_bet is None:
                raise Refused("there is no earlier wager to make again")
            raise round_.refusal(self.last_bet) or Refused("no wagers are made now")
        names = [as_said(choice.name) for choice in _choices(round_, self.me)]
        raise Refused(f"say one of {', '.join(names)}; hint or help if you like")

    def _rule(self, name: str, details: dict[str, Any]) -> None:
        self.host.rule(name, **details)
        if self.table.round is not None:
            self.said = screen.tell(self.out, self.table.round, self.me, self.said)


def _choices(round_: Round, seat: int) -> Any:
    question = round_.question
    return question.choices_of(seat) if isinstance(question, Asking) else ()


def _check(plan: Plan, game: Game) -> None:
    """Refuse what cannot be had before anybody sits down."""
    if plan.phh is not None and plan.phh.suffix != ".phhs":
        raise HousewayError(f"--phh: hands are added to a .phhs file, not to {plan.phh}")
    if plan.phh is not None and game.shape != "poker_room":
        raise HousewayError(f"--phh: {game.name} is not a poker game")
    if plan.rounds is not None and plan.rounds < 1:
        raise HousewayError(f"--rounds must be 1 or more, not {plan.rounds}")
