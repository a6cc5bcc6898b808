"""Records of rounds: the text format of cases, saved rounds and disputes, and playback.

A record names the game, the posting, the seats with their chips, every dealt piece (``deal``,
``dice``) and every decision and ruling (``play``). Its stated results are compared with those of
the rules. See docs/records.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.engine.questions import Act, Chance, Place, Question
from houseway.errors import BadFile, Reason, Refused, Unreadable, short_repr
from houseway.families.banked.game import Banked
from houseway.game.base import Seat
from houseway.game.progressives import PARTS, Meter, opened
from houseway.money import format_dollars, read_dollars
from houseway.pieces.dice import DICE
from houseway.records.notation import is_number, read_act, read_ruling, seat_not_a_number
from houseway.rulebook import find
from houseway.table.open_question import how_it_lay, waiting_for
from houseway.table.round import Round
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


# Wagers that a record lists in ``bets`` although they are placed during the round.


class LateBets:
    """The wagers of ``bets`` that are placed later, until their question comes."""

    def __init__(self, game: Game, bets: Mapping[str, int | str]) -> None:
        late = set()
        if isinstance(game, Banked):
            for choices in game.bets.later_choices.values():
                late |= {s.name for c in choices if isinstance(c, Place) for s in c.spots}
        self.spots = {
            spot: read_dollars(f"bets.{spot}", bets[spot]) for spot in bets if spot in late
        }

    def due(self, question: Asking) -> Act | None:
        """Return the decision that places them, if its question is open; else None."""
        for seat in question.seats():
            for choice in question.choices_of(seat):
                if not isinstance(choice, Place):
                    continue
                now = [spot.name for spot in choice.spots if spot.name in self.spots]
                if now:
                    places = tuple((name, self.spots.pop(name)) for name in now)
                    return Act(seat, choice.name, places=places)
        return None

    def never(self, game: Game) -> Reason | None:
        """Explain that the round came to no moment for a wager."""
        for spot in self.spots:
            assert isinstance(game, Banked), "other games have no wagers that are placed later"
            wager = game.wager_named[game.bets.spots[spot].wager]
            called, when = game.words().wager(spot), game.words().phase(game.placed_at(wager))
            return Reason(
                "bet-moment-never-came",
                f"bets.{spot}: {called} is placed {when}, and the round came to no such moment",
                wager.clauses,
            )
        return None


# Progressive meters in a record: dollars, with balanced books.

Written = int | str | list[int | str]


def with_meters(game: Game, carry_over: Any, written: Mapping[str, Written]) -> Any:
    """Return the carry-over into the round with meters at these dollars."""
    known = game.meter_terms if isinstance(game, Banked) else {}
    meters = dict(getattr(carry_over, "meters", {}))
    for short, amounts in written.items():
        name = _called(game, short, known)
        terms = known[name]
        given = amounts if isinstance(amounts, list) else [amounts]
        if len(given) > len(terms):
            has = n(len(terms), "meter")
            raise Refused(
                "too-many-meters",
                f"meters.{name}: {game.words().wager(name)} has {has}, not {len(given)}",
            )
        stand = [_meter(name, amount) for amount in given]
        meters[name] = [*stand, *(opened(each) for each in terms[len(stand) :])]
    return msgspec.structs.replace(carry_over, meters=meters)


def _called(game: Game, name: str, known: Mapping[str, object]) -> str:
    """Return the wager with this name, or with this part of a name that no other has."""
    alike = [each for each in known if name in each.split("_") or each.endswith(f"_{name}")]
    if name in known:
        return name
    if len(alike) == 1:
        return alike[0]
    raise Refused(
        "no-such-meter",
        f"meters.{name}: {game.name} has no such meter; {suggest(name, alike or known)}",
    )


def _meter(name: str, amount: int | str) -> Meter:
    """Return a meter with these dollars in it, all put in by the house."""
    cents = read_dollars(f"meters.{name}", amount)
    if cents < 0:
        raise Refused(
            "meter-below-zero", f"meters.{name}: a meter does not stand at {format_dollars(cents)}"
        )
    return Meter(value=cents * PARTS, seeded=cents * PARTS)


FORMAT = "houseway-record-1"
ANY = "xx"
DEFAULT_CHIPS = 10_000_00
MOST_PIECES = 10_000
LONGEST_NAME = 12
"""Most pieces of a round, and most characters in the notation of a piece."""


class SeatEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a record: dollars, a name and, where there is one, the person's id and firm."""

    chips: int | str
    """Chips before the round, in dollars."""
    name: str = ""
    """The name of the person; default: the number of the seat."""
    who: str = ""
    """The person's id. One person at two seats has the same id at both."""
    firm: str = ""
    """The provider of proposition players that the person plays for."""


class DecisionLine(msgspec.Struct, frozen=True):
    """A decision or ruling of a record, with its place in the file."""

    where: str
    text: str


class Record(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A round as text.

    ``version``, ``rules`` and ``digests`` name the rules under which a saved round was played;
    records that people write have none of them. ``shuffles`` is set if a shuffle was due when it
    was saved.
    """

    game: str
    """The id of the game, as ``houseway games`` lists it."""
    format: str = FORMAT
    """The format of the record."""
    version: str = ""
    """The version of houseway that saved the round."""
    rules: str = ""
    """The fingerprint of the rules under which a saved round was played."""
    posted: dict[str, Any] = {}
    """The house options by name; those left out have the default of the game."""
    seats: dict[str, int | str | SeatEntry] = {}
    """Chips by seat, in dollars, or a table with more about the person; default: $10,000 at seat
    1."""
    between: dict[str, Any] = {}
    """The state that a game carries from round to round; default: that of a first round."""
    bets: dict[str, int | str] = {}
    """Wagers of seat 1 in dollars, by spot; short for the first line of ``play``."""
    meters: dict[str, int | str | list[int | str]] = {}
    """Progressive meters before the round, in dollars, by wager; a list where it has several."""
    deal: str = ""
    """Every piece in the order in which it came; ``|`` and ``,`` only group, ``xx`` is any."""
    dice: str = ""
    """Every die in the order in which it was thrown."""
    play: list[str] | str = []
    """Decisions and rulings in order: a list of lines, or one text with ``;`` between them."""
    pays: dict[str, str] = {}
    """Wager -> its expected outcome, result or both, such as ``win +10``."""
    nets: dict[str, int | str] = {}
    """The expected result in dollars of each seat, and of ``house``, ``tokes`` and ``drop``."""
    shuffles: int | None = None
    """The number of shuffles so far, if one was due when the round was saved."""
    events: list[str] = []
    """The whole log, one line per event; a full record has it."""
    digests: dict[str, str] = {}
    """A short digest of each clause of a saved round, by section."""

    def lines(self) -> list[str]:
        """Return decisions and rulings in order; ``bets`` is short for the first one of seat 1."""
        return [line.text for line in self.numbered()]

    def numbered(self, later: Collection[str] = ()) -> list[DecisionLine]:
        """Return the same lines, each with its place in the record.

        Those of ``bets`` that are placed ``later`` in the round are left out.
        """
        play = self.play.split(";") if isinstance(self.play, str) else self.play
        written = [DecisionLine(f"play line {n}", text.strip()) for n, text in enumerate(play, 1)]
        lines = [line for line in written if line.text]
        if self.bets:
            now = [_one_bet(spot, x) for spot, x in self.bets.items() if spot not in later]
            lines.insert(0, DecisionLine("bets", " ".join(["bet", *now])))
        return lines


def _one_bet(spot: str, amount: int | str) -> str:
    """Read ``main=10``; refuse anything hidden in the name or the amount."""
    if not spot or "=" in spot or spot.split() != [spot]:
        raise Refused("bad-spot-name", f"bets: {short_repr(spot)} is not the name of a spot")
    words = str(amount).strip()
    if words.split() != [words]:
        read_dollars(f"bets.{spot}", words)
    return f"{spot}={words}"


def open_game(record: Record) -> Game:
    """Return the game of a record as posted there."""
    if record.format != FORMAT:
        raise Refused(
            "unknown-format", f"format {short_repr(record.format)} is unknown; this is {FORMAT}"
        )
    return find(record.game)(record.posted)


def open_round(record: Record, game: Game | None = None) -> Round:
    """Return the round of a record before its first answer."""
    game = game or open_game(record)
    seats = tuple(_seats(record))
    for seat in seats:
        game.check_seat(seat)
    if len(seats) < game.seats_min:
        raise Refused(
            "not-enough-seats", f"{game.name} needs {n(game.seats_min, 'player')}, not {len(seats)}"
        )
    carry_over = None
    if record.between:
        written = game.upgrade_carry_over(record.between, seats)
        carry_over = decode_as(written, game.carry_over, "record", "between")
        game.check_carry_over(carry_over)
    if record.meters:
        carry_over = with_meters(game, carry_over or game.first(seats), record.meters)
    return Round(game, seats, carry_over)


def _seats(record: Record) -> Iterator[Seat]:
    """Yield the seats of a record in order; one default seat if it names none."""
    if not record.seats:
        yield Seat(1, "seat 1", DEFAULT_CHIPS)
    for key in record.seats:
        if not is_number(key) or str(int(key)) != key:
            raise seat_not_a_number(f"seats.{short_repr(key)[1:-1]}: a seat is a number, like 2")
    for key, entry in sorted(record.seats.items(), key=lambda item: int(item[0])):
        person = entry if isinstance(entry, SeatEntry) else SeatEntry(entry)
        cents = read_dollars(f"seats.{key}", person.chips)
        name = person.name if person.name.strip() else f"seat {key}"
        yield Seat(int(key), name, cents, person.who, person.firm)


class Stream:
    """The pieces of a record in order; ``xx`` is any piece that the record does not name."""

    def __init__(self, kind: Kind, sets: int, text: str) -> None:
        words = _words(text, kind)
        spare = kind.one_set(sets)
        for word in words:
            if word != ANY and (piece := kind.read(word)) in spare:
                spare.remove(piece)
        if ANY in words and len(spare) < words.count(ANY):
            raise Unreadable(
                "more-pieces-than-exist", f"the record names more {kind.name} than there are"
            )
        self.pieces = [spare.pop(0) if word == ANY else kind.read(word) for word in words]
        self.at = 0

    def take(self, n: int) -> Pieces | None:
        """Return the next ``n``, or None if the record has fewer."""
        if self.at + n > len(self.pieces):
            return None
        self.at += n
        return tuple(self.pieces[self.at - n : self.at])

    def left(self) -> list[int]:
        """Return the pieces that no question has taken."""
        return self.pieces[self.at :]


def _words(text: str, kind: Kind) -> list[str]:
    """Return pieces as they are written; refuse more than any round deals without counting them."""
    words = []
    if len(text) <= MOST_PIECES * LONGEST_NAME:
        words = text.replace("|", " ").replace(",", " ").split()
    if len(words) > MOST_PIECES or (text and not words and text.strip(" |,\n\t")):
        raise Unreadable("too-many-pieces", f"a record has {MOST_PIECES:,} {kind.name} at the most")
    return [each for word in words for each in _repeated(word)]


def _repeated(word: str) -> list[str]:
    """Expand ``xx*35`` to ``xx``, 35 times; return any other word itself."""
    name, _, times = word.partition("*")
    if name != ANY or not is_number(times) or len(times) > 2:
        return [word]
    return [ANY] * int(times)


def _stream(key: str, kind: Kind, sets: int, text: str) -> Stream:
    """Return the pieces of a key that are still to be dealt."""
    try:
        return Stream(kind, sets, text)
    except Unreadable as error:
        raise Refused.because(error.reason.after(f"{key}: ")) from None


class Unfinished(Refused):
    """A record that ends in the middle of its round, with the round so far."""

    def __init__(self, round_: Round, what: str) -> None:
        super().__init__("record-unfinished", what, round_.game.turn_clauses)
        self.round = round_


class Playback:
    """Plays a record into a round; ``stopped`` is the reason when it ended early."""

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
        """Play all of it; Refused names the line that the rules refuse."""
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
        """Play all of it to the end of both round and record."""
        round_ = self.run()
        if self.stopped:
            raise Unfinished(round_, f"the record ends too early: {self._standing()}")
        if self.next < len(self.lines):
            line = self.lines[self.next]
            raise Refused(
                "round-over-before-line",
                f"the round is over before {line.where} {short_repr(line.text)}",
            )
        if reason := self.late.never(round_.game):
            raise Refused.because(reason)
        if left := self.pieces.left():
            raise Refused(
                "pieces-left-over",
                f"dealt too much: {round_.game.kind.show(left)} {verb(len(left), 'is')} left over; "
                f"{how_it_lay(round_)}",
                round_.game.deal_clauses,
            )
        if left := self.dice.left():
            raise Refused(
                "throws-left-over",
                f"thrown too much: {DICE.show(left)} {verb(len(left), 'is')} left over of the dice",
            )
        return round_

    def _standing(self) -> str:
        """Return the sentence about what the round waits for."""
        waiting = waiting_for(self.round)
        return waiting.sentence if waiting else self.round.standing()

    def _ruling_is_due(self) -> bool:
        """Return True if the next line is a ruling placed at the pieces dealt by now."""
        if self.next >= len(self.lines) or not self.lines[self.next].text.startswith("@"):
            return False
        line = self.lines[self.next]
        after, _, rest = line.text[1:].partition(" ")
        pieces, _, others = after.partition("+")
        if not is_number(pieces) or not is_number(others or "0") or not rest.strip():
            raise Refused(
                "ruling-place-unreadable",
                f"{line.where}: write '@7 floor ...', after 7 pieces, or "
                "'@7+1 floor ...', after 7 pieces and 1 throw or shuffle",
            )
        if rest.split()[0] != "floor":
            raise Refused(
                "only-rulings-placed",
                f"{line.where} {short_repr(line.text)}: only a ruling, '@7 floor ...', begins so",
            )
        return self.round.drawn >= int(pieces) and self.others >= int(others or 0)

    def _not_too_early(self, line: DecisionLine) -> None:
        """Refuse a placed ruling that is reached before its pieces are dealt."""
        if line.text.startswith("@"):
            raise Refused(
                "ruling-not-due-yet",
                f"{line.where} {short_repr(line.text)}: {self.round.drawn} pieces are dealt and "
                f"{self.others} throws or shuffles made, and {self.round.standing()}",
            )

    def _chance(self, question: Chance) -> None:
        """Deal what is asked for from the record; stop if the record has no more."""
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
        """Enter the next line; a refusal names the line."""
        line = self.lines[self.next]
        text = line.text
        self.next += 1
        if text.startswith("@"):
            text = text.partition(" ")[2]
        try:
            self._say(text)
        except (Refused, Unreadable) as error:
            reason = error.reason.after(f"{line.where} {short_repr(text)}: ")
            raise Refused.because(reason) from None

    def _act_late(self, act: Act) -> None:
        """Place a wager of ``bets`` at its later moment."""
        try:
            self.round.act(act)
        except Refused as error:
            what = error.what.removeprefix(f"seat {act.seat}: ")
            raise Refused(
                error.code, f"bets, placed by {act.name!r}: {what}", error.clauses
            ) from None

    def _say(self, text: str) -> None:
        """Enter the words of a line: a ruling, a time-out or a decision."""
        words = text.split()
        if words[0] == "floor":
            self.round.ruling(read_ruling(words[1:], self.round.game))
        elif words[0] == "time_up":
            if len(words) != 2 or not is_number(words[1]):
                raise Refused("say-whose-time", "write 'time_up 2': the seat whose time is up")
            self.round.time_up(int(words[1]))
        else:
            question = self.round.question
            if isinstance(question, Chance) or question is None:
                raise Refused("line-before-question", self.round.standing())
            self.round.act(read_act(words, question, self.round.game.kind))


def load_record(data: dict[str, Any], file: str) -> Record:
    """Return a record from TOML tables; refuse unknown keys."""
    record = decode_as(data, Record, file)
    for key in record.seats:
        if not is_number(key) or str(int(key)) != key:
            raise BadFile(file, f"seats.{key}", "a seat is a number, like 2")
    return record
