"""A table of this process, for one player and bots."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec
from rich.console import Console
from rich.text import Text

from houseway.cli.play.commands import COMMANDS
from houseway.cli.play.input_parser import beginning
from houseway.cli.play.local.bankroll_file import KeptPurse
from houseway.cli.play.lookup import Question
from houseway.cli.play.narration.course import LocalCourse
from houseway.cli.play.port import Show, TablePort, has_chips_in
from houseway.cli.play.views.totals import Ledger
from houseway.engine.questions import Act, Asking
from houseway.errors import HousewayError, Reason, Refused
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.families.banked.player_dealer.fees import player_fee
from houseway.game.base import Game
from houseway.game.pay_columns import chosen_words
from houseway.money import dollars, format_dollars
from houseway.players.bots import plainest
from houseway.players.guests import Opponent, opponent
from houseway.records.files import write_file
from houseway.records.notation import read_ruling
from houseway.rulebook import find
from houseway.table.round import Round
from houseway.table.table import Table
from houseway.util.english import all_of, spread

CHIPS = "500"
RICHER = 4
"""Chips of bots as a multiple of the player's, where players bank."""


class VisitOptions(msgspec.Struct, frozen=True):
    """Options from the command line."""

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


class Host(Protocol):
    """A source of rounds for a visit: a table, or a tournament at one."""

    def start(self) -> Round: ...
    def enter(self, act: Act) -> None: ...
    def time_up(self, seat: int) -> None: ...
    def rule(self, name: str, **details: Any) -> None: ...


class LocalTable(TablePort):
    """The port of a visit to a table of this process."""

    commands: Mapping[str, str] = COMMANDS
    between_prompt = "Enter for the next round> "

    def __init__(self, plan: VisitOptions, out: Console) -> None:
        self.plan, self.out, self.me = plan, out, plan.seat
        self.game = find(plan.game)(plan.posting)
        self.table = Table(self.game, seed=plan.seed)
        self.host: Host = self.table
        self.bot: Opponent = opponent(self.table.game, plan.seed)
        self.purse: KeptPurse | None = None
        self._finished: Round | None = None
        self._aside = 0
        """Cents that stay in the purse and do not lie on the table."""
        self._number = 0
        self._seen = (0, -1)
        """The state that was taken last."""
        _check(plan, self.table.game)
        self.chips = self._brought()
        self._sit()

    def _brought(self) -> int:
        """Return the chips to bring to the table: those requested, or all in the purse."""
        try:
            cents_wanted = dollars(self.plan.chips or CHIPS)
        except ValueError as error:
            raise HousewayError(f"--chips: {error}") from None
        if self.plan.purse is None:
            return cents_wanted
        self.purse = KeptPurse(self.plan.purse, cents_wanted)
        there = self.purse.before
        if self.plan.chips is not None and cents_wanted > there:
            raise HousewayError(f"--chips {self.plan.chips}: {self.purse.words}")
        chips = cents_wanted if self.plan.chips is not None else there
        self._aside = there - chips
        return chips

    def _sit(self) -> None:
        """Seat the player and the bots; Refused if the table is too small or chips too few."""
        game = self.table.game
        if why := explain_too_few_chips(game, self.chips):
            raise HousewayError(why)
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
        """Return the chips of a bot: as many as the player's, or more where a player must bank."""
        banked = isinstance(getattr(self.table.game, "bank", None), PlayerDealer)
        return max(self.chips, dollars(CHIPS)) * RICHER if banked else self.chips

    @property
    def round(self) -> Round:
        """Return the round that is played, or was played last."""
        round_ = self.table.round
        assert round_ is not None, "a round has been started"
        return round_

    @property
    def question_id(self) -> tuple[int, int]:
        """Return the number of the round and of its inputs; each input asks again."""
        return self._number, len(self.round.inputs) if self.table.round is not None else -1

    @property
    def is_between(self) -> bool:
        """Return True between two rounds."""
        return self.table.round is not None and self.round.closed

    async def begin(self) -> None:
        """Print the purse, the game and its chosen options, and start the first round."""
        if self.purse is not None:
            self.out.print(Text(self.purse.words), soft_wrap=True)
            self._keep()  # a purse that cannot be written is refused before the first wager
        self.out.print(Text(f"{self.game.name}. Type help for help.", style="bold"))
        for words in chosen_words(self.game):
            self.out.print(Text(f"{words}.", style="yellow"))
        await self.ready()

    @property
    def has_news(self) -> bool:
        """Return True if the round has gone on, or waits for bots."""
        question = self.round.question
        waits = isinstance(question, Asking) and set(question.seats()) - {self.me}
        return bool(waits) or self._seen != self.question_id

    def advance(self) -> bool:
        """Let bots decide until the player is asked; return True if the round has changed."""
        while isinstance(question := self.round.question, Asking):
            others = [seat for seat in question.seats() if seat != self.me]
            if not others:
                break
            self.host.enter(self.bot.choose(self.round, others[0]))
        before, self._seen = self._seen, self.question_id
        return self._seen != before

    async def wait(self) -> None:
        """Wait without end: nothing happens here by itself."""
        await asyncio.Event().wait()

    def explain(self, act: Act) -> Reason | None:
        """Return why the rules refuse a decision now; None if they allow it."""
        return self.round.refusal(act)

    async def enter(self, act: Act) -> None:
        """Make a decision."""
        self.host.enter(act)

    async def ready(self) -> None:
        """Start the next round, or end the visit."""
        if self._number and self._excluded():
            self.out.print(Text("You are excluded from the game."))
            self.is_over = True
        elif self.plan.rounds is not None and self._number >= self.plan.rounds:
            self.is_over = True
        elif not self._can_play():
            self.out.print(Text("You have no chips left."))
            self.is_over = True
        else:
            self._refill_bots()
            self._start()

    def _start(self) -> None:
        """Start the next round, and follow it from the player's seat."""
        self._number += 1
        round_ = self.host.start()
        self.game, self.course = round_.game, LocalCourse(round_, self.me)

    def _excluded(self) -> bool:
        """Return True if a ruling has excluded the player from the game."""
        me = self.table.seats[self.me]
        return me.person in getattr(self.table.carry_over, "excluded", ())

    def _can_play(self) -> bool:
        """Return True if the player has chips, or the rules let the seat play without."""
        me = self.table.seats[self.me]
        return bool(me.chips) or self.table.game.plays_without_chips(me, self.table.carry_over)

    def _refill_bots(self) -> None:
        """Let a bot that is nearly broke buy in again, so that the game goes on."""
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

    async def leave(self) -> None:
        """Leave; a round with chips of the player is played out first."""
        self.is_over = True
        if self.table.round is not None and not (self.round.closed or self.round.halted):
            play_out(self.host, self.round, self.me, self.bot)

    async def carry_out(self, name: str, rest: Sequence[str]) -> bool:
        """Carry out a ruling, or let the time run out."""
        if name == "floor":
            self._rule(list(rest))
        elif name == "time_up":
            self.host.time_up(self.me)
        else:
            return False
        return True

    def _rule(self, words: list[str]) -> None:
        """Make the floor ruling that these words name; its name may be shortened."""
        found = beginning(words[0], [rule.name for rule in self.game.rulings])
        if len(found) == 1:
            words = [found[0], *words[1:]]
        ruling = read_ruling(words, self.game)
        details = {key: getattr(ruling, key) for key in ("seat", "pieces", "amount", "reason")}
        self.host.rule(ruling.name, **details)

    def hint(self) -> Question | Awaitable[Show]:
        """Return the question that a hint answers."""
        from houseway.cli.play.hints import hint_question

        return hint_question(self.out, self.round, self.me)

    async def save(self, number: int, folder: Path) -> Path:
        """Save the last finished round."""
        assert self._finished is not None, "a round is over"
        return write_file(self._finished, folder, self.game.id)

    async def finish_round(self) -> None:
        """Keep what the round brought, in the purse and as a poker hand."""
        self._finished = self.round
        self._keep()
        if self.plan.phh:
            from houseway.phh import from_round, write_hands  # imports every poker game

            write_hands(self.plan.phh, [from_round(self.round)])

    async def follow_on(self, is_terminal: bool) -> None:
        """Start the next round; at a terminal the result stays until Enter."""
        if not is_terminal:
            await self.ready()

    def _keep(self) -> None:
        """Save the player's chips in the purse, if there is one."""
        if self.purse is not None:
            self.purse.keep(self._aside + self.table.seats[self.me].chips)

    async def goodbye(self, totals: Ledger) -> None:
        """Print what the player leaves with, and the totals of the visit."""
        chips = self.table.seats[self.me].chips
        if self.table.round is not None and self.round.halted:
            self.out.print(Text(f"\n{self.round.halted}; everybody has what they brought to it"))
        totals.print(self.out, self.table.game, chips)
        if self.purse is not None:
            self._keep()
            self.out.print(Text(self.purse.now), soft_wrap=True)


def play_out(host: Host, round_: Round, seat: int, others: Opponent) -> bool:
    """Play a round to its end without its player; return False if the player has no chips in it."""
    if not has_chips_in(LocalCourse(round_, seat)):
        return False
    while isinstance(question := round_.question, Asking):
        next_seat = question.seats()[0]
        if next_seat != seat:
            host.enter(others.choose(round_, next_seat))
            continue
        try:
            host.time_up(seat)
        except Refused:  # a question without a default: the least that answers it
            host.enter(plainest(seat, question.choices_of(seat)[0]))
    return True


def explain_too_few_chips(game: Any, chips: int) -> str:
    """Explain why these chips, in cents, are too few to take part; "" if they suffice.

    In a banked game that is the least that a player wagers, with the fee of the table; in poker
    the big blind or the ante.
    """
    if game.family == "poker":
        least, what = max((game.big_blind, "big blind"), (game.ante, "ante"))
        fee = 0
    else:
        required = [game.limits(wager)[0] for wager in game.offered if game.requires(wager)]
        hands = getattr(game, "hands_dealt", 1)
        least, what, fee = sum(required) * hands or game.bets.least, "least wager", player_fee(game)
    if not 0 < chips < least + fee:
        return ""
    more = f" and a fee of {format_dollars(fee)}" if fee else ""
    return (
        f"{format_dollars(chips)} is below the {what} of {game.name}, {format_dollars(least)}"
        f"{more}; bring more with --chips"
    )


def _check(plan: VisitOptions, game: Game) -> None:
    """Refuse impossible options before the visit begins."""
    if plan.phh is not None and plan.phh.suffix != ".phhs":
        raise HousewayError(f"--phh: hands are added to a .phhs file, not to {plan.phh}")
    if plan.phh is not None and game.family != "poker":
        raise HousewayError(f"--phh: {game.name} is not a poker game")
    if plan.rounds is not None and plan.rounds < 1:
        raise HousewayError(f"--rounds must be 1 or more, not {plan.rounds}")
