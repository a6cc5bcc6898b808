"""Variants of PHH, their codes and our games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

import msgspec

from houseway.errors import short_repr
from houseway.phh.extra_games import Badugi, ShortDeck, TripleDraw
from houseway.phh.model import BUTTON_GAMES, LIMIT, NO_LIMIT, STUD_GAMES, BadHand
from houseway.phh.recorded_game import Recorded
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.rulebook.delta.lowball_27.game import DeuceToSeven
from houseway.rulebook.delta.omaha.game import Omaha
from houseway.rulebook.delta.omaha_8.game import OmahaHighLow
from houseway.rulebook.delta.razz.game import Razz
from houseway.rulebook.delta.seven_card_stud.game import SevenCardStud
from houseway.rulebook.delta.seven_card_stud_8.game import StudHighLow
from houseway.util.english import list_available

if TYPE_CHECKING:
    from houseway.game.base import Game


# -- codes ------------------------------------------------------------------------------------
# Codes for our own games: those of the format where it has one, new ones where it has none.
#
# A code is a letter for the structure and the game. A plus behind it says that something was done
# in this hand which the format, or what is commonly played under the code, does not know: a
# ruling, a kill, a card to a player who has folded, a raise that other rooms do not have.

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


# -- variants ---------------------------------------------------------------------------------
# The codes of the format, and which game of the rulebook each of them is played by.


class RecordedHoldem(Recorded, Holdem):
    """Hold'em with the forced bets of a recorded hand."""


class RecordedOmaha(Recorded, Omaha):
    """Omaha with the forced bets of a recorded hand."""


class RecordedOmahaHighLow(Recorded, OmahaHighLow):
    """Omaha high-low with the forced bets of a recorded hand."""


class RecordedStud(Recorded, SevenCardStud):
    """Seven card stud with the forced bets of a recorded hand."""

    posts: ClassVar[Mapping[str, str]] = {**Recorded.posts, "announcements": "none"}


class RecordedStudHighLow(Recorded, StudHighLow):
    """Seven card stud high-low with the forced bets of a recorded hand."""

    posts = RecordedStud.posts


class RecordedRazz(Recorded, Razz):
    """Razz with the forced bets of a recorded hand."""

    posts = RecordedStud.posts


class RecordedDeuceToSeven(Recorded, DeuceToSeven):
    """Deuce to seven with the forced bets of a recorded hand."""


class Variant(msgspec.Struct, frozen=True):
    """A code: the game, how much may be bet in it, and the fields a hand of it must have."""

    code: str
    game: type[Recorded]
    structure: str
    fields: tuple[str, ...]


VARIANTS = {
    variant.code: variant
    for variant in (
        Variant("FT", RecordedHoldem, "limit", BUTTON_GAMES + LIMIT),
        Variant("NT", RecordedHoldem, "no_limit", BUTTON_GAMES + NO_LIMIT),
        Variant("PO", RecordedOmaha, "pot_limit", BUTTON_GAMES + NO_LIMIT),
        Variant("FO/8", RecordedOmahaHighLow, "limit", BUTTON_GAMES + LIMIT),
        Variant("F7S", RecordedStud, "limit", STUD_GAMES + LIMIT),
        Variant("F7S/8", RecordedStudHighLow, "limit", STUD_GAMES + LIMIT),
        Variant("FR", RecordedRazz, "limit", STUD_GAMES + LIMIT),
        Variant("N2L1D", RecordedDeuceToSeven, "no_limit", BUTTON_GAMES + NO_LIMIT),
        Variant("NS", ShortDeck, "no_limit", BUTTON_GAMES + NO_LIMIT),
        Variant("F2L3D", TripleDraw, "limit", BUTTON_GAMES + LIMIT),
        Variant("FB", Badugi, "limit", BUTTON_GAMES + LIMIT),
    )
}


def variant_of(code: str) -> Variant:
    """The variant of this code, or what there is."""
    if code not in VARIANTS:
        raise BadHand(f"there is no variant {short_repr(code)}; {list_available(VARIANTS)}")
    return VARIANTS[code]
