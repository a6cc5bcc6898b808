"""Odds, simulations and hints for visitors of a room."""
