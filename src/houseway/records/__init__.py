"""Records of rounds: format, notation, files, worked cases."""
