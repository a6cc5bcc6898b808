"""One module for each game or shape that the lab knows; each holds its ``LAB``."""
