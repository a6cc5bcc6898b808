"""``room.toml``: read and checked, with all faults at once."""
