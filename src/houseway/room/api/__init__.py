"""What goes over the wire: roles, types, messages, problems; no input or output."""
