"""Games of the Colorado rules."""
