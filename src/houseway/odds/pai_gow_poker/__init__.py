"""Pai Gow Poker: all deals of two hands, exactly, and what a hand of seven makes.

Hands that differ only in the names of their suits are one *class* (``classes``).  Each class is set
the house way once, and its two strengths stand in a table for every hand of it (``table``).  Deals
are pairs of hands without a common card; ``meeting`` counts those in which one beats the other by
inclusion and exclusion over the cards they might share.  ``best`` does the same for every setting
of every hand.
"""
