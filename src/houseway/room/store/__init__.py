"""Where the books are kept: one interface, and what implements it."""
