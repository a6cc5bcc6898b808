"""``room.toml``: read, checked, with all faults at once."""
