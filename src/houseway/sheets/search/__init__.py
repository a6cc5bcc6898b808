"""Full-text search in the rulebook."""
