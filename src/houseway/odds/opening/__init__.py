"""Wagers on the opening of a blackjack hand: two cards, the third that play draws, split aces."""
