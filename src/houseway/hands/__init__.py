"""Pure kernels: the value of a hand."""
