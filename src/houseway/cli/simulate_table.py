"""``houseway simulate GAME --bank AMOUNT``: a whole table against a player-dealer of any size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.text import Text

from houseway.cli.listing import print_json
from houseway.cli.paper import add, console, grid, heading
from houseway.cli.progress import waiting
from houseway.cli.simulate import OK, read_rounds, read_whole
from houseway.cli.words import read_pairs
from houseway.english import the
from houseway.errors import Refused, brief
from houseway.money import dollars, shown
from houseway.odds.bank_table import Covered, Plan, bank_table, check, rounds_of
from houseway.odds.run import check_wanted
from houseway.rulebook import find

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
        raise Refused(f"{option} is an amount like 500 or 2.50, not {brief(text)}") from None


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
    bets = ", ".join(f"{shown(cents)} on {the(words(name))}" for name, cents in plan.stakes.items())
    rounds = f"{found[0].rounds:,} rounds"
    heading(out, f"{game.name}: a bank of {shown(plan.bank)}, {plan.players} players, {rounds}")
    sheet = grid("the player-dealer", *(one.coverage for one in found),
                 right=[one.coverage for one in found])  # fmt: skip
    fee = found[0].fee
    ruined = f"ruined within {plan.hands} hands, of {shown(plan.roll)}"
    for words, cells in {
        "a hand, before the fee": [_money(one.mean) for one in found],
        f"a hand, after the fee of {shown(fee)}": [_money(one.mean - fee) for one in found],
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
