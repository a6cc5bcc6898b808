"""Blinds, antes and kill bets: positions, order and posting."""
