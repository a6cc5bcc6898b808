"""The commands of the odds lab that print: odds, compare, strategy."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from rich.console import Console

from houseway.cli import OK
from houseway.cli.listing import print_json
from houseway.cli.odds_paper import (
    print_beside,
    print_comparison,
    print_lowest_hands,
    print_odds,
    print_risks,
    print_settings,
    print_strategy,
    print_two_cards,
)
from houseway.errors import HousewayError, Refused, brief
from houseway.money import dollars
from houseway.odds.report import Progress, Report, report, report_all
from houseway.odds.risk import Plan, risk_of
from houseway.rulebook import find


@contextmanager
def waiting() -> Iterator[Progress]:
    """Tell whoever waits at a terminal what is being worked on."""
    if not sys.stderr.isatty():
        yield lambda words: None
        return
    with Console(stderr=True).status("the odds lab …") as status:
        yield lambda words: status.update(words)


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
            found = report(game, wager, posting, progress=progress)
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
            f"{option} is an amount like 500 or 2.50, up to {MOST:,}, not {brief(text)}"
        ) from None
    if amount > MOST:
        raise HousewayError(f"{option} is at most {MOST:,}, not {brief(text)}")
    return amount


# -- strategy ------------------------------------------------------------------------------------


def strategy(game_id: str, posting: Mapping[str, str], most: int, as_json: bool) -> int:
    """How to play a posted game best."""
    game: Any = find(game_id)(posting)
    if most < 0:
        raise HousewayError(f"--exceptions cannot be {most}")
    if game.shape == "blackjack":
        return _blackjack(game, most, as_json)
    if game.shape == "blackjack_switch":
        return _switch(game, as_json)
    if game.shape in ("set_hands", "house_set_hands"):
        return _settings(game, most, as_json)
    if game.shape == "ante_play":
        return _ante_play(game, as_json)
    raise Refused(
        f"no strategy of {game.name} is worked out; there is one of games of blackjack, of "
        "ante and play, and of games in which hands are set"
    )


def _blackjack(game: Any, most: int, as_json: bool) -> int:
    from houseway.odds.blackjack.solve import best_play
    from houseway.odds.blackjack.tables import LEGEND, UPS, chart, exceptions
    from houseway.odds.blackjack.tables import NAMES as UP_CARDS
    from houseway.odds.blackjack.totals import total_play
    from houseway.odds.charts import charts_beside
    from houseway.odds.warn import player_edge

    with waiting() as progress:
        progress(f"{game.name}: best play")
        best = best_play(game)
        played = total_play(best)
        departures = exceptions(best, played)
        beside = charts_beside(game)
    rows = chart(played.table)
    used = {cell for row in rows for cell in row.cells}
    found = {
        "game": game.id,
        "posting": {key: game.declared()[key].show(v) for key, v in game.posting.items()},
        "house_edge": best.house_edge,
        "house_edge_by_totals": -played.expectation,
        "cost_of_totals": played.cost,
        "house_edge_one_table": -played.expectation_one_table,
        "up_cards": [UP_CARDS[up] for up in UPS],
        "chart": [{"part": r.part, "hand": r.hand, "cells": r.cells} for r in rows],
        "legend": {key: words for key, words in LEGEND.items() if key in used},
        "exceptions": [
            {"cards": d.cards, "up": d.up, "table": d.table, "best": d.best, "chance": d.chance,
             "gain": d.gain}
            for d in departures[:most]
        ],
        "exceptions_in_all": len(departures),
        "warnings": [words for words in (player_edge(best.house_edge),) if words],
        "beside": [asdict(each) for each in beside],
    }  # fmt: skip
    if as_json:
        print_json(found)
    else:
        print_strategy(game.name, found)
        print_beside(beside)
    return OK


def _switch(game: Any, as_json: bool) -> int:
    from houseway.odds.blackjack.switch import switch_chart
    from houseway.odds.blackjack.tables import LEGEND, UPS, chart
    from houseway.odds.blackjack.tables import NAMES as UP_CARDS
    from houseway.odds.warn import player_edge

    with waiting() as progress:
        progress(f"{game.name}: two hands, switched or not")
        paper = switch_chart(game)
    rows = chart(paper.totals.table)
    used = {cell for row in rows for cell in row.cells}
    edge = paper.play.house_edge
    found = {
        "game": game.id,
        "posting": {key: game.declared()[key].show(v) for key, v in game.posting.items()},
        "house_edge": edge,
        "house_edge_by_totals": -paper.expectation_by_totals,
        "cost_of_totals": paper.play.expectation - paper.expectation_by_totals,
        "switched": paper.play.switch_chance,
        "up_cards": [UP_CARDS[up] for up in UPS],
        "chart": [{"part": r.part, "hand": r.hand, "cells": r.cells} for r in rows],
        "legend": {key: words for key, words in LEGEND.items() if key in used},
        "worth": [{"hand": hand, "cells": cells} for hand, cells in paper.rows],
        "exceptions": [],
        "exceptions_in_all": 0,
        "warnings": [words for words in (player_edge(edge),) if words],
    }
    if as_json:
        print_json(found)
    else:
        print_strategy(game.name, found)
        print_two_cards(found)
    return OK


def _ante_play(game: Any, as_json: bool) -> int:
    from houseway.odds.ante_play_table import best, compared, rule_of

    with waiting() as progress:
        progress(f"{game.name}: every hand against every hand")
        value, others = best(game), compared(game)
    found = {
        "game": game.id,
        "best_play": rule_of(game, value),
        "house_edge": str(value.edge),
        "element_of_risk": str(value.element_of_risk),
        "lowest_hands": [
            {"plays_from": words, "house_edge": str(other.edge),
             "folds": str(other.probability["fold"])}
            for words, other in others
        ],
    }  # fmt: skip
    if as_json:
        print_json(found)
    else:
        print_lowest_hands(game.name, found)
    return OK


def _settings(game: Any, most: int, as_json: bool) -> int:
    from houseway.odds.settings import best_settings

    with waiting() as progress:
        progress(f"{game.name}: every setting of every hand")
        best = best_settings(game)
    found = {
        "game": game.id,
        "bank": best.bank,
        "note": best.note,
        "house_edge_house_way": str(best.house_way),
        "house_edge_best": str(best.best),
        "easy": [{"rule": words, "house_edge": str(edge)} for words, edge in best.easy],
        "better": [
            {game.kind.name: s.pieces, "house_way": s.house, "best": s.best,
             "gain": str(s.gain), "ways": s.ways}
            for s in best.better[:most]
        ],
        "better_in_all": len(best.better),
        "better_share": str(best.differing),
    }  # fmt: skip
    if as_json:
        print_json(found)
    else:
        print_settings(game.name, game.kind.name, found)
    return OK
