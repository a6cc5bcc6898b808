"""Blackjack whose first two cards may be dealt face down, as a house does with one deck or two.

A player looks at his own cards; they are turned up when he doubles, splits or gives up, when the
hand is over, and when he exposes them for a wager that must be claimed.  A hand of 21 that is
down is asked like any other, so that nobody can tell it from a lower one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from houseway.engine.questions import Act, Ask, Button, Script
from houseway.errors import Refused
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.state import BlackjackState, CardsDealtDown, CardsTurned
from houseway.game.base import RoundContext
from houseway.game.wagers import AFTER_DEAL, AFTER_HAND, AFTER_PEEK

EXPOSE = Button("expose", "turn both cards up and claim the wager")
KEEP_DOWN = Button("keep_down", "leave the cards down and lose the wager")
FACE_UP, FACE_DOWN = "face up", "face down"


class FaceDown(Blackjack):
    """A game that posts how the first two cards of a player are dealt."""

    button_groups = ((EXPOSE.name, KEEP_DOWN.name),)
    player_cards: str = FACE_UP
    claimed_for: ClassVar[tuple[str, ...]] = ()
    """The wagers for which cards that are down must be turned up."""

    def __init__(self, posting: Mapping[str, Any] | None = None) -> None:
        super().__init__(posting)
        if self.player_cards == FACE_DOWN:
            self.dealt_as = CardsDealtDown
            self.check_down()

    def check_down(self) -> None:
        """Refuse a wager that would tell of cards before they are turned up or claimed by them."""
        for side in self.side_named.values():
            wager = side.wager
            early = wager.known is not None or wager.resolves in (AFTER_DEAL, AFTER_PEEK)
            if early and "first_two" in wager.reads and wager.name not in self.claimed_for:
                raise Refused(
                    f"{wager.words} looks at cards that lie face down after the deal; here it may "
                    f"be decided {AFTER_HAND!r}, or the cards dealt face up",
                    wager.clauses,
                )

    def turn_up(self, r: RoundContext, seat: int) -> None:
        """A seat's cards lie open from now on."""
        if seat in r.state.down:
            r.emit(CardsTurned(seat, r.state.dealt[seat]))

    def decide(self, r: RoundContext, act: Act) -> None:
        if act.name not in ("hit", "stand"):
            self.turn_up(r, act.seat)
        super().decide(r, act)

    def claim(self, r: RoundContext, spot: str) -> Script:
        """In the order of settlement, who has this wager exposes the cards or loses it."""
        while (seat := self.claiming(r.state, spot)) is not None:
            words = "expose a winning hand, or the wager is collected"
            act: Act | None = yield Ask(seat, (EXPOSE, KEEP_DOWN), words, "keep_down")
            if act is None:
                continue
            if act.name == "expose":
                self.turn_up(r, act.seat)
                self.claimed(r, act.seat)
            else:
                self.unclaimed(r, act.seat)

    def claiming(self, s: BlackjackState, spot: str) -> int | None:
        """The next seat with this wager whose cards are down."""
        down = (seat for seat in self.settling(s) if seat in s.down)
        return next((seat for seat in down if (seat, spot, 0) in s.stakes), None)

    def claimed(self, r: RoundContext, seat: int) -> None:
        """What follows when a seat has exposed its cards."""

    def unclaimed(self, r: RoundContext, seat: int) -> None:
        """What follows when it has not."""
        raise NotImplementedError

    def actions(self) -> tuple[str, ...]:
        return (*super().actions(), EXPOSE.name, KEEP_DOWN.name)
