"""Commission-Free Baccarat."""
