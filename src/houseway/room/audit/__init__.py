"""The audit: event log, replay of tables, invariants, signed heads."""
