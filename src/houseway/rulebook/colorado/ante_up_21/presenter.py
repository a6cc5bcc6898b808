"""The poker hand and the BET spot of an Ante Up 21 table."""

from __future__ import annotations

from typing import Any

from houseway.families.blackjack.presenter import BlackjackPresenter
from houseway.game.face.layout import SpotPlan
from houseway.game.face.views import Pile
from houseway.rulebook.colorado.ante_up_21.rules import poker_words
from houseway.rulebook.colorado.ante_up_21.state import ANTE, BET


class AnteUp21Presenter(BlackjackPresenter):
    """A blackjack table with the dealer's poker hand."""

    def piles(self, s: Any, viewer: int) -> list[Pile]:
        found = super().piles(s, viewer)
        if s.forward:
            shown = self.game.kind.show(s.forward).split()
            words = poker_words(s.forward)
            found.append(Pile("dealer poker", 0, shown, up=[True] * len(shown), total=words))
        return found

    def follow_spots(self) -> tuple[SpotPlan, ...]:
        least, most = self.game.limits(self.game.wager_named[ANTE])
        words, cited = "BET, equal to the ANTE", ("CO-2106-9a",)
        bet = SpotPlan(
            BET, words, least, most, False, cited, "poker", rank="follows", placed="poker",
            beside=(ANTE,), equals=ANTE, pay=BET,
        )  # fmt: skip
        return (*super().follow_spots(), bet)
