"""Variants of PHH: their codes, and the games that recorded hands of them are played by.

Games that no rulebook of ours has are declared here, to play recorded hands and nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

import msgspec

from houseway.errors import HousewayError, short_repr
from houseway.families.poker import Cards, Hands, PokerState, PotPart, Street
from houseway.game.posting import fact
from houseway.hands.badugi import best_badugi
from houseway.hands.poker_low import low27
from houseway.hands.six_plus import best_six_plus
from houseway.phh.model import BUTTON_GAMES, LIMIT, NO_LIMIT, STUD_GAMES, BadHand
from houseway.phh.recorded_game import Recorded
from houseway.pieces.cards import CARDS
from houseway.pieces.kind import Kind
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
"""Marks a hand in which something was done that other readers of the code do not know: a ruling,
a kill, a card to a player who has folded, a raise that other rooms do not have."""
USUAL = {"qualifier": "eight"}
"""The posting that other readers of the codes expect."""


def code_of(game: Game, plus: bool) -> str:
    """Return the code of a game of the rulebook: the letter of its structure and its own.

    The codes are those of the format where it has one, and new ones where it has none.
    """
    usual = all(getattr(game, key, value) == value for key, value in USUAL.items())
    structure = STRUCTURES.get(str(getattr(game, "structure", "")), "X")
    return structure + GAMES.get(game.id, game.id) + PLUS * (plus or not usual)


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


SIX_AND_UP = Kind(CARDS.name, CARDS.noun, (0,) * 16 + (1,) * 36, CARDS.names, CARDS.read)


def draw_streets(cards: int, draws: tuple[str, ...]) -> tuple[Street, ...]:
    """Return the streets of a draw game; the upper limit holds from the second draw on."""
    dealt = Street("deal", (Cards(cards),), opens="blinds")
    return (dealt, *(Street(x, draw=cards, tier=min(i, 2)) for i, x in enumerate(draws, 1)))


THREE_DRAWS = ("first draw", "second draw", "third draw")


class Declared(Recorded):
    """A game without a text of ours: its refusals cite no clause."""

    why_clauses: ClassVar[Mapping[str, tuple[str, ...]]] = defaultdict(tuple)


class ShortDeck(Declared):
    """Hold'em without cards below the six."""

    id = "short-deck"
    name = "Short Deck Hold'em"
    kind = SIX_AND_UP
    board_plays = True
    parts = (PotPart("high", ranking="six plus"),)
    streets = fact(
        (
            Street("preflop", (Cards(2),), opens="blinds"),
            Street("flop", board=3),
            Street("turn", board=1),
            Street("river", board=1),
        )
    )

    def hands(self, s: PokerState) -> Hands:
        return ({seat: best_six_plus(s.hole[seat] + s.board) for seat in s.live},)


class TripleDraw(Declared):
    """Deuce to seven with three draws."""

    id = "triple-draw-27"
    name = "Deuce to Seven Triple Draw"
    parts = (PotPart("low", ranking="deuce to seven"),)
    streets = fact(draw_streets(5, THREE_DRAWS))

    def hands(self, s: PokerState) -> Hands:
        return ({seat: low27(s.hole[seat]) for seat in s.live},)


class Badugi(Declared):
    """Four cards, of which those count that differ in rank and suit."""

    id = "badugi"
    name = "Badugi"
    parts = (PotPart("low", ranking="badugi"),)
    streets = fact(draw_streets(4, THREE_DRAWS))

    def hands(self, s: PokerState) -> Hands:
        return ({seat: best_badugi(s.hole[seat]) for seat in s.live},)


class Variant(msgspec.Struct, frozen=True):
    """A code of the format: its game, its betting structure and the fields it requires."""

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
    """Return the variant of a code; BadHand lists the known ones."""
    if code not in VARIANTS:
        raise BadHand(f"there is no variant {short_repr(code)}; {list_available(VARIANTS)}")
    return VARIANTS[code]


def variant_of_game(game: Recorded) -> Variant:
    """Return the variant that a recorded hand of this game is written as."""
    for variant in VARIANTS.values():
        if variant.game is type(game) and variant.structure == game.structure:
            return variant
    raise HousewayError(f"PHH has no code for {game.name} with the structure {game.structure}")
