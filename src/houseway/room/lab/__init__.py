"""Odds, simulations and hints for guests of a room."""
