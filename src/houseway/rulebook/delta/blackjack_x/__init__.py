"""Blackjack X."""
