"""The round scripts: one per family of games."""
