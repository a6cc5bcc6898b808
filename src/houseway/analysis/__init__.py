"""Mathematics: exact enumeration and simulation over the same rules that settle play."""
