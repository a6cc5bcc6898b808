"""A sit & go at the terminal: you and bots at one table, to the last chip or an agreement."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager

import msgspec
from rich.console import Console
from rich.text import Text

from houseway.cli.options import Amount, HiddenWhole, Posting, Whole, read_pairs
from houseway.cli.play.commands import COMMANDS
from houseway.cli.play.local.table import LocalTable, VisitOptions
from houseway.cli.play.session import visit
from houseway.cli.play.views.totals import Ledger
from houseway.cli.terminal import console
from houseway.cli.terminal.output import OK
from houseway.engine.questions import Asking
from houseway.errors import HousewayError, Refused
from houseway.money import format_dollars, in_chips
from houseway.sit_and_go import ICM, SitAndGo, SitAndGoPlan, ordinary, shared, sheet
from houseway.sit_and_go.agreement import WAYS

ENTRY, NO_FEE = Amount("20"), Amount("0")


def sit_and_go(
    game: str,
    /,
    *,
    posting: Posting = [],  # noqa: B006
    seats: Whole = 6,
    entry: Amount = ENTRY,
    fee: Amount = NO_FEE,
    chips: Whole = 1500,
    level_hands: HiddenWhole = 0,
    level_minutes: HiddenWhole = 0,
    seed: Whole | None = None,
) -> int:
    """Play a tournament at one table against bots, to the last chip or an agreement.

    Parameters
    ----------
    game
        The id of a poker game, as `houseway games` lists it.
    seats
        Number of players, you among them.
    entry
        Dollars that each player pays into the prizes.
    fee
        Dollars that each player pays to the house.
    chips
        Chips of each player at the start.
    level_hands
        Number of hands in a level. Default: 10.
    level_minutes
        Minutes of a level, instead of hands.
    seed
        Seed of the random numbers. The same seed gives the same cards, seats and bots. Default:
        random.
    """
    lasts = level_hands, level_minutes
    try:
        plan = ordinary(game, seats, entry, fee, chips, read_pairs(posting), *lasts)
    except ValueError as error:
        raise HousewayError(str(error)) from None
    return play_sit_and_go(SitAndGoOptions(plan, seed))


class SitAndGoOptions(msgspec.Struct, frozen=True):
    """Options from the command line, without those of the plan."""

    plan: SitAndGoPlan
    seed: int | None = None


class TournamentTable(LocalTable):
    """The port of a visit to a sit & go."""

    commands: Mapping[str, str] = {
        **COMMANDS,
        "agree": f"propose to end it: agree {' / '.join(WAYS)}",
    }
    between_prompt = f"Enter for the next hand, or agree {' / '.join(WAYS)}> "
    leave_prompt = "Leave the sit & go? (yes or no)> "

    def __init__(self, wanted: SitAndGoOptions, out: Console) -> None:
        plan = wanted.plan
        self.sit_and_go = SitAndGo(plan, wanted.seed)
        self.sit_and_go.join("you")
        for number in range(1, plan.seats):
            self.sit_and_go.join(f"bot {number}")
        (me,) = [seat for seat, name in self.sit_and_go.names.items() if name == "you"]
        options = VisitOptions(plan.game, plan.posting, me, str(plan.chips), seed=wanted.seed)
        super().__init__(options, out)
        self.host, self.table = self.sit_and_go, self.sit_and_go.table
        self._entry = format_dollars(plan.entry)
        """In money: within a hand, amounts are chips."""
        self._level, self._since = -1, time.monotonic()

    def _sit(self) -> None:
        """Do nothing: all players are seated by lot."""

    def amounts(self) -> AbstractContextManager[None]:
        """Return the context of chips during a hand; between hands amounts are money."""
        return contextlib.nullcontext() if self.is_between else in_chips()

    async def begin(self) -> None:
        """Print the heading and deal the first hand."""
        self.out.print(Text(f"Sit & go, {self.table.game.name}. Type help for help.", "bold"))
        await self.ready()

    async def ready(self) -> None:
        """Deal the next hand; without the player the bots finish alone."""
        going = self.sit_and_go
        self._pass_time()
        if not going.over and self.me in self.table.seats:
            self._start()
            return
        self.is_over = True
        while not going.over:
            round_ = going.start()
            while isinstance(question := round_.question, Asking):
                going.enter(self.bot.choose(round_, question.seats()[0]))

    def _pass_time(self) -> None:
        """Pass whole minutes of the clock to the tournament."""
        passed = int((time.monotonic() - self._since) // 60)
        if passed:
            self.sit_and_go.minutes(passed)
        self._since += 60 * passed

    async def finish_round(self) -> None:
        """Print the level where it has changed."""
        await super().finish_round()
        going = self.sit_and_go
        if going.level != self._level and not going.over:
            self._level = going.level
            level = self.sit_and_go.plan.levels[self._level]
            self.out.print(Text(f"level {self._level + 1}: {level}", "bold"))

    async def follow_on(self, is_terminal: bool) -> None:
        """Deal the next hand; at a terminal the player asks for it."""
        ends = self.sit_and_go.over or self.me not in self.table.seats
        await super().follow_on(is_terminal and not ends)

    def consequence(self) -> str:
        """Return what leaving costs."""
        return "" if self.is_between else f"If you leave, your entry of {self._entry} is lost."

    async def leave(self) -> None:
        """Leave; nothing is played out, since tournament chips are not money."""
        self.is_over = True

    async def carry_out(self, name: str, rest: Sequence[str]) -> bool:
        """Carry out a proposal to end it, or a ruling."""
        if name != "agree":
            return await super().carry_out(name, rest)
        self.propose(" ".join(rest))
        self.is_over = self.sit_and_go.over
        return True

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
                        f"{name} wants {format_dollars(fair[seat])}, not "
                        f"{format_dollars(parts[seat])}"
                    )
                going.agree(seat, way)

    async def goodbye(self, totals: Ledger) -> None:
        """Print the result sheet, or what the player leaves behind."""
        going, plan = self.sit_and_go, self.sit_and_go.plan
        if not going.over:
            self.out.print(Text("The sit & go is left unfinished."))
            return
        for line in sheet(len(going.entries), plan.entry, plan.fee, going.results):
            self.out.print(Text(line))


def play_sit_and_go(wanted: SitAndGoOptions) -> int:
    """Play one sit & go and print the result."""
    if sys.stdin is None:
        raise HousewayError("no answer can be read: the standard input is closed")
    out = console.console()
    visit(TournamentTable(wanted, out), out)
    return OK
