"""Free Bet Blackjack."""
