"""Crazy Pineapple High-Low (8 or Better)."""
