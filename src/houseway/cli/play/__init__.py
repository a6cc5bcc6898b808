"""Play at a table in the terminal."""
