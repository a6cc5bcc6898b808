"""The clauses shared by every banked game of Colorado, as data, such as those for pay tables."""

from __future__ import annotations

from houseway.cite import Cites

ODDS: Cites = {"pay_tables.back": ("CO-ALL-5",)}
"""The clause on the meaning of odds."""

COLORADO: Cites = {**ODDS, "side_steps": ("CO-ALL-4",)}
"""Odds, and that a wager with a pay table earns one award."""

RULE_21: Cites = {**COLORADO, "betting": ("CO-2101-c",), "settle": ("CO-2101-a",)}
"""Blackjack and poker at one table: wagers on both at once, each settled by its own part."""

DEALT_CARDS: Cites = {"state.first_two": ("CO-2101-b",)}
"""Cards of the blackjack hand serve in a poker hand."""
