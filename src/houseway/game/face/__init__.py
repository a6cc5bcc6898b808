"""The face of a game: layout, felt, buttons, and the structs of a view."""
