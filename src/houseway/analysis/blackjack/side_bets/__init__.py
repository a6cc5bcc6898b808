"""Side bets of blackjack: one module for each question they ask."""
