"""Rulings of the floor at a poker table."""
