"""What happened in a round, in words: event after event, with no more than its viewer may see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.engine.events import Event, field_kinds
from houseway.families.banked.bank_events import BankReturned
from houseway.families.banked.progressives import EnvyPaid, MeterMoved, MeterReset
from houseway.families.banked.refunds import SettlementUndone
from houseway.families.banked.state import Staked, WagerReturned, WagerSettled, WagersPlaced
from houseway.game.words import as_it_is, ordinal
from houseway.money import format_dollars
from houseway.phh.history import History
from houseway.util.english import at_odds, the


class Teller(History):
    """Tells a round of any game; poker and the sentences of the games are ``History``'s."""

    def words(self, event: Event) -> str:
        """One event; nothing for what nobody needs to be told."""
        way = WAYS.get(type(event))
        return way(self, event) if way else " ".join(super().words(event).split())

    def _field(self, event: Event, field: str) -> str:
        """What an event says, as its sentence has it; of a hand, which of several."""
        if field == "hand" and isinstance(number := getattr(event, "hand", ""), int):
            return ordinal(number) if number else ""
        if field == "street":
            return self.round.game.words().phase(getattr(event, "name", ""))
        if field_kinds(type(event)).get(field) == "dice":
            return " ".join(map(str, getattr(event, field)))
        return super()._field(event, field)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.names.get(seat) or f"circle {seat}"

    def spot(self, event: Any) -> str:
        """Where the chips of an event lie."""
        said = self.round.game.words()
        return said.spot(event.spot, event.hand, event.owner, event.circle)

    def meter(self, event: MeterMoved | MeterReset) -> str:
        """The meter of an event."""
        kept = getattr(self.round.state, "meters", {}).get(event.spot, ())
        return self.round.game.words().meter(event.spot, event.meter, len(kept))


def _placed(teller: Teller, event: WagersPlaced) -> str:
    said = teller.round.game.words()
    bets = [
        f"{said.spot(put.spot, put.hand, put.whom, put.circle)} {format_dollars(put.cents)}"
        for put in event.places
    ]
    return f"{teller.name(event.seat)} bets: {'; '.join(bets)}" if bets else ""


def _staked(teller: Teller, event: Staked) -> str:
    return f"{teller.name(event.seat)} adds {format_dollars(event.cents)} ({teller.spot(event)})"


def _settled(teller: Teller, event: WagerSettled) -> str:
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
    reason = f": {as_it_is(event.reason)}" if event.reason else ""
    on = f"{format_dollars(event.cents)} on {the(teller.spot(event))}"
    return f"{on} goes back to {teller.name(event.seat)}{reason}"


def _undone(teller: Teller, event: SettlementUndone) -> str:
    whose = f"{teller.name(event.seat)}'s {teller.spot(event)} is undone ({as_it_is(event.reason)})"
    paid = f"{format_dollars(event.back)} goes back to whoever paid it, " if event.back else ""
    return f"{whose}: {paid}{format_dollars(event.stake)} to {teller.name(event.seat)}"


def _bank_returned(teller: Teller, event: BankReturned) -> str:
    back = format_dollars(event.cents) if event.cents else "nothing"
    put_up = f"{format_dollars(event.put_up)} was put up"
    return f"{back} of the bank comes back to {teller.name(event.seat)}: {put_up}"


def _fed(teller: Teller, event: MeterMoved) -> str:
    if not event.cents:
        return ""
    moves = "gets" if event.cents > 0 else "gives back"
    return f"{teller.meter(event)} {moves} {format_dollars(abs(event.cents))}"


def _reset(teller: Teller, event: MeterReset) -> str:
    return f"{teller.meter(event)} begins again"


def _envy(teller: Teller, event: EnvyPaid) -> str:
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
"""Events of house games that move chips; poker's are told by ``History``."""
