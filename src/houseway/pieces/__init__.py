"""Cards, tiles and dice as small ints, and their text notation."""
