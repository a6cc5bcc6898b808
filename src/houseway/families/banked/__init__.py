"""Games against a bank: the frame of a round, wagers, settlement, the player-dealer."""
