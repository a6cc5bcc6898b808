"""Draw Poker (Jacks or Better)."""
