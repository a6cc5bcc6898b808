"""Shuffles that can be verified: seeds, commitments, shoes, public records."""
