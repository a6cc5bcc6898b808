"""Progressive meters of a room: values, history, and commands on them."""
