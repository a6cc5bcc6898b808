"""The mathematics of 3 Card 21 "N" Done: best play, rounds of it, and the rows."""
