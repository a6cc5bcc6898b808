"""Chance that can be checked: seeds, committed shoes, openings, and the record of a round."""
