"""Buffalo Blackjack Bonus 2, Colorado 30-2113."""
