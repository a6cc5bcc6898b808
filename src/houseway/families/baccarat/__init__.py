"""Baccarat: wagers on two hands that belong to nobody."""
