"""Where a ruling would move the money: worked out on a copy of the round, nothing covered told.

The inputs of the round are entered once more and the ruling is made there.  What is told ends
where something covered would decide: at the first piece that would be turned up, and at the first
event that follows from what lies covered.  ``tests/test_room_floor_secrets.py`` exchanges covered
pieces and sees that nothing told here changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from houseway.engine.events import UP, Event, event_name, field_kinds, line
from houseway.engine.inputs import Ruling
from houseway.engine.round import Round
from houseway.game.base import Game
from houseway.money import format_dollars
from houseway.records.files import rerun

RETURNS = frozenset({"wager_returned", "settlement_undone", "bank_returned", "pot_awarded"})
"""They settle something, and not by cards: what one is paid of a pot alone, what goes back."""
LOOKS_AT_CARDS = frozenset(
    {"hole_card_checked", "openers_missing", "claim_noted", "hand_counted", "hand_settled"}
)
"""They say something about pieces though they show none."""
COVERED = "??"


class Moved(msgspec.Struct, frozen=True):
    """What a ruling moves at one account: a seat's chips, its wagers, the pot, the house."""

    account: str
    seat: int
    cents: int
    words: str


class Foreseen(msgspec.Struct, frozen=True):
    """What a ruling would do, at this row of the table's log."""

    table: str
    seq: int
    """The ruling is made with this number: if anything has happened since, it is refused."""
    round: int
    ruling: str
    says: str
    clauses: tuple[str, ...]
    moves: tuple[Moved, ...]
    events: tuple[str, ...]
    ends: str
    """How it goes on: who is asked, what is dealt, that the round is over, or that cards decide."""


def foreseen(table: str, seq: int, number: int, round_: Round, ruling: Ruling) -> Foreseen:
    """A ruling made on a copy; ``Refused`` if it does not fit."""
    game, rule = round_.game, round_.game.ruling_rules.get(ruling.name)
    covered = lies_covered(round_)
    again = rerun(round_)
    before = len(again.events)
    again.ruling(ruling)
    happened = list(_told(round_, again.events[before:], covered))
    whole = len(happened) == len(again.events) - before
    moves = _moves(round_, happened)
    return Foreseen(
        table, seq, number, ruling.name, rule.words if rule else "", rule.clauses if rule else (),
        tuple(moves), tuple(line(event.hidden(), game.kind) for event in happened),
        again.standing() if whole else "then the cards decide, which nobody is told beforehand",
    )  # fmt: skip


def _told(round_: Round, events: list[Event], covered: bool) -> Iterator[Event]:
    """What would happen, up to where something covered decides."""
    open_ = face_up(round_)
    for event in events:
        if covered and by_cards(event, open_, round_.game):
            return
        yield event


def by_cards(event: Event, open_: Counter[str], game: Game) -> bool:
    """Whether an event shows, or follows from, something that lies covered."""
    name = event_name(type(event))
    if name in LOOKS_AT_CARDS or (event.settlement() is not None and name not in RETURNS):
        return True
    if vars(type(event)).get("faces") is not UP:
        return False
    return bool(Counter(_pieces(event, game)) - open_)


def _pieces(event: Event, game: Game) -> Iterator[str]:
    """The pieces that an event names, as they are written."""
    for field, kind in field_kinds(type(event)).items():
        if kind == "pieces":
            yield from game.kind.show(getattr(event, field)).split()


def face_up(round_: Round) -> Counter[str]:
    """The pieces that everybody sees."""
    piles = round_.view(0).piles
    return Counter(piece for pile in piles for piece in pile.pieces if piece != COVERED)


def lies_covered(round_: Round) -> bool:
    """Whether some piece on the table is not seen by everybody."""
    return any(pile.count or COVERED in pile.pieces for pile in round_.view(0).piles)


def _moves(round_: Round, happened: list[Event]) -> list[Moved]:
    """What these events move, account by account."""
    moves: Counter[tuple[str, int]] = Counter()
    for event in happened:
        for giver, getter, cents in event.transfers():
            moves[giver] -= cents
            moves[getter] += cents
    names = {seat.seat: seat.name for seat in round_.seats}
    return [_moved(account, cents, names) for account, cents in sorted(moves.items()) if cents]


def _moved(account: tuple[str, int], cents: int, names: dict[int, str]) -> Moved:
    name, number = account
    changes = f"{format_dollars(abs(cents))} {'more' if cents > 0 else 'less'}"
    if number in names and name in OF_A_SEAT:
        words = f"seat {number} ({names[number]}) has {changes} {OF_A_SEAT[name]}"
        return Moved(f"{name}:{number}", number, cents, words)
    whose = ELSEWHERE.get(name.partition(":")[0], name)
    return Moved(f"{name}:{number}" if number else name, 0, cents, f"{whose} has {changes}")


OF_A_SEAT = {"purse": "in chips", "stake": "at risk", "bank": "in its bank"}
ELSEWHERE = {
    "house": "the house", "drop": "the drop", "tokes": "the box for tips", "pot": "the pot",
    "meter": "the meter", "purse": "a purse", "stake": "a wager", "bank": "a bank",
}  # fmt: skip
