"""The house as the bank of a table, and with it what any bank is asked in a round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from houseway.engine.questions import Act, Choice, Question
from houseway.errors import Refused
from houseway.families.banked.player_bank import BankTurn, PlayerBank
from houseway.families.banked.state import BankedState
from houseway.game.base import RoundContext, Seat
from houseway.game.posting import Declared
from houseway.presentation.layout import SpotPlan
from houseway.presentation.views import BankView, Chips, Puck

if TYPE_CHECKING:
    from houseway.families.banked.betting import Bet
    from houseway.families.banked.game import Banked

FeesTaken = Literal["before the deal", "after the deal"]


class HouseBank(msgspec.Struct, frozen=True):
    """The house banks: it pays without limit, and there is nothing to offer or to share."""

    joint: bool = False

    def __str__(self) -> str:
        return "the house"

    def postings(self) -> dict[str, Declared]:
        """What is posted of the bank."""
        return {}

    def check_posting(self, game: Banked) -> None:
        """Whether what is posted of it fits."""

    def new(self, game: Banked, seats: Sequence[Seat], turn: BankTurn | None) -> PlayerBank | None:
        """What a round has of it."""
        return None

    def first(self) -> BankTurn | None:
        """What is carried of it into the first round."""
        return None

    def carried(self, s: BankedState) -> BankTurn | None:
        """What a finished round hands on of it."""
        return None

    def offer(self, game: Banked, r: RoundContext[BankedState]) -> Iterable[Question]:
        """Find somebody who banks."""
        return ()

    def may_play(self, game: Banked, r: RoundContext[BankedState]) -> bool:
        """Whether there is a bank to wager against."""
        return True

    def bettors(self, s: BankedState) -> list[int]:
        """The seats that may wager against it."""
        return s.seats

    def choices(
        self, game: Banked, s: BankedState, seat: int, bets: tuple[Choice, ...]
    ) -> tuple[Choice, ...]:
        """What a seat may do when wagers are placed."""
        return bets

    def apart(self, s: BankedState) -> bool:
        """Whether that is the same for a seat whatever the others have done."""
        return True

    def join(self, r: RoundContext[BankedState], act: Act) -> None:
        """A seat puts up a part of the bank."""

    def refuses_bet(self, game: Banked, s: BankedState, seat: int, bet: Bet) -> Refused | None:
        """Why wagers are not taken against it."""
        return None

    def take_fees(self, game: Banked, r: RoundContext[BankedState], moment: FeesTaken) -> None:
        """What the house takes at this moment for the hand."""

    def place_button(self, game: Banked, r: RoundContext[BankedState]) -> Iterable[Question]:
        """Show where settling begins."""
        return ()

    def covers(self, bank: PlayerBank, owed: int) -> int | None:
        """How much of a claim is paid or collected."""
        return owed

    def in_order(self, game: Banked, s: BankedState, circles: Iterable[int]) -> list[int]:
        """Circles in the order of settlement: from the dealer's right, or from the left."""
        return sorted(circles, reverse=game.settles_from != "dealer's left")

    def close(self, game: Banked, r: RoundContext[BankedState]) -> None:
        """What is left of it goes back."""

    def void(self, game: Banked, r: RoundContext[BankedState]) -> None:
        """There was no hand: what it has taken beside the wagers goes back."""

    def actions(self) -> tuple[str, ...]:
        """The decisions it brings."""
        return ()

    def why_no_turn(self, game: Banked, s: Any, seat: int, name: str) -> Refused | None:
        """Why somebody who is not asked could not do this anyway."""
        return None

    def why_not(self, game: Banked, s: Any, seat: int, name: str) -> Refused | None:
        """Why a decision about it is not offered."""
        return None

    def sign(self, game: Banked) -> tuple[tuple[str, str], ...]:
        """What is posted about it besides."""
        return ()

    def scene(self) -> tuple[str, int]:
        """Round what people sit, and which way seats are counted (``Layout.direction``)."""
        return "arc", 1

    def spots(self, game: Banked) -> tuple[SpotPlan, ...]:
        """Where its chips lie."""
        return ()

    def pucks(self, s: BankedState) -> list[Puck]:
        """The buttons it has on the table."""
        return []

    def chips(self, s: BankedState) -> list[Chips]:
        """What lies on its spot."""
        return []

    def status(self, s: BankedState, seat: int) -> str:
        """One word on a seat's part in it."""
        return ""

    def view(self, s: BankedState) -> BankView | None:
        """What it has and what of that is used; the house pays without limit."""
        return None


HOUSE_BANK = HouseBank()
