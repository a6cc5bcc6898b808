"""Advice at a live table: the best decision, and the cost of the wagers on offer."""
