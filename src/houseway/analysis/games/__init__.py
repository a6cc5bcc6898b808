"""The methods of each game."""
