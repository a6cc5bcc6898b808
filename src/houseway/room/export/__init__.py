"""All gaming data as CSV and JSON lines."""
