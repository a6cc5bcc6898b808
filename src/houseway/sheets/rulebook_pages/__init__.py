"""The rulebook for pages."""
