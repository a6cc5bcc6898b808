"""Visits to a table in this process."""
