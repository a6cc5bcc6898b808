"""Bonus wagers that go on from the first hand."""
