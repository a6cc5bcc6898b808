"""One table of a room: its commands, state, log, seats, views."""
