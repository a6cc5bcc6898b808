"""A record settled: what each wager paid, and by which clause."""
