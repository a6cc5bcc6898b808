"""Betting rounds: order, amounts, limits and the question put to a player."""
