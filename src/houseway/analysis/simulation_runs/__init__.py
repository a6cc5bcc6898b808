"""Simulations on all cores or a cluster, to a wanted error, with checkpoints."""
