"""Content of the rulebook pages."""
