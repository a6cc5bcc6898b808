"""A typed client of a room."""
