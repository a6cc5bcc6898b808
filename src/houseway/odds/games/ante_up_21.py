"""Ante Up 21: 21 as any blackjack, ANTE by exact best play."""

from __future__ import annotations

from dataclasses import replace

from houseway.odds.ante_up.chart import charts_of
from houseway.odds.ante_up.report import ante_worth
from houseway.odds.ante_up.sim import AnteUpSimulation
from houseway.odds.blackjack.counts import treats
from houseway.odds.games.blackjack import LAB as BLACKJACK
from houseway.odds.lab import by_name

LAB = replace(
    BLACKJACK,
    methods=(by_name("ante", find=ante_worth), *BLACKJACK.methods),
    simulation=lambda game, asked: AnteUpSimulation(game),
    charts=charts_of,
    treats=treats,
)
