"""Clause, code and case: the matrix, and what two games differ in."""
