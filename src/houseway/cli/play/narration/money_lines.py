"""Money events in words: wagers, settlements, refunds, banks, meters, pots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rich.text import Text

from houseway.cli.play.narration.viewpoint import ViewerMessage, Viewpoint
from houseway.cli.terminal.wrap import TIED
from houseway.engine.events import Event, Settlement
from houseway.engine.questions import DEALER, Put
from houseway.families.banked.player_dealer.events import BankJoined, BankReturned, BankTaken
from houseway.families.banked.progressives import EnvyPaid, MeterMoved, MeterReset
from houseway.families.banked.refunds import SettlementUndone
from houseway.families.banked.state import Staked, WagerReturned, WagerSettled, WagersPlaced
from houseway.families.poker.events.ending import HandVoided, PotAwarded
from houseway.game.words import Words
from houseway.hands.names import a_hand
from houseway.money import format_dollars
from houseway.util.english import at_odds, the

Way = Callable[[Viewpoint, Any], Iterator[ViewerMessage]]


def messages_of(viewpoint: Viewpoint, event: Event) -> Iterator[ViewerMessage]:
    """Yield the messages of an event that moves chips; none for others."""
    way = WAYS.get(type(event))
    return way(viewpoint, event) if way else iter(())


def is_quiet(event: Event) -> bool:
    """Return True for an event of money; it has a line of its own here, or needs none."""
    return type(event) in WAYS or isinstance(event, GATHERED)


def note_bank(viewpoint: Viewpoint, event: Event) -> None:
    """Record who has a part in a player's bank."""
    if isinstance(event, BankTaken | BankJoined):
        viewpoint.banks.add(event.seat)


def _message(
    viewpoint: Viewpoint, seat: int, words: str, head: str = "", matters: bool = False
) -> ViewerMessage:
    """Return a message on a seat; it is marked as the viewer's own if it ``matters`` to all."""
    own = matters or seat == viewpoint.viewer
    return ViewerMessage(Text(words), seat, viewpoint.name(seat), head, 0, own)


def listed(words: list[str]) -> str:
    """Return a list in words: ``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def _placed(viewpoint: Viewpoint, event: WagersPlaced) -> Iterator[ViewerMessage]:
    """Yield the line on wagers placed: each wager for the bettor, the sum for others."""
    if event.seat == viewpoint.viewer:
        bets = [f"{_spot(viewpoint, put)} {format_dollars(put.cents)}" for put in event.places]
        yield _message(viewpoint, event.seat, f"you bet: {'; '.join(bets)}")
        return
    cents = sum(put.cents for put in event.places)
    on = f" on {len(event.places)} wagers" if len(event.places) > 1 else ""
    yield _message(
        viewpoint, event.seat, f"{viewpoint.name(event.seat)} {format_dollars(cents)}{on}", "bets:"
    )


def _spot(viewpoint: Viewpoint, put: Put) -> str:
    """Return the name of the spot on which chips were put."""
    return viewpoint.words.spot(put.spot, put.hand, put.whom, put.circle)


def _staked(viewpoint: Viewpoint, event: Staked) -> Iterator[ViewerMessage]:
    """Yield the line on chips added to a wager during the round."""
    spot = viewpoint.words.spot(event.spot, event.hand, event.owner, event.circle)
    adds = "add" if event.seat == viewpoint.viewer else "adds"
    words = f"{viewpoint.name(event.seat)} {adds} {format_dollars(event.cents)} ({spot})"
    yield _message(viewpoint, event.seat, words)


def _settled(viewpoint: Viewpoint, event: WagerSettled) -> Iterator[ViewerMessage]:
    """Yield the line on a settled wager, as its owner or the bank sees it."""
    found = event.settlement()
    own = event.seat == viewpoint.viewer
    wager = viewpoint.words.spot(found.wager, found.hand, found.owner, found.circle)
    if event.bank and viewpoint.viewer in viewpoint.banks and not own:
        bank = _bank_moves(event)
        whose = viewpoint.whose(event.seat)
        yield _message(
            viewpoint,
            event.seat,
            f"{whose} {wager}: {why(viewpoint.words, found)}; {bank}",
            "",
            True,
        )
    elif own:
        yield _message(
            viewpoint, event.seat, f"{wager}: {why(viewpoint.words, found)}{_comes(found)}"
        )
    else:
        yield _message(viewpoint, event.seat, _in_short(viewpoint, found, wager), "others:")


def _in_short(viewpoint: Viewpoint, found: Settlement, wager: str) -> str:
    """Return the result of another player's wager, or the dealer's part of it, in short form."""
    name, net = viewpoint.name(found.seat), found.net
    if found.owner == DEALER:
        gets = f"gets{TIED}{format_dollars(found.back)}" if found.back else "gets nothing"
        return f"the dealer {gets} ({wager}, from {name})"
    result = f"{'wins' if net > 0 else 'loses'}{TIED}{format_dollars(abs(net))}" if net else "even"
    return f"{name}{TIED}{result} ({wager})"


def why(words: Words, found: Settlement) -> str:
    """Return the outcome of a wager, its odds, and any remark."""
    said = words.outcome(found.wager, found.outcome, found.because)
    odds = f", {at_odds(found.odds)}" if any(char.isdigit() for char in found.odds) else ""
    note = f" ({found.note.replace('_', ' ')})" if found.note else ""
    return f"{said}{odds}{note}"


def _comes(found: Settlement) -> str:
    """Return the amounts of a settled wager, with their receivers."""
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
    """Return what the bank takes or pays in words."""
    kept = event.stake - event.back + event.from_meter
    if not kept:
        return "the bank neither wins nor loses"
    return f"the bank {'takes' if kept > 0 else 'pays'} {format_dollars(abs(kept))}"


def _returned(viewpoint: Viewpoint, event: WagerReturned) -> Iterator[ViewerMessage]:
    """Yield the line on a stake that goes back without a result."""
    spot = viewpoint.words.spot(event.spot, event.hand, event.owner, event.circle)
    reason = f": {event.reason.replace('_', ' ')}" if event.reason else ""
    to = f"{format_dollars(event.cents)} on {the(spot)} goes back to {viewpoint.name(event.seat)}"
    yield _message(viewpoint, event.seat, f"{to}{reason}")


def _undone(viewpoint: Viewpoint, event: SettlementUndone) -> Iterator[ViewerMessage]:
    """Yield the line on a settlement that is undone, with where its money goes."""
    spot = viewpoint.words.spot(event.spot, event.hand, event.owner, event.circle)
    whose = f"{viewpoint.whose(event.seat)} {spot} is undone ({event.reason.replace('_', ' ')})"
    paid = (
        f"{format_dollars(event.back)} goes back to the players who paid it, " if event.back else ""
    )
    stake = f"{format_dollars(event.stake)} to {viewpoint.name(event.seat)}"
    yield _message(viewpoint, event.seat, f"{whose}: {paid}{stake}")


def _bank_returned(viewpoint: Viewpoint, event: BankReturned) -> Iterator[ViewerMessage]:
    """Yield the line on a bank that comes back to its player, with the result."""
    net = event.cents - event.put_up
    result = (
        f"{format_dollars(abs(net))} {'won' if net > 0 else 'lost'}"
        if net
        else "nothing won or lost"
    )
    back = format_dollars(event.cents) if event.cents else "nothing"
    of = f"{back} of the bank comes back to {viewpoint.name(event.seat)}"
    yield _message(
        viewpoint, event.seat, f"{of}: {format_dollars(event.put_up)} was put up, {result}"
    )


class Fed:
    """Consecutive payments into meters: one line for all wagers."""

    def __init__(self) -> None:
        self.moved: dict[tuple[str, int], int] = {}

    def takes(self, event: Event) -> bool:
        """Add an event to the sums if it pays into a meter; return False for any other event."""
        if not isinstance(event, MeterMoved):
            return False
        key = event.spot, event.meter
        self.moved[key] = self.moved.get(key, 0) + event.cents
        return True

    def messages(self, viewpoint: Viewpoint) -> Iterator[ViewerMessage]:
        """Yield the line on what the meters got; none if nothing has moved."""
        parts = []
        for (spot, meter), cents in self.moved.items():
            name = viewpoint.words.meter(spot, meter, len(viewpoint.meters(spot)))
            if cents:
                parts.append(
                    f"{name} {'gets' if cents > 0 else 'gives back'} {format_dollars(abs(cents))}"
                )
        self.moved.clear()
        if parts:
            yield _message(viewpoint, 0, "; ".join(parts))


def _meter_reset(viewpoint: Viewpoint, event: MeterReset) -> Iterator[ViewerMessage]:
    """Yield the line on a meter that begins again at its seed."""
    kept = viewpoint.meters(event.spot)
    name = viewpoint.words.meter(event.spot, event.meter, len(kept))
    now = format_dollars(kept[event.meter])
    yield _message(viewpoint, 0, f"{name} begins again at {now}", "", True)


def _envy(viewpoint: Viewpoint, event: EnvyPaid) -> Iterator[ViewerMessage]:
    """Yield the line on the fixed sum that the dealer receives for a player's hand."""
    words = f"the dealer gets {format_dollars(event.cents)} for {viewpoint.whose(event.seat)} hand"
    yield _message(viewpoint, event.seat, words)


def _pot(viewpoint: Viewpoint, event: PotAwarded) -> Iterator[ViewerMessage]:
    """Yield the line on a pot, or a half of one, that is won."""
    own = event.seat == viewpoint.viewer
    pot = pot_name(event.pot)
    half = f"the {event.part} half of {pot}" if event.part else pot
    won = event.settlement()
    kickers = f", {won.note}" if won.note else ""
    how = f" with {a_hand(won.outcome)}{kickers}" if event.strength else ": no other player is left"
    wins = f"{viewpoint.name(event.seat)} {'win' if own else 'wins'} {format_dollars(event.cents)}"
    yield _message(viewpoint, event.seat, f"{wins} of {half}{how}", "", True)


def pot_name(number: int) -> str:
    """``the pot``, ``side pot 1``."""
    return "the pot" if number == 1 else f"side pot {number - 1}"


def _voided(viewpoint: Viewpoint, event: HandVoided) -> Iterator[ViewerMessage]:
    """Yield the line on a void hand, with the stakes that go back."""
    back: dict[int, int] = {}
    for _, seat, cents in event.back:
        back[seat] = back.get(seat, 0) + cents
    parts = [f"{format_dollars(cents)} to {viewpoint.name(seat)}" for seat, cents in back.items()]
    goes = f"; {listed(parts)} goes back" if parts else ""
    yield _message(viewpoint, 0, f"the hand is void: {event.why.replace('_', ' ')}{goes}", "", True)


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
"""Events that are merged into one line."""
