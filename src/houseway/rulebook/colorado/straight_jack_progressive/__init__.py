"""Straight Jack Progressive."""
