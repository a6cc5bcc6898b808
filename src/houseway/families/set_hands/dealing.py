"""The dice of a player-dealer, and the deal of a set-hands round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.engine.questions import Chance, Script
from houseway.families.banked.game import HandKey
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.families.banked.player_dealer.events import ActionButton, bank_of
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.families.banked.state import Phase
from houseway.families.set_hands.state import CupOpened, DealerDealt, PiecesDealt, SetHandsState
from houseway.game.base import RoundContext

if TYPE_CHECKING:
    from houseway.families.set_hands.game import SetHands


@step
def open_cup(game: SetHands, r: RoundContext[SetHandsState]) -> Script:
    """The dice of the player-dealer place the action button."""
    s = r.state
    r.emit(Phase("dice"))
    while not s.dice:
        dice = yield Chance("dice", game.dice_n, kind="dice")
        if dice is not None:
            r.emit(CupOpened(dice, sum(dice)))
            r.emit(ActionButton(action_seat(game, s, sum(dice))))


@step
def action_seat(game: SetHands, s: SetHandsState, total: int) -> int:
    """Return the seat that the total of the dice names, or the next seat with a wager."""
    rules, bank = position_rules(game), bank_of(s)
    start = bank.seat if total in game.banker_at else rules.position(bank.seat, total)
    return rules.around(s.circles(), start)[0]


def position_rules(game: SetHands) -> Rotation:
    """Return the rotation of the position at a table that a player banks."""
    assert isinstance(game.bank, PlayerDealer), "the house banks this table"
    return game.bank.rotation


@step("order")
def dealing_order(game: SetHands, s: SetHandsState) -> list[HandKey]:
    """Return the order of the deal, clockwise, or from the action button.

    The bank's hand is last, or in its seat's place; it is first if the dice say so. Without dice
    the deal starts at the seat after the player-dealer's.
    """
    boxes = s.wagered()
    if s.bank is None:
        return [*boxes, s.banks]
    rules, bank = position_rules(game), s.bank
    first = bank.action or rules.position(bank.seat, 2)
    if s.dice and sum(s.dice) in game.banker_at:
        first = bank.seat
    boxes.append(s.banks)
    circles = rules.around({circle for circle, _ in boxes}, first)
    return sorted(boxes, key=lambda box: circles.index(box[0]))


@step
def deal(game: SetHands, r: RoundContext[SetHandsState]) -> Script:
    """A packet for every hand with a wager and one for the bank, face down."""
    s = r.state
    n = game.hand_size
    r.emit(Phase("deal"))
    while not s.dealt and (boxes := s.wagered()):
        pieces = yield Chance(f"a packet of {n} {game.kind.name} each", n * (len(boxes) + 1))
        if pieces is None:
            continue
        for i, (seat, hand) in enumerate(dealing_order(game, s)):
            packet = pieces[n * i : n * i + n]
            if seat:
                r.emit(PiecesDealt(seat, packet, hand, s.acting_bettor(seat)))
            else:
                r.emit(DealerDealt(packet))


@step
def dealt(game: SetHands, s: SetHandsState, box: HandKey) -> list[int]:
    """The pieces dealt, whichever hands they are set in."""
    return sorted(s.dealt[box])
