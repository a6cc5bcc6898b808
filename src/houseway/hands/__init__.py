"""Pure kernels: what a hand is worth."""
