"""Standard blackjack."""
