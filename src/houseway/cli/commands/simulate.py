"""``houseway simulate``: a game, or a table that a player banks."""

from __future__ import annotations

import time
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from houseway.analysis.bank.bank_table import Covered, Plan, bank_table, check, rounds_of
from houseway.analysis.row import OddsRow
from houseway.analysis.row_warnings import flagged
from houseway.analysis.simulation.run import Progress as HowFar
from houseway.analysis.simulation.run import Run, check_wanted, run
from houseway.analysis.simulation.simulation import MOST_ROUNDS
from houseway.cli.commands.games import print_json
from houseway.cli.options import read_pairs
from houseway.cli.terminal.console import add, console, grid, heading
from houseway.cli.terminal.console import console as paper
from houseway.cli.terminal.progress import waiting
from houseway.errors import Refused, short_repr
from houseway.money import dollars, format_dollars
from houseway.rulebook import find
from houseway.util.english import the

# -- simulate table ---------------------------------------------------------------------------
# ``houseway simulate GAME --bank AMOUNT``: a whole table against a player-dealer of any size.

ROLLS = 10
"""What he puts up, so many times, is what he has where nothing is said."""
COMPILED_ROUNDS, LIVE_ROUNDS = 1_000_000, 20_000
"""Where no number is asked for."""


class Table(NamedTuple):
    """What the command line asks for."""

    game: str
    posting: dict[str, str]
    bank: str
    bets: Sequence[str]
    hands: str
    roll: str | None
    seats: str | None
    rounds: str | None
    seed: str
    json: bool


def simulate_table(wanted: Table) -> int:
    """Play it, and print what became of the bank and of everybody's cover."""
    game: Any = find(wanted.game)(wanted.posting)
    seed = read_whole("--seed", wanted.seed)
    plan = read_plan(game, wanted)
    check(game, plan)
    table = rounds_of(game, plan.players)
    rounds = read_rounds(wanted.rounds)
    if rounds is None:
        rounds = COMPILED_ROUNDS if table.is_compiled else LIVE_ROUNDS
    check_wanted(rounds, None, seed)
    with waiting() as told:
        told(f"{game.name}: {rounds:,} rounds of a table")
        found = bank_table(game, plan, rounds, seed, told)
    if wanted.json:
        print_json(plain(game, plan, table.assumptions, found))
    else:
        print_table(game, plan, table.assumptions, found)
    return OK


def read_plan(game: Any, wanted: Table) -> Plan:
    """The table that is wanted; everybody makes the least base wager if nothing is said."""
    bank = _amount("--bank", wanted.bank)
    roll = ROLLS * bank if wanted.roll is None else _amount("--roll", wanted.roll)
    seats = game.seats_max - 1 if wanted.seats is None else read_whole("--seats", wanted.seats)
    bets = {name: _amount("--bets", text) for name, text in read_pairs(wanted.bets, "bets").items()}
    least = {wager.name: game.limits(wager)[0] for wager in getattr(game, "base_wagers", ())[:1]}
    return Plan(seats, bets or least, bank, roll, read_whole("--hands", wanted.hands))


def _amount(option: str, text: str) -> int:
    try:
        return dollars(text)
    except ValueError:
        raise Refused(f"{option} is an amount like 500 or 2.50, not {short_repr(text)}") from None


def plain(
    game: Any, plan: Plan, assumed: Sequence[str], found: Sequence[Covered]
) -> dict[str, Any]:
    """As JSON has it."""
    return {
        "game": game.id, "players": plan.players, "bank": plan.bank / 100,
        "roll": plan.roll / 100, "hands": plan.hands,
        "bets": {name: cents / 100 for name, cents in plan.stakes.items()},
        "assumptions": list(assumed), "coverage": [one.plain() for one in found],
    }  # fmt: skip


def print_table(game: Any, plan: Plan, assumed: Sequence[str], found: Sequence[Covered]) -> None:
    """The bank, then the cover of every seat from the button."""
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
    return f"{'-' if cents < 0 else '+'}${abs(cents) / 100:,.2f}"


# -- simulate ---------------------------------------------------------------------------------
# ``houseway simulate``: rounds on all cores, a bar while they are played, error bars after.
#
# The bar and every other word go to the standard error; the figures go to the standard output.

OK = 0
DIGITS = 19
"""Of a whole number on the command line."""
MANY = 10_000_000
"""Rounds, where neither a number nor an error is asked for."""


class Wanted(NamedTuple):
    """What the command line asks for."""

    game: str
    posting: dict[str, str]
    rounds: str | None
    until: str | None
    seed: str
    workers: str | None
    leave_one_free: bool
    checkpoint: Path | None
    cluster: str | None
    seats: str | None
    strategy: str
    json: bool


def simulate(wanted: Wanted) -> int:
    """Run it, and print what was found."""
    game = find(wanted.game)(wanted.posting)
    rounds, until = read_rounds(wanted.rounds), read_error(wanted.until)
    if rounds is None and until is None:
        rounds = MANY
    seed = read_whole("--seed", wanted.seed)
    workers = None if wanted.workers is None else read_whole("--workers", wanted.workers)
    seats = None if wanted.seats is None else read_whole("--seats", wanted.seats)
    check_wanted(rounds, until, seed)
    console = Console(stderr=True)
    with Bar(console) as bar:
        found = run(
            game, rounds, until, seed, wanted.strategy, seats=seats,
            workers=workers, leave_one_free=wanted.leave_one_free,
            checkpoint=wanted.checkpoint, progress=bar.show, cluster=wanted.cluster, say=bar.say,
        )  # fmt: skip
    if found.interrupted:
        console.print("houseway: stopped; this is what is known so far")
    if not found.rounds:
        console.print("houseway: not one stream of rounds was finished")
    if wanted.json:
        rows = [flagged(row).plain() for row in found.rows()]
        print(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
    elif found.rounds:
        print_found(found)
    return OK


# -- what people write ----------------------------------------------------------------------------


def read_rounds(text: str | None) -> int | None:
    """``1000000``, ``1,000,000``, ``1_000_000`` or ``1e6``."""
    if text is None:
        return None
    try:
        number = Decimal(text.replace(",", "").replace("_", ""))
        if (
            number.is_finite() and number.copy_abs() > MOST_ROUNDS
        ):  # not made an int: it may be endless
            most = f"at most {MOST_ROUNDS:,}" if number > 0 else "at least one"
            raise Refused(f"--rounds is {most}, not {short_repr(text)}")
        if number != int(number):
            raise ValueError
    except (ValueError, ArithmeticError):
        raise Refused(
            f"--rounds is a whole number such as 1000000 or 1e9, not {short_repr(text)}"
        ) from None
    return int(number)


def read_whole(option: str, text: str) -> int:
    """A whole number: ``1.5`` is not taken for the nearest one."""
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= DIGITS):
        raise Refused(
            f"{option} is a whole number of up to {DIGITS} digits, not {short_repr(text)}"
        )
    return int(text)


def read_error(text: str | None) -> float | None:
    """``0.01%`` or ``0.0001``."""
    if text is None:
        return None
    try:
        percent = text.strip().endswith("%")
        return float(text.strip().rstrip("%")) / (100 if percent else 1)
    except ValueError:
        raise Refused(
            f"--until is a standard error such as 0.01% or 0.0001, not {text!r}"
        ) from None


# -- while it runs --------------------------------------------------------------------------------


class Bar:
    """A bar with the rounds, the rate, the error so far and the time left."""

    def __init__(self, console: Console) -> None:
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
        """A sentence above the bar."""
        self._progress.console.print(f"houseway: {words}", highlight=False, soft_wrap=True)

    def show(self, far: HowFar) -> None:
        """How far the run is now."""
        now = time.perf_counter()
        if self._first is None:
            self._first = (now, far.rounds)
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
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# -- what was found -------------------------------------------------------------------------------


def print_found(found: Run) -> None:
    """A line for each wager and pay table, then its outcomes."""
    console = paper()
    speed = (found.rounds - found.resumed) / found.seconds if found.seconds else 0.0
    console.print(f"[bold]{found.game.name}[/bold], {found.rounds:,} rounds simulated, "
                  f"seed {found.seed}, {speed / 1e6:,.1f} M rounds a second")  # fmt: skip
    figures = ("house edge", "± 1 s.e.", "return", "hits", "std dev")
    sheet = grid("wager", "pays", *figures, right=figures)
    words, rows = found.game.words(), [flagged(row) for row in found.rows()]
    for row in rows:
        add(sheet, words.wager(row.wager), *_cells(row),
            style="" if row.details["posted"] else "dim")  # fmt: skip
    console.print(sheet)
    for row in rows:
        for said in row.warnings:
            line = f"{words.wager(row.wager)}, {row.table}: {said}"
            console.print(line, style="bold red", markup=False)
    for wager, estimate in found.estimates.items():
        chances: Any = sorted(estimate.probability.items(), key=lambda pair: -pair[1])
        listed = "; ".join(
            f"{words.outcome(wager, name)} {float(p):.4%}" for name, p in chances[:8]
        )
        more = f"; and {len(chances) - 8} rarer" if len(chances) > 8 else ""
        console.print(f"{words.wager(wager)}: {listed}{more}", markup=False)
    console.print(f"Assumed: {'; '.join(found.assumptions)}.")


def _cells(row: OddsRow) -> tuple[str, ...]:
    mark = "" if row.details["posted"] else " (not posted)"
    return (
        f"{row.table}{mark}",
        f"{float(row.house_edge):.4%}",
        f"{row.stderr or 0.0:.4%}",
        f"{float(row.returned):.4%}",
        f"{float(row.hit_frequency):.3%}",
        f"{float(row.variance) ** 0.5:.3f}",
    )
