"""Visits to a table of a cardroom, over the network."""
