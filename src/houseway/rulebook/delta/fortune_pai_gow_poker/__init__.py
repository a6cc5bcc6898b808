"""Fortune Pai Gow Poker."""
