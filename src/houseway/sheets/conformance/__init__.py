"""Clauses, code and cases: the clause matrix, and differences between two games."""
