"""Buffalo Blackjack Bonus 3, Colorado 30-2114."""
