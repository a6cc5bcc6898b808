"""Blackjack Switch: two hands, switched."""
