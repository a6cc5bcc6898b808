"""The engine: rounds, events, views, records, tables."""
