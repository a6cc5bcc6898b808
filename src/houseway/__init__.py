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
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from houseway.cite import compile_rules_with
from houseway.version import __version__ as __version__

if TYPE_CHECKING:
    from houseway.analysis.pay_tables.tune import Tuned as Tuned
    from houseway.analysis.poker.equity import Equity as Equity
    from houseway.analysis.poker.equity import equity as equity
    from houseway.analysis.report import Report as Report
    from houseway.analysis.simulation_runs.run import Run as Run
    from houseway.analysis.strategy_sheet import StrategySheet as StrategySheet
    from houseway.api import compare as compare
    from houseway.api import load_side_bet as load_side_bet
    from houseway.api import odds as odds
    from houseway.api import par as par
    from houseway.api import sign as sign
    from houseway.api import simulate as simulate
    from houseway.api import strategy as strategy
    from houseway.api import tune as tune
    from houseway.api import with_pay as with_pay
    from houseway.engine.questions import Act as Act
    from houseway.errors import BadFile as BadFile
    from houseway.errors import Halted as Halted
    from houseway.errors import HousewayError as HousewayError
    from houseway.errors import Refused as Refused
    from houseway.game.base import Game as Game
    from houseway.game.face.layout import Layout as Layout
    from houseway.game.face.views import View as View
    from houseway.money import dollars as dollars
    from houseway.players.bots import Bot as Bot
    from houseway.records.compat import OtherRules as OtherRules
    from houseway.records.compat import other_rules as other_rules
    from houseway.records.files import load as load
    from houseway.records.files import replay as replay
    from houseway.records.files import rerun as rerun
    from houseway.records.files import save as save
    from houseway.records.record import Record as Record
    from houseway.rulebook import find as find
    from houseway.rulebook import games as games
    from houseway.sheets.settlement.settle import Settled as Settled
    from houseway.sheets.settlement.settle import settle as settle
    from houseway.sheets.settlement.settle import settle_round as settle_round
    from houseway.table.round import Round as Round
    from houseway.table.table import Table as Table
    from houseway.table.table import open_table as open_table

_HOME = {
    "Act": "engine.questions",
    "BadFile": "errors",
    "Bot": "players.bots",
    "Equity": "analysis.poker.equity",
    "Game": "game.base",
    "Halted": "errors",
    "HousewayError": "errors",
    "Layout": "game.face.layout",
    "OtherRules": "records.compat",
    "Record": "records.record",
    "Refused": "errors",
    "Report": "analysis.report",
    "Round": "table.round",
    "Run": "analysis.simulation_runs.run",
    "Settled": "sheets.settlement.settle",
    "StrategySheet": "analysis.strategy_sheet",
    "Table": "table.table",
    "Tuned": "analysis.pay_tables.tune",
    "View": "game.face.views",
    "compare": "api",
    "dollars": "money",
    "equity": "analysis.poker.equity",
    "find": "rulebook",
    "games": "rulebook",
    "load": "records.files",
    "load_side_bet": "api",
    "odds": "api",
    "open_table": "table.table",
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
"""Public name -> the module that defines it."""

__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    """Load a public name on first use, so that the command line starts fast."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"houseway has no {name!r}")
    return getattr(importlib.import_module(f"houseway.{home}"), name)


def __dir__() -> list[str]:
    return __all__


def _compiled(f: Callable[..., Any]) -> Any:
    """Return the compiled twin of a rule; numba is imported on first use."""
    from houseway.analysis.compiler.compile import compiled

    return compiled(f, fully=True)


compile_rules_with(_compiled)
