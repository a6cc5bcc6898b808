"""A player-dealer's bank: cover, rotation of the position, fees and events."""
