"""3 Card 21 "N" Done."""
