"""PAR sheets: the probability accounting reports of a game."""
