"""Blackjack Burnout."""
