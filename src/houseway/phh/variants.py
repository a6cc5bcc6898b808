"""The codes of the format, and which game of the rulebook each of them is played by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from houseway.english import there
from houseway.errors import brief
from houseway.phh.hand import BUTTON_GAMES, LIMIT, NO_LIMIT, STUD_GAMES, BadHand
from houseway.phh.others import Badugi, ShortDeck, TripleDraw
from houseway.phh.recorded import Recorded
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.rulebook.delta.lowball_27.game import DeuceToSeven
from houseway.rulebook.delta.omaha.game import Omaha
from houseway.rulebook.delta.omaha_8.game import OmahaHighLow
from houseway.rulebook.delta.razz.game import Razz
from houseway.rulebook.delta.seven_card_stud.game import SevenCardStud
from houseway.rulebook.delta.seven_card_stud_8.game import StudHighLow


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
        raise BadHand(f"there is no variant {brief(code)}; {there(VARIANTS)}")
    return VARIANTS[code]
