"""What a viewer sees of a 21-Hold 'em table."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from houseway.families.banked.presenter import has_lost
from houseway.families.blackjack.presenter import blackjack_view
from houseway.hands.poker_high import best_high, describe_high
from houseway.pieces.kind import UNSEEN
from houseway.presentation.views import Pile, View
from houseway.rulebook.colorado.twenty_one_hold_em.state import HoldEmState, Pocket

COLLECTED = "collected"


def hold_em_view(game: Any, s: HoldEmState, viewer: int) -> View:
    """The blackjack table; from the poker element on, the community cards and the players' own.

    The cards of blackjack are shuffled for poker, and may come again: of its hands there is left
    what they came to.
    """
    view = blackjack_view(game, s, viewer)
    if not s.community:
        return view
    words = game.words()
    view.piles = [
        replace(pile, pieces=[], up=[], marks=[*pile.marks, words.status(COLLECTED)])
        if s.reshuffled or pile.zone == "dealer"
        else pile
        for pile in view.piles
    ]
    community = game.kind.show(s.community).split()
    view.piles.append(Pile("community", 0, community, up=[True] * len(community)))
    view.piles += [pocket_pile(game, s, viewer, at) for at, held in s.pockets.items() if held.cards]
    return view


def pocket_pile(game: Any, s: HoldEmState, viewer: int, seat: int) -> Pile:
    """A player's poker cards; once folded they are known to that player only."""
    pocket = s.pockets[seat]
    seen = pocket.shown or viewer == seat
    cards = pocket.cards if seen else [UNSEEN] * len(pocket.cards)
    total = hand_words(pocket, s.community) if seen else ""
    folded = pocket.out and not pocket.shown
    return Pile(
        "poker", seat, game.kind.show(cards).split(), 0, [pocket.shown] * len(cards),
        seat in game.undecided(s), total, [game.words().status("folded")] if folded else [],
        lost=folded or has_lost(s, seat, "pk"),
    )  # fmt: skip


def hand_words(pocket: Pocket, community: list[int]) -> str:
    """The hand, once it is whole."""
    if len(pocket.cards) < 3:
        return ""
    return describe_high(best_high((*pocket.cards, *community)))
