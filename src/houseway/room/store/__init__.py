"""The books: one interface, and its implementations."""
