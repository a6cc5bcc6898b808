"""The terminal: console, tables, wrapping, paging, progress."""
