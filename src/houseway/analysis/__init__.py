"""Mathematics: exact enumeration and simulation with the same rules that settle play."""
