"""A sit & go at the terminal: you and bots at one table, to the last chip or an agreement."""

from __future__ import annotations

import sys
import time

import msgspec
from rich.text import Text

from houseway.cli.app import OK, Posting, Whole
from houseway.cli.options import read_pairs
from houseway.cli.play.leave import said_yes
from houseway.cli.play.session import Left, Session
from houseway.cli.play.session import Plan as VisitPlan
from houseway.cli.terminal.stdio import read_line
from houseway.engine.round import Round
from houseway.errors import HousewayError, Refused
from houseway.money import format_dollars, in_chips
from houseway.sit_and_go import ICM, Plan, SitAndGo, ordinary, shared, sheet
from houseway.sit_and_go.agreement import WAYS

HINT = f"Enter for the next hand, or agree {' / '.join(WAYS)}> "


def sit_and_go(
    game: str,
    /,
    *,
    posting: Posting = [],  # noqa: B006
    seats: Whole = 6,
    entry: str = "20",
    fee: str = "0",
    chips: Whole = 1500,
    level_hands: Whole = 0,
    level_minutes: Whole = 0,
    seed: Whole | None = None,
) -> int:
    """Play a tournament at one table against bots, to the last chip or an agreement.

    Parameters
    ----------
    game
        The id of a poker game, as `houseway games` lists it.
    seats
        Players, you among them.
    entry
        Dollars that everybody puts into the prizes.
    fee
        Dollars that everybody pays to the house.
    chips
        Chips in front of everybody at the start.
    level_hands
        Hands for which a level lasts; 10 if nothing is said.
    level_minutes
        Minutes for which a level lasts.
    seed
        Makes cards, seats and bots the same every time.
    """
    lasts = level_hands, level_minutes
    try:
        plan = ordinary(game, seats, entry, fee, chips, read_pairs(posting), *lasts)
    except ValueError as error:
        raise HousewayError(str(error)) from None
    return play_sit_and_go(Asked(plan, seed))


class Asked(msgspec.Struct, frozen=True):
    """What was asked for on the command line beside the plan."""

    plan: Plan
    seed: int | None = None


class Visit(Session):
    """One player's sit & go."""

    def __init__(self, asked: Asked) -> None:
        plan = asked.plan
        self.sit_and_go = SitAndGo(plan, asked.seed)
        self.sit_and_go.join("you")
        for number in range(1, plan.seats):
            self.sit_and_go.join(f"bot {number}")
        (me,) = [seat for seat, name in self.sit_and_go.names.items() if name == "you"]
        super().__init__(VisitPlan(plan.game, plan.posting, me, str(plan.chips), seed=asked.seed))
        self.host, self.table = self.sit_and_go, self.sit_and_go.table
        self.entry = format_dollars(plan.entry)
        """In money: within a hand, amounts are chips."""

    def _sit(self) -> None:
        """The lot has seated everybody."""

    def play(self) -> None:
        """Hand after hand, until all places are known."""
        going, last, clock = self.sit_and_go, -1, time.monotonic()
        plan = going.plan
        self.out.print(Text(f"Sit & go, {self.table.game.name}. Type help for help.", "bold"))
        while not going.over:
            clock = self._pass_time(clock)
            if self.me not in self.table.seats:
                self._to_the_end()
                break
            with in_chips():
                self.play_round()
            if going.level != last and not going.over:
                last = going.level
                self.out.print(Text(f"level {last + 1}: {plan.levels[last]}", "bold"))
            if not going.over and self.me in self.table.seats and sys.stdin.isatty():
                self._between()

    def _pass_time(self, since: float) -> float:
        """Whole minutes by the clock are told to the tournament."""
        passed = int((time.monotonic() - since) // 60)
        if passed:
            self.sit_and_go.minutes(passed)
        return since + 60 * passed

    def _to_the_end(self) -> None:
        """The bots play on without you."""
        going = self.sit_and_go
        while not going.over:
            round_ = going.start()
            while not round_.closed:
                seat = round_.question.seats()[0]  # type: ignore[union-attr]
                going.enter(self.bot.choose(round_, seat))

    def _pause(self, round_: object) -> None:
        """Nobody waits after a hand but between two of them."""

    def _leave(self, round_: Round) -> None:
        """Who leaves a tournament gives up the entry; that is said first."""
        self.out.print(Text(f"If you leave, your entry of {self.entry} is lost.", style="yellow"))
        if sys.stdin.isatty() and not said_yes("Leave the sit & go? (yes or no)> "):
            self.out.print(Text("You stay."))
            return
        raise Left

    def _unfinished(self) -> None:
        """Nothing is played out for who has left: chips of a tournament are no money."""

    def _between(self) -> None:
        """At a terminal the next hand waits for Enter, and an end may be proposed."""
        while not self.sit_and_go.over:
            try:
                words = read_line(HINT).split()
            except (EOFError, KeyboardInterrupt):
                raise Left from None
            if not words:
                return
            if words[0].lower() in ("quit", "exit", "q"):
                raise Left
            try:
                self.propose(words[1] if words[:1] == ["agree"] and words[1:] else "")
            except HousewayError as error:
                self.out.print(Text(f"no: {error}", style="red"))

    def propose(self, way: str) -> None:
        """Propose to end it; a bot agrees if it gets no less than its chances are worth."""
        going = self.sit_and_go
        if way not in WAYS:
            raise Refused(f"say agree and one of {', '.join(WAYS)}")
        prizes, left = going.prizes[: len(going.left)], going.left
        parts, fair = shared(way, left, prizes), shared(ICM, left, prizes)
        going.agree(self.me, way)
        for seat in left:
            if seat != self.me and not going.over:
                if parts[seat] < fair[seat]:
                    name = going.names[seat]
                    going.agree(self.me, "")
                    raise Refused(
                        f"{name} wants {format_dollars(fair[seat])}, not {format_dollars(parts[seat])}"
                    )
                going.agree(seat, way)

    def goodbye(self) -> None:
        """The result sheet, or what is left behind."""
        going, plan = self.sit_and_go, self.sit_and_go.plan
        if not going.over:
            self.out.print(Text("The sit & go is left unfinished."))
            return
        for line in sheet(len(going.entries), plan.entry, plan.fee, going.results):
            self.out.print(Text(line))


def play_sit_and_go(asked: Asked) -> int:
    """Enter, play, and read the result."""
    if sys.stdin is None:
        raise HousewayError("there is nobody to ask: the standard input is closed")
    Visit(asked).visit()
    return OK
