"""Ante Up 21: one hand of cards that serves a blackjack wager and a poker wager at once."""
