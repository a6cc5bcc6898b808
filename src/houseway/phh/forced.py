"""The forced bets of a round of ours as the format has them: by player, in full."""

from __future__ import annotations

import msgspec

from houseway.phh.hand import CENTS, Number, number
from houseway.shapes.poker_room import PokerRoom, PokerState
from houseway.shapes.poker_room.ante_events import AnteMatched
from houseway.shapes.poker_room.deck_events import StreetOpened
from houseway.shapes.poker_room.events import AntePosted, BlindPosted, BroughtIn, DeadPosted
from houseway.table.round import Round


class Forced(msgspec.Struct):
    """Antes and blinds by player, the bring-in, and what may be bet.

    ``plus`` says that they are not all of it: in a kill pot the order of acting changes too, and
    a blind or a bring-in that is short is called in full.
    """

    antes: list[Number]
    trimmed: bool = False
    blinds: list[Number] | None = None
    bring_in: Number | None = None
    small_bet: Number | None = None
    big_bet: Number | None = None
    min_bet: Number | None = None
    plus: bool = False


def forced_bets(round_: Round, order: tuple[int, ...]) -> Forced:
    """What was put in before the cards; of who had too few chips, what he owed."""
    game, s = round_.game, round_.state
    assert isinstance(game, PokerRoom)
    antes: dict[int, int] = {}
    dead: dict[int, int] = {}
    blinds: dict[int, int] = {}
    short = any(isinstance(x, BroughtIn) and x.cents < x.to_call for x in round_.events)
    for event in round_.events:
        if isinstance(event, StreetOpened):
            break
        if isinstance(event, AntePosted):
            antes[event.seat] = max(game.ante, event.cents)
        elif isinstance(event, AnteMatched):
            dead[event.seat] = dead.get(event.seat, 0) + event.cents
        elif isinstance(event, DeadPosted):
            owed = max(game.ante if event.what == "ante" else game.small_blind, event.cents)
            dead[event.seat] = dead.get(event.seat, 0) + owed
        elif isinstance(event, BlindPosted):
            blinds[event.seat] = _owed(game, s, event)
            short = short or abs(blinds[event.seat]) > event.cents
    alike = len(order) == 2 == len(blinds) > len({*blinds.values()})  # who acts first differs
    found = Forced(
        _by_player({seat: antes.get(seat, 0) + dead.get(seat, 0) for seat in order}, order),
        trimmed=bool(antes),
        plus=bool(antes and dead) or s.killer > 0 or short or alike,
    )
    if game.bring_in:
        found.bring_in = number(game.bring_in, CENTS)
    else:
        found.blinds = _by_player({seat: blinds.get(seat, 0) for seat in order}, order)
    small, big = (number(cents, CENTS) for cents in game.limits_in_play(s))
    if game.limited:
        found.small_bet, found.big_bet = small, big
    else:
        found.min_bet = number(game.least_bet, CENTS)
    return found


def _owed(game: PokerRoom, s: PokerState, posted: BlindPosted) -> int:
    """A blind in full, even if its player is all-in below it; who comes in posts it: below zero."""
    full = {"small blind": game.small_blind, "big blind": game.big_blind}
    cents = max(full.get(posted.what, 0), posted.cents)
    return -cents if posted.seat in s.posting and posted.seat != s.big else cents


def _by_player(cents: dict[int, int], order: tuple[int, ...]) -> list[Number]:
    """In the order of the players; between two the format has it the other way round."""
    listed = [number(cents[seat], CENTS) for seat in order]
    return listed[::-1] if len(listed) == 2 else listed
