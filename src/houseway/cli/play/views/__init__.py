"""The table, the prompt and the results as text."""
