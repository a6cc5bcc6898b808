"""Rules compiled by numba, with a disk cache for the code."""
