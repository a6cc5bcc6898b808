"""Hands in and out: the poker hand history format (PHH), read, played, compared and written."""
