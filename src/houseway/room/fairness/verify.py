"""Checks of the public record of a round, by its content and the rules alone.

Each check states its result in a sentence; a fault names the place. The receipt binds everything
that the pieces do not: table, seats, wagers, results, order. A record cannot prove that its root
was published before the first wager. That takes the root as it was noted then.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from houseway.errors import BadFile, HousewayError, short_repr
from houseway.game.base import Game
from houseway.pieces.dice import DICE
from houseway.room.api.record_types import FORMAT, PublicRecord, RootShown, Shown, Spot
from houseway.room.fairness import shuffle
from houseway.room.fairness.receipt_check import (
    CARDS_ONLY,
    chain_faults,
    from_hex,
    read_receipt,
    receipt_faults,
    signature_fault,
)
from houseway.room.fairness.record_replay import replay_faults
from houseway.room.fairness.shuffle import CUP, DECK, STREAMS, Opening
from houseway.rulebook import find
from houseway.util.english import n
from houseway.util.toml import LARGEST, too_large

COVERED = "??"
SIGNED_FOR = "the room signed for this table, round, order, seats, bets, results and events"
KEY_NOT_KNOWN = (
    "the receipt is checked with the key that it names: compare that with the key of the room"
)
_FIELD = re.compile(r"(?<= )(\w+)=('[^']*'|\"[^\"]*\"|\S+)")


class Verdict(msgspec.Struct):
    """The result of a verification: checks that passed, faults, and what could not be checked."""

    checked: list[str] = []
    faults: list[str] = []
    notes: list[str] = []

    @property
    def good(self) -> bool:
        """Return True if there is no fault."""
        return not self.faults

    def add(self, faults: Iterable[str], says: str) -> None:
        """Add the faults of a check, or its words if there are none."""
        found = list(faults)
        if found:
            self.faults += found
        else:
            self.checked.append(says)


def read_record(data: bytes, file: str) -> PublicRecord:
    """Return a public record from its JSON; a fault is reported with its place."""
    if len(data) > LARGEST:
        raise too_large(file)
    try:
        json.loads(data, object_pairs_hook=_once)
        return msgspec.json.decode(data, type=PublicRecord)
    except KeyError as twice:
        raise BadFile(file, "", f"the key {short_repr(twice.args[0])} stands twice") from None
    except RecursionError:
        raise BadFile(file, "", "it is nested too deeply") from None
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        raise BadFile(file, where.strip("`"), f"not a public record: {what}") from None
    except (msgspec.MsgspecError, ValueError):
        raise BadFile(file, "", f"this is not JSON{_replay_file(data)}") from None


def _replay_file(data: bytes) -> str:
    """Return advice for a reader who passed the TOML file of a round, not its public record."""
    try:
        found = tomllib.loads(data.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        found = {}
    if not found:
        return ""
    return (
        " but TOML: houseway replay and houseway settle read it; to check its shuffle, save the"
        " public record of the round (JSON)"
    )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse duplicate keys, which could show one thing to a person and another to a program."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise KeyError(Counter(key for key, _ in pairs).most_common(1)[0][0])
    return found


def verify(record: PublicRecord, root: str = "", key: str = "") -> Verdict:
    """Check a record, against the root that was noted before the round if there is one.

    ``key`` is the public key of the room in hex; empty: the one that the receipt names.
    """
    if record.format != FORMAT:
        raise HousewayError(f"format {short_repr(record.format)} is unknown; this is {FORMAT}")
    if not _fits(record):
        raise HousewayError("the record has a number, or a table's name, that no shoe has")
    return _Checking(record, find(record.game)(record.posted)).run(root, key)


def verify_order(records: Sequence[PublicRecord]) -> Verdict:
    """Check that the rounds of some records came in this order, by their receipts."""
    verdict = Verdict()
    verdict.add(chain_faults(records), f"{n(len(records), 'round')} came in this order")
    return verdict


def _fits(record: PublicRecord) -> bool:
    """Return True if the numbers fit into the bytes that are hashed."""
    numbers = [draw.epoch for draw in record.draws]
    numbers += [number for root in record.roots for number in (root.epoch, root.size)]
    numbers += [number for shown in record.openings for number in (shown.epoch, shown.i)]
    fits = all(0 <= number < 1 << 32 for number in numbers)
    fits = fits and 0 <= record.viewer < 1 << 32 and 0 <= record.round < 1 << 53
    return fits and 0 <= record.shoe < 1 << 64 and len(record.table.encode()) < 1 << 16


class _Checking:
    """One record during its verification."""

    def __init__(self, record: PublicRecord, game: Game) -> None:
        self.record, self.game = record, game
        self.roots = {(root.stream, root.epoch): root for root in record.roots}
        self.pieces = {spot: x.piece for spot, x in self._by_spot().items()}
        self.verdict = Verdict()

    def _by_spot(self) -> dict[Spot, Shown]:
        """Return the opened places by their spot."""
        return {shown.spot: shown for shown in self.record.openings}

    def run(self, root: str, key: str) -> Verdict:
        """Check everything and return the verdict; ``root`` is what the reader saw before the
        round, ``key`` the public key of the room.
        """
        record, verdict = self.record, self.verdict
        if root:
            verdict.add(self._noted(root), "the root is the one that was noted before")
        verdict.add(self._receipt(key), SIGNED_FOR)
        before = len(verdict.faults)
        verdict.add(self._roots(), f"{n(len(record.roots), 'root')} of shoe {record.shoe}")
        drawn = sum(draw.n for draw in record.draws)
        says = f"{drawn} pieces were dealt in order, none left out, none twice"
        verdict.add(self._draws(), says)
        says = f"{n(len(record.openings), 'opened piece')} lay where the root says"
        verdict.add(self._openings(), says)
        verdict.add(self._events(), "every piece that events show is an opened one")
        spots = {spot for draw in record.draws for spot in draw.spots()}
        plays = record.replay is not None and spots <= self.pieces.keys()
        if plays and len(verdict.faults) == before:
            known = [self.pieces[spot] for draw in record.draws for spot in draw.spots()]
            streams = [draw.stream for draw in record.draws for _ in range(draw.n)]
            faults = replay_faults(record, self.game, known, streams)
            verdict.add(faults, "the round was played again, and every wager settled as recorded")
        if record.seed:
            says = "the seed makes the orders and roots, and was committed to"
            verdict.add(self._seed(), says)
        self._say_the_rest(drawn)
        if record.receipt is not None and not key:
            verdict.notes.append(KEY_NOT_KNOWN)
        return verdict

    def _receipt(self, key: str) -> Iterator[str]:
        """Yield faults of the receipt: its signature, and what it was signed for."""
        record = self.record
        if record.receipt is None:
            yield CARDS_ONLY
        elif fault := signature_fault(record.receipt, key):
            yield fault
        elif (receipt := read_receipt(record.receipt)) is None:
            yield "this is not a receipt of a round under this key"
        else:
            drawn = sum(draw.n for draw in record.draws)
            yield from receipt_faults(record, receipt, drawn == len(record.openings))

    def _say_the_rest(self, drawn: int) -> None:
        """Note what could not be checked and why; ``drawn`` pieces have left the shoe."""
        record, notes = self.record, self.verdict.notes
        if covered := drawn - len(record.openings):
            notes.append(f"{n(covered, 'piece')} stayed covered for this reader: not opened here")
        if record.replay is None:
            notes.append("the round is not played again: this reader does not know all of it")
        if record.rules != self.game.fingerprint():
            notes.append("the rules of this program are not those the round was played under")
        if not record.closed:
            notes.append("the round did not end")

    def _noted(self, root: str) -> Iterator[str]:
        """Yield a fault if the root noted before the wager is not in the record."""
        if root.strip().lower() not in [shown.root for shown in self.record.roots]:
            yield "the root that was noted is none of this record: another order was committed to"

    def _roots(self) -> Iterator[str]:
        """Yield faults of the roots: their number, form and size."""
        if len(self.roots) != len(self.record.roots):
            yield "an epoch has two roots"
        whole = len(self.game.kind.one_set(self.game.sets()))
        for root in self.record.roots:
            where = f"{root.stream} epoch {root.epoch}"
            if root.stream not in STREAMS:
                yield f"{where}: pieces come from a {DECK} or a {CUP}"
            elif from_hex(root.root, 32) is None:
                yield f"{where}: its root is not 32 bytes in hex"
            elif root.stream == DECK and not root.epoch and root.size != whole:
                yield (
                    f"{where}: it is said to have {root.size} places, but {self.game.name} as "
                    f"posted is played with {whole} {self.game.kind.name}"
                )
            elif root.contents and not self.record.seed:
                yield f"{where}: what was shuffled is given, and no seed"
            elif root.stream == DECK and not 0 <= root.size <= whole:
                yield f"{where}: it cannot have {root.size} of {whole} {self.game.kind.name}"

    def _draws(self) -> Iterator[str]:
        """Check that places are consecutive; a new epoch begins at its first."""
        at: dict[str, tuple[int, int]] = {}
        for number, draw in enumerate(self.record.draws, 1):
            where = f"draw {number} ({draw.what})"
            root = self.roots.get((draw.stream, draw.epoch))
            if root is None:
                yield f"{where}: there is no root of {draw.stream} epoch {draw.epoch}"
                continue
            if draw.n < 1 or draw.first < 0 or draw.first + draw.n > root.size:
                yield f"{where}: places {draw.first} to {draw.first + draw.n - 1} of {root.size}"
                continue
            last = at.get(draw.stream)
            new = last is not None and last[0] + 1 <= draw.epoch
            wanted = 0 if new else last[1] if last and last[0] == draw.epoch else draw.first
            if draw.first != wanted or (last is not None and draw.epoch < last[0]):
                yield f"{where}: it begins at place {draw.first}, and place {wanted} was next"
            at[draw.stream] = draw.epoch, draw.first + draw.n

    def _openings(self) -> Iterator[str]:
        """Yield faults of opened places: their form, and their path to the root."""
        drawn = {spot for draw in self.record.draws for spot in draw.spots()}
        seen: set[Spot] = set()
        counts: Counter[tuple[int, int]] = Counter()
        copies = self.game.in_play
        spots = [shown.spot for shown in self.record.openings]
        if spots != sorted(spots):
            yield "the opened pieces are not in the order of their places"
        if closed_dice := [x for x in sorted(drawn) if x[0] == CUP and x not in set(spots)]:
            stream, epoch, i = closed_dice[0]
            yield f"{stream} epoch {epoch}, place {i}: a die was thrown and is not open"
        for shown in self.record.openings:
            where = f"{shown.stream} epoch {shown.epoch}, place {shown.i}"
            if shown.spot in seen:
                yield f"{where}: it is opened twice"
            seen.add(shown.spot)
            if shown.spot not in drawn:
                yield f"{where}: it is opened and was never dealt"
            fault, piece = self._opening(shown)
            if fault:
                yield f"{where}: {fault}"
            elif shown.stream == DECK:
                counts[shown.epoch, piece] += 1
                if counts[shown.epoch, piece] == copies[piece] + 1:
                    yield f"{where}: {shown.piece} came more often than there is of it"

    def _opening(self, shown: Shown) -> tuple[str, int]:
        """Return the fault of one opening (empty: none), and the piece that it opens."""
        root = self.roots.get((shown.stream, shown.epoch))
        if root is None or shown.stream not in STREAMS:
            return "there is no root for it", 0
        kind = DICE if shown.stream == CUP else self.game.kind
        if shown.piece not in kind.names[kind is DICE :]:
            return f"{short_repr(shown.piece)} is not a {kind.noun}", 0
        piece = kind.names.index(shown.piece)
        salt, path = from_hex(shown.salt, shuffle.SALT_BYTES), [from_hex(x, 32) for x in shown.path]
        published = from_hex(root.root, 32)
        if salt is None or published is None or None in path:
            return "salt, path or root is not what it should be in hex", 0
        steps = tuple(step for step in path if step is not None)
        opening = Opening(shown.epoch, shown.i, piece, salt, steps, shown.stream)
        if not shuffle.holds(opening, self.record.table, self.record.shoe, root.size, published):
            return f"{shown.piece} with this salt and path does not lead to the root", 0
        return "", piece

    def _events(self) -> Iterator[str]:
        """Yield faults of events whose pieces are not the opened ones."""
        names = set(self.game.kind.names) if self.game.kind is not DICE else set()
        used = {i for told in self.record.events for at in told.opened.values() for i in at}
        for i, opening in enumerate(self.record.openings):
            if i not in used:
                where = f"{opening.stream} epoch {opening.epoch}, place {opening.i}"
                yield f"{where}: it is opened, and no event shows it"
        for number, told in enumerate(self.record.events, 1):
            where = f"event {number} ({short_repr(told.line)})"
            fields = {
                key: value.strip("'\"").split(",") for key, value in _FIELD.findall(told.line)
            }
            for field, openings in told.opened.items():
                if field not in fields or any(
                    not -1 <= i < len(self.record.openings) for i in openings
                ):
                    yield f"{where}: {field} names an opening that is not there"
                    continue
                proved = [self.record.openings[i].piece if i >= 0 else "" for i in openings]
                said = fields.get(field, [])
                if len(said) != len(proved) or any(
                    a != b for a, b in zip(said, proved, strict=True) if b
                ):
                    shown = ",".join(piece or COVERED for piece in proved)
                    yield f"{where}: it shows {','.join(said)}, and what was opened is {shown}"
                elif "" in proved:
                    yield f"{where}: it shows {','.join(said)}, and not all of it is opened"
            for field, said in fields.items():
                pieces = names and set(said) & names and set(said) <= names | {COVERED}
                if pieces and field not in told.opened:
                    yield f"{where}: it shows {','.join(said)}, and none of it is opened"

    def _seed(self) -> Iterator[str]:
        """Yield faults of the opened seed: its commitment, and each order that it makes."""
        record = self.record
        seed = from_hex(record.seed, 32)
        if seed is None:
            yield "the seed is not 32 bytes in hex"
            return
        if shuffle.commitment(record.table, record.shoe, seed).hex() != record.commitment:
            yield "the seed is not the one that was committed to"
        for root in record.roots:
            where = f"{root.stream} epoch {root.epoch}"
            if not (order := self._order(seed, root)):
                yield f"{where}: what was shuffled is not said, or cannot be in this shoe"
            elif order.root.hex() != root.root:
                yield f"{where}: the seed makes another order, and another root"
            else:
                yield from self._as_ordered(order, where)

    def _order(self, seed: bytes, root: RootShown) -> shuffle.Epoch | None:
        """Return the epoch that the seed makes of the shuffled pieces."""
        if root.stream not in STREAMS:
            return None
        context = shuffle.context_of(self.record.table, self.record.shoe, root.stream, root.epoch)
        if root.stream == CUP:
            order = shuffle.cup_order(seed, context, root.size)
            return shuffle.Epoch(seed, context, CUP, root.epoch, order)
        whole = self.game.kind.one_set(self.game.sets())
        try:
            pieces = self.game.kind.parse(root.contents)
        except ValueError:
            return None
        if Counter(pieces) - Counter(whole) or len(pieces) != root.size:
            return None
        order = shuffle.deck_order(seed, context, pieces)
        return shuffle.Epoch(seed, context, DECK, root.epoch, order)

    def _as_ordered(self, order: shuffle.Epoch, where: str) -> Iterator[str]:
        """Yield places where a known piece is not the one that the seed puts there."""
        names = DICE.names if order.stream == CUP else self.game.kind.names
        for (stream, number, i), piece in self.pieces.items():
            if (stream, number) == (order.stream, order.number) and names[order.order[i]] != piece:
                yield f"{where}, place {i}: the seed puts {names[order.order[i]]} there"
