"""Families of games: the script of a round, its state, decisions, settlement."""
