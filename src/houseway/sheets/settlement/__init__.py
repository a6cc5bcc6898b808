"""Settled records: the pay of each wager, with its clauses."""
