"""21st Century Blackjack 7.0."""
