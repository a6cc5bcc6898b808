"""Events of a poker hand, by the part of the hand they belong to."""
