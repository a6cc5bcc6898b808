"""houseway: the rulebook as code.

>>> import houseway
>>> table = houseway.open_table("free-bet-blackjack", {"push_22": "A"}, seed=7)
>>> table.sit(1, "Ann", houseway.dollars(200))
>>> _ = table.start()
>>> table.bet(1, main=houseway.dollars(10))
>>> table.view(1).phase
'playing'

Amounts in the library are integer cents; ``dollars`` reads what people write.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.errors import BadFile, Halted, HousewayError, Refused
    from houseway.game import Game
    from houseway.library import (
        compare,
        load_side_bet,
        odds,
        par,
        sign,
        simulate,
        strategy,
        tune,
        with_pay,
    )
    from houseway.money import dollars
    from houseway.odds.equity import Equity, equity
    from houseway.odds.paper import Paper
    from houseway.odds.report import Report
    from houseway.odds.run import Run
    from houseway.odds.tune import Tuned
    from houseway.plans import Layout
    from houseway.rulebook import find, games
    from houseway.script import Act
    from houseway.sheets.explain import Settled, settle, settle_round
    from houseway.table.bots import Bot
    from houseway.table.made_under import OtherRules, other_rules
    from houseway.table.record import Record
    from houseway.table.round import Round
    from houseway.table.saved import load, replay, rerun, save
    from houseway.table.table import Table, open_table
    from houseway.views import View

__version__ = "0.2.0.dev0"

_HOME = {
    "Act": "script",
    "BadFile": "errors",
    "Bot": "table.bots",
    "Equity": "odds.equity",
    "Game": "game",
    "Halted": "errors",
    "HousewayError": "errors",
    "Layout": "plans",
    "OtherRules": "table.made_under",
    "Paper": "odds.paper",
    "Record": "table.record",
    "Refused": "errors",
    "Report": "odds.report",
    "Round": "table.round",
    "Run": "odds.run",
    "Settled": "sheets.explain",
    "Table": "table.table",
    "Tuned": "odds.tune",
    "View": "views",
    "compare": "library",
    "dollars": "money",
    "equity": "odds.equity",
    "find": "rulebook",
    "games": "rulebook",
    "load": "table.saved",
    "load_side_bet": "library",
    "odds": "library",
    "open_table": "table.table",
    "other_rules": "table.made_under",
    "par": "library",
    "replay": "table.saved",
    "rerun": "table.saved",
    "save": "table.saved",
    "settle": "sheets.explain",
    "settle_round": "sheets.explain",
    "sign": "library",
    "simulate": "library",
    "strategy": "library",
    "tune": "library",
    "with_pay": "library",
}

__all__ = [
    "Act",
    "BadFile",
    "Bot",
    "Equity",
    "Game",
    "Halted",
    "HousewayError",
    "Layout",
    "OtherRules",
    "Paper",
    "Record",
    "Refused",
    "Report",
    "Round",
    "Run",
    "Settled",
    "Table",
    "Tuned",
    "View",
    "compare",
    "dollars",
    "equity",
    "find",
    "games",
    "load",
    "load_side_bet",
    "odds",
    "open_table",
    "other_rules",
    "par",
    "replay",
    "rerun",
    "save",
    "settle",
    "settle_round",
    "sign",
    "simulate",
    "strategy",
    "tune",
    "with_pay",
]


def __getattr__(name: str) -> Any:
    """Load a part of the library when it is first asked for, so that the command starts fast."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"houseway has no {name!r}")
    return getattr(importlib.import_module(f"houseway.{home}"), name)


def __dir__() -> list[str]:
    return __all__
