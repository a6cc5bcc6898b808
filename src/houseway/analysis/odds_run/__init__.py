"""Computing many odds: what is computed together, how long it takes, and in which process."""
