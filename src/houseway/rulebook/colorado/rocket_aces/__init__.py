"""Rocket Aces Blackjack Progressive."""
