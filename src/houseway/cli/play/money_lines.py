"""Chips that move, in words: wagers, settlements, what goes back, banks, meters, pots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from rich.text import Text

from houseway.cli.terminal.wrap import TIED
from houseway.engine.events import Event, Settlement
from houseway.engine.questions import DEALER, Put
from houseway.families.banked.bank_events import BankJoined, BankReturned, BankTaken
from houseway.families.banked.progressives import EnvyPaid, MeterMoved, MeterReset
from houseway.families.banked.refunds import SettlementUndone
from houseway.families.banked.state import Staked, WagerReturned, WagerSettled, WagersPlaced
from houseway.families.poker.end_events import HandVoided, PotAwarded
from houseway.game.words import Words
from houseway.hands.names import a_hand
from houseway.money import format_dollars
from houseway.util.english import at_odds, the

if TYPE_CHECKING:
    from houseway.cli.play.narrator import Narrator, Told

Way: TypeAlias = "Callable[[Narrator, Any], Iterator[Told]]"


def told_of(teller: Narrator, event: Event) -> Iterator[Told]:
    """What is said of an event that moves chips; nothing for all others."""
    way = WAYS.get(type(event))
    return way(teller, event) if way else iter(())


def is_quiet(event: Event) -> bool:
    """Whether it is one of those that are told here, even if nothing was."""
    return type(event) in WAYS or isinstance(event, GATHERED)


def note_bank(teller: Narrator, event: Event) -> None:
    """Remember who has a part in a player's bank."""
    if isinstance(event, BankTaken | BankJoined):
        teller.banks.add(event.seat)


def _told(teller: Narrator, seat: int, words: str, head: str = "", matters: bool = False) -> Told:
    from houseway.cli.play.narrator import Told

    own = matters or seat == teller.viewer
    return Told(Text(words), seat, teller.name(seat), head, 0, own)


def listed(words: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


# -- wagers ----------------------------------------------------------------------------------


def _placed(teller: Narrator, event: WagersPlaced) -> Iterator[Told]:
    if event.seat == teller.viewer:
        bets = [f"{_spot(teller, put)} {format_dollars(put.cents)}" for put in event.places]
        yield _told(teller, event.seat, f"you bet: {'; '.join(bets)}")
        return
    cents = sum(put.cents for put in event.places)
    on = f" on {len(event.places)} wagers" if len(event.places) > 1 else ""
    yield _told(
        teller, event.seat, f"{teller.name(event.seat)} {format_dollars(cents)}{on}", "bets:"
    )


def _spot(teller: Narrator, put: Put) -> str:
    return teller.words.spot(put.spot, put.hand, put.whom, put.circle)


def _staked(teller: Narrator, event: Staked) -> Iterator[Told]:
    spot = teller.words.spot(event.spot, event.hand, event.owner, event.circle)
    adds = "add" if event.seat == teller.viewer else "adds"
    words = f"{teller.name(event.seat)} {adds} {format_dollars(event.cents)} ({spot})"
    yield _told(teller, event.seat, words)


def _settled(teller: Narrator, event: WagerSettled) -> Iterator[Told]:
    found = event.settlement()
    own = event.seat == teller.viewer
    wager = teller.words.spot(found.wager, found.hand, found.owner, found.circle)
    if event.bank and teller.viewer in teller.banks and not own:
        bank = _bank_moves(event)
        whose = teller.whose(event.seat)
        yield _told(
            teller, event.seat, f"{whose} {wager}: {why(teller.words, found)}; {bank}", "", True
        )
    elif own:
        yield _told(teller, event.seat, f"{wager}: {why(teller.words, found)}{_comes(found)}")
    else:
        yield _told(teller, event.seat, _in_short(teller, found, wager), "others:")


def _in_short(teller: Narrator, found: Settlement, wager: str) -> str:
    """A wager of somebody else: what he has won or lost on it, or what the dealer has of it."""
    name, net = teller.name(found.seat), found.net
    if found.owner == DEALER:
        gets = f"gets{TIED}{format_dollars(found.back)}" if found.back else "gets nothing"
        return f"the dealer {gets} ({wager}, from {name})"
    result = f"{'wins' if net > 0 else 'loses'}{TIED}{format_dollars(abs(net))}" if net else "even"
    return f"{name}{TIED}{result} ({wager})"


def why(words: Words, found: Settlement) -> str:
    """How a wager came out, at which odds, and what else is to be said of it."""
    said = words.outcome(found.wager, found.outcome, found.because)
    odds = f", {at_odds(found.odds)}" if any(char.isdigit() for char in found.odds) else ""
    note = f" ({found.note.replace('_', ' ')})" if found.note else ""
    return f"{said}{odds}{note}"


def _comes(found: Settlement) -> str:
    """What goes to whom of a wager that is settled."""
    if found.owner == DEALER:
        return (
            f"; the dealer gets {format_dollars(found.back)}" if found.back else "; the tip is lost"
        )
    if not found.back:
        return f"; {format_dollars(found.stake)} is lost"
    if found.net > 0:
        return f"; {format_dollars(found.back)} comes back, {format_dollars(found.net)} of it won"
    lost = f", {format_dollars(-found.net)} is lost" if found.net else ""
    return f"; {format_dollars(found.back)} comes back{lost}"


def _bank_moves(event: WagerSettled) -> str:
    kept = event.stake - event.back + event.from_meter
    if not kept:
        return "the bank neither wins nor loses"
    return f"the bank {'takes' if kept > 0 else 'pays'} {format_dollars(abs(kept))}"


def _returned(teller: Narrator, event: WagerReturned) -> Iterator[Told]:
    spot = teller.words.spot(event.spot, event.hand, event.owner, event.circle)
    reason = f": {event.reason.replace('_', ' ')}" if event.reason else ""
    to = f"{format_dollars(event.cents)} on {the(spot)} goes back to {teller.name(event.seat)}"
    yield _told(teller, event.seat, f"{to}{reason}")


def _undone(teller: Narrator, event: SettlementUndone) -> Iterator[Told]:
    spot = teller.words.spot(event.spot, event.hand, event.owner, event.circle)
    whose = f"{teller.whose(event.seat)} {spot} is undone ({event.reason.replace('_', ' ')})"
    paid = f"{format_dollars(event.back)} goes back to whoever paid it, " if event.back else ""
    stake = f"{format_dollars(event.stake)} to {teller.name(event.seat)}"
    yield _told(teller, event.seat, f"{whose}: {paid}{stake}")


# -- banks and meters ------------------------------------------------------------------------


def _bank_returned(teller: Narrator, event: BankReturned) -> Iterator[Told]:
    net = event.cents - event.put_up
    result = (
        f"{format_dollars(abs(net))} {'won' if net > 0 else 'lost'}"
        if net
        else "nothing won or lost"
    )
    back = format_dollars(event.cents) if event.cents else "nothing"
    of = f"{back} of the bank comes back to {teller.name(event.seat)}"
    yield _told(teller, event.seat, f"{of}: {format_dollars(event.put_up)} was put up, {result}")


class Fed:
    """What goes into meters in a row, one line for all wagers that bring something."""

    def __init__(self) -> None:
        self.moved: dict[tuple[str, int], int] = {}

    def takes(self, event: Event) -> bool:
        """Whether this event is one of them."""
        if not isinstance(event, MeterMoved):
            return False
        key = event.spot, event.meter
        self.moved[key] = self.moved.get(key, 0) + event.cents
        return True

    def told(self, teller: Narrator) -> Iterator[Told]:
        """The line, if anything has moved."""
        parts = []
        for (spot, meter), cents in self.moved.items():
            name = teller.words.meter(spot, meter, len(teller.meters(spot)))
            if cents:
                parts.append(
                    f"{name} {'gets' if cents > 0 else 'gives back'} {format_dollars(abs(cents))}"
                )
        self.moved.clear()
        if parts:
            yield _told(teller, 0, "; ".join(parts))


def _meter_reset(teller: Narrator, event: MeterReset) -> Iterator[Told]:
    kept = teller.meters(event.spot)
    name = teller.words.meter(event.spot, event.meter, len(kept))
    now = format_dollars(kept[event.meter])
    yield _told(teller, 0, f"{name} begins again at {now}", "", True)


def _envy(teller: Narrator, event: EnvyPaid) -> Iterator[Told]:
    words = f"the dealer gets {format_dollars(event.cents)} for {teller.whose(event.seat)} hand"
    yield _told(teller, event.seat, words)


# -- pots ------------------------------------------------------------------------------------


def _pot(teller: Narrator, event: PotAwarded) -> Iterator[Told]:
    own = event.seat == teller.viewer
    pot = pot_name(event.pot)
    half = f"the {event.part} half of {pot}" if event.part else pot
    won = event.settlement()
    kickers = f", {won.note}" if won.note else ""
    how = f" with {a_hand(won.outcome)}{kickers}" if event.strength else ": nobody else is left"
    wins = f"{teller.name(event.seat)} {'win' if own else 'wins'} {format_dollars(event.cents)}"
    yield _told(teller, event.seat, f"{wins} of {half}{how}", "", True)


def pot_name(number: int) -> str:
    """``the pot``, ``side pot 1``."""
    return "the pot" if number == 1 else f"side pot {number - 1}"


def _voided(teller: Narrator, event: HandVoided) -> Iterator[Told]:
    back: dict[int, int] = {}
    for _, seat, cents in event.back:
        back[seat] = back.get(seat, 0) + cents
    parts = [f"{format_dollars(cents)} to {teller.name(seat)}" for seat, cents in back.items()]
    goes = f"; {listed(parts)} goes back" if parts else ""
    yield _told(teller, 0, f"the hand is void: {event.why.replace('_', ' ')}{goes}", "", True)


WAYS: dict[type[Event], Way] = {
    WagersPlaced: _placed,
    Staked: _staked,
    WagerSettled: _settled,
    WagerReturned: _returned,
    SettlementUndone: _undone,
    BankReturned: _bank_returned,
    MeterReset: _meter_reset,
    EnvyPaid: _envy,
    PotAwarded: _pot,
    HandVoided: _voided,
}

GATHERED = (MeterMoved,)
"""What is told of several such events together."""
