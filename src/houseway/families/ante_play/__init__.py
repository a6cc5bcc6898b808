"""Ante and play: an ante, a play wager or a fold, the dealer's hand."""
