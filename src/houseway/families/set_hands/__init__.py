"""Games in which the pieces dealt are set into hands."""
