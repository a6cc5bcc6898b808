"""Fortune Pai Gow Poker.  Delta Club Casino, rules of play.

Pai Gow Poker with one more wager: what the seven cards make, and what others' cards make.  Fees are
taken before the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from houseway.cite import procedure
from houseway.engine.questions import PLAYER, Script
from houseway.errors import Refused
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.families.banked.settlement import FactReader, PostedFact
from houseway.families.set_hands.state import MAIN
from houseway.game.base import RoundContext, Seat
from houseway.game.posting import fact, posted
from houseway.game.wagers import AFTER_DEALER, main_wager, side
from houseway.hands.fortune import fortune
from houseway.money import format_dollars
from houseway.rulebook.delta.fortune_pai_gow_poker.envy import (
    ENVY,
    FORTUNE,
    FortuneState,
    envy_claims,
    place_buttons,
)
from houseway.rulebook.delta.fortune_pai_gow_poker.presenter import FortunePresenter
from houseway.rulebook.delta.pai_gow_poker.game import PaiGowPoker
from houseway.rulebook.delta.pai_gow_poker.piles import PILES

BY_SEAT, AFTER_ALL = "seat by seat", "after all base wagers"


class FortunePaiGowPoker(PaiGowPoker):
    """Pai Gow Poker with the Fortune Bonus and its Envy."""

    id = "fortune-pai-gow-poker"
    name = "Fortune Pai Gow Poker"
    section = "Delta Club Casino, Fortune Pai Gow Poker"
    owner = "ShuffleMaster Inc."
    sections = ("CA-FPG", "CA-PGP", "CA-PD")
    wagers = (
        main_wager("betting circle", "CA-FPG-01", "CA-PGP-05", least=10_00, most=100_00),
        side(FORTUNE, "Fortune Bonus", "CA-FPG-01", "CA-FPG-10", "CA-FPG-12", rule=fortune,
             resolves=AFTER_DEALER, needs=MAIN, at_most=MAIN, at_most_if="fortune_max_base",
             most=100_00, envy_to=PLAYER),
    )
    facts: ClassVar[dict[str, FactReader]] = {
        **PaiGowPoker.facts,
        "fortune_best": PostedFact("fortune_best", ("pay", "rank")),
        "match_with_joker": PostedFact("match_with_joker", (False, True)),
    }
    pucks = ("bank", "action", ENVY)
    inherits = {"CA-FPG-01": PaiGowPoker}
    replaces = {"CA-PGP-06": ("CA-FPG-08",)}
    cites = {
        "dealing.dealt": ("CA-FPG-03",),
        "bank.turn": ("CA-FPG-13", "CA-PD-07"),
        "bank.next": ("CA-FPG-13", "CA-PD-07"),
        "bank.fees": ("CA-FPG-08", "CA-PD-01", "CA-PD-02"),
        "bank.sign": ("CA-PGP-16", "CA-PD-15"),
        "settle_hands": ("CA-FPG-03", "CA-PGP-08", "CA-PGP-17", "CA-PD-05", "CA-PD-06"),
        "side_steps": ("CA-FPG-03", "CA-FPG-11"),
    }
    rows = fortune.outcomes
    presenter_class = FortunePresenter

    bank: PlayerDealer = fact(
        PlayerDealer(rotation=Rotation(positions=PILES), joint=True, either_way=True),
        "CA-FPG-08", "CA-FPG-09", "CA-FPG-13", "CA-PGP-01", "CA-PD-02", "CA-PD-07",
        says="clockwise, two hands each; fees before any card is dealt",
    )
    backline: tuple[str, ...] = fact(
        (MAIN, FORTUNE), "CA-FPG-01", "CA-PGP-05", says="wagers on the hand of another, who sets it"
    )
    joker: str = fact("semi-wild", "CA-FPG-07", "CA-PGP-01", "CA-PGP-13", says="never any card")
    envy_from: int = fact(5_00, "CA-FPG-02", says="the Fortune wager that gets an Envy button")
    fortune_best: str = posted(
        "pay", "rank", cite=("CA-FPG-03", "CA-FPG-07"),
        says="a straight that is also three of a kind: the row that pays more, or ranks higher",
    )
    match_with_joker: bool = posted(
        True, False, cite="CA-FPG-07", says="a royal match beside a royal flush with the joker"
    )
    fortune_max_base: bool = posted(
        False, True, cite="CA-FPG-12", says="the Fortune wager may not be more than the base"
    )
    fortune_settled: str = posted(
        BY_SEAT, AFTER_ALL, cite=("CA-FPG-03", "CA-FPG-11"),
        says="when Fortune wagers are settled",
    )

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        if self.fortune_settled == AFTER_ALL:
            self.settles = ((MAIN,), (FORTUNE,))

    @procedure("CA-FPG-12")
    def check_posting(self) -> None:
        """Let Fortune wagers go up to the table maximum; refuse a higher limit."""
        super().check_posting()
        most = self.fees.most if self.fees is not None else self.main_limits[1]
        if "fortune_limits" not in self.stated:
            self.fortune_limits = self.posting["fortune_limits"] = (100, most)
        elif self.fortune_limits[1] > most:
            raise Refused(
                "fortune-above-table-maximum", "a Fortune wager is at most the table maximum of "
                f"{format_dollars(most)}", ("CA-FPG-12",)
            )

    main_limits: tuple[int, int]
    fortune_limits: tuple[int, int]

    def new_state(self, seats: Sequence[Seat], carry_over: Any) -> FortuneState:
        return FortuneState(**self.seated(seats, carry_over))

    def lock_in(self, r: RoundContext) -> None:
        super().lock_in(r)
        place_buttons(self, r)

    def hand(self, r: RoundContext) -> Script:
        """Play the hand; then the player-dealer pays the Envy Bonuses as far as the wager lasts."""
        yield from super().hand(r)
        if claims := envy_claims(self, r.state):
            self.settle(r, claims)


GAME = FortunePaiGowPoker
