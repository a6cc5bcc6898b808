"""Ante and play."""
