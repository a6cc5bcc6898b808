"""The history of rounds, for players and staff."""
