"""Poker: evaluator, equity, whole hands, a bot."""
