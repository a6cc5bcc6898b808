"""Omaha High-Low Split (8 or Better)."""
