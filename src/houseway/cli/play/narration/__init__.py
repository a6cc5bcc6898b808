"""Events as lines of the table's log."""
