"""The wire format: roles, types, messages, problems; no input or output."""
