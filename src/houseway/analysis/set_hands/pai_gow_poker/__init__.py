"""Pai Gow Poker, counted."""
