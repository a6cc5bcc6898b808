"""Three kinds of baccarat."""
