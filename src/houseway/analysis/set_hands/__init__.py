"""Mathematics of games in which players set their hands."""
