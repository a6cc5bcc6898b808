"""Facts that a wager's rule reads: bound to the rule, counted, and checked."""
