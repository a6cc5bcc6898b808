"""Lightning Poker Texas Hold'em."""
