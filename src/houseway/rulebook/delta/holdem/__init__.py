"""Texas Hold'em."""
