"""Golden 21 Poker."""
