"""A table at the terminal."""
