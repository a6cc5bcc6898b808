"""What every banked game of Colorado shares, as data: who has a pay table pays by these clauses."""

from __future__ import annotations

from houseway.cite import Cites

ODDS: Cites = {"pay.back": ("CO-ALL-5",)}
"""What odds mean."""

COLORADO: Cites = {**ODDS, "side_steps": ("CO-ALL-4",)}
"""Odds, and that a wager with a pay table earns one award."""

RULE_21: Cites = {**COLORADO, "betting": ("CO-2101-c",), "settle": ("CO-2101-a",)}
"""Blackjack and poker at one table: wagers on both at once, each settled by its own part."""

DEALT_CARDS: Cites = {"facts.first_two": ("CO-2101-b",)}
"""Cards of the blackjack hand serve in a poker hand."""
