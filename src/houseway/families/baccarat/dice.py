"""Baccarat with dice: a cup for the Player's hand and a cup for the Banker's, shaken and lifted.

The dealer shakes both cups.  Where the house lets players shake, a cup goes to a player after
the dealer's shake; its dice are first seen when the dealer lifts it, so they are asked for only
then.
"""

from __future__ import annotations

from typing import Any

from houseway.cite import step
from houseway.engine.events import UP, DiceTuple, Event
from houseway.engine.questions import Act, Ask, Chance, Pieces, Ruling, Script
from houseway.errors import Reason
from houseway.families.baccarat.game import (
    BANKER_HAND,
    HANDS,
    PLAYER_HAND,
    STANDARD,
    Baccarat,
    BaccaratState,
    HandSource,
    standard_stake,
)
from houseway.families.banked.game import FactReader
from houseway.families.banked.rulings import no_wager
from houseway.families.banked.state import Phase
from houseway.game.base import RoundContext, RulingRule
from houseway.game.decisions import decision
from houseway.game.rulings import BY_DEALER, ruling
from houseway.hands.three_dice import dice_points

DEALER_ONLY, LARGEST, EACH_SIDE, HOUSE_NAMES = (
    "the dealer only", "largest wager", "largest wager on each hand", "whom the house names",
)  # fmt: skip
SHAKING = "shaking"


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


def explain_not_shaken(game: Any, s: CupsState, seat: int) -> Reason | None:
    """Explain why a seat shakes no cup; None if it has one."""
    if seat in s.handed.values():
        return None
    if game.players_shake == DEALER_ONLY:
        return explain_dealer_shakes(game)
    who = f"here {game.players_shake} shakes after the dealer, not seat {seat}"
    return Reason("not-the-shaker", who, game.declared()["players_shake"].clauses)


def held_by(s: CupsState, seat: int) -> list[str]:
    """Return the hands whose cups a seat has."""
    return [hand for hand, holder in s.handed.items() if holder == seat]


@decision("shake what the dealer has handed you", unless=explain_not_shaken, at=SHAKING)
def shake(game: Any, r: RoundContext[CupsState], act: Act) -> None:
    """A player shakes the cups again."""
    for hand in held_by(r.state, act.seat):
        r.emit(CupShaken(hand, act.seat))


@decision("leave it as the dealer has shaken it", at=SHAKING)
def leave(game: Any, r: RoundContext[CupsState], act: Act) -> None:
    """A player gives the cups back as they are."""
    for hand in held_by(r.state, act.seat):
        r.emit(CupLeft(hand, act.seat))


class DiceCups(HandSource):
    """Two cups with three dice each.

    A game with cups posts ``dice_in_a_cup`` and ``players_shake``, which says who may shake after
    the dealer. ``shake_wager`` is the least in standard wagers of that player. ``shake_players`` is
    the fewest players with wagers for one of them to shake.
    """

    state = CupsState

    @step
    def points(self, hand: Pieces) -> int:
        return dice_points(hand)

    @step("bring_hands")
    def bring(self, game: Any, r: RoundContext[CupsState]) -> Script:
        """Let the dealer shake, then the seat with a cup; then lift the cups one by one."""
        s = r.state
        r.emit(Phase(SHAKING))
        while hidden(s):
            self.dealer_shakes(game, r)
            if s.handed:
                table = game.decision_table
                asked = {seat: table.offered(SHAKING, s, seat) for seat in s.handed.values()}
                act = yield Ask(asked, "the dealer hands you a cup", "leave")
                if act is not None:
                    table.run[act.name](r, act)
            else:
                dice = yield Chance(
                    f"the dice of the {hidden(s)[0]} cup", game.dice_in_a_cup, kind="dice"
                )
                if dice is not None:
                    r.emit(DiceRevealed(hidden(s)[0], dice, self.points(dice)))

    @step
    def dealer_shakes(self, game: Any, r: RoundContext[CupsState]) -> None:
        """Shake every cup; seats with a cup shake after the dealer."""
        s = r.state
        for hand in hidden(s):
            if hand not in s.shaken:
                r.emit(CupShaken(hand, 0, self.shaker(game, s, hand)))

    @step
    def shaker(self, game: Any, s: CupsState, hand: str) -> int:
        """Return the seat that gets this cup; 0: none. Of equal wagers, the nearest at the dealer's
        left.
        """
        betting = [seat for seat in s.seats if bets(s, seat)]
        if game.players_shake == DEALER_ONLY:
            return 0
        if s.named in betting:
            return s.named
        if game.players_shake == HOUSE_NAMES or len(betting) < game.shake_players:
            return 0
        spots = (hand,) if game.players_shake == EACH_SIDE else STANDARD
        wagered = {seat: standard_stake(s, seat, spots) for seat in betting}
        most = max(wagered.values())
        if most == 0 or most < game.shake_wager:
            return 0
        return next(seat for seat in betting if wagered[seat] == most)


DECISIONS = (shake, leave)
FACTS: dict[str, FactReader] = {
    **Baccarat.facts,
    "player_dice": lambda game, s, seat: s.hands[PLAYER_HAND],
    "banker_dice": lambda game, s, seat: s.hands[BANKER_HAND],
}


def explain_dealer_shakes(game: Baccarat) -> Reason:
    """Explain that no player shakes the cups at this table."""
    cited = game.declared()["players_shake"].clauses
    return Reason("dealer-shakes", "here the dealer alone shakes the cups", cited)


def hidden(s: BaccaratState) -> list[str]:
    """Return the hands whose dice are still covered, in the order in which they are lifted."""
    return [hand for hand in HANDS if hand not in s.hands]


def bets(s: BaccaratState, seat: int) -> bool:
    """Return True if a seat has chips on the table."""
    return any(who[0] == seat for _, who, _ in s.iter_stakes())


def reshake(*clauses: str) -> RulingRule:
    """Return the ruling that has the cups not yet read shaken again, by dealer and player."""

    def explain_unavailable(game: Any, s: CupsState, ruling: Ruling) -> Reason | None:
        return None if s.shaken else Reason("no-cup-shaken", "no cup has been shaken yet")

    words = "the dice do not count: the cups not yet read are shaken again"

    @ruling(words, *clauses, unless=explain_unavailable)
    def reshake(game: Any, r: RoundContext[CupsState], ruling: Ruling) -> None:
        reason = ruling.reason or "a die fell or lies cocked"
        r.emit(DiceVoid(tuple(hidden(r.state)), reason))

    return reshake


def name_shaker(*clauses: str) -> RulingRule:
    """Return the ruling that gives the covered cups to a player with a wager to shake."""

    def explain_unavailable(game: Any, s: CupsState, ruling: Ruling) -> Reason | None:
        if game.players_shake == DEALER_ONLY:
            return explain_dealer_shakes(game)
        if s.phase == SHAKING and not bets(s, ruling.seat):
            return no_wager(ruling.seat)
        return None

    words = "a player shakes the cups after the dealer"

    @ruling(words, *clauses, unless=explain_unavailable, takes=("seat",), needs=BY_DEALER)
    def name_shaker(game: Any, r: RoundContext[CupsState], ruling: Ruling) -> None:
        s = r.state
        r.emit(ShakerNamed(ruling.seat))
        for hand in hidden(s):
            if hand in s.shaken:
                r.emit(CupShaken(hand, 0, game.hands.shaker(game, s, hand)))

    return name_shaker
