"""The codes of the format, and which game of the rulebook each of them is played by."""

from __future__ import annotations

import msgspec

from houseway.errors import brief
from houseway.phh.hand import BUTTON_GAMES, LIMIT, NO_LIMIT, BadHand
from houseway.phh.others import Badugi, ShortDeck, TripleDraw
from houseway.phh.recorded import Recorded
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.rulebook.delta.omaha.game import Omaha
from houseway.rulebook.delta.omaha_8.game import OmahaHighLow


class RecordedHoldem(Recorded, Holdem):
    """Hold'em with the forced bets of a recorded hand."""


class RecordedOmaha(Recorded, Omaha):
    """Omaha with the forced bets of a recorded hand."""


class RecordedOmahaHighLow(Recorded, OmahaHighLow):
    """Omaha high-low with the forced bets of a recorded hand."""


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
        Variant("NS", ShortDeck, "no_limit", BUTTON_GAMES + NO_LIMIT),
        Variant("F2L3D", TripleDraw, "limit", BUTTON_GAMES + LIMIT),
        Variant("FB", Badugi, "limit", BUTTON_GAMES + LIMIT),
    )
}


def variant_of(code: str) -> Variant:
    """The variant of this code, or what there is."""
    if code not in VARIANTS:
        raise BadHand(f"there is no variant {brief(code)}; there is {', '.join(VARIANTS)}")
    return VARIANTS[code]
