"""The book of odds: figures of the default postings, computed before anyone asks."""
