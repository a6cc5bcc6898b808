"""Blackjack in the lab: exact best play, compiled rounds, charts and their worth."""
