"""``houseway simulate``: rounds of a game on all cores, or a table against a player-dealer.

The progress bar and other messages go to the standard error, the figures to the standard output.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from houseway.analysis.bank.bank_table import BankPlan, Covered, bank_table, check, rounds_of
from houseway.analysis.odds_row import OddsRow, flagged
from houseway.analysis.odds_run.expected_time import expected_of_compiling
from houseway.analysis.progress import tell_left
from houseway.analysis.simulation.protocol import MOST_ROUNDS
from houseway.analysis.simulation_runs import run
from houseway.analysis.simulation_runs.run import Run, check_wanted
from houseway.cli.options import Amount, Flag, GameId, Json, Pairs, Posting, Whole, read_pairs
from houseway.cli.terminal.console import add, console, grid, heading
from houseway.cli.terminal.output import OK, print_json
from houseway.cli.terminal.progress import ProgressLine, waiting
from houseway.errors import HousewayError, Refused, short_repr
from houseway.money import dollars, format_dollars
from houseway.rulebook import find
from houseway.util.english import the

ROLLS = 10
"""Default of --roll, as a multiple of --bank."""
COMPILED_ROUNDS, LIVE_ROUNDS = 1_000_000, 20_000
"""Default of --rounds for a whole table."""


MANY = 10_000_000
"""Default of --rounds without --until."""


def read_rounds(wanted: Any, tokens: Sequence[Any]) -> int:
    """Read a number of rounds: 1000000, 1,000,000, 1_000_000 or 1e6."""
    text = tokens[0].value
    try:
        number = Decimal(text.replace(",", "").replace("_", ""))
        # 1e400275 is not made an int: it would fill the memory.
        if number.is_finite() and number.copy_abs() > MOST_ROUNDS:
            most = f"at most {MOST_ROUNDS:,}" if number > 0 else "at least one"
            raise Refused(f"--rounds is {most}, not {short_repr(text)}")
        if number != int(number):
            raise ValueError
    except (ValueError, ArithmeticError):
        raise Refused(
            f"--rounds is a whole number such as 1000000 or 1e9, not {short_repr(text)}"
        ) from None
    return int(number)


def read_error(wanted: Any, tokens: Sequence[Any]) -> float:
    """Read a standard error, 0.01% or 0.0001, as a fraction of a bet."""
    text = tokens[0].value.strip()
    try:
        return float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise Refused(
            f"--until is a standard error such as 0.01% or 0.0001, not {short_repr(text)}"
        ) from None


Rounds = Annotated[int, Parameter(converter=read_rounds, metavar="N")]
StandardError = Annotated[float, Parameter(converter=read_error, metavar="PERCENT")]


def simulate(
    game: GameId,
    /,
    *,
    rounds: Rounds | None = None,
    until: StandardError | None = None,
    seed: Whole = 1,
    workers: Whole | None = None,
    leave_one_free: Flag = False,
    checkpoint: Path | None = None,
    cluster: Annotated[str | None, Parameter(metavar="ADDRESS")] = None,
    seats: Whole | None = None,
    strategy: Literal["basic", "best"] = "basic",
    bank: Amount | None = None,
    bets: Pairs = [],  # noqa: B006
    hands: Whole = 100,
    roll: Amount | None = None,
    posting: Posting = [],  # noqa: B006
    json: Json = False,
) -> int:
    """Simulate a game on all cores: what each wager returns, with error bars.

    Parameters
    ----------
    rounds
        Number of rounds, such as 1000000 or 1e9. Default: 10 million.
    until
        Play until the standard error of the first wager's edge is this, such as 0.01%.
    seed
        The same seed gives the same counts, for any number of workers.
    workers
        Number of processes. Default: one for each core.
    leave_one_free
        Use one process fewer than there are cores.
    checkpoint
        A file that keeps the run. A stopped run continues from it.
    cluster
        Play on Dask: `local`, or the address of a scheduler.
    seats
        Number of players. Default: 1; with --bank, a full table.
    strategy
        How blackjack is played: `basic`, the common chart, or `best`, the best play of the posting.
    bank
        Seat a whole table against a player-dealer who puts up these dollars at every hand.
    bets
        Wagers of each player at that table, such as main=50 bonus=5. Default: the least.
    hands
        Number of hands in one sitting of the player-dealer.
    roll
        Dollars that the player-dealer brings. Default: ten times --bank.
    """
    posted = read_pairs(posting)
    if bank is not None:
        return simulate_table(
            TableOptions(game, posted, bank, bets, hands, roll, seats, rounds, seed, json)
        )
    if bets or roll:
        raise HousewayError(f"{'--bets' if bets else '--roll'} is for a whole table, with --bank")
    return simulate_game(
        GameOptions(game, posted, rounds, until, seed, workers, leave_one_free,
                    checkpoint, cluster, seats, strategy, json)
    )  # fmt: skip


class GameOptions(NamedTuple):
    """Options for rounds of one game."""

    game: str
    posting: dict[str, str]
    rounds: int | None
    until: float | None
    seed: int
    workers: int | None
    leave_one_free: bool
    checkpoint: Path | None
    cluster: str | None
    seats: int | None
    strategy: str
    json: bool


def simulate_game(wanted: GameOptions) -> int:
    """Simulate a game and print what each wager returned."""
    game = find(wanted.game)(wanted.posting)
    rounds = MANY if wanted.rounds is None and wanted.until is None else wanted.rounds
    check_wanted(rounds, wanted.until, wanted.seed)
    errors = Console(stderr=True)
    with (
        waiting(f"simulating {game.name}") as line,
        Bar(errors, line, expected_of_compiling(type(game))) as bar,
    ):
        found = run.run(
            game, rounds, wanted.until, wanted.seed, wanted.strategy, seats=wanted.seats,
            workers=wanted.workers, leave_one_free=wanted.leave_one_free,
            checkpoint=wanted.checkpoint, progress=bar.show, cluster=wanted.cluster, say=bar.say,
        )  # fmt: skip
    if found.interrupted:
        errors.print("houseway: stopped; this is what is known so far")
    if not found.rounds:
        errors.print("houseway: not one stream of rounds was finished")
    if wanted.json:
        rows = [flagged(row).plain() for row in found.rows()]
        print(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
    elif found.rounds:
        print_found(found)
    return OK


class Bar:
    """A progress bar with rounds, rate, present error and remaining time.

    Until the first rounds are played, ``line`` shows the time. Where loops are compiled, it begins
    with an estimate: ``compiling``, in seconds.
    """

    def __init__(self, console: Console, line: ProgressLine, compiling: float) -> None:
        self._line, self._compiling = line, compiling
        self._progress = Progress(
            TextColumn("[bold]{task.description}"), BarColumn(), TextColumn("{task.fields[words]}"),
            console=console, transient=True, auto_refresh=False,
        )  # fmt: skip
        self._task = self._progress.add_task("simulating", total=None, words="")
        self._first: tuple[float, int] | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress.live.is_started:
            self._progress.stop()

    def say(self, words: str) -> None:
        """Print a sentence above the line, or above the bar."""
        if self._first is None and self._progress.console.is_terminal:
            self._line.say(f"houseway: {words}")
            tell_left(self._line, self._compiling)
            return
        self._progress.console.print(f"houseway: {words}", highlight=False, soft_wrap=True)

    def show(self, far: run.Progress) -> None:
        """Update the bar."""
        now = time.perf_counter()
        if self._first is None:
            self._first = (now, far.rounds)
            self._line.stop()
            if self._progress.console.is_terminal:
                self._progress.start()
        began, before = self._first
        words = f"{far.rounds:,} rounds, ± {far.stderr:.4%}"
        if far.rounds > before:
            rate = (far.rounds - before) / (now - began)
            left = max(0.0, far.target - far.rounds) / rate
            words += f", {rate / 1e6:.1f} M/s, {_lasting(left)} left"
        self._progress.update(
            self._task, completed=far.rounds, total=far.target, words=words, refresh=True
        )


def _lasting(seconds: float) -> str:
    """Return seconds as ``m:ss`` or ``h:mm:ss``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def print_found(found: Run) -> None:
    """Print a line for each wager and pay table, then its outcomes."""
    out = console()
    speed = (found.rounds - found.resumed) / found.seconds if found.seconds else 0.0
    out.print(f"[bold]{found.game.name}[/bold], {found.rounds:,} rounds simulated, "
                  f"seed {found.seed}, {speed / 1e6:,.1f} M rounds a second")  # fmt: skip
    figures = ("house edge", "± 1 s.e.", "return", "hits", "std dev")
    sheet = grid("wager", "pays", *figures, right=figures)
    words, rows = found.game.words(), [flagged(row) for row in found.rows()]
    for row in rows:
        add(sheet, words.wager(row.wager), *_cells(row),
            style="" if row.details["posted"] else "dim")  # fmt: skip
    out.print(sheet)
    for row in rows:
        for said in row.warnings:
            line = f"{words.wager(row.wager)}, {row.table}: {said}"
            out.print(line, style="bold red", markup=False)
    for wager, estimate in found.estimates.items():
        chances: Any = sorted(estimate.probability.items(), key=lambda pair: -pair[1])
        listed = "; ".join(
            f"{words.outcome(wager, name)} {float(p):.4%}" for name, p in chances[:8]
        )
        more = f"; and {len(chances) - 8} rarer" if len(chances) > 8 else ""
        out.print(f"{words.wager(wager)}: {listed}{more}", markup=False)
    out.print(f"Assumed: {'; '.join(found.assumptions)}.")


def _cells(row: OddsRow) -> tuple[str, ...]:
    """Return the cells of a row: pay table, edge, error, return, hits and deviation."""
    mark = "" if row.details["posted"] else " (not posted)"
    return (
        f"{row.table}{mark}",
        f"{float(row.house_edge):.4%}",
        f"{row.stderr or 0.0:.4%}",
        f"{float(row.returned):.4%}",
        f"{float(row.hit_frequency):.3%}",
        f"{float(row.variance) ** 0.5:.3f}",
    )


class TableOptions(NamedTuple):
    """Options for a whole table against a player-dealer's bank."""

    game: str
    posting: dict[str, str]
    bank: str
    bets: Sequence[str]
    hands: int
    roll: str | None
    seats: int | None
    rounds: int | None
    seed: int
    json: bool


def simulate_table(wanted: TableOptions) -> int:
    """Simulate a table and print the results of the bank and the cover of each seat."""
    game: Any = find(wanted.game)(wanted.posting)
    plan = read_plan(game, wanted)
    check(game, plan)
    table = rounds_of(game, plan.players)
    rounds = wanted.rounds
    if rounds is None:
        rounds = COMPILED_ROUNDS if table.is_compiled else LIVE_ROUNDS
    check_wanted(rounds, None, wanted.seed)
    with waiting() as progress:
        progress(f"{game.name}: {rounds:,} rounds of a table")
        found = bank_table(game, plan, rounds, wanted.seed, progress)
    if wanted.json:
        print_json(plain(game, plan, table.assumptions, found))
    else:
        print_table(game, plan, table.assumptions, found)
    return OK


def read_plan(game: Any, wanted: TableOptions) -> BankPlan:
    """Return the requested table; by default every player makes the least base wager."""
    bank = _amount("--bank", wanted.bank)
    roll = ROLLS * bank if wanted.roll is None else _amount("--roll", wanted.roll)
    seats = game.seats_max - 1 if wanted.seats is None else wanted.seats
    bets = {name: _amount("--bets", text) for name, text in read_pairs(wanted.bets, "bets").items()}
    least = {wager.name: game.limits(wager)[0] for wager in getattr(game, "base_wagers", ())[:1]}
    return BankPlan(seats, bets or least, bank, roll, wanted.hands)


def _amount(option: str, text: str) -> int:
    """Return an amount in dollars as cents; Refused, with the option's name, if it is none."""
    try:
        return dollars(text)
    except ValueError:
        raise Refused(f"{option} is an amount like 500 or 2.50, not {short_repr(text)}") from None


def plain(
    game: Any, plan: BankPlan, assumed: Sequence[str], found: Sequence[Covered]
) -> dict[str, Any]:
    """Return the result as JSON values."""
    return {
        "game": game.id, "players": plan.players, "bank": plan.bank / 100,
        "roll": plan.roll / 100, "hands": plan.hands,
        "bets": {name: cents / 100 for name, cents in plan.stakes.items()},
        "assumptions": list(assumed), "coverage": [one.plain() for one in found],
    }  # fmt: skip


def print_table(
    game: Any, plan: BankPlan, assumed: Sequence[str], found: Sequence[Covered]
) -> None:
    """Print the bank, then the cover of every seat from the button."""
    out = console()
    words = game.words().wager
    bets = ", ".join(
        f"{format_dollars(cents)} on {the(words(name))}" for name, cents in plan.stakes.items()
    )
    rounds = f"{found[0].rounds:,} rounds"
    heading(
        out, f"{game.name}: a bank of {format_dollars(plan.bank)}, {plan.players} players, {rounds}"
    )
    sheet = grid("the player-dealer", *(one.coverage for one in found),
                 right=[one.coverage for one in found])  # fmt: skip
    fee = found[0].fee
    ruined = f"ruined within {plan.hands} hands, of {format_dollars(plan.roll)}"
    for words, cells in {
        "a hand, before the fee": [_money(one.mean) for one in found],
        f"a hand, after the fee of {format_dollars(fee)}": [
            _money(one.mean - fee) for one in found
        ],
        "standard deviation": [_money(one.deviation).lstrip("+") for one in found],
        "all that was put up is lost": [f"{one.lost_whole:.3%}" for one in found],
        "something is not covered": [f"{one.short:.3%}" for one in found],
        ruined: [f"{one.ruined:.2%}" for one in found],
    }.items():
        add(sheet, words, *cells)
    out.print(sheet)
    shares = [f"covered, {one.coverage}" for one in found]
    results = [f"result, {one.coverage}" for one in found]
    seats = grid("seat from the button", *shares, *results, right=[*shares, *results])
    for n in range(plan.players):
        add(seats, str(n + 1), *(f"{one.by_seat[n]:.2%}" for one in found),
            *(f"{one.players[n]:+.3%}" for one in found))  # fmt: skip
    out.print(seats)
    out.print(Text(f"Each player wagers {bets}; results are shares of that, before fees. "
                   f"Assumed: {'; '.join(assumed)}.", style="dim"))  # fmt: skip


def _money(cents: float) -> str:
    """Return cents as dollars with a sign."""
    return f"{'-' if cents < 0 else '+'}${abs(cents) / 100:,.2f}"
