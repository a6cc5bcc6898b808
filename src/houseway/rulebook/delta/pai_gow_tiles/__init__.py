"""Pai Gow Tiles."""
