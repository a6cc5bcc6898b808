"""The words at a table that are no decisions: help, hint, odds, rules, why, view, save, floor."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from houseway.cli.play import screen
from houseway.cli.play.drawing import example, print_forbidden
from houseway.cli.play.input_parser import beginning, ruling_help, the_one
from houseway.cli.play.prompt_view import print_prompt, print_spots
from houseway.cli.play.table_view import print_table
from houseway.cli.render.rules import print_rules
from houseway.cli.terminal import console
from houseway.cli.terminal.pager import paged
from houseway.engine.events import Settlement
from houseway.engine.ledger import RoundLog
from houseway.engine.questions import Asking, Place
from houseway.engine.round import Round
from houseway.errors import Refused, short_repr
from houseway.game.base import Game
from houseway.money import format_dollars
from houseway.records.cases import settlements
from houseway.records.files import write_file
from houseway.records.record import read_ruling
from houseway.rulebook.clauses import clauses_of
from houseway.rulebook.glossary import explained, glossary
from houseway.sheets.rule_sheet import one_line, rule_sheet
from houseway.sheets.settlement.settle import words_of
from houseway.util.english import at_odds, suggest

COMMANDS = {
    "?": "what is not allowed now, why, and by which clause",
    "hint": "what is best now, and what the other choices cost",
    "odds": "what the wagers return at this table; odds WAGER: one of them by its outcomes",
    "rules": "the rules in our words; rules CLAUSE, or rules WORD: those that speak of it",
    "why": "what decided the last settled wagers, clause by clause; why WAGER: one of them",
    "view": "draw the table again",
    "log": "everything that has happened in this round",
    "spots": "every spot on which chips may be put now, tips and other circles included",
    "again": "the same wagers as the last time; Enter alone does it too",
    "save": "save the last finished round as a record: save, or save FOLDER",
    "time_up": "let the time run out: the default decision is taken",
    "floor": "a supervisor's ruling: floor NAME seat=2 pieces=.. amount=.. reason=..",
    "help": "this; help WORD: a word of the glossary",
    "quit": "leave the table",
}
OTHER_NAMES = {"exit": "quit", "q": "quit", "h": "help", "leave": "quit"}
LONG = ("rules", "why", "log", "help")
"""What may be longer than the screen and is read from the top."""
MOST_CLAUSES = 8
"""Clauses that are shown for a word; of more, only their numbers."""


class Desk:
    """Answers questions about the table; decides nothing."""

    def __init__(self, out: Console, game: Game, me: int, folder: Path | None) -> None:
        self.out = out
        self.game = game
        self.me = me
        self.folder = folder
        self.over: RoundLog | None = None
        """The last round that was finished."""
        self.rules_on: Callable[[str, dict[str, Any]], None] | None = None
        """What carries out a ruling."""

    def carry_out(self, round_: Round, name: str, rest: Sequence[str]) -> bool:
        """Do what a command asks for; False when it is none of these."""
        if name in LONG:
            with paged(["rules", *sys.argv[1:]]):  # --no-pager may be among them
                return self._carry_out(round_, name, rest)
        return self._carry_out(round_, name, rest)

    def _carry_out(self, round_: Round, name: str, rest: Sequence[str]) -> bool:
        if name == "help":
            self._help(round_, " ".join(rest))
        elif name == "?":
            self._forbidden(round_)
        elif name == "view":
            print_table(self.out, self.game, round_.view(self.me))
        elif name == "log":
            screen.log(self.out, round_, self.me)
        elif name == "spots":
            self._spots(round_)
        elif name == "hint":
            from houseway.cli.play.hints import print_hint

            print_hint(self.out, round_, self.me)
        elif name == "odds":
            from houseway.cli.play.hints import print_odds

            print_odds(self.out, self.game, self._wagers(round_), " ".join(rest))
        elif name == "rules":
            self.rules(" ".join(rest))
        elif name == "save":
            self._save(Path(rest[0]) if rest else self.folder or Path())
        elif name == "why":
            self.why(settlements(round_), " ".join(rest))
        elif name == "floor":
            self._floor(list(rest))
        else:
            return False
        return True

    # -- help --------------------------------------------------------------------------------

    def _help(self, round_: Round, word: str) -> None:
        if word in ("tips", "spots", "circles"):
            self._spots(round_, word)
            return
        if word in COMMANDS:
            self.out.print(console.hanging([(word, COMMANDS[word])]))
            return
        if word:
            self.out.print(console.hanging(explained(type(self.game), word)))
            return
        question = round_.question
        if isinstance(question, Asking):
            lines = [example(c, self.game.kind) for c in question.choices_of(self.me)]
            self.out.print(Text("decide by name, beginning or number: " + " | ".join(lines)))
        if any(isinstance(c, Place) for c in _choices(round_, self.me)):
            self.out.print(Text("10 alone is the wager that must be made; 10 NAME=5 adds another"))
        self.out.print(console.hanging(COMMANDS.items()))
        if glossary(type(self.game)):
            self.out.print(console.hanging([("help words", "all words of the glossary")]))

    def _forbidden(self, round_: Round) -> None:
        prompt = round_.view(self.me).prompt
        if prompt is not None:
            print_prompt(self.out, self.game, prompt)
            print_forbidden(self.out, prompt)

    def _spots(self, round_: Round, which: str = "") -> None:
        prompt = round_.view(self.me).prompt
        if prompt is None or not any(isinstance(c, Place) for c in prompt.actions):
            raise Refused("no chips are put on spots now")
        print_spots(self.out, self.game, prompt, which)

    def _wagers(self, round_: Round) -> list[str]:
        """The wagers that may be made now, each once."""
        places = [c for c in _choices(round_, self.me) if isinstance(c, Place)]
        spots = [spot for place in places for spot in place.spots if spot.whom == "player"]
        return list(dict.fromkeys(spot.wager or spot.name for spot in spots if not spot.circle))

    # -- rules -------------------------------------------------------------------------------

    def rules(self, word: str) -> None:
        """The rules, one clause, or those that speak of a word."""
        if not word:
            print_rules(rule_sheet(self.game))
            return
        clauses = {clause.id: one_line(clause.says) for clause in clauses_of(self.game.id)}
        by_id = [each for each in clauses if each.lower().startswith(word.lower())]
        exact = [each for each in by_id if each.lower() == word.lower()]
        by_id = by_id or [each for each in clauses if each.lower().endswith(word.lower())]
        found = exact or by_id or [c for c, says in clauses.items() if word.lower() in says.lower()]
        if not found:
            raise Refused(
                f"no clause of {self.game.name} is called {short_repr(word)} or speaks of it; "
                f"{suggest(word, clauses)[:200]}"
            )
        self.out.print(console.hanging((each, clauses[each]) for each in found[:MOST_CLAUSES]))
        if found[MOST_CLAUSES:]:
            self.out.print(Text(f"  and {', '.join(found[MOST_CLAUSES:])}", style="dim"))

    # -- why ---------------------------------------------------------------------------------

    def why(self, lines: list[Settlement], word: str) -> None:
        """The settlements of this round so far, or of the last one, with their clauses."""
        lines = lines or (settlements(self.over) if self.over is not None else [])
        mine = [s for s in lines if s.seat == self.me] or lines
        if not mine:
            raise Refused("no wager is settled yet")
        words = self.game.words()
        if word:
            called = {s.wager: s.wager for s in lines} | {
                words.wager(s.wager): s.wager for s in lines
            }
            name = called[the_one(word, list(called), "settled wager")]
            mine = [s for s in lines if s.wager == name and s.seat == self.me] or [
                s for s in lines if s.wager == name
            ]
        for settled in mine:
            self.out.print(Text(settled_words(settled, self.game, self.me), style="bold"))
            clauses = dict.fromkeys(settled.clauses)
            self.out.print(console.hanging((clause, words_of(clause)) for clause in clauses))

    # -- records and rulings -----------------------------------------------------------------

    def _save(self, folder: Path) -> None:
        self.save(folder)

    def save(self, folder: Path) -> None:
        """Save the last finished round as a record."""
        if self.over is None:
            raise Refused("no round is over yet, and before its end a record shows hidden cards")
        assert isinstance(self.over, Round), "only what is played here is saved"
        path = write_file(self.over, folder, self.game.id)
        self.out.print(Text(f"the last finished round is saved as {path}"), soft_wrap=True)

    def _floor(self, words: list[str]) -> None:
        if not words:
            self.out.print(console.hanging(ruling_help(rule) for rule in self.game.rulings))
            return
        names = [rule.name for rule in self.game.rulings]
        found = beginning(words[0], names)
        if len(found) == 1:
            words = [found[0], *words[1:]]
        ruling = read_ruling(words, self.game)
        assert self.rules_on is not None, "somebody carries out rulings"
        details = {key: getattr(ruling, key) for key in ("seat", "pieces", "amount", "reason")}
        self.rules_on(ruling.name, details)


def _choices(round_: Round, seat: int) -> Sequence[object]:
    question = round_.question
    return question.choices_of(seat) if isinstance(question, Asking) else ()


def settled_words(settled: Settlement, game: Game, me: int) -> str:
    """``Push 22, $5: 22 in one colour, 20 to 1, paid $100``."""
    words = game.words()
    what = words.spot(settled.wager, settled.hand, settled.owner, settled.circle)
    who = "" if settled.seat == me else f"seat {settled.seat}, "
    stake = f", {format_dollars(settled.stake)}" if settled.stake else ""
    said = [words.outcome(settled.wager, settled.outcome, settled.because)]
    odds = "" if settled.odds in ("lose", "push", "no action") else at_odds(settled.odds)
    said += [part for part in (odds, settled.note) if part and part not in said]
    net = settled.net
    end = (
        f"paid {format_dollars(net)}"
        if net > 0
        else "goes back"
        if not net
        else f"lost {format_dollars(-net)}"
    )
    return f"{who}{what}{stake}: {', '.join(said)}; {end}"
