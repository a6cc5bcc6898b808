"""Worked cases: records that cite a clause and say what must come of them.

Besides the result (``pays``, ``nets``) a case may say what stands at the point where its record
stops: ``may`` and ``may_not`` (decisions), ``sees`` and ``unseen`` (by viewer), ``log`` (parts of
event lines, in this order), ``signs`` (parts of what is posted at the table), or ``refused`` (part
of the sentence its last line is refused with).
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
from houseway.engine.round import Round
from houseway.errors import HousewayError, Refused
from houseway.game.base import Game
from houseway.money import dollars, format_net
from houseway.records.record import Playback, Record, is_number
from houseway.util.english import list_available
from houseway.util.toml import decode_as, read_file

_AMOUNT = re.compile(r"[+-]?[$0-9][0-9,.]*")


class Case(Record, forbid_unknown_fields=True, kw_only=True):
    """A worked case of one or more clauses."""

    clause: str | list[str]
    says: str
    may: list[str] = []
    may_not: list[str] = []
    log: list[str] = []
    sees: dict[str, list[str]] = {}
    unseen: dict[str, list[str]] = {}
    signs: list[str] = []
    refused: str = ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses it stands on."""
        return (self.clause,) if isinstance(self.clause, str) else tuple(self.clause)


class Difference(msgspec.Struct, frozen=True):
    """The first event at which a record and the rules disagree; "" where one has ended."""

    index: int
    expected: str
    got: str


class _File(msgspec.Struct, forbid_unknown_fields=True):
    case: list[dict[str, Any]] = []


def load_cases(path: Path, game: str = "") -> list[Case]:
    """The cases of a ``cases.toml``; ``game`` is the default for those that name none."""
    return read_cases(read_file(path), game, str(path))


def read_cases(data: dict[str, Any], game: str, file: str) -> list[Case]:
    """Cases from TOML tables."""
    cases = []
    for number, raw in enumerate(decode_as(data, _File, file).case, 1):
        where = f"case {number} ({raw.get('says', '?')})"
        cases.append(decode_as({"game": game, **raw}, Case, file, where))
    return cases


def failures(case: Case) -> list[str]:
    """What is wrong with a case: an empty list when the rules do what it says."""
    try:
        return list(_failures(case))
    except (HousewayError, ValueError) as error:
        return [f"stopped: {error}"]


def _failures(case: Case) -> Iterator[str]:
    open_end = case.may or case.may_not or case.refused or case.sees or case.unseen or case.log
    try:
        playback = Playback(case)
        round_ = playback.run() if open_end and not case.pays and not case.nets else None
        round_ = round_ or playback.finish()
    except Refused as refused:
        if not case.refused:
            yield f"refused: {refused}"
        elif case.refused.lower() not in str(refused).lower():
            yield f"refused with {str(refused)!r}, not with {case.refused!r}"
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


def _wrong_choices(case: Case, round_: Round) -> Iterator[str]:
    question = round_.question
    if not case.may and not case.may_not:
        return
    if not isinstance(question, Asking):
        yield f"nobody is asked: {round_.standing()}"
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
    least, most = format_net(choice.least).lstrip("+"), format_net(choice.most).lstrip("+")
    return (f"{least}..{most}",)


def _wrong_pays(case: Case, round_: Round) -> Iterator[str]:
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
    words = expected.split()
    amount = words and _AMOUNT.fullmatch(words[-1])
    if amount and dollars(words.pop()) != settled.net:
        return expected.strip().lower() in _named(game, settled)  # "any other 22" is not an amount
    said = " ".join(words).lower()
    return not words or said in _named(game, settled) or said == _in_short(settled.net)


def _in_short(net: int) -> str:
    """What people say of any wager: "won", "lost" or "pushed"."""
    return "won" if net > 0 else "lost" if net < 0 else "pushed"


def _named(game: Game, settled: Settlement) -> tuple[str, ...]:
    """What an outcome may be called: by its name, by the printed row that pays it, in words."""
    wager, outcome, words = settled.wager, settled.outcome, game.words()
    name = words.tables.get(wager, wager)
    table, column = game.pay_tables().get(name), str(getattr(game, name, ""))
    row = table.printed_row(column, outcome) if table is not None else outcome
    said = (words.outcome(wager, outcome, settled.because), words.outcome(wager, row))
    return (outcome.lower(), row, *(each.lower() for each in said))


def _wrong_nets(case: Case, round_: Round) -> Iterator[str]:
    results = nets(round_)
    for key, expected in case.nets.items():
        if unknown := no_account(key, results):
            yield unknown
            continue
        wanted = dollars(expected)
        if results.get(key, 0) != wanted:
            yield f"{key} nets {format_net(results.get(key, 0))}, not {format_net(wanted)}"


def no_account(key: str, results: dict[str, int]) -> str | None:
    """The sentence for a result of nobody."""
    known = [*results, *(name for name in ("house", "tokes", "drop") if name not in results)]
    if key in known:
        return None
    return f"nets.{key}: there is no such account; {list_available(known)}"


def _wrong_events(case: Case, round_: Round) -> Iterator[str]:
    if case.events and (wrong := first_difference(case.events, event_lines(round_))):
        written, given = wrong.expected or "no more", wrong.got or "no more"
        yield f"event {wrong.index + 1} is {given!r}, not {written!r}"


def first_difference(expected: list[str], got: list[str]) -> Difference | None:
    """Where a log in a record and a log of the rules first differ."""
    for index in range(max(len(got), len(expected))):
        expected_line = expected[index] if index < len(expected) else ""
        got_line = got[index] if index < len(got) else ""
        if expected_line != got_line:
            return Difference(index, expected_line, got_line)
    return None


def _wrong_log(case: Case, round_: Round) -> Iterator[str]:
    lines = iter(event_lines(round_))
    for part in case.log:
        if not any(part in text for text in lines):
            yield f"the events do not show {part!r} (in this order)"
            return


def _wrong_sight(case: Case, round_: Round) -> Iterator[str]:
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
    signage = [f"{key}: {value}" for key, value in round_.game.sign()]
    for part in case.signs:
        if not any(part in text for text in signage):
            yield f"no sign says {part!r}; they say {'; '.join(signage)}"


def _viewer(key: str) -> int:
    if not is_number(key):
        raise Refused(f"a viewer is a seat, or 0 for an onlooker, not {key!r}")
    return int(key)


def sight(round_: Round, viewer: int) -> str:
    """Everything a viewer has: the view, and the events as told."""
    told = (line(event, round_.game.kind) for event in round_.told(viewer))
    return msgspec.json.encode(round_.view(viewer)).decode() + "\n" + "\n".join(told)


def event_lines(round_: Round) -> list[str]:
    """The whole log as text, nothing hidden."""
    return [line(event, round_.game.kind) for event in round_.events]


def settlements(round_: RoundLog) -> list[Settlement]:
    """How each wager came out, in the order of settlement."""
    settling = filter(_SETTLES, round_.events)
    return [settled for event in settling if (settled := event.settlement()) is not None]


_SETTLES = attrgetter("settles")


def nets(round_: Round) -> dict[str, int]:
    """The result of each seat, the house, the tokes and the fee drop; and what meters hold."""
    before = {("purse", seat.seat): seat.chips for seat in round_.seats}
    results: dict[str, int] = {}
    for account, cents in round_.state.balances().items():
        key = str(account[1]) if account[0] == "purse" else kind_of(account)
        results[key] = results.get(key, 0) + cents - before.get(account, 0)
    return results
