"""A live table: a game of the rulebook, its rounds, and what viewers see of them."""
