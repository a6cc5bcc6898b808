"""Tables that players bank."""
