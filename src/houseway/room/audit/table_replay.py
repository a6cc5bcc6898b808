"""One table, replayed from its first row and compared with everything in the books about it.

A row must follow from the rows before it by the rules, and its postings from its events. The state
before each round must be the state after the last one. A round that does not follow is reported
once. The audit continues with the next round, whose row has the state of the table. With the seeds
of the shoes, every piece dealt must be the one from the shoe. Without them, the pieces are taken
from the log, and everything else must follow.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.records.files import record_of
from houseway.room.audit.cage_check import describe_postings
from houseway.room.audit.invariants.check import Wrong
from houseway.room.errors import UNREADABLE
from houseway.room.fairness.committed_shoe import ShoePosition
from houseway.room.fairness.receipt import receipt_hash
from houseway.room.fairness.receipt_check import read_receipt, signature_fault
from houseway.room.history.rounds import kept_rounds
from houseway.room.keys import about_shoe
from houseway.room.ledger import BANKROLL, at_table, of_events, purse_at
from houseway.room.meters.meters import each, meter_account, meters_of
from houseway.room.store import chain
from houseway.room.tables import log, seat_rules, seats
from houseway.room.tables.log import Divergence, LogRow
from houseway.room.tables.replay import enter_logged
from houseway.room.tables.rounds import receipt_kept
from houseway.room.tables.state import TableState

if TYPE_CHECKING:
    from houseway.engine.inputs import Input
    from houseway.game.base import Game
    from houseway.room.keys import Keys
    from houseway.room.ledger import Posting
    from houseway.room.store.interface import Books, RoundKept, Row
    from houseway.room.tables.replay import Games
    from houseway.room.tables.seats import Seating
    from houseway.table.round import Round


class Seeds:
    """The resources to rebuild a table for an audit: games, and the seeds in the books."""

    def __init__(self, books: Books, keys: Keys | None, games: Games) -> None:
        self.books, self.keys, self.games = books, keys, games

    def game(self, id: str, posting: dict[str, Any]) -> Game:
        """Return the game of a posting."""
        return self.games.game(id, posting)

    def unseal_seed(self, table: str, no: int) -> bytes:
        """Return the seed of a shoe; it opens only if it was sealed for this shoe."""
        kept = self.books.shoe(f"table:{table}", no)
        if kept is None or self.keys is None:
            raise Divergence(f"{table}: shoe {no} is not in the books")
        return self.keys.unseal(kept.sealed, about_shoe(table, no))


class WithSeeds(TableState):
    """A replay with the seeds; a shoe that is at the right place is used for the next round too."""

    root_before = b""
    """The root of the shoe when the last round began."""

    def _restore_shoe(self, place: ShoePosition) -> None:
        """Restore the shoe, unless it stands at this place."""
        if self.shoe is None or self.shoe.place() != place:
            super()._restore_shoe(place)
        self.root_before = self.shoe.shown if self.shoe else b""


class WithoutSeeds(TableState):
    """A replay without the seeds: pieces are taken from the log, and no shoe is compared."""

    def _restore_shoe(self, place: ShoePosition) -> None:
        """Leave the shoe out; its order needs the seed."""

    def _replay_shuffle(self, no: int, root: bytes, commitment: bytes) -> None:
        """Leave the shoe out; its root cannot be computed without the seed."""

    def _replay_step(
        self, row: LogRow, body: log.RoundBegun | log.Stepped, seating: Seating
    ) -> None:
        """Compare all but the place in the shoe."""
        self._place = body.after.place if body.after else ShoePosition(0)
        super()._replay_step(row, body, seating)

    def _place_after(self) -> ShoePosition:
        """Return the place that the row has."""
        return self._place

    def _enter(self, round_: Round, inputs: tuple[Input, ...]) -> None:
        """Enter the logged inputs, pieces included, because none can be drawn without the seed."""
        enter_logged(round_, inputs)


NOT_HELD = ("house", "drop", "tokes")
"""Accounts of a table that continue from round to round and are emptied by the cage."""


class OtherRules(msgspec.Struct):
    """Rounds of a table that were dealt under rules this program does not have."""

    first: int
    last: int
    same: int = 0
    different: int = 0


class TableAudit:
    """Replays the log of one table."""

    def __init__(self, means: Seeds, stream: str) -> None:
        self.books, self.stream = means.books, stream
        self.table = stream.removeprefix("table:")
        self.notes: list[str] = []
        self.rounds = self.replayed = 0
        self._other: dict[str, OtherRules] = {}
        self._sums: Counter[str] = Counter()
        self._lost = False
        self._receipt = b""
        """The hash of the last receipt; empty: there was none."""
        self._publics = means.keys.publics if means.keys else ()
        made = WithSeeds if means.keys else WithoutSeeds
        self.live = made(self.table, means, self._void())

    def _void(self) -> set[int]:
        """Return the voided rounds, which are not replayed."""
        found = set()
        for row in self.books.rows(self.stream):
            if row.kind == "voided" and isinstance(body := _read(row), log.Voided):
                found.add(body.no)
        return found

    def faults(self) -> Iterator[Wrong]:
        """Yield all differences between the table and the books."""
        for row, written in chain.with_postings(self.books, self.stream):
            postings = [each.posting for each in written]
            body = _read(row)
            if isinstance(body, log.RoundBegun):
                yield from self._before_round(row, body)
                self._lost = False
            for posting in postings:
                self._sums[posting.debit] -= posting.cents
                self._sums[posting.credit] += posting.cents
            if body is None or log.kind_of(body) != row.kind:
                yield self._wrong(13, f"row {row.seq} ({row.kind}) cannot be read")
                self._lost = True
                continue
            if isinstance(body, log.RoundBegun | log.Stepped) and body.closed:
                yield from self._signed(row, body.no)
            yield from self._row(row, body, postings)
        yield from self._end()

    def _wrong(self, number: int, what: str) -> Wrong:
        """Return a fault of this table, with the number of its check."""
        return Wrong(number, f"{self.table}: {what}")

    def _row(self, row: Row, body: log.Body, postings: list[Posting]) -> Iterator[Wrong]:
        """Replay one row, and yield the differences between it and the replayed table."""
        if self._lost and not isinstance(body, log.TableOpened):
            yield from self._listed_while_lost(row, body)
            return
        expected, before = self._before(body, postings), self.live.carry_over
        events = len(self.live.round_.events) if self._plays_on(body) and self.live.round_ else 0
        try:
            self.live.replay(LogRow(row.seq, row.at, body))
        except Exception as error:  # whatever it is, the auditor hears of it and goes on
            yield from self._does_not_follow(row, body, error)
            return
        if isinstance(body, log.Carried):
            yield from self._carried(row, before, postings)
        if expected is None:
            return
        if self._in_round(body):
            assert self.live.round_ is not None
            expected = of_events(self.table, self.live.round_.events[events:])
        if expected != postings:
            yield self._wrong(
                13, f"row {row.seq} ({row.kind}) moves {describe_postings(postings)}, "
                f"and what happened moves {describe_postings(expected)}"
            )  # fmt: skip
        yield from self._after(row, body)

    def _plays_on(self, body: log.Body) -> bool:
        """Return True for a row that continues a round."""
        return isinstance(body, log.Stepped)

    def _in_round(self, body: log.Body) -> bool:
        """Return True for a row of a round that this program can replay."""
        return isinstance(body, log.RoundBegun | log.Stepped) and body.no not in self.live.unplayed

    def _before(self, body: log.Body, postings: Sequence[Posting]) -> list[Posting] | None:
        """Return the postings that a row outside a round must have; None if another law checks
        it.
        """
        match body:
            case log.Changed(fact):
                if isinstance(fact, seats.ToppedUp) and fact.seat not in self.live.seating.seats:
                    return []
                return list(seats.postings(self.live.seating, self.table, fact))
            case log.TableOpened():
                allowed = {(BANKROLL, at_table(self.table, ("house", 0)))}
                return [p for p in postings if (p.debit, p.credit) in allowed]
            case log.Carried() | log.Voided():
                return None
            case log.RoundBegun(no=no) | log.Stepped(no=no) if no in self.live.unplayed:
                return None
            case _:
                return []

    def _does_not_follow(self, row: Row, body: log.Body, error: Exception) -> Iterator[Wrong]:
        """Note that a row cannot be replayed, and yield the fault unless other rules explain it."""
        self._lost = True
        if isinstance(body, log.RoundBegun):
            self.live.number = body.no
        other = (
            self._other.get(self._rules(body)) if not isinstance(body, log.TableOpened) else None
        )
        if isinstance(body, log.TableOpened):
            self.live.game = None
            self.notes.append(
                f"{self.table}: the game opened by row {row.seq} ({body.game}) is not one that "
                f"this program can deal ({error}); its rounds are not played again"
            )
        elif other is not None:
            other.different += 1
        elif self.live.game is not None:
            words = f"row {row.seq} ({row.kind}) does not follow: {_words(error)}"
            yield self._wrong(13, words)

    def _rules(self, body: log.Body) -> str:
        """Return the fingerprint of the rules that a row was played under."""
        return body.rules if isinstance(body, log.RoundBegun) else self._dealt_under

    _dealt_under = ""

    def _before_round(self, row: Row, body: log.RoundBegun) -> Iterator[Wrong]:
        """Yield faults in the state before a round: by the events, by the books, and by the row."""
        self.rounds += 1
        self._dealt_under = body.rules
        live, game = self.live, self.live.game
        if game is not None and body.rules != game.fingerprint():
            known = self._other.setdefault(body.rules, OtherRules(body.no, body.no))
            known.last = body.no
        if body.no != live.number + 1:
            yield self._wrong(13, f"round {body.no} follows round {live.number} in row {row.seq}")
        if body.rules != live.rules:
            yield self._wrong(
                13, f"round {body.no} is said to be dealt under other rules than were posted"
            )
        if not self._lost and game is not None:
            yield from self._stood(row, body)
        yield from self._held(row, body)

    def _stood(self, row: Row, body: log.RoundBegun) -> Iterator[Wrong]:
        """Yield differences between a round's logged start and the replayed table."""
        live, standing = self.live, body.standing
        if live.seating != standing.seating:
            yield self._wrong(7, f"row {row.seq} ({body.no}): {_seats(live.seating, standing)}")
        if log.packed(live.carry_over) != standing.between:
            yield self._wrong(
                13, f"what is carried into round {body.no} is not what round {live.number} left"
            )
        if live.shoe is not None and live.shoe.place() != standing.place:
            yield self._wrong(13, f"round {body.no} is not dealt from where the shoe stood")
        players = seat_rules.playing(live.seating, live.posted, live.carry_over)
        if body.seats != tuple(seat.seat for seat in players):
            yield self._wrong(13, f"round {body.no} is not dealt to those who were to play in it")

    def _held(self, row: Row, body: log.RoundBegun) -> Iterator[Wrong]:
        """Yield differences between the chips and meters of a new round and the books."""
        for seat, sitter in body.standing.seating.seats.items():
            held = self._sums[purse_at(self.table, seat)]
            if held != sitter.chips:
                yield self._wrong(
                    7, f"seat {seat} begins round {body.no} with {sitter.chips}, the books "
                    f"have {held} for it"
                )  # fmt: skip
        if self.live.game is None:
            return
        try:
            carry_over = msgspec.msgpack.decode(
                body.standing.between, type=self.live.game.carry_over
            )
        except UNREADABLE:
            yield self._wrong(13, f"what is carried into round {body.no} cannot be read")
            return
        for spot, number, meter in each(meters_of(carry_over)):
            held = self._sums[meter_account(self.table, spot, number)]
            if held != meter.held:
                yield self._wrong(
                    9, f"meter {number + 1} of {spot} begins round {body.no} with {meter.held}, "
                    f"the books have {held} for it"
                )  # fmt: skip

    def _after(self, row: Row, body: log.Body) -> Iterator[Wrong]:
        """Yield faults found once a row has been replayed: shoe, money, listed result."""
        live = self.live
        if isinstance(body, log.ShoeShuffled):
            yield from self._shoe(body)
        elif isinstance(body, log.RoundBegun | log.Stepped):
            assert live.round_ is not None
            if isinstance(body, log.RoundBegun) and self._another_root(body.root):
                yield self._wrong(13, f"round {body.no} was shown another root than its shoe's")
            yield from self._lies(row, live.round_)
            if body.closed:
                self.replayed += 1
                if known := self._other.get(self._dealt_under):
                    known.same += 1
                yield from self._listed(row, body.no, live.round_)

    def _another_root(self, root: bytes) -> bool:
        """Return True if the replayed shoe showed another root; False without seeds."""
        return isinstance(self.live, WithSeeds) and self.live.root_before != root

    def _lies(self, row: Row, round_: Round) -> Iterator[Wrong]:
        """Yield differences between the game's chips, pots and meters and the books."""
        for account, cents in round_.state.balances().items():
            name = at_table(self.table, account)
            if account[0] not in NOT_HELD and (held := self._sums[name]) != cents:
                number = 9 if account[0].startswith("meter") else 7
                yield self._wrong(
                    number, f"after row {row.seq} {name} holds {held}, and the game has {cents}"
                )

    def _carried(self, row: Row, before: Any, postings: list[Posting]) -> Iterator[Wrong]:
        """Yield faults where money to or from meters is not the money that the row moves."""
        change: Counter[str] = Counter()
        for sign, carried in ((-1, before), (1, self.live.carry_over)):
            for spot, number, meter in each(meters_of(carried)):
                change[meter_account(self.table, spot, number)] += sign * meter.held
        for posting in postings:
            for account, cents in (
                (posting.debit, -posting.cents),
                (posting.credit, posting.cents),
            ):
                if account.startswith(("player:", "cage:")):
                    yield self._wrong(
                        13, f"row {row.seq} (carried) moves {describe_postings([posting])}"
                    )
                elif account in change or ":meter:" in account:
                    change[account] -= cents
        for account, cents in change.items():
            if cents:
                yield self._wrong(
                    14 if cents < 0 else 9, f"row {row.seq} (carried) sets {account} {cents} "
                    "otherwise than it moves money"
                )  # fmt: skip

    def _shoe(self, body: log.ShoeShuffled) -> Iterator[Wrong]:
        """Yield a fault if the row of a shoe and the stored shoe have different roots."""
        kept = self.books.shoe(self.stream, body.no)
        if kept is None or kept.root != body.root:
            yield self._wrong(13, f"shoe {body.no} is not the one that is kept, by its root")

    def _listed(self, row: Row, no: int, round_: Round | None) -> Iterator[Wrong]:
        """Yield faults of the entry of a closed round: it is listed, with a record of the same
        result.
        """
        kept = self.books.round(self.stream, no)
        if kept is None or (kept.outcome, kept.closed) != ("closed", row.seq):
            yield self._wrong(13, f"round {no}, closed by row {row.seq}, is not listed so")
        elif kept.rules != self._dealt_under:
            yield self._wrong(13, f"round {no} is listed under other rules than it was dealt")
        elif round_ is not None:
            yield from self._recorded(kept, round_)

    def _signed(self, row: Row, number: int) -> Iterator[Wrong]:
        """Yield faults of the receipt of a closed round: its key, its row, the one before it.

        Rounds from before there were receipts have none; after the first one each has one.
        """
        kept = self.books.round(self.stream, number)
        where, before = f"round {number}", self._receipt
        try:
            signed = receipt_kept(kept) if kept is not None else None
        except Divergence as error:
            yield self._wrong(13, str(error))
            return
        if kept is None or signed is None:
            if kept is not None and before:
                yield self._wrong(13, f"{where} has no receipt, and a round before it has one")
            return
        self._receipt = receipt_hash(signed.body)
        receipt = read_receipt(signed)
        fault = signature_fault(signed)
        if fault or receipt is None:
            yield self._wrong(13, f"{where}: {fault or 'its receipt cannot be read'}")
        elif self._publics and signed.key not in self._publics:
            yield self._wrong(13, f"the receipt of {where} has another key than the room's")
        elif (receipt.table, receipt.round, receipt.row) != (self.table, number, row.hash.hex()):
            yield self._wrong(13, f"the receipt of {where} was signed for another row")
        elif receipt.before != before.hex():
            yield self._wrong(13, f"the receipt of {where} does not follow the one before it")

    def _recorded(self, kept: RoundKept, round_: Round) -> Iterator[Wrong]:
        """Yield a fault if the kept record of a round differs from the replayed round."""
        try:
            record = msgspec.json.decode(zlib.decompress(kept.record), type=dict[str, Any])
        except (zlib.error, *UNREADABLE) as error:
            yield self._wrong(13, f"the record of round {kept.no} cannot be read ({error})")
            return
        again = msgspec.to_builtins(record_of(round_))
        for name in ("game", "posted", "seats", "deal", "dice", "play", "nets", "pays", "events"):
            if record.get(name) != again[name]:
                yield self._wrong(
                    13, f"the record of round {kept.no} has other {name} than the log"
                )
                return

    def _listed_while_lost(self, row: Row, body: log.Body) -> Iterator[Wrong]:
        """Check only the listing of a closed round, while the table cannot be replayed."""
        if isinstance(body, log.Stepped) and body.closed and body.no not in self.live.unplayed:
            self.live.number = max(self.live.number, body.no)
            yield from self._listed(row, body.no, None)

    def _end(self) -> Iterator[Wrong]:
        """Yield faults of the whole log, and note rounds that were played under other rules."""
        live = self.live
        expected = live.number
        for kept in kept_rounds(self.books, self.stream):
            if kept.no != expected:
                yield self._wrong(13, f"round {kept.no} is listed, and round {expected} is not")
                break
            void = kept.no in live.unplayed
            if void != (kept.outcome == "voided"):
                yield self._wrong(
                    13, f"round {kept.no} is listed as {kept.outcome}, the log differs"
                )
            expected -= 1
        else:
            if expected > 0:
                yield self._wrong(13, f"round {expected} is in the log and is not listed")
        if not self._lost and not live.playing:
            for seat, sitter in live.seating.seats.items():
                if (held := self._sums[purse_at(self.table, seat)]) != sitter.chips:
                    yield self._wrong(7, f"seat {seat} has {sitter.chips}, the books have {held}")
        for rules, known in self._other.items():
            self.notes.append(
                f"{self.table}: rounds {known.first} to {known.last} were dealt under other rules "
                f"than this program has (fingerprint {rules[:16]}): {known.same} of them come out "
                f"the same, {known.different} could not be compared; the books were checked"
            )


def _read(row: Row) -> log.Body | None:
    """Return the body of a row; None if it cannot be decoded."""
    try:
        return log.read(row.body)
    except UNREADABLE:
        return None


def _words(error: Exception) -> str:
    """Return an error with the name of its class."""
    if isinstance(error, Divergence):
        return str(error)
    return f"{type(error).__name__}: {error}"


def _seats(was: seats.Seating, standing: log.Checkpoint) -> str:
    """Return words for the difference between two seatings."""
    for seat in sorted({*was.seats, *standing.seating.seats}):
        one, other = was.seats.get(seat), standing.seating.seats.get(seat)
        if one != other:
            chips = [f"{sitter.chips}" if sitter else "no player" for sitter in (one, other)]
            return f"seat {seat} was left with {chips[0]} and begins with {chips[1]}, or otherwise"
    return "the chairs are not as the rows before left them"
