"""3 Dice Baccarat, Colorado 30-2899.09."""
