"""Irregularities of an ante-and-play deal: a wrong number of cards, and cards seen by all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.engine.questions import Ruling
from houseway.errors import Reason
from houseway.families.ante_play.state import AntePlayState, CardExposed, HandVoided
from houseway.families.banked.rulings import misdeal_dealer, misdeal_player
from houseway.game.base import RoundContext, RulingRule
from houseway.game.rulings import ruling

if TYPE_CHECKING:
    from houseway.families.ante_play.game import AntePlay


def take_out(r: RoundContext[AntePlayState], seat: int) -> None:
    """Take all hands of a seat out of the round, and hands that have no wager without it."""
    s = r.state
    for at, held in tuple(s.hands.items()):
        if at[0] == seat or not (held.out or s.spots_of(at)):
            r.emit(HandVoided(*at))


def lies_with(s: AntePlayState, piece: int) -> int:
    """Return the circle in which a card lies: 0 for the dealer's hand, -1 for none."""
    if piece in s.dealer:
        return 0
    return next((circle for (circle, _), hand in s.hands.items() if piece in hand.cards), -1)


def explain_not_exposed(game: AntePlay, s: AntePlayState, ruling: Ruling) -> Reason | None:
    """Explain that the card does not lie on the table."""
    for piece in ruling.pieces:
        if lies_with(s, piece) < 0:
            return Reason("card-not-on-table", f"{game.kind.show((piece,))} is not on the table")
    return None


def misdeals(player: str, dealer: str, exposed: str) -> tuple[RulingRule, ...]:
    """The three rulings, each with the clause it stands on."""

    @ruling("a card was seen by all: no misdeal, it is turned down again", exposed,
            unless=explain_not_exposed, takes=("pieces",))  # fmt: skip
    def exposed_card(game: AntePlay, r: RoundContext[AntePlayState], ruling: Ruling) -> None:
        """A card everybody has seen is noted and turned down again; the round goes on."""
        for piece in ruling.pieces:
            r.emit(CardExposed(lies_with(r.state, piece), (piece,)))

    return misdeal_player(player, take_out), misdeal_dealer(dealer), exposed_card
