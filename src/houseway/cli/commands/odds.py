"""The commands of the odds lab that print: odds, compare, strategy."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from fractions import Fraction

from houseway import api
from houseway.analysis.bankroll import Plan, risk_of
from houseway.analysis.report import Report, report, report_all
from houseway.cli.app import OK
from houseway.cli.commands.games import print_json
from houseway.cli.render.odds import print_comparison, print_odds, print_paper, print_risks
from houseway.cli.terminal.progress import waiting
from houseway.errors import HousewayError, short_repr
from houseway.money import dollars
from houseway.rulebook import find

MOST = 1_000_000_000
"""No purse is larger, in whatever money."""


def odds(
    game: str | None,
    wager: str | None,
    everything: bool,
    posting: Mapping[str, str],
    as_json: bool,
    plan: Plan | None,
) -> int:
    """The rows of a game, or of the whole rulebook."""
    if everything == (game is not None):
        raise HousewayError("name a game, or give --all for the whole rulebook")
    if everything and posting:
        raise HousewayError("--posting is for one game; name it instead of --all")
    with waiting() as progress:
        if game is None:
            found = report_all(progress)
        else:
            found = report(game, wager, posting, own=True, progress=progress)
    _print(found, as_json, plan, in_full=wager is not None)
    return OK


def _print(found: Report, as_json: bool, plan: Plan | None, in_full: bool) -> None:
    risks = [risk_of(row, plan) for row in found.rows] if plan else []
    if as_json:
        plain = [row.plain() for row in found.rows]
        for line, risk in zip(plain, risks, strict=bool(plan)):
            line["bankroll"] = risk.plain()
        print_json(plain)
        for note in found.notes:
            print(f"houseway: {note}", file=sys.stderr)
        return
    print_odds(found, in_full)
    if plan:
        print_risks(found.rows, risks)


def compare(game: str, wager: str | None, posting: Mapping[str, str], as_json: bool) -> int:
    """Pay tables side by side, also with decks their clause does not allow, which are flagged."""
    with waiting() as progress:
        found = report(game, wager, posting, barred=True, progress=progress)
    if as_json:
        _print(found, True, None, False)
    else:
        print_comparison(found)
    return OK


def read_plan(
    bankroll: str | None, unit: str | None, rounds_per_hour: float | None, rounds: int | None
) -> Plan | None:
    """A player's plan from the command line; None when nothing of it is said."""
    if bankroll is None and unit is None and rounds_per_hour is None and rounds is None:
        return None
    return Plan(
        unit=_amount("--unit", unit or "1"),
        bankroll=None if bankroll is None else _amount("--bankroll", bankroll),
        rounds_per_hour=60.0 if rounds_per_hour is None else rounds_per_hour,
        rounds=1000 if rounds is None else rounds,
    )


def _amount(option: str, text: str) -> Fraction:
    try:
        amount = Fraction(dollars(text), 100)
    except ValueError:
        raise HousewayError(
            f"{option} is an amount like 500 or 2.50, up to {MOST:,}, not {short_repr(text)}"
        ) from None
    if amount > MOST:
        raise HousewayError(f"{option} is at most {MOST:,}, not {short_repr(text)}")
    return amount


# -- strategy ------------------------------------------------------------------------------------


def strategy(game_id: str, posting: Mapping[str, str], most: int, as_json: bool) -> int:
    """How to play a posted game best."""
    game = find(game_id)(posting)
    if most < 0:
        raise HousewayError(f"--exceptions cannot be {most}")
    with waiting(f"{game.name}: best play"):
        paper = api.strategy(game, exceptions=most)
    if as_json:
        print_json(paper.found)
    else:
        print_paper(paper)
    return OK
