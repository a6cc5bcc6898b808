"""The witness of a room: it follows the room's tree heads, checks them and countersigns."""
