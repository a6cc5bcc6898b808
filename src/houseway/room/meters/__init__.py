"""Progressive meters of a room: values, history, the desk."""
