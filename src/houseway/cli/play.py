"""Play at the terminal: you at one seat, simple bots at others, the rules in between."""

from __future__ import annotations

import contextlib
import importlib
import sys
from pathlib import Path
from typing import Any, Protocol

import msgspec
from rich.text import Text

from houseway.cli import OK, Posting, Whole, paper, printable, screen, settle_paper
from houseway.cli.drawing import example, print_forbidden
from houseway.cli.felt import print_table
from houseway.cli.prompting import print_prompt
from houseway.cli.streams import read_line
from houseway.cli.typed import folded, read_answer, ruling_help
from houseway.cli.words import read_pairs
from houseway.errors import Halted, HousewayError, Refused
from houseway.game import Game
from houseway.money import dollars, shown
from houseway.phh import from_round, write_hands
from houseway.rulebook import find
from houseway.rulebook.glossary import explained, glossary
from houseway.script import Act, Arrange, Ask, AskAll
from houseway.sheets.explain import explain
from houseway.table.bots import Bot
from houseway.table.record import read_ruling
from houseway.table.round import Round
from houseway.table.saved import act_words, write_file
from houseway.table.table import Table

COMMANDS = {
    "?": "what is not allowed now, why, and by which clause",
    "view": "draw the table again",
    "hint": "what a careful player would do: in poker, and where a hand is set",
    "rules": "the rules of the game in our words",
    "again": "the same wagers as the last time",
    "time_up": "let the time run out: the default decision is taken",
    "floor": "a supervisor's ruling: floor NAME seat=2 pieces=.. amount=.. reason=..",
    "why": "the clauses that decided the last round, in our words",
    "save": "save the last finished round as a record: save, or save FOLDER",
    "quit": "leave the table",
}


class Plan(msgspec.Struct, frozen=True):
    """What was asked for on the command line."""

    game: str
    posting: dict[str, str]
    seat: int = 1
    chips: str = "500"
    bots: int | None = None
    seed: int | None = None
    save: Path | None = None
    rounds: int | None = None
    phh: Path | None = None


class Left(Exception):  # noqa: N818 - leaving the table is no error
    """The player leaves."""


def play(
    game: str,
    /,
    *,
    posting: Posting = [],  # noqa: B006
    seat: Whole = 1,
    chips: str = "500",
    bots: Whole | None = None,
    seed: Whole | None = None,
    save: Path | None = None,
    phh: Path | None = None,
    rounds: Whole | None = None,
) -> int:
    """Play a game at the terminal, alone against the house or with simple bots.

    Parameters
    ----------
    game
        The id of a game, as `houseway games` lists it.
    seat
        Your seat.
    chips
        Dollars in front of everybody at the start.
    bots
        Simple players at the other seats; by default as many as the game needs.
    seed
        Makes cards, dice and bots the same every time.
    save
        A folder for the records of the rounds.
    phh
        A file of poker hands (.phhs) to which each hand is added.
    rounds
        Leave after so many rounds.
    """
    return play_game(Plan(game, read_pairs(posting), seat, chips, bots, seed, save, rounds, phh))


def play_game(plan: Plan) -> int:
    """Sit down, play, leave politely."""
    if sys.stdin is None:
        raise HousewayError("there is nobody to ask: the standard input is closed")
    session = Session(plan)
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")  # the arrow keys then bring back earlier lines
    try:
        session.play()
    except (Left, EOFError, KeyboardInterrupt):
        session.goodbye()
    return OK


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
        self.out = paper.console()
        self.table = Table(find(plan.game)(plan.posting), seed=plan.seed)
        self.host: Host = self.table
        self.kind = self.table.game.kind
        self.bot: Opponent = opponent(self.table.game, plan.seed)
        self.me = plan.seat
        self.said = 0
        self.last_bet = ""
        self.over: Round | None = None
        if plan.phh is not None and plan.phh.suffix != ".phhs":
            raise HousewayError(f"--phh: hands are added to a .phhs file, not to {plan.phh}")
        if plan.phh is not None and self.table.game.shape != "poker_room":
            raise HousewayError(f"--phh: {self.table.game.name} is no poker game")
        if plan.rounds is not None and plan.rounds < 1:
            raise HousewayError(f"--rounds must be 1 or more, not {plan.rounds}")
        try:
            self.chips = dollars(plan.chips)
        except ValueError as error:
            raise HousewayError(f"--chips: {error}") from None
        self._sit()

    def _sit(self) -> None:
        game = self.table.game
        self.table.sit(self.me, "you", self.chips)
        wanted = max(game.seats_min - 1, 0) if self.plan.bots is None else self.plan.bots
        free = [seat for seat in range(1, game.seats_max + 1) if seat != self.me]
        if not game.seats_min - 1 <= wanted <= len(free):
            raise Refused(
                f"{game.name} is for {game.seats_min} to {game.seats_max} players: "
                f"--bots may be {max(game.seats_min - 1, 0)} to {len(free)}"
            )
        for seat in free[:wanted]:
            self.table.sit(seat, f"bot {seat}", self.chips)

    # -- rounds ------------------------------------------------------------------------------

    def play(self) -> None:
        """Round after round."""
        game = self.table.game
        self.out.print(Text(f"{game.name}. Type help for help.", style="bold"))
        played = 0
        while self.plan.rounds is None or played < self.plan.rounds:
            me = self.table.seats[self.me]
            if not me.chips and not game.plays_without_chips(me, self.table.between):
                self.out.print(Text("you have no chips left"))
                break
            self._refill_bots()
            self.play_round()
            played += 1
            if self.table.seats[self.me].person in getattr(self.table.between, "excluded", ()):
                self.out.print(Text("you are excluded from the game"))
                break
        self.goodbye()

    def _refill_bots(self) -> None:
        """A bot that is nearly broke buys in again, so that the game goes on."""
        for seat, who in list(self.table.seats.items()):
            if seat != self.me and who.chips < self.chips // 10:
                self.table.leave(seat)
                self.table.sit(seat, who.name, self.chips)

    def play_round(self) -> None:
        """One round, from the first question to the explained settlement."""
        self.said = 0
        round_ = self.host.start()
        while isinstance(question := round_.question, Ask | AskAll):
            others = [seat for seat in question.seats() if seat != self.me]
            if others:
                self._bot_acts(round_, others[0])
            else:
                self._ask(round_)
        self._finish(round_)

    def _bot_acts(self, round_: Round, seat: int) -> None:
        self.host.enter(self.bot.choose(round_, seat))

    def _finish(self, round_: Round) -> None:
        self.over = round_
        self.said = screen.show_result(self.out, round_, self.me, self.said)
        if self.plan.save:
            self._save(self.plan.save)
        if self.plan.phh:
            write_hands(self.plan.phh, [from_round(round_)])
        if sys.stdin.isatty():
            self._pause(round_)

    def _pause(self, round_: Round) -> None:
        """At a terminal the result stays in sight until Enter is pressed."""
        while words := folded(printable(read_line("Enter for the next round> ")).split()):
            try:
                if not self._command(round_, words):
                    self.out.print(Text("Enter goes on; or say why, save, view, rules or quit"))
            except (HousewayError, ValueError) as error:
                self.out.print(Text(f"no: {error}", style="red"))

    def goodbye(self) -> None:
        """What the player leaves with."""
        round_ = self.table.round
        if round_ is not None and not round_.closed:
            self.out.print(Text("\nthe round is left unfinished"))
            chips = next(s.chips for s in round_.view(self.me).seats if s.seat == self.me)
        else:
            chips = self.table.seats[self.me].chips
        self.out.print(Text(f"you leave the table with {shown(chips)}", style="bold"))

    # -- questions ---------------------------------------------------------------------------

    def _ask(self, round_: Round) -> None:
        """Ask until something is answered that the rules allow."""
        self.said = screen.show(self.out, round_, self.me, self.said)
        before = len(round_.inputs)
        while len(round_.inputs) == before:
            words = folded(self._line().split())
            try:
                if words:
                    self._answer(round_, words)
            except Halted:
                raise
            except HousewayError as error:
                self.out.print(Text(f"no: {error}", style="red"))
            except ValueError as error:
                self.out.print(Text(f"not understood: {error}", style="red"))

    def _line(self) -> str:
        text = read_line(f"seat {self.me}> ")
        if not sys.stdin.isatty():
            print(printable(text))
        return printable(text)

    def _answer(self, round_: Round, words: list[str]) -> None:
        question = round_.question
        if not isinstance(question, Ask | AskAll):
            return
        offered = {choice.name for choice in question.choices_of(self.me)}
        if words[0] not in offered and self._command(round_, words):
            return
        act = read_answer(words, question, self.me, round_)
        self.host.enter(act)
        if act.places and act.seat == self.me:
            self.last_bet = act_words(act, self.kind)

    def _command(self, round_: Round, words: list[str]) -> bool:
        """Carry out a word that is not a decision; False when it is none."""
        name, rest = words[0], words[1:]
        if name in ("quit", "exit", "q"):
            raise Left
        if name in ("help", "h"):
            self._help(round_, " ".join(rest))
        elif name == "?":
            prompt = round_.view(self.me).prompt
            if prompt is not None:
                print_prompt(self.out, self.table.game, prompt)
                print_forbidden(self.out, prompt)
        elif name == "view":
            print_table(self.out, self.table.game, round_.view(self.me))
        elif name == "hint":
            self._hint(round_)
        elif name == "rules":
            from houseway.sheets.rules import rule_sheet

            paper.print_rules(rule_sheet(self.table.game))
        elif name == "save":
            self._save(Path(rest[0]) if rest else self.plan.save or Path())
        elif name == "why":
            self._why()
        elif name == "floor":
            self._floor(round_, folded(rest))
        elif name == "time_up":
            self.host.time_up(self.me)
        elif name == "again":
            if not self.last_bet:
                raise Refused("there is no earlier wager to make again")
            self._answer(round_, self.last_bet.split())
        else:
            return False
        return True

    def _help(self, round_: Round, word: str = "") -> None:
        if word:
            self.out.print(paper.hanging(explained(type(self.table.game), word)))
            return
        question = round_.question
        if isinstance(question, Ask | AskAll):
            lines = [example(choice, self.kind) for choice in question.choices_of(self.me)]
            self.out.print(Text("decide by name or number, for example: " + " | ".join(lines)))
        self.out.print(paper.hanging(COMMANDS.items()))
        if glossary(type(self.table.game)):
            self.out.print(
                paper.hanging([("help WORD", "a word of the glossary; help words: all")])
            )

    def _hint(self, round_: Round) -> None:
        """What a careful player would do who sees no more than you."""
        prompt = round_.view(self.me).prompt
        if prompt is None:
            raise Refused("you are not asked anything now")
        ways = [c for c in prompt.actions if isinstance(c, Arrange) and c.suggestion]
        if ways:
            act = Act(self.me, ways[0].name, parts=ways[0].suggestion)
        elif round_.game.shape == "poker_room":
            act = opponent(round_.game, self.plan.seed).choose(round_, self.me)
        else:
            raise Refused(
                f"there is no hint for {round_.game.name} here; houseway strategy and odds "
                "say what its decisions are worth"
            )
        self.out.print(Text(f"a careful player would: {act_words(act, self.kind)}"))

    def _floor(self, round_: Round, words: list[str]) -> None:
        game = self.table.game
        if not words:
            self.out.print(paper.hanging(ruling_help(rule) for rule in game.rulings))
            return
        ruling = read_ruling(words, game)
        details: dict[str, Any] = {
            key: getattr(ruling, key) for key in ("seat", "pieces", "amount", "reason")
        }
        self.host.rule(ruling.name, **details)
        self.said = screen.tell(self.out, round_, self.me, self.said)

    def _finished(self) -> Round:
        if self.over is None:
            raise Refused("no round is over yet, and before its end a record shows hidden cards")
        return self.over

    def _why(self) -> None:
        wagers = explain(self._finished())
        settle_paper.print_wagers_settled(self.out, wagers)
        settle_paper.print_texts(self.out, wagers)

    def _save(self, folder: Path) -> None:
        path = write_file(self._finished(), folder, self.table.game.id)
        self.out.print(Text(f"the last finished round is saved as {path}"), soft_wrap=True)


class Opponent(Protocol):
    """Who decides for a seat by what is seen there."""

    def choose(self, round_: Round, seat: int) -> Act: ...


def opponent(game: Game, seed: int | None) -> Opponent:
    """A poker player who knows the odds, or somebody who plays what is offered."""
    if game.shape != "poker_room":
        return Bot(seed)
    from houseway.odds.poker_bot import PokerBot

    return PokerBot("tight", seed)
