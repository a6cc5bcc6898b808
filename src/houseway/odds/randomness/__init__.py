"""Tests of randomness: what a generator gives, and what becomes of it at the table.

They know nothing of how the numbers come about: they take a row of words, or orders of pieces, and
say how likely chance would be to look like that.
"""
