"""Compiled blackjack rounds and their simulation."""
