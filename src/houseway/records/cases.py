"""Worked cases: records that cite a clause and state the expected result.

Besides the result (``pays``, ``nets``) a case may describe the point where its record stops:

- ``may`` and ``may_not``: decisions;
- ``sees`` and ``unseen``: parts of a viewer's view;
- ``log``: parts of event lines, in this order;
- ``signs``: parts of the signage;
- ``refused``: the code of the refusal of its last line; with a space in it, a part of the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec

from houseway.engine.events import Settlement, kind_of, line
from houseway.engine.ledger import RoundLog
from houseway.engine.questions import Amount, Asking
from houseway.errors import HousewayError, Refused
from houseway.game.base import Game
from houseway.money import dollars, format_net
from houseway.records.notation import is_number
from houseway.records.record import Playback, Record
from houseway.table.round import Round
from houseway.util.english import list_available
from houseway.util.toml import decode_as, read_file

OLD_TITLE = "says"
"""Key of a case's title in files of version 0.1; it is still read."""
_AMOUNT = re.compile(r"[+-]?[$0-9][0-9,.]*")


class Case(Record, forbid_unknown_fields=True, kw_only=True):
    """A worked case of one or more clauses."""

    clause: str | list[str]
    """The clause or clauses that the case proves."""
    title: str
    """The point of the case, in a line."""
    may: list[str] = []
    """Decisions that are open where ``play`` ends."""
    may_not: list[str] = []
    """Decisions that are refused where ``play`` ends."""
    log: list[str] = []
    """Parts of event lines that the log must contain, in this order."""
    sees: dict[str, list[str]] = {}
    """Seat (0: an onlooker) -> parts that its view must contain."""
    unseen: dict[str, list[str]] = {}
    """Seat (0: an onlooker) -> parts that its view must not contain."""
    signs: list[str] = []
    """Parts that the signage of the table must contain."""
    refused: str = ""
    """The code with which the last line must be refused, or a part of the sentence."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """Return the clauses that the case tests."""
        return (self.clause,) if isinstance(self.clause, str) else tuple(self.clause)


class Difference(msgspec.Struct, frozen=True):
    """The first event at which a record and the rules disagree; "" where one has ended."""

    index: int
    expected: str
    got: str


class _File(msgspec.Struct, forbid_unknown_fields=True):
    case: list[dict[str, Any]] = []


def load_cases(path: Path, game: str = "") -> list[Case]:
    """Return the cases of a ``cases.toml``; ``game`` is the default for those that name none."""
    return read_cases(read_file(path), game, str(path))


def read_cases(data: dict[str, Any], game: str, file: str) -> list[Case]:
    """Return cases from TOML tables."""
    cases = []
    for number, raw in enumerate(decode_as(data, _File, file).case, 1):
        fields = {"title" if key == OLD_TITLE else key: value for key, value in raw.items()}
        where = f"case {number} ({fields.get('title', '?')})"
        cases.append(decode_as({"game": game, **fields}, Case, file, where))
    return cases


def failures(case: Case) -> list[str]:
    """Return everything in which the rules differ from a case; empty: it passes."""
    try:
        return list(_failures(case))
    except (HousewayError, ValueError) as error:
        return [f"stopped: {error}"]


def _failures(case: Case) -> Iterator[str]:
    """Yield what differs between a case and its round."""
    open_end = case.may or case.may_not or case.refused or case.sees or case.unseen or case.log
    try:
        playback = Playback(case)
        round_ = playback.run() if open_end and not case.pays and not case.nets else None
        round_ = round_ or playback.finish()
    except Refused as refused:
        if not case.refused:
            yield f"refused: {refused}"
        elif not is_refused_as(refused, case.refused):
            yield f"refused as {refused.code}: {str(refused)!r}, not as {case.refused!r}"
        return
    if case.refused:
        yield f"nothing was refused, though {case.refused!r} was expected"
    yield from _wrong_choices(case, round_)
    yield from _wrong_pays(case, round_)
    yield from _wrong_nets(case, round_)
    yield from _wrong_events(case, round_)
    yield from _wrong_log(case, round_)
    yield from _wrong_sight(case, round_)
    yield from _wrong_signs(case, round_)


def is_refused_as(refused: Refused, expected: str) -> bool:
    """Return True if a refusal has this code; with a space, if its sentence has this part."""
    if " " in expected:
        return expected.lower() in str(refused).lower()
    return refused.code == expected


def _wrong_choices(case: Case, round_: Round) -> Iterator[str]:
    """Yield choices that are offered or missing against the case."""
    question = round_.question
    if not case.may and not case.may_not:
        return
    if not isinstance(question, Asking):
        yield f"no seat is asked: {round_.standing()}"
        return
    offered = {}
    for seat in question.seats():
        for choice in question.choices_of(seat):
            names = [choice.name]
            if isinstance(choice, Amount):
                names += [f"{choice.name} {bound}" for bound in _bounds(choice)]
            for name in names:
                offered[name] = offered[f"{seat} {name}"] = True
    for name in case.may:
        if name not in offered:
            yield f"{name!r} is not offered; {list_available(offered)}"
    for name in case.may_not:
        if name in offered:
            yield f"{name!r} is offered"


def _bounds(choice: Amount) -> tuple[str, ...]:
    """Return the bounds of an amount as a case writes them: ``5..100``."""
    least, most = format_net(choice.least).lstrip("+"), format_net(choice.most).lstrip("+")
    return (f"{least}..{most}",)


def _wrong_pays(case: Case, round_: Round) -> Iterator[str]:
    """Yield settlements that differ from the case."""
    lines = settlements(round_)
    for key, expected in case.pays.items():
        found = [s for s in lines if key in (s.label, f"{s.seat}.{s.label}")]
        if len(found) != 1:
            labels = ", ".join(f"{s.seat}.{s.label}" for s in lines)
            yield f"{key} is settled {len(found)} times; settled were {labels or 'none'}"
            continue
        if not _matches(round_.game, found[0], expected):
            came = round_.game.words().outcome(found[0].wager, found[0].outcome, found[0].because)
            yield f"{key}: {format_net(found[0].net)} ({came}), not {expected}"


def _matches(game: Game, settled: Settlement, expected: str) -> bool:
    """Return True if a settlement has the expected outcome in words, and net amount if one is
    given.
    """
    words = expected.split()
    amount = words and _AMOUNT.fullmatch(words[-1])
    if amount and dollars(words.pop()) != settled.net:
        return expected.strip().lower() in _named(game, settled)  # "any other 22" is not an amount
    said = " ".join(words).lower()
    return not words or said in _named(game, settled) or said == _in_short(settled.net)


def _in_short(net: int) -> str:
    """Return the short word for any result: "won", "lost" or "pushed"."""
    return "won" if net > 0 else "lost" if net < 0 else "pushed"


def _named(game: Game, settled: Settlement) -> tuple[str, ...]:
    """Return the accepted names of an outcome: its own, the printed row's, and both in words."""
    wager, outcome, words = settled.wager, settled.outcome, game.words()
    name = words.tables.get(wager, wager)
    table, column = game.pay_tables().get(name), str(getattr(game, name, ""))
    row = table.printed_row(column, outcome) if table is not None else outcome
    said = (words.outcome(wager, outcome, settled.because), words.outcome(wager, row))
    return (outcome.lower(), row, *(each.lower() for each in said))


def _wrong_nets(case: Case, round_: Round) -> Iterator[str]:
    """Yield each net that differs from the case."""
    results = nets(round_)
    for key, expected in case.nets.items():
        if unknown := no_account(key, results):
            yield unknown
            continue
        wanted = dollars(expected)
        if results.get(key, 0) != wanted:
            yield f"{key} nets {format_net(results.get(key, 0))}, not {format_net(wanted)}"


def no_account(key: str, results: dict[str, int]) -> str | None:
    """Return the fault of a result for an unknown account; None if it is known."""
    known = [*results, *(name for name in ("house", "tokes", "drop") if name not in results)]
    if key in known:
        return None
    return f"nets.{key}: there is no such account; {list_available(known)}"


def _wrong_events(case: Case, round_: Round) -> Iterator[str]:
    """Yield the first event that differs from the case."""
    if case.events and (wrong := first_difference(case.events, event_lines(round_))):
        written, given = wrong.expected or "no more", wrong.got or "no more"
        yield f"event {wrong.index + 1} is {given!r}, not {written!r}"


def first_difference(expected: list[str], got: list[str]) -> Difference | None:
    """Return the first difference between a recorded log and the log of the rules."""
    for index in range(max(len(got), len(expected))):
        expected_line = expected[index] if index < len(expected) else ""
        got_line = got[index] if index < len(got) else ""
        if expected_line != got_line:
            return Difference(index, expected_line, got_line)
    return None


def _wrong_log(case: Case, round_: Round) -> Iterator[str]:
    """Yield parts of the log that the case expects and the round lacks."""
    lines = iter(event_lines(round_))
    for part in case.log:
        if not any(part in text for text in lines):
            yield f"the events do not show {part!r} (in this order)"
            return


def _wrong_sight(case: Case, round_: Round) -> Iterator[str]:
    """Yield what a viewer sees against the case, or does not see."""
    for viewer, parts in case.sees.items():
        text = sight(round_, _viewer(viewer))
        for part in parts:
            if part not in text:
                yield f"viewer {viewer} does not see {part!r}"
    for viewer, parts in case.unseen.items():
        text = sight(round_, _viewer(viewer))
        for part in parts:
            if part in text:
                yield f"viewer {viewer} sees {part!r}"


def _wrong_signs(case: Case, round_: Round) -> Iterator[str]:
    """Yield parts of the table sign that the case expects and the sign lacks."""
    signage = [f"{key}: {value}" for key, value in round_.game.sign()]
    for part in case.signs:
        if not any(part in text for text in signage):
            yield f"no sign says {part!r}; they say {'; '.join(signage)}"


def _viewer(key: str) -> int:
    """Return the seat of a viewer; 0 for an onlooker."""
    if not is_number(key):
        raise Refused("viewer-not-a-seat", f"a viewer is a seat, or 0 for an onlooker, not {key!r}")
    return int(key)


def sight(round_: Round, viewer: int) -> str:
    """Return all that a viewer has: the view, and the events as this viewer sees them."""
    lines = (line(event, round_.game.kind) for event in round_.events_for(viewer))
    return msgspec.json.encode(round_.view(viewer)).decode() + "\n" + "\n".join(lines)


def event_lines(round_: Round) -> list[str]:
    """Return the whole log as text, with nothing hidden."""
    return [line(event, round_.game.kind) for event in round_.events]


def settlements(round_: RoundLog) -> list[Settlement]:
    """Return the settlement of each wager, in order."""
    settling = filter(_SETTLES, round_.events)
    return [settled for event in settling if (settled := event.settlement()) is not None]


_SETTLES = attrgetter("settles")


def nets(round_: Round) -> dict[str, int]:
    """Return the result of each seat, the house, the tokes, the fee drop and the meters, in
    cents."""
    before = {("purse", seat.seat): seat.chips for seat in round_.seats}
    results: dict[str, int] = {}
    for account, cents in round_.state.balances().items():
        key = str(account[1]) if account[0] == "purse" else kind_of(account)
        results[key] = results.get(key, 0) + cents - before.get(account, 0)
    return results
