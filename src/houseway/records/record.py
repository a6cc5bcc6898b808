"""Records of rounds: the format, its shorthand for later bets and meters, playback."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.engine.questions import Act, Chance, Place, Question
from houseway.engine.round import Round
from houseway.errors import BadFile, Refused, short_repr
from houseway.families.banked.game import Banked
from houseway.game.base import Seat
from houseway.game.progressives import PARTS, Meter, opened
from houseway.money import dollars, format_dollars
from houseway.pieces.dice import DICE
from houseway.presentation.open_question import how_it_lay, waiting_for
from houseway.records.notation import is_number as is_number
from houseway.records.notation import read_act as read_act
from houseway.records.notation import read_ruling as read_ruling
from houseway.rulebook import find
from houseway.util.english import n, suggest, verb
from houseway.util.toml import decode_as

if TYPE_CHECKING:
    from houseway.engine.questions import Asking, Pieces
    from houseway.game.base import Game
    from houseway.pieces.kind import Kind

__all__ = [
    "FORMAT",
    "LateBets",
    "Playback",
    "Question",
    "Record",
    "Written",
    "load_record",
    "open_round",
    "read_act",
    "with_meters",
]


# -- late bets --------------------------------------------------------------------------------
# Wagers that a record has in ``bets`` though they are placed during the round.


class LateBets:
    """The wagers of ``bets`` that are placed later, until their question comes."""

    def __init__(self, game: Game, bets: Mapping[str, int | str]) -> None:
        late = set()
        if isinstance(game, Banked):
            for choices in game.bets.late.values():
                late |= {s.name for c in choices if isinstance(c, Place) for s in c.spots}
        self.spots = {spot: _cents(spot, bets[spot]) for spot in bets if spot in late}

    def due(self, question: Asking) -> Act | None:
        """The decision that places them, if the seat is asked for it now."""
        for seat in question.seats():
            for choice in question.choices_of(seat):
                if not isinstance(choice, Place):
                    continue
                now = [spot.name for spot in choice.spots if spot.name in self.spots]
                if now:
                    places = tuple((name, self.spots.pop(name)) for name in now)
                    return Act(seat, choice.name, places=places)
        return None

    def never(self, game: Game) -> Refused | None:
        """The sentence for a wager for which the round came to no moment."""
        for spot in self.spots:
            assert isinstance(game, Banked), "other games have no wagers that are placed later"
            wager = game.wager_named[game.bets.spots[spot].wager]
            called, when = game.words().wager(spot), game.words().phase(game.placed_at(wager))
            return Refused(
                f"bets.{spot}: {called} is placed {when}, and the round came to no such moment",
                wager.clauses,
            )
        return None


def _cents(spot: str, amount: int | str) -> int:
    try:
        return dollars(amount)
    except ValueError as error:
        raise Refused(f"bets.{spot}: {error}") from None


# -- meters written ---------------------------------------------------------------------------
# Progressive meters as people write them in a record: dollars, with books that are even.

Written = int | str | list[int | str]


def with_meters(game: Game, between: Any, written: Mapping[str, Written]) -> Any:
    """What is carried into the round, with meters that stand at these dollars."""
    known = game.meter_terms if isinstance(game, Banked) else {}
    meters = dict(getattr(between, "meters", {}))
    for short, amounts in written.items():
        name = _called(game, short, known)
        terms = known[name]
        given = amounts if isinstance(amounts, list) else [amounts]
        if len(given) > len(terms):
            has = n(len(terms), "meter")
            raise Refused(f"meters.{name}: {game.words().wager(name)} has {has}, not {len(given)}")
        stand = [_meter(name, amount) for amount in given]
        meters[name] = [*stand, *(opened(each) for each in terms[len(stand) :])]
    return msgspec.structs.replace(between, meters=meters)


def _called(game: Game, name: str, known: Mapping[str, object]) -> str:
    """The wager whose meter is meant: by its name, or by a part of it that no other has."""
    alike = [each for each in known if name in each.split("_") or each.endswith(f"_{name}")]
    if name in known:
        return name
    if len(alike) == 1:
        return alike[0]
    raise Refused(f"meters.{name}: {game.name} has no such meter; {suggest(name, alike or known)}")


def _meter(name: str, amount: int | str) -> Meter:
    """A meter with so many dollars in it, all of them put in by the house."""
    try:
        cents = dollars(amount)
    except ValueError as error:
        raise Refused(f"meters.{name}: {error}") from None
    if cents < 0:
        raise Refused(f"meters.{name}: a meter does not stand at {format_dollars(cents)}")
    return Meter(value=cents * PARTS, seeded=cents * PARTS)


# -- record -----------------------------------------------------------------------------------
# Hand records: one text format for worked cases, saved rounds and disputes.
#
# See docs/records.md. A record names the game, the posting, the seats with their chips, every
# piece that was dealt (``deal``, ``dice``) and every decision and ruling (``play``); what it says
# about the result is compared with what the rules give.

FORMAT = "houseway-record-1"
ANY = "xx"
DEFAULT_CHIPS = 10_000_00
MOST_PIECES = 10_000
LONGEST_NAME = 12
"""How many pieces a round may deal at the most, and how long the notation of one is."""


class SeatEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a record: dollars, a name and, where there is one, the person's id and firm."""

    chips: int | str
    name: str = ""
    who: str = ""
    firm: str = ""


class Line(msgspec.Struct, frozen=True):
    """A decision or ruling of a record, and where it stands there."""

    where: str
    text: str


class Record(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A round as text.

    ``version``, ``rules`` and ``digests`` say under which rules a saved round was played; what
    people write has none of them.  ``shuffles`` stands where a shuffle was due when it was saved.
    """

    game: str
    format: str = FORMAT
    version: str = ""
    rules: str = ""
    posted: dict[str, Any] = {}
    seats: dict[str, int | str | SeatEntry] = {}
    between: dict[str, Any] = {}
    bets: dict[str, int | str] = {}
    meters: dict[str, int | str | list[int | str]] = {}
    deal: str = ""
    dice: str = ""
    play: list[str] | str = []
    pays: dict[str, str] = {}
    nets: dict[str, int | str] = {}
    shuffles: int | None = None
    events: list[str] = []
    digests: dict[str, str] = {}

    def lines(self) -> list[str]:
        """Decisions and rulings in order; ``bets`` is short for the first one of seat 1."""
        return [line.text for line in self.numbered()]

    def numbered(self, later: Collection[str] = ()) -> list[Line]:
        """The same lines, each with its place in the record as it is written.

        Those of ``bets`` that are placed ``later`` in the round are left out.
        """
        play = self.play.split(";") if isinstance(self.play, str) else self.play
        written = [Line(f"play line {n}", text.strip()) for n, text in enumerate(play, 1)]
        lines = [line for line in written if line.text]
        if self.bets:
            now = [_one_bet(spot, x) for spot, x in self.bets.items() if spot not in later]
            lines.insert(0, Line("bets", " ".join(["bet", *now])))
        return lines


def _one_bet(spot: str, amount: int | str) -> str:
    """``main=10``; nothing else may hide in the name or in the amount."""
    if not spot or "=" in spot or spot.split() != [spot]:
        raise Refused(f"bets: {short_repr(spot)} is not the name of a spot")
    words = str(amount).strip()
    if words.split() != [words]:
        raise Refused(
            f"bets.{spot}: {short_repr(amount)} is not money; write dollars like 10 or 7.50"
        )
    return f"{spot}={words}"


def open_game(record: Record) -> Game:
    """The game of a record, as posted there."""
    if record.format != FORMAT:
        raise Refused(f"format {short_repr(record.format)} is unknown; this is {FORMAT}")
    return find(record.game)(record.posted)


def open_round(record: Record, game: Game | None = None) -> Round:
    """The round of a record before its first answer."""
    game = game or open_game(record)
    seats = tuple(_seats(record))
    for seat in seats:
        if refused := game.seat_refused(seat):
            raise refused
    if len(seats) < game.seats_min:
        raise Refused(f"{game.name} needs {n(game.seats_min, 'player')}, not {len(seats)}")
    between = None
    if record.between:
        written = game.older_between(record.between, seats)
        between = decode_as(written, game.between, "record", "between")
        game.check_between(between)
    if record.meters:
        between = with_meters(game, between or game.first(seats), record.meters)
    return Round(game, seats, between)


def _seats(record: Record) -> Iterator[Seat]:
    if not record.seats:
        yield Seat(1, "seat 1", DEFAULT_CHIPS)
    for key in record.seats:
        if not is_number(key) or str(int(key)) != key:
            raise Refused(f"seats.{short_repr(key)[1:-1]}: a seat is a number, like 2")
    for key, entry in sorted(record.seats.items(), key=lambda item: int(item[0])):
        person = entry if isinstance(entry, SeatEntry) else SeatEntry(entry)
        try:
            cents = dollars(person.chips)
        except ValueError as error:
            raise Refused(f"seats.{key}: {error}") from None
        name = person.name if person.name.strip() else f"seat {key}"
        yield Seat(int(key), name, cents, person.who, person.firm)


class Stream:
    """The pieces of a record in order; ``xx`` is any piece the record does not name."""

    def __init__(self, kind: Kind, sets: int, text: str) -> None:
        words = _words(text, kind)
        spare = kind.one_set(sets)
        for word in words:
            if word != ANY and (piece := kind.read(word)) in spare:
                spare.remove(piece)
        if ANY in words and len(spare) < words.count(ANY):
            raise ValueError(f"the record names more {kind.name} than there are")
        self.pieces = [spare.pop(0) if word == ANY else kind.read(word) for word in words]
        self.at = 0

    def take(self, n: int) -> Pieces | None:
        """The next ``n``, or None when the record ends before."""
        if self.at + n > len(self.pieces):
            return None
        self.at += n
        return tuple(self.pieces[self.at - n : self.at])

    def left(self) -> list[int]:
        """What was not used."""
        return self.pieces[self.at :]


def _words(text: str, kind: Kind) -> list[str]:
    """The pieces as they are written; more than any round deals are not even counted."""
    words = []
    if len(text) <= MOST_PIECES * LONGEST_NAME:
        words = text.replace("|", " ").replace(",", " ").split()
    if len(words) > MOST_PIECES or (text and not words and text.strip(" |,\n\t")):
        raise ValueError(f"a record has {MOST_PIECES:,} {kind.name} at the most")
    return [each for word in words for each in _repeated(word)]


def _repeated(word: str) -> list[str]:
    """``xx*35`` is ``xx``, 35 times; any other word stands for itself."""
    name, _, times = word.partition("*")
    if name != ANY or not is_number(times) or len(times) > 2:
        return [word]
    return [ANY] * int(times)


def _stream(key: str, kind: Kind, sets: int, text: str) -> Stream:
    try:
        return Stream(kind, sets, text)
    except ValueError as error:
        raise Refused(f"{key}: {error}") from None


class Unfinished(Refused):
    """A record that ends in the middle of its round, and the round as far as it went."""

    def __init__(self, round_: Round, what: str) -> None:
        super().__init__(what, round_.game.turn_clauses)
        self.round = round_


class Playback:
    """Plays a record into a round; ``stopped`` says what it waited for when it ran dry."""

    def __init__(self, record: Record) -> None:
        self.record = record
        game = open_game(record)
        self.pieces = _stream("deal", game.kind, game.sets(), record.deal)
        self.dice = _stream("dice", DICE, 100, record.dice)
        self.round = open_round(record, game)
        self.late = LateBets(game, record.bets)
        self.lines = record.numbered(self.late.spots)
        self.next = 0
        self.others = self.shuffles = 0
        self.stopped = ""

    def run(self) -> Round:
        """All of it; Refused names the line at which the rules say no."""
        round_ = self.round
        while round_.question is not None and not self.stopped:
            if self._ruling_is_due():
                self._enter()
            elif isinstance(round_.question, Chance):
                self._chance(round_.question)
            elif self.late.spots and (act := self.late.due(round_.question)) is not None:
                self._act_late(act)
            elif self.next < len(self.lines):
                self._not_too_early(self.lines[self.next])
                self._enter()
            else:
                self.stopped = self.round.standing()
        return round_

    def finish(self) -> Round:
        """All of it, to the end of the round and of the record."""
        round_ = self.run()
        if self.stopped:
            raise Unfinished(round_, f"the record ends too early: {self._standing()}")
        if self.next < len(self.lines):
            line = self.lines[self.next]
            raise Refused(f"the round is over before {line.where} {short_repr(line.text)}")
        if refused := self.late.never(round_.game):
            raise refused
        if left := self.pieces.left():
            raise Refused(
                f"dealt too much: {round_.game.kind.show(left)} {verb(len(left), 'is')} left over; "
                f"{how_it_lay(round_)}",
                round_.game.deal_clauses,
            )
        if left := self.dice.left():
            raise Refused(
                f"thrown too much: {DICE.show(left)} {verb(len(left), 'is')} left over of the dice"
            )
        return round_

    def _standing(self) -> str:
        waiting = waiting_for(self.round)
        return waiting.sentence if waiting else self.round.standing()

    def _ruling_is_due(self) -> bool:
        if self.next >= len(self.lines) or not self.lines[self.next].text.startswith("@"):
            return False
        line = self.lines[self.next]
        after, _, rest = line.text[1:].partition(" ")
        pieces, _, others = after.partition("+")
        if not is_number(pieces) or not is_number(others or "0") or not rest.strip():
            raise Refused(
                f"{line.where}: write '@7 floor ...', after 7 pieces, or "
                "'@7+1 floor ...', after 7 pieces and 1 throw or shuffle"
            )
        if rest.split()[0] != "floor":
            raise Refused(
                f"{line.where} {short_repr(line.text)}: only a ruling, '@7 floor ...', begins so"
            )
        return self.round.drawn >= int(pieces) and self.others >= int(others or 0)

    def _not_too_early(self, line: Line) -> None:
        if line.text.startswith("@"):
            raise Refused(
                f"{line.where} {short_repr(line.text)}: {self.round.drawn} pieces are dealt and "
                f"{self.others} throws or shuffles made, and {self.round.standing()}"
            )

    def _chance(self, question: Chance) -> None:
        if question.kind == "shuffle":
            if self.shuffles == self.record.shuffles:
                self.stopped = self.round.standing()
            else:
                self.others, self.shuffles = self.others + 1, self.shuffles + 1
                self.round.deal(())
            return
        self.others += question.kind != "pieces"
        stream = self.dice if question.kind == "dice" else self.pieces
        pieces = stream.take(question.n)
        if pieces is None:
            self.stopped = self.round.standing()
        else:
            self.round.deal(pieces)

    def _enter(self) -> None:
        line = self.lines[self.next]
        text = line.text
        self.next += 1
        if text.startswith("@"):
            text = text.partition(" ")[2]
        try:
            self._say(text)
        except (Refused, ValueError) as error:
            what = error.what if isinstance(error, Refused) else str(error)
            clauses = error.clauses if isinstance(error, Refused) else ()
            raise Refused(f"{line.where} {short_repr(text)}: {what}", clauses) from None

    def _act_late(self, act: Act) -> None:
        """A wager of ``bets`` that is placed only now."""
        try:
            self.round.act(act)
        except Refused as error:
            what = error.what.removeprefix(f"seat {act.seat}: ")
            raise Refused(f"bets, placed by {act.name!r}: {what}", error.clauses) from None

    def _say(self, text: str) -> None:
        words = text.split()
        if words[0] == "floor":
            self.round.ruling(read_ruling(words[1:], self.round.game))
        elif words[0] == "time_up":
            if len(words) != 2 or not is_number(words[1]):
                raise Refused("write 'time_up 2': the seat whose time is up")
            self.round.time_up(int(words[1]))
        else:
            question = self.round.question
            if isinstance(question, Chance) or question is None:
                raise Refused(self.round.standing())
            self.round.act(read_act(words, question, self.round.game.kind))


def load_record(data: dict[str, Any], file: str) -> Record:
    """A record from TOML tables; unknown keys are refused."""
    record = decode_as(data, Record, file)
    for key in record.seats:
        if not is_number(key) or str(int(key)) != key:
            raise BadFile(file, f"seats.{key}", "a seat is a number, like 2")
    return record
