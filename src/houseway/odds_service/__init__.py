"""Odds for pages, computed as jobs."""
