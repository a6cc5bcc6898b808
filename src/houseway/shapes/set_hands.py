"""Set-hands games of a player-dealer: everybody sets the pieces dealt, and part meets part.

Bank, wagers, dice, deal, setting, settling from the action button.  A game states its parts,
which dice totals are the player-dealer's own and when fees are taken, and says how the house
sets, what a setting may not be, and who wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from houseway.cite import memo, procedure
from houseway.errors import Refused
from houseway.events import Closed, DiceTuple, Event
from houseway.game import Dealing, Seat
from houseway.script import Act, Arrange, AskAll, Button, Chance, Choice, Pieces, Script
from houseway.shapes.bank_turns import ActionButton, BankTurn, PlayerDealerState
from houseway.shapes.banked import Phase, seated
from houseway.shapes.player_dealer import SETTLING, PlayerBanked
from houseway.shapes.setting import (
    HOUSE_WAY,
    OWN_WAY,
    SETTING,
    HandSet,
    HandShown,
    PiecesDealt,
    SetsHands,
    joined,
)
from houseway.views import Pile, View
from houseway.wager import AFTER_DEALER

BANK_SETTING = "player-dealer sets"
FeesTaken = Literal["before the dice", "after the deal"]


class SetHandsState(PlayerDealerState, kw_only=True):
    """What lies on the table: dice, pieces dealt, pieces set, hands turned over."""

    dice: tuple[int, ...] = ()
    dealt: dict[int, Pieces] = {}
    sets: dict[int, Pieces] = {}
    shown: list[int] = []

    def place(self, seat: int, hand: int) -> int:
        """A seat has one hand."""
        return seat

    def seat_of(self, place: int) -> int:
        """Whose hand it is."""
        return place

    def has_set(self, seat: int) -> None:
        """The seat is waited for no longer."""
        self.waiting.remove(seat)


class CupOpened(Event, frozen=True):
    """The player-dealer has shaken the dice cup, and it is opened."""

    dice: DiceTuple
    total: int

    def do(self, s: SetHandsState) -> None:
        s.dice = self.dice


class SetHands(SetsHands, PlayerBanked):
    """The round of a set-hands game with a player-dealer."""

    shape = "set_hands"
    facts = {"dealt": lambda game, s, seat: sorted(s.dealt[seat])}
    fouls_stand: ClassVar[bool] = False
    deal_clauses = ("CA-TILE-01", "CA-TILE-05")
    choice_clauses: ClassVar[dict[str, tuple[str, ...]]] = {
        "set": ("CA-TILE-06",), "bank": ("CA-PD-03", "CA-PD-17"), "join_bank": ("CA-PD-11",)
    }  # fmt: skip
    wager_clauses: ClassVar[tuple[str, ...]] = ()

    dice_n: int
    banker_at: tuple[int, ...]
    fees_taken: FeesTaken

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        self._house_way = memo(self.house_way)
        self._aid = memo(self.setting_aid)

    # -- what a game says --------------------------------------------------------------------

    def setting_aid(self, pieces: Pieces) -> str:
        """A word of help to those who set their own."""
        return ""

    def as_set(self, pieces: Pieces) -> Pieces:
        """A setting as it counts at the table."""
        return pieces

    def compare(self, player: Pieces, bank: Pieces) -> int:
        """The outcome of a set hand against the player-dealer's."""
        raise NotImplementedError

    def describe(self, part: Pieces) -> str:
        """One part of a set hand in words."""
        return ""

    def part_words(self, pieces: Pieces) -> tuple[str, ...]:
        return tuple(self.describe(part) for _, part in self.parted(pieces))

    # -- the round ---------------------------------------------------------------------------

    def new_state(self, seats: Sequence[Seat], between: BankTurn) -> SetHandsState:
        return SetHandsState(between=self.checked(between), **seated(seats))

    def play(self, r: Dealing) -> Script:
        s = r.state
        yield from self.offer_bank(r)
        if not s.bank:
            return self.not_played(r, "nobody takes the player-dealer position")
        yield from self.betting(r)
        if not s.stakes:
            return self.not_played(r, "nobody wagers against the player-dealer")
        if self.fees_taken == "before the dice":
            self.take_fees(r)
        yield from self.open_cup(r)
        yield from self.deal(r)
        if self.fees_taken == "after the deal":
            self.take_fees(r)
        yield from self.set_hands(r, SETTING, self.settling_order(s))
        yield from self.set_hands(r, BANK_SETTING, (s.bank,))
        self.settle_hands(r)
        self.return_bank(r)
        r.emit(Closed())

    @procedure("CA-TILE-01", "CA-TILE-03", "CA-TILE-04", "CA-PD-06")
    def open_cup(self, r: Dealing) -> Script:
        """The dice of the player-dealer place the action button."""
        s = r.state
        r.emit(Phase("dice"))
        while not s.dice:
            dice = yield Chance("dice", self.dice_n, kind="dice")
            if dice is not None:
                r.emit(CupOpened(dice, sum(dice)))
                r.emit(ActionButton(self.action_seat(s, sum(dice))))

    @procedure("CA-TILE-03", "CA-TILE-15", "CA-PD-16")
    def action_seat(self, s: SetHandsState, total: int) -> int:
        """The seat the total names, or the next one with a wager; past the player-dealer on his."""
        start = s.bank if total in self.banker_at else self.bank.position(s.bank, total)
        return self.bank.around({key[0] for key in s.stakes}, start)[0]

    @procedure("CA-TILE-03", "CA-TILE-05", "CA-TILE-15")
    def dealing_order(self, s: SetHandsState) -> list[int]:
        """From the action button, the player-dealer in his place; from him if the dice say so."""
        first = s.bank if sum(s.dice) in self.banker_at else s.action
        return self.bank.around({s.bank, *(key[0] for key in s.stakes)}, first)

    @procedure("CA-TILE-01", "CA-TILE-05")
    def deal(self, r: Dealing) -> Script:
        """A set of pieces to everybody, face down."""
        s, n = r.state, self.hand_size
        r.emit(Phase("deal"))
        while not s.dealt:
            pieces = yield Chance(self.kind.name, n * len(self.dealing_order(s)))
            if pieces is None:
                continue
            for i, seat in enumerate(self.dealing_order(s)):
                r.emit(PiecesDealt(seat, pieces[n * i : n * i + n]))

    @procedure("CA-TILE-06")
    def set_hands(self, r: Dealing, phase: str, seats: Sequence[int]) -> Script:
        """Each of these seats sets its hands or has them set the house way."""
        s = r.state
        r.emit(Phase(phase, tuple(seats)))
        while s.waiting:
            act = yield AskAll(
                {seat: self.set_choices(s.dealt[seat]) for seat in s.waiting},
                "set your hands",
                "house_way",
            )
            if act is None:
                continue
            if act.name == "set":
                r.emit(HandSet(act.seat, self.as_set(joined(act.parts)), OWN_WAY))
            else:
                way = self._house_way[tuple(sorted(s.dealt[act.seat]))]
                r.emit(HandSet(act.seat, way, HOUSE_WAY))

    def set_choices(self, pieces: Pieces) -> tuple[Choice, ...]:
        """Arrange the pieces, with the house way as the suggestion, or ask for it."""
        in_order = tuple(sorted(pieces))
        return (
            Arrange(
                "set",
                pieces,
                tuple(self.parts.items()),
                self._aid[in_order],
                self.parted(self._house_way[in_order]),
            ),
            Button("house_way", "let the house dealer set them the house way"),
        )

    @procedure("CA-PD-05", "CA-PD-06", "CA-PD-16")
    def settle_hands(self, r: Dealing) -> None:
        """From the action button on, hand after hand against the player-dealer's."""
        s, order = r.state, self.settling_order(r.state)
        r.emit(Phase(SETTLING))
        self.show(r, s.bank)
        for seat in order:
            self.show(r, seat)
            outcome = self.compare(s.sets[seat], s.sets[s.bank])
            payout = self.pay["main"][outcome]
            self.settle(r, seat, "main", self.outcomes[outcome], payout, self.compare_clauses)
            self.settle_side_bets(r, AFTER_DEALER, (seat,))

    # -- why not -----------------------------------------------------------------------------

    def forbids(self, state: Any, act: Act) -> Refused | None:
        if act.name == "set" and not self.fouls_stand:
            fault = self.set_fault(self.as_set(joined(act.parts)))
            return Refused(fault, self.compare_clauses) if fault else None
        return super().forbids(state, act)

    def actions(self) -> tuple[str, ...]:
        return (*super().actions(), "set", "house_way")

    def why_not(self, state: Any, seat: int, name: str) -> Refused | None:
        if name in ("bet", "join_bank") and state.dice:
            return Refused("wagers are placed before the dice cup is opened", self.wager_clauses)
        if name in ("set", "house_way") and seat not in state.dealt:
            return Refused(f"seat {seat} has nothing to set yet", self.turn_clauses)
        return super().why_not(state, seat, name)

    # -- views -------------------------------------------------------------------------------

    def view(self, state: SetHandsState, viewer: int) -> View:
        s = state
        piles = [*self.dice_piles(s), *self.hand_piles(s, viewer)]
        return self.table_view(s, viewer, piles, pucks=self.puck_views(s))

    def dice_piles(self, s: SetHandsState) -> list[Pile]:
        """The dice in the open cup."""
        return [Pile("dice", 0, [str(die) for die in s.dice])] if s.dice else []


__all__ = ["HandSet", "HandShown", "PiecesDealt", "SetHands", "SetHandsState"]
