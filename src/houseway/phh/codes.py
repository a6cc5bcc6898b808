"""Codes for our own games: those of the format where it has one, new ones where it has none.

A code is a letter for the structure and the game.  A plus behind it says that something was done
in this hand which the format, or what is commonly played under the code, does not know: a ruling,
a kill, a card to a player who has folded, a raise that other rooms do not have.
"""

from __future__ import annotations

from houseway.game import Game

STRUCTURES = {"limit": "F", "spread_limit": "S", "pot_limit": "P", "no_limit": "N"}
GAMES = {
    "holdem": "T",
    "omaha": "O",
    "omaha-8": "O/8",
    "seven-card-stud": "7S",
    "seven-card-stud-8": "7S/8",
    "razz": "R",
    "lowball-27": "2L1D",
    "lowball": "A5L1D",
    "draw-jacks-or-better": "JB1D",
    "crazy-pineapple": "CP",
    "crazy-pineapple-8": "CP/8",
    "lightning-holdem": "LT",
}
PLUS = "+"
USUAL = {"qualifier": "eight"}
"""What the known codes are played with, where a house may post something else."""


def code_of(game: Game, plus: bool) -> str:
    """The code of a game of the rulebook as it is posted."""
    usual = all(getattr(game, key, value) == value for key, value in USUAL.items())
    structure = STRUCTURES.get(str(getattr(game, "structure", "")), "X")
    return structure + GAMES.get(game.id, game.id) + PLUS * (plus or not usual)
