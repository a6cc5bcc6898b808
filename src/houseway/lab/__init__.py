"""The odds lab for pages and programs: what is asked as one struct, what is found as another.

``asked.py`` is a game with its posting and pays of one's own as an address carries them, the
others answer: controls, rows, tables by decks, best play, bankrolls, simulations, sheets.  All of
it is worked out by ``houseway.odds``; ``jobs.py`` has it as jobs of another process
(``background``).
"""
