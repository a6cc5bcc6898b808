"""Side bets of blackjack, one module for each kind of fact that their rules read."""
