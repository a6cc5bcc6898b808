"""History of rounds, for those who played them."""
