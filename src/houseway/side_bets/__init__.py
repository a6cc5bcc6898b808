"""Side bets declared once and offered by many games."""
