"""Simulation: random streams, rounds played and counted, checkpoints."""
