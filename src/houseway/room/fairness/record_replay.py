"""The whole round of a public record, replayed: same pieces, same events, same settlements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houseway.engine.events import line
from houseway.errors import HousewayError, short_repr
from houseway.game.base import Game
from houseway.money import format_net
from houseway.pieces.dice import DICE
from houseway.records.cases import nets, settlements
from houseway.records.files import posted_of, replay
from houseway.records.record import Record
from houseway.room.api.record_types import PublicRecord
from houseway.room.fairness.receipt_check import read_receipt, result_faults
from houseway.room.fairness.shuffle import CUP
from houseway.table.round import Round


def replay_faults(
    record: PublicRecord, game: Game, pieces: Sequence[str], streams: Sequence[str]
) -> Iterator[str]:
    """Yield faults of the whole round of a record, played again with the opened pieces."""
    whole = record.replay
    assert whole is not None
    yield from _other_round(record, whole, game)
    dice = [piece for piece, stream in zip(pieces, streams, strict=True) if stream == CUP]
    dealt = [piece for piece, stream in zip(pieces, streams, strict=True) if stream != CUP]
    try:
        said = game.kind.show(game.kind.parse(whole.deal)).split()
        thrown = DICE.show(DICE.parse(whole.dice)).split()
    except ValueError as error:
        yield f"the round played again: {error}"
        return
    if said != dealt:
        yield "the round was not dealt the pieces that are opened"
    if thrown != dice:
        yield "the round did not have the dice that are opened"
    yield from _played(record, whole)


def _other_round(record: PublicRecord, whole: Record, game: Game) -> Iterator[str]:
    """Return the first difference from the record's game or posting; empty if there is none."""
    if whole.game != record.game:
        yield f"the whole round is of {short_repr(whole.game)}, not of {record.game}"
    elif dict(posted_of(type(game)(whole.posted))) != dict(posted_of(game)):
        yield "the whole round was played under another posting"
    if whole.rules != record.rules:
        yield "the whole round was played under other rules than the record says"


def _played(record: PublicRecord, whole: Record) -> Iterator[str]:
    """Replay the round of a record, and yield the differences."""
    try:
        found = replay(whole)
    except (HousewayError, ValueError) as error:
        yield f"the round cannot be played again: {error}"
        return
    changed = f"; it was {found.other_rules.sentence}" if found.other_rules else ""
    if (wrong := found.difference) is not None:
        yield (
            f"played again, event {wrong.index + 1} is {short_repr(wrong.got)} and was recorded as "
            f"{short_repr(wrong.expected)}{changed}"
        )
        return
    again = found.round
    told = [line(event, again.game.kind) for event in again.events_for(record.viewer)]
    if len(told) != len(record.events):
        yield f"{len(record.events)} events are told, and the whole round has {len(told)}"
    for number, (said, happened) in enumerate(zip(record.events, told, strict=False), 1):
        if said.line != happened:
            yield (
                f"event {number} is told as {short_repr(said.line)} and was {short_repr(happened)}"
            )
    yield from _settled(whole, again)
    receipt = read_receipt(record.receipt) if record.receipt else None
    if receipt is not None:
        yield from result_faults(receipt, again)


def _settled(whole: Record, again: Round) -> Iterator[str]:
    """Return the first wager or seat with another result than recorded; empty if there is none."""
    if not again.closed:
        yield f"played again, the round does not end: {again.standing()}"
        return
    came = {key: format_net(cents) for key, cents in nets(again).items() if cents or key.isdigit()}
    if {key: str(value) for key, value in whole.nets.items()} != came:
        yield f"played again, the results are {came}, and were recorded as {whole.nets}"
    paid: dict[str, list[str]] = {}
    for settled in settlements(again):
        words = f"{settled.outcome} {format_net(settled.net)}"
        paid.setdefault(f"{settled.seat}.{settled.label}", []).append(words)
    for wager, recorded in whole.pays.items():
        if paid.get(wager) != [recorded]:
            got = " and ".join(paid.get(wager, ["no such wager"]))
            yield f"the wager {wager} was recorded as {short_repr(recorded)}, and comes to {got}"
