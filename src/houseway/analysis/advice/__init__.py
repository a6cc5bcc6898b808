"""The best decision now."""
