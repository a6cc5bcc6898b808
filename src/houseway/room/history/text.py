"""Rounds as text, event by event, and as PHH hands: limited to what their viewer may see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.engine.events import Event, field_kinds
from houseway.families.banked.player_dealer.events import BankReturned
from houseway.families.banked.progressives import EnvyPaid, MeterMoved, MeterReset
from houseway.families.banked.refunds import SettlementUndone
from houseway.families.banked.state import Staked, WagerReturned, WagerSettled, WagersPlaced
from houseway.game.words import as_it_is, ordinal
from houseway.money import format_dollars
from houseway.phh import EVERYTHING, from_round, write
from houseway.phh.history import History
from houseway.phh.model import OURS, Hand
from houseway.pieces.cards import CARDS_AND_JOKER
from houseway.table.round import Round
from houseway.util.english import at_odds, the


class Teller(History):
    """Describes a round of any game; poker, and the games' own sentences, are in ``History``."""

    def words(self, event: Event) -> str:
        """Return the sentence for one event; empty where an event has none."""
        way = WAYS.get(type(event))
        return way(self, event) if way else " ".join(super().words(event).split())

    def _field(self, event: Event, field: str) -> str:
        """Return a field of an event for its sentence; a hand gets its number if there are
        several.
        """
        if field == "hand" and isinstance(number := getattr(event, "hand", ""), int):
            return ordinal(number) if number else ""
        if field == "street":
            return self.round.game.words().phase(getattr(event, "name", ""))
        if field_kinds(type(event)).get(field) == "dice":
            return " ".join(map(str, getattr(event, field)))
        return super()._field(event, field)

    def name(self, seat: int) -> str:
        """Return the name of the person at a seat."""
        return self.names.get(seat) or f"circle {seat}"

    def spot(self, event: Any) -> str:
        """Return the place of an event's chips."""
        said = self.round.game.words()
        return said.spot(event.spot, event.hand, event.owner, event.circle)

    def meter(self, event: MeterMoved | MeterReset) -> str:
        """Return the meter of an event."""
        kept = getattr(self.round.state, "meters", {}).get(event.spot, ())
        return self.round.game.words().meter(event.spot, event.meter, len(kept))


def _placed(teller: Teller, event: WagersPlaced) -> str:
    """Return the sentence about placed wagers; empty for none."""
    said = teller.round.game.words()
    bets = [
        f"{said.spot(put.spot, put.hand, put.whom, put.circle)} {format_dollars(put.cents)}"
        for put in event.places
    ]
    return f"{teller.name(event.seat)} bets: {'; '.join(bets)}" if bets else ""


def _staked(teller: Teller, event: Staked) -> str:
    """Return the sentence about chips added to a wager."""
    return f"{teller.name(event.seat)} adds {format_dollars(event.cents)} ({teller.spot(event)})"


def _settled(teller: Teller, event: WagerSettled) -> str:
    """Return the sentence about a settled wager: result, odds, and the cents returned."""
    found, said = event.settlement(), teller.round.game.words()
    wager = said.spot(found.wager, found.hand, found.owner, found.circle)
    how = said.outcome(found.wager, found.outcome, found.because)
    odds = f", {at_odds(found.odds)}" if any(char.isdigit() for char in found.odds) else ""
    note = f" ({as_it_is(found.note)})" if found.note else ""
    back = f"{format_dollars(found.back)} of {format_dollars(found.stake)} comes back"
    if not found.back:
        back = f"{format_dollars(found.stake)} is lost"
    elif found.net >= 0:
        won = f", {format_dollars(found.net)} of it won" if found.net else ""
        back = f"{format_dollars(found.back)} comes back{won}"
    return f"{teller.name(found.seat)}, {wager}: {how}{odds}{note}; {back}"


def _returned(teller: Teller, event: WagerReturned) -> str:
    """Return the sentence about a wager given back, with the reason if there is one."""
    reason = f": {as_it_is(event.reason)}" if event.reason else ""
    on = f"{format_dollars(event.cents)} on {the(teller.spot(event))}"
    return f"{on} goes back to {teller.name(event.seat)}{reason}"


def _undone(teller: Teller, event: SettlementUndone) -> str:
    """Return the sentence about a settlement that a ruling undid."""
    whose = f"{teller.name(event.seat)}'s {teller.spot(event)} is undone ({as_it_is(event.reason)})"
    paid = (
        f"{format_dollars(event.back)} goes back to the players who paid it, " if event.back else ""
    )
    return f"{whose}: {paid}{format_dollars(event.stake)} to {teller.name(event.seat)}"


def _bank_returned(teller: Teller, event: BankReturned) -> str:
    """Return the sentence about the rest of a bank that goes back to its player."""
    back = format_dollars(event.cents) if event.cents else "nothing"
    put_up = f"{format_dollars(event.put_up)} was put up"
    return f"{back} of the bank comes back to {teller.name(event.seat)}: {put_up}"


def _fed(teller: Teller, event: MeterMoved) -> str:
    """Return the sentence about cents that a meter gets or gives back; empty for none."""
    if not event.cents:
        return ""
    moves = "gets" if event.cents > 0 else "gives back"
    return f"{teller.meter(event)} {moves} {format_dollars(abs(event.cents))}"


def _reset(teller: Teller, event: MeterReset) -> str:
    """Return the sentence about a meter that starts from its seed again."""
    return f"{teller.meter(event)} begins again"


def _envy(teller: Teller, event: EnvyPaid) -> str:
    """Return the sentence about an envy payment."""
    return f"the dealer gets {format_dollars(event.cents)} for {teller.name(event.seat)}'s hand"


WAYS: dict[type[Event], Callable[[Teller, Any], str]] = {
    WagersPlaced: _placed,
    Staked: _staked,
    WagerSettled: _settled,
    WagerReturned: _returned,
    SettlementUndone: _undone,
    BankReturned: _bank_returned,
    MeterMoved: _fed,
    MeterReset: _reset,
    EnvyPaid: _envy,
}
"""Events of house games that move chips; ``History`` describes those of poker."""


COVERED = "??"


_NAMES = CARDS_AND_JOKER.names


def hand_for(round_: Round, viewer: int) -> str:
    """Return the hand as its viewer (a seat, 0 for an onlooker, ``EVERYTHING``) may have it."""
    hand = from_round(round_)
    return write(hand if viewer == EVERYTHING else covered(hand, round_, viewer))


def covered(hand: Hand, round_: Round, viewer: int) -> Hand:
    """Return the hand without cards that the viewer never saw, and without our own lines."""
    order: list[int] = hand.more["seats"]
    known = _known(round_, viewer)
    hand.actions = [_action(action, order, viewer, known) for action in hand.actions]
    hand.more.pop(OURS, None)
    return hand


def _known(round_: Round, viewer: int) -> set[tuple[int, str]]:
    """Return the cards that the viewer saw, by seat."""
    found = set()
    for event in round_.events_for(viewer):
        seat = int(getattr(event, "seat", 0))
        found |= {(seat, _NAMES[card]) for card in getattr(event, "pieces", ()) if card >= 0}
    return found


def _action(action: str, order: list[int], viewer: int, known: set[tuple[int, str]]) -> str:
    """Return an action; cards of a player are named only if the viewer saw them at that seat."""
    words = action.split(" ")
    player = next((word for word in words[:3] if word[:1] == "p" and word[1:].isdigit()), "")
    if not player or words[-1] == player or not ({"dh", "sd", "sm"} & set(words[:2])):
        return action
    seat = order[int(player[1:]) - 1]
    cards = words[-1]
    pairs = [cards[i : i + 2] for i in range(0, len(cards), 2)]
    words[-1] = "".join(card if (seat, card) in known else COVERED for card in pairs)
    return " ".join(words)
