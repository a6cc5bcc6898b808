"""Blackjack: best play, outcomes, charts, compiled rounds."""
