"""What happens in a round of ours, as actions of the format."""

from __future__ import annotations

from typing import NamedTuple

from houseway.engine.events import Event
from houseway.engine.questions import Act, Amount, Choice
from houseway.families.poker.betting_events import (
    BetMade,
    BroughtIn,
    Called,
    Checked,
    Folded,
    Raised,
)
from houseway.families.poker.deal_events import CardDiscarded, DrawAsked
from houseway.families.poker.end_events import ClaimLost, HandShown
from houseway.phh.actions import BRING_IN, DRAW, FOLD, MEET, NO_CARDS, SHOW, WAGER
from houseway.phh.model import CENTS, number, plain
from houseway.pieces.cards import CARDS_AND_JOKER

_NAMES = CARDS_AND_JOKER.names


class Told(NamedTuple):
    """What a player did: the kind of action, and its cards or its amount."""

    what: int
    seat: int
    cards: tuple[int, ...] = NO_CARDS
    amount: int = 0

    def words(self, player: int) -> str:
        """The action as it is written."""
        if self.what == WAGER:
            return f"p{player} cbr {plain(number(self.amount, CENTS))}"
        verb = {FOLD: "f", MEET: "cc", BRING_IN: "pb", DRAW: "sd", SHOW: "sm"}[self.what]
        return f"p{player} {verb} {card_names(self.cards)}".rstrip()


def card_names(cards: tuple[int, ...]) -> str:
    """Cards one after the other."""
    return "".join([_NAMES[card] if card >= 0 else "??" for card in cards])


def told_by(event: Event) -> Told | None:
    """The action that an event is, if it is one of a player's."""
    if isinstance(event, Folded):
        return Told(FOLD, event.seat)
    if isinstance(event, Checked | Called):
        return Told(MEET, event.seat)
    if isinstance(event, BetMade | Raised):
        return Told(WAGER, event.seat, amount=event.to)
    if isinstance(event, BroughtIn):
        return Told(BRING_IN, event.seat)
    if isinstance(event, CardDiscarded | DrawAsked):
        return Told(DRAW, event.seat, event.pieces)
    if isinstance(event, HandShown):
        return Told(SHOW, event.seat, event.pieces)
    if isinstance(event, ClaimLost) and event.why == "mucked":
        return Told(SHOW, event.seat)
    return None


def act_for(told: Told, choices: tuple[Choice, ...], facing: bool) -> Act:
    """The decision that an action stands for, in the words of what is asked.

    Where nothing fits the question, the rules say why: ``facing`` a bet a player calls or raises.
    """
    what, seat = told.what, told.seat
    if what == FOLD:
        return Act(seat, "fold")
    if what == MEET:
        for choice in choices:
            if choice.name == "call" or choice.name == "check":
                return Act(seat, choice.name)
        return Act(seat, "call" if facing else "check")
    if what == WAGER:
        for choice in choices:
            if type(choice) is Amount and choice.name != "chip":
                return Act(seat, choice.name, told.amount)
        return Act(seat, "raise" if facing else "bet", told.amount)
    if what == BRING_IN:
        return Act(seat, "bring_in")
    if what == DRAW:
        return Act(seat, "discard", pieces=told.cards) if told.cards else Act(seat, "pat")
    if not told.cards:
        return Act(seat, "muck")
    board = any(choice.name == "play_board" for choice in choices)
    return Act(seat, "play_board" if board else "show")
