"""Set-hands games: everybody sets the pieces dealt into parts, and part is held against part.

Bank, wagers, dice, deal, setting, settling from the action button.  A setting is kept as the
pieces in the order of the parts (high hand, then low hand).  A game states its parts, which dice
totals are the player-dealer's own and when fees are taken, and says how the house sets, what a
setting may not be, and who wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from houseway.cite import memo, procedure
from houseway.errors import Refused
from houseway.events import Closed, DiceTuple, Event, PieceTuple
from houseway.game import Dealing, Seat
from houseway.pay import check_rows
from houseway.pieces.kinds import UNSEEN
from houseway.script import Act, Arrange, AskAll, Button, Chance, Choice, Pieces, Script
from houseway.shapes.bank_turns import ActionButton, BankTurn, PlayerDealerState
from houseway.shapes.banked import Phase, seated
from houseway.shapes.player_dealer import SETTLING, PlayerBanked
from houseway.views import Pile, View
from houseway.wager import AFTER_DEALER

HOUSE_WAY, OWN_WAY = "house way", "own way"
SETTING, BANK_SETTING = "setting", "player-dealer sets"
Parts = tuple[tuple[str, Pieces], ...]
FeesTaken = Literal["before the dice", "after the deal"]


class SetHandsState(PlayerDealerState, kw_only=True):
    """What lies on the table: dice, pieces dealt, pieces set, hands turned over."""

    dice: tuple[int, ...] = ()
    dealt: dict[int, Pieces] = {}
    sets: dict[int, Pieces] = {}
    shown: list[int] = []


class CupOpened(Event, frozen=True):
    """The player-dealer has shaken the dice cup, and it is opened."""

    dice: DiceTuple
    total: int

    def do(self, s: SetHandsState) -> None:
        s.dice = self.dice


class PiecesDealt(Event, frozen=True):
    """A seat gets its pieces, face down."""

    seat: int
    pieces: PieceTuple

    def do(self, s: SetHandsState) -> None:
        s.dealt[self.seat] = self.pieces

    def hidden(self) -> PiecesDealt:
        return PiecesDealt(self.seat, (UNSEEN,) * len(self.pieces))

    def seen_by(self, viewer: int) -> bool:
        return viewer == self.seat


class HandSet(Event, frozen=True):
    """A seat's pieces are set, part after part, by itself or the house way; still face down."""

    seat: int
    pieces: PieceTuple
    by: str

    def do(self, s: SetHandsState) -> None:
        s.sets[self.seat] = self.pieces
        s.waiting.remove(self.seat)

    def hidden(self) -> HandSet:
        return HandSet(self.seat, (UNSEEN,) * len(self.pieces), self.by)

    def seen_by(self, viewer: int) -> bool:
        return viewer == self.seat


class HandShown(Event, frozen=True):
    """A set hand is turned over for all to see."""

    seat: int
    pieces: PieceTuple
    words: str

    def do(self, s: SetHandsState) -> None:
        s.shown.append(self.seat)


class SetHands(PlayerBanked):
    """The round of a set-hands game with a player-dealer."""

    shape = "set_hands"
    facts = {"dealt": lambda game, s, seat: s.dealt[seat]}
    fouls_stand: ClassVar[bool] = False
    deal_clauses = ("CA-TILE-01", "CA-TILE-05")
    choice_clauses: ClassVar[dict[str, tuple[str, ...]]] = {
        "set": ("CA-TILE-06",), "bank": ("CA-PD-03", "CA-PD-17"), "join_bank": ("CA-PD-11",)
    }  # fmt: skip
    wager_clauses: ClassVar[tuple[str, ...]] = ()

    parts: dict[str, int]
    dice_n: int
    banker_at: tuple[int, ...]
    fees_taken: FeesTaken
    outcomes: ClassVar[tuple[str, ...]]
    compare_clauses: ClassVar[tuple[str, ...]]

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        check_rows(self.pay_tables()["main"], self.outcomes, f"pay table of {self.id}")
        self.hand_size = sum(self.parts.values())
        self._house_way = memo(self.house_way)
        self._aid = memo(self.setting_aid)

    # -- what a game says --------------------------------------------------------------------

    def house_way(self, pieces: Pieces) -> Pieces:
        """How the house dealer sets these pieces, which come in order."""
        raise NotImplementedError

    def setting_aid(self, pieces: Pieces) -> str:
        """A word of help to those who set their own."""
        return ""

    def as_set(self, pieces: Pieces) -> Pieces:
        """A setting as it counts at the table."""
        return pieces

    def set_fault(self, pieces: Pieces) -> str | None:
        """Why this setting is not allowed (or is a foul, where fouls stand), or None."""
        return None

    def compare(self, player: Pieces, bank: Pieces) -> int:
        """The outcome of a set hand against the player-dealer's."""
        raise NotImplementedError

    def describe(self, part: Pieces) -> str:
        """One part of a set hand in words."""
        return ""

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

    def parted(self, pieces: Pieces) -> Parts:
        """A setting by the names of its parts."""
        parts, at = [], 0
        for name, n in self.parts.items():
            parts.append((name, pieces[at : at + n]))
            at += n
        return tuple(parts)

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

    def show(self, r: Dealing, seat: int) -> None:
        """Turn a hand over."""
        pieces = r.state.sets[seat]
        words = " / ".join(self.describe(part) for _, part in self.parted(pieces))
        r.emit(HandShown(seat, pieces, words))

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
        return View(
            game=self.id,
            viewer=viewer,
            phase=s.phase,
            seats=self.seat_views(s),
            piles=[*self.dice_piles(s), *self.hand_piles(s, viewer)],
            chips=self.chip_views(s),
            pots=[],
            pucks=self.puck_views(s),
            said=list(s.said),
        )

    def dice_piles(self, s: SetHandsState) -> list[Pile]:
        """The dice in the open cup."""
        return [Pile("dice", 0, [str(die) for die in s.dice])] if s.dice else []

    def hand_piles(self, s: SetHandsState, viewer: int) -> list[Pile]:
        """Pieces before they are set, parts after, in words too; seen by their seat at first."""
        piles = []
        for seat, dealt in s.dealt.items():
            seen = viewer == seat or seat in s.shown
            set_ = seat in s.sets
            parts = self.parted(s.sets[seat]) if set_ else ((self.kind.name, dealt),)
            for zone, pieces in parts:
                names = [self.kind.names[p] if seen else "??" for p in pieces]
                piles.append(
                    Pile(zone, seat, names, self.describe(pieces) if seen and set_ else "")
                )
        return piles


def joined(parts: Parts) -> Pieces:
    """The pieces of all parts, one part after the other."""
    return tuple(piece for _, pieces in parts for piece in pieces)
