"""The books in a PostgreSQL database."""
