"""The cardroom: tables dealt for money, accounts, the cage, the floor, and the books of it all."""
