"""3 Card Shine."""
