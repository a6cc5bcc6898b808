"""Exact counts and simulation of Pai Gow Poker."""
