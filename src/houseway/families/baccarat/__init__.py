"""Baccarat: wagers on two hands, the Player's and the Banker's, which belong to no seat."""
