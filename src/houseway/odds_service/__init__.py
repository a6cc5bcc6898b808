"""Odds for pages, as jobs."""
