"""The room as others reach it: REST, the socket of a table, metrics, logs and health."""
