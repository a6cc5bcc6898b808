"""No Bust 21st Century Blackjack 5.0."""
