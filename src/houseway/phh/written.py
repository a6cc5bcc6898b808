"""A round of ours as a hand: its actions, and in ``_houseway`` what they have no words for.

The inputs are entered once more, and each is told by the action that comes of it.  An input that
no action tells, or not exactly, becomes a line: the number of actions before it (those that show
a hand are not counted) and its words as in a record, behind ``=`` if it is the next action's.
"""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.errors import HousewayError
from houseway.game import Seat
from houseway.money import plain as dollars_plain
from houseway.phh.codes import code_of
from houseway.phh.forced import forced_bets
from houseway.phh.hand import CENTS, OURS, Hand, number
from houseway.phh.writer import Writer
from houseway.shapes.poker_room import PokerRoom, PokerState
from houseway.table.round import Round
from houseway.table.saved import posted_of


def from_round(round_: Round, **fields: Any) -> Hand:
    """A poker round, finished or not, as a hand; ``fields`` are optional ones of the format."""
    game = round_.game
    if not isinstance(game, PokerRoom):
        raise HousewayError(f"{game.name} is not a poker game; PHH is for poker hands")
    writer = Writer(round_, game)
    writer.write()
    order = writer.order
    forced = forced_bets(round_, order)
    people = {player.seat: player for player in round_.seats}
    more: dict[str, Any] = {key: value for key, value in fields.items() if value is not None}
    more["ante_trimming_status"] = forced.trimmed
    more["seats"] = list(order)
    more["players"] = [people[seat].name for seat in order]
    if round_.closed:
        state: PokerState = round_.state
        more["finishing_stacks"] = [number(state.chips[seat], CENTS) for seat in order]
        more["winnings"] = [number(writer.won.get(seat, 0), CENTS) for seat in order]
    more[OURS] = _ours(round_, order, writer.lines)
    return Hand(
        code_of(game, writer.plus or forced.plus),
        antes=forced.antes,
        starting_stacks=[number(people[seat].chips, CENTS) for seat in order],
        actions=writer.actions,
        blinds_or_straddles=forced.blinds,
        bring_in=forced.bring_in,
        small_bet=forced.small_bet,
        big_bet=forced.big_bet,
        min_bet=forced.min_bet,
        more=more,
    )


def _ours(round_: Round, order: tuple[int, ...], lines: list[str]) -> dict[str, Any]:
    """What a hand has no field for: the game as posted, what was carried over, further inputs."""
    game = round_.game
    ours: dict[str, Any] = {"game": game.id, "posted": dict(posted_of(game))}
    usual = msgspec.to_builtins(game.between(), str_keys=True)
    carried = msgspec.to_builtins(round_.between, str_keys=True)
    between = {k: _listed(value) for k, value in carried.items() if value != usual[k]}
    if between:
        ours["between"] = between
    if any(player.seat not in order or player.who or player.firm for player in round_.seats):
        ours["seats"] = {str(player.seat): _entry(player) for player in round_.seats}
    if lines:
        ours["lines"] = lines
    return ours


def _listed(value: Any) -> Any:
    """Lists for tuples, at any depth: it is what a text is read to."""
    if isinstance(value, dict):
        return {key: _listed(part) for key, part in value.items()}
    return [_listed(part) for part in value] if isinstance(value, list | tuple) else value


def _entry(player: Seat) -> dict[str, str]:
    """A seat as a record has it."""
    entry = {"chips": dollars_plain(player.chips), "name": player.name}
    return entry | {key: value for key in ("who", "firm") if (value := getattr(player, key))}
