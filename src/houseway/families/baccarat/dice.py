"""Baccarat with dice: a cup for the Player's hand and a cup for the Banker's, shaken and lifted.

The dealer shakes both cups.  Where the house lets players shake, a cup goes to a player after
the dealer's shake; its dice are first seen when the dealer lifts it, so they are asked for only
then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from houseway.cite import step
from houseway.engine.events import UP, DiceTuple, Event
from houseway.engine.questions import Act, Ask, Button, Chance, Pieces, Ruling, Script
from houseway.errors import Reason
from houseway.families.baccarat.game import (
    BANKER_HAND,
    HANDS,
    PLAYER_HAND,
    STANDARD,
    Baccarat,
    BaccaratState,
    standard_stake,
)
from houseway.families.baccarat.presenter import CupsPresenter
from houseway.families.banked.game import BankedCarryOver, FactReader
from houseway.families.banked.rulings import no_wager
from houseway.families.banked.state import Phase
from houseway.game.base import RoundContext, RulingRule, Seat
from houseway.game.face.layout import Zone
from houseway.game.posting import fact
from houseway.game.rulings import BY_DEALER, ruling
from houseway.hands.three_dice import dice_points
from houseway.pieces.dice import DICE

DEALER_ONLY, LARGEST, EACH_SIDE, HOUSE_NAMES = (
    "the dealer only", "largest wager", "largest wager on each hand", "whom the house names",
)  # fmt: skip
SHAKING = "shaking"
SHAKE = (
    Button("shake", "shake what the dealer has handed you"),
    Button("leave", "leave it as the dealer has shaken it"),
)


class CupsState(BaccaratState, kw_only=True):
    """The cups that are shaken, and the seats that have them."""

    shaken: dict[str, int] = {}
    """Hand -> who shook its cup last: a seat, or 0 for the dealer."""
    handed: dict[str, int] = {}
    """Hand -> the seat that holds its cup and has not shaken it yet."""
    named: int = 0
    """The seat that the house has named to shake."""


class CupShaken(Event, frozen=True):
    """A cup is shaken, closed: by a seat, or by the dealer (0), who may hand it on."""

    hand: str
    by: int = 0
    handed_to: int = 0

    def do(self, s: CupsState) -> None:
        s.shaken[self.hand] = self.by
        s.handed.pop(self.hand, None)
        if self.handed_to:
            s.handed[self.hand] = self.handed_to


class CupLeft(Event, frozen=True):
    """A player gives a cup back as the dealer has shaken it."""

    hand: str
    seat: int

    def do(self, s: CupsState) -> None:
        s.handed.pop(self.hand)


class ShakerNamed(Event, frozen=True):
    """The house names the player who shakes."""

    seat: int

    def do(self, s: CupsState) -> None:
        s.named = self.seat


class DiceVoid(Event, frozen=True):
    """Dice fell, lie cocked or were seen too early: the cups that are not read are shaken again."""

    hands: tuple[str, ...]
    reason: str

    def do(self, s: CupsState) -> None:
        for hand in self.hands:
            s.shaken.pop(hand, None)
            s.handed.pop(hand, None)


class DiceRevealed(Event, frozen=True):
    """The dealer lifts a cup: a hand and what it counts."""

    hand: str
    dice: DiceTuple
    points: int
    faces = UP

    def do(self, s: CupsState) -> None:
        s.hands[self.hand] = self.dice
        s.counts[self.hand] = self.points


class CupsBaccarat(Baccarat):
    """A round with two dice cups."""

    family = "dice_baccarat"
    kind = DICE
    presenter_class = CupsPresenter
    zones = (Zone(PLAYER_HAND, "middle", slots=3), Zone(BANKER_HAND, "middle", slots=3))
    pucks = ("cup",)
    button_groups = (tuple(button.name for button in SHAKE),)
    facts: ClassVar[dict[str, FactReader]] = {
        **Baccarat.facts,
        "player_dice": lambda game, s, seat: s.hands[PLAYER_HAND],
        "banker_dice": lambda game, s, seat: s.hands[BANKER_HAND],
    }

    dice_in_a_cup: int = fact(3, says="six-sided dice in each of the two cups")
    players_shake: str = fact(DEALER_ONLY, says="who may shake after the dealer")
    shake_wager: int = fact(0, says="the least in standard wagers of a player who shakes")
    shake_players: int = fact(1, says="the fewest players with wagers for one of them to shake")

    def sets(self) -> int:
        """Return 0: dice come from no deck."""
        return 0

    @step
    def points(self, hand: Pieces) -> int:
        return dice_points(hand)

    def new_state(self, seats: Sequence[Seat], carry_over: BankedCarryOver) -> CupsState:
        return CupsState(**self.seated(seats, carry_over))

    @step
    def bring_hands(self, r: RoundContext[CupsState]) -> Script:
        """Let the dealer shake, then the seat with a cup; then lift the cups one by one."""
        s = r.state
        r.emit(Phase(SHAKING))
        while hidden(s):
            self.dealer_shakes(r)
            if s.handed:
                act = yield Ask(
                    dict.fromkeys(s.handed.values(), SHAKE), "the dealer hands you a cup", "leave"
                )
                if act is not None:
                    self.player_shakes(r, act.seat, act.name == "shake")
            else:
                dice = yield Chance(
                    f"the dice of the {hidden(s)[0]} cup", self.dice_in_a_cup, kind="dice"
                )
                if dice is not None:
                    r.emit(DiceRevealed(hidden(s)[0], dice, self.points(dice)))

    @step
    def dealer_shakes(self, r: RoundContext[CupsState]) -> None:
        """Shake every cup; seats with a cup shake after the dealer."""
        s = r.state
        for hand in hidden(s):
            if hand not in s.shaken:
                r.emit(CupShaken(hand, 0, self.shaker(s, hand)))

    def player_shakes(self, r: RoundContext[CupsState], seat: int, shakes: bool) -> None:
        """Shake the cups in a player's hands again, or leave them as they are."""
        s = r.state
        held = [hand for hand, holder in s.handed.items() if holder == seat]
        for hand in held:
            r.emit(CupShaken(hand, seat) if shakes else CupLeft(hand, seat))

    @step
    def shaker(self, s: CupsState, hand: str) -> int:
        """Return the seat that gets this cup; 0: none. Of equal wagers, the nearest at the dealer's
        left.
        """
        betting = [seat for seat in s.seats if bets(s, seat)]
        if self.players_shake == DEALER_ONLY:
            return 0
        if s.named in betting:
            return s.named
        if self.players_shake == HOUSE_NAMES or len(betting) < self.shake_players:
            return 0
        spots = (hand,) if self.players_shake == EACH_SIDE else STANDARD
        wagered = {seat: standard_stake(s, seat, spots) for seat in betting}
        most = max(wagered.values())
        if most == 0 or most < self.shake_wager:
            return 0
        return next(seat for seat in betting if wagered[seat] == most)

    def actions(self) -> tuple[str, ...]:
        return (*super().actions(), "shake", "leave")

    def explain(self, state: BaccaratState, act: Act, *, asked: bool = True) -> Reason | None:
        assert isinstance(state, CupsState)
        if asked and act.name == "shake" and act.seat not in state.handed.values():
            if self.players_shake == DEALER_ONLY:
                return self.explain_dealer_shakes()
            who = f"here {self.players_shake} shakes after the dealer, not seat {act.seat}"
            return Reason("not-the-shaker", who, self.declared()["players_shake"].clauses)
        return super().explain(state, act, asked=asked)

    def explain_dealer_shakes(self) -> Reason:
        """Explain that no player shakes the cups at this table."""
        cited = self.declared()["players_shake"].clauses
        return Reason("dealer-shakes", "here the dealer alone shakes the cups", cited)


def hidden(s: BaccaratState) -> list[str]:
    """Return the hands whose dice are still covered, in the order in which they are lifted."""
    return [hand for hand in HANDS if hand not in s.hands]


def bets(s: BaccaratState, seat: int) -> bool:
    """Return True if a seat has chips on the table."""
    return any(who[0] == seat for _, who, _ in s.iter_stakes())


def reshake(*clauses: str) -> RulingRule:
    """Return the ruling that has the cups not yet read shaken again, by dealer and player."""

    def explain_unavailable(game: CupsBaccarat, s: CupsState, ruling: Ruling) -> Reason | None:
        return None if s.shaken else Reason("no-cup-shaken", "no cup has been shaken yet")

    words = "the dice do not count: the cups not yet read are shaken again"

    @ruling(words, *clauses, unless=explain_unavailable)
    def reshake(game: CupsBaccarat, r: RoundContext[CupsState], ruling: Ruling) -> None:
        reason = ruling.reason or "a die fell or lies cocked"
        r.emit(DiceVoid(tuple(hidden(r.state)), reason))

    return reshake


def name_shaker(*clauses: str) -> RulingRule:
    """Return the ruling that gives the covered cups to a player with a wager to shake."""

    def explain_unavailable(game: CupsBaccarat, s: CupsState, ruling: Ruling) -> Reason | None:
        if game.players_shake == DEALER_ONLY:
            return game.explain_dealer_shakes()
        if s.phase == SHAKING and not bets(s, ruling.seat):
            return no_wager(ruling.seat)
        return None

    words = "a player shakes the cups after the dealer"

    @ruling(words, *clauses, unless=explain_unavailable, takes=("seat",), needs=BY_DEALER)
    def name_shaker(game: CupsBaccarat, r: RoundContext[CupsState], ruling: Ruling) -> None:
        s = r.state
        r.emit(ShakerNamed(ruling.seat))
        for hand in hidden(s):
            if hand in s.shaken:
                r.emit(CupShaken(hand, 0, game.shaker(s, hand)))

    return name_shaker
