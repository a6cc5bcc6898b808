"""Rules compiled by numba, and the code kept on disk."""
