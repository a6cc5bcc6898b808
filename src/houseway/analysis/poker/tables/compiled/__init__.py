"""The compiled poker hand: layout, deal, betting, pots and loops."""
