"""Texts of a round: prompts, results, events.  Nothing here decides anything."""
