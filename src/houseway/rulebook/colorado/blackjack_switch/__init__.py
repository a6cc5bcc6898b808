"""Blackjack Switch."""
