"""Basic strategy and printed strategy charts."""
