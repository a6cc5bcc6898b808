"""Crazy Pineapple."""
