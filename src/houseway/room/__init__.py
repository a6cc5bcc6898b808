"""The cardroom: tables, books, people and chance, around the rounds of the rulebook."""
