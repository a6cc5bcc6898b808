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
    from houseway.analysis.pay_tables.tune import Tuned
    from houseway.analysis.poker.equity import Equity, equity
    from houseway.analysis.report import Report
    from houseway.analysis.simulation.run import Run
    from houseway.analysis.strategy_sheet import Paper
    from houseway.api import (
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
    from houseway.engine.questions import Act
    from houseway.engine.round import Round
    from houseway.engine.table import Table, open_table
    from houseway.errors import BadFile, Halted, HousewayError, Refused
    from houseway.game.base import Game
    from houseway.money import dollars
    from houseway.players.bots import Bot
    from houseway.presentation.layout import Layout
    from houseway.presentation.views import View
    from houseway.records.compat import OtherRules, other_rules
    from houseway.records.files import load, replay, rerun, save
    from houseway.records.record import Record
    from houseway.rulebook import find, games
    from houseway.sheets.settlement.settle import Settled, settle, settle_round

__version__ = "0.2.0.dev0"

_HOME = {
    "Act": "engine.questions",
    "BadFile": "errors",
    "Bot": "players.bots",
    "Equity": "analysis.poker.equity",
    "Game": "game.base",
    "Halted": "errors",
    "HousewayError": "errors",
    "Layout": "presentation.layout",
    "OtherRules": "records.compat",
    "Paper": "analysis.strategy_sheet",
    "Record": "records.record",
    "Refused": "errors",
    "Report": "analysis.report",
    "Round": "engine.round",
    "Run": "analysis.simulation.run",
    "Settled": "sheets.settlement.settle",
    "Table": "engine.table",
    "Tuned": "analysis.pay_tables.tune",
    "View": "presentation.views",
    "compare": "api",
    "dollars": "money",
    "equity": "analysis.poker.equity",
    "find": "rulebook",
    "games": "rulebook",
    "load": "records.files",
    "load_side_bet": "api",
    "odds": "api",
    "open_table": "engine.table",
    "other_rules": "records.compat",
    "par": "api",
    "replay": "records.files",
    "rerun": "records.files",
    "save": "records.files",
    "settle": "sheets.settlement.settle",
    "settle_round": "sheets.settlement.settle",
    "sign": "api",
    "simulate": "api",
    "strategy": "api",
    "tune": "api",
    "with_pay": "api",
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
