"""``houseway odds``: the house edge of each wager, and a player's risk of ruin."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from cyclopts import Parameter

from houseway.analysis.bankroll import BankrollPlan, risk_of
from houseway.analysis.report import report, report_all
from houseway.cli.options import (
    Amount,
    Everything,
    GameId,
    Json,
    Posting,
    Recompute,
    Whole,
    Workers,
    read_pairs,
    require_wager_name,
)
from houseway.cli.render.odds import (
    maybe_compared,
    print_compared,
    print_odds,
    print_odds_json,
    print_risks,
    print_source,
)
from houseway.cli.terminal.output import OK
from houseway.cli.terminal.progress import waiting
from houseway.errors import HousewayError, short_repr
from houseway.money import dollars

MOST = 1_000_000_000
"""The largest bankroll, in dollars."""


def odds(
    game: GameId | None = None,
    wager: str | None = None,
    /,
    *,
    everything: Everything = False,
    posting: Posting = [],  # noqa: B006
    json: Json = False,
    bankroll: Amount | None = None,
    unit: Amount | None = None,
    hands_per_hour: Annotated[float | None, Parameter(metavar="N")] = None,
    rounds: Whole | None = None,
    recompute: Recompute = False,
    workers: Workers = None,
) -> int:
    """Show what each wager returns, under every pay table and number of decks left open.

    Parameters
    ----------
    wager
        A wager of the game, with its outcomes. Default: all wagers.
    everything
        Show every game of the rulebook.
    bankroll
        Dollars to begin with. Shows the risk of ruin.
    unit
        Dollars wagered each round. Default: 1.
    hands_per_hour
        Rounds played in an hour. Default: 60.
    rounds
        Number of rounds after which results are shown. Default: 1000.
    """
    require_wager_name(game, wager)
    plan = read_plan(bankroll, unit, hands_per_hour, rounds)
    posted = read_pairs(posting)
    if everything == (game is not None):
        raise HousewayError("name a game, or give --all for the whole rulebook")
    if everything and posted:
        raise HousewayError("--posting is for one game; name it instead of --all")
    with maybe_compared(recompute) as comparison, waiting() as progress:
        if game is None:
            found = report_all(progress, workers)
        else:
            found = report(game, wager, posted, own=True, progress=progress, workers=workers)
    risks = [risk_of(row, plan) for row in found.rows] if plan else []
    if json:
        print_odds_json(found, risks)
    else:
        print_odds(found, in_full=wager is not None)
        if plan:
            print_risks(found.rows, risks)
    print_source(found.from_book, json)
    return print_compared(comparison) if comparison is not None else OK


def read_plan(
    bankroll: str | None, unit: str | None, rounds_per_hour: float | None, rounds: int | None
) -> BankrollPlan | None:
    """Return the player's plan from the command line; None if none of its options is given."""
    if bankroll is None and unit is None and rounds_per_hour is None and rounds is None:
        return None
    return BankrollPlan(
        unit=_amount("--unit", unit or "1"),
        bankroll=None if bankroll is None else _amount("--bankroll", bankroll),
        rounds_per_hour=60.0 if rounds_per_hour is None else rounds_per_hour,
        rounds=1000 if rounds is None else rounds,
    )


def _amount(option: str, text: str) -> Fraction:
    """Return an amount in dollars."""
    try:
        amount = Fraction(dollars(text), 100)
    except ValueError:
        raise HousewayError(
            f"{option} is an amount like 500 or 2.50, up to {MOST:,}, not {short_repr(text)}"
        ) from None
    if amount > MOST:
        raise HousewayError(f"{option} is at most {MOST:,}, not {short_repr(text)}")
    return amount
