"""21-Hold 'em: blackjack of one deck, and a poker wager by exact best play."""

from __future__ import annotations

from dataclasses import replace

from houseway.odds.blackjack.counts import treats
from houseway.odds.games.blackjack import LAB as BLACKJACK
from houseway.odds.hold_em import poker_worth
from houseway.odds.hold_em_chart import charts_of
from houseway.odds.hold_em_sim import HoldEmSimulation
from houseway.odds.lab import by_name
from houseway.odds.simulate import chart_of

LAB = replace(
    BLACKJACK,
    methods=(by_name("pk", find=poker_worth), *BLACKJACK.methods),
    simulation=lambda game, asked: HoldEmSimulation(game, chart_of(asked, game)),
    charts=charts_of,
    treats=treats,
)
