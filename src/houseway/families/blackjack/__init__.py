"""Blackjack and everything that is played like it."""
