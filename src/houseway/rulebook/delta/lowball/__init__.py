"""Lowball, ace to five."""
