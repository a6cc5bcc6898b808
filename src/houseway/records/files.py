"""Saving a round as a record, and playing it again to compare every event.

``save`` writes the text format of docs/records.md, ``save_json`` the same record as one line of
JSON. ``rerun`` enters the inputs of a round again, without any text in between.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from houseway.engine.questions import Act, Chance, Drawn, Ruling, TimeUp
from houseway.errors import BadFile, HousewayError, Refused, short_repr
from houseway.game.base import Game
from houseway.game.posting import Declared, Limits, Money
from houseway.money import format_amount, format_net
from houseway.pieces.dice import DICE
from houseway.pieces.kind import Kind
from houseway.records.cases import (
    Case,
    Difference,
    event_lines,
    first_difference,
    nets,
    read_cases,
    settlements,
)
from houseway.records.compat import OtherRules, clauses_written, other_rules
from houseway.records.record import Playback, Record, SeatEntry, load_record
from houseway.rulebook import games
from houseway.table.round import Round
from houseway.util.toml import BOM, LARGEST, read_bytes, read_file, read_toml, too_large, utf8
from houseway.version import __version__

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class ReplayResult(msgspec.Struct, frozen=True):
    """A record played again: the round, how many events agree, and where they first differ."""

    round: Any
    equal: int
    difference: Difference | None = None
    other_rules: OtherRules | None = None


def rerun(round_: Round) -> Round:
    """Return the same round, played again from its inputs."""
    again = Round(round_.game, round_.seats, round_.carry_over)
    enter = again.enter
    for given in round_.inputs:
        enter(given)
    return again


def replay(record: Record) -> ReplayResult:
    """Play a record and compare its events one by one with those of the rules now."""
    playback = Playback(record)
    round_ = playback.run()
    if playback.next < len(playback.lines):
        raise Refused(
            "line-without-question",
            f"{round_.standing()} before {short_repr(playback.lines[playback.next].text)}",
        )
    if not playback.stopped:
        playback.finish()
    got = event_lines(round_)
    wrong = first_difference(record.events, got)
    return ReplayResult(round_, wrong.index if wrong else len(got), wrong, other_rules(record))


def record_of(round_: Round) -> Record:
    """Return the full record of a round, finished or not."""
    game, kind = round_.game, round_.game.kind
    deal, dice, play = _written_inputs(round_)
    return Record(
        game=game.id,
        version=__version__,
        rules=game.fingerprint(),
        posted=dict(posted_of(game)),
        seats={
            str(s.seat): SeatEntry(_chips(s.chips), s.name, s.who, s.firm) for s in round_.seats
        },
        between=between_of(round_.carry_over),
        deal=" | ".join(kind.show(pieces) for pieces in deal),
        dice=" | ".join(DICE.show(pieces) for pieces in dice),
        play=play,
        pays=_pays(round_),
        nets={k: format_net(v) for k, v in nets(round_).items() if v or k.isdigit()},
        shuffles=_shuffles_before(round_),
        events=event_lines(round_),
        digests=clauses_written(type(game)),
    )


def between_of(carry_over: Any) -> dict[str, Any]:
    """Return what was carried over from the round before, as a record writes it."""
    found: dict[str, Any] = _without_none(msgspec.to_builtins(carry_over, str_keys=True))
    return found


def _shuffles_before(round_: Round) -> int | None:
    """Return the number of shuffles made, if the round waits for another; else None."""
    question = round_.question
    if not isinstance(question, Chance) or question.kind != "shuffle":
        return None
    return sum(isinstance(given, Drawn) and not given.pieces for given in round_.inputs)


def _written_inputs(
    round_: Round,
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]], list[str]]:
    """Return pieces, dice and play lines."""
    kind, drawn = round_.game.kind, 0
    deal, dice, play = [], [], []
    others, others_at = 0, -1  # throws and shuffles so far, and after how many pieces the last was
    for number, given in enumerate(round_.inputs):
        unlike = number in round_.non_piece_inputs
        if isinstance(given, Drawn):
            if not unlike:
                deal.append(given.pieces)
                drawn += len(given.pieces)
            else:
                others, others_at = others + 1, drawn
                if given.pieces:
                    dice.append(given.pieces)
        elif isinstance(given, Ruling):
            after = f"+{others}" if others_at == drawn else ""
            play.append((f"@{drawn}{after} " if unlike else "") + ruling_words(given, kind))
        elif isinstance(given, TimeUp):
            play.append(f"time_up {given.seat}")
        else:
            play.append(f"{given.seat} {act_words(given, kind)}")
    return deal, dice, play


def posted_of(game: Game) -> Iterator[tuple[str, Any]]:
    """Return the whole posting, with defaults: a default may change later."""
    declared = game.declared()
    for key, value in game.posting.items():
        yield key, _posted_value(declared[key], value)


def _posted_value(choice: Declared, value: Any) -> Any:
    """Return a posted value in plain types; amounts as the sign writes them."""
    if isinstance(choice, Money | Limits) or not isinstance(value, bool | int):
        return choice.show(value)
    return value


def _chips(cents: int) -> int | str:
    """Return cents as whole dollars, or as text if cents are left."""
    return format_amount(cents) if cents % 100 else cents // 100


def _without_none(value: Any) -> Any:
    """Drop keys without a value: TOML has no null, and an absent key is the default."""
    if isinstance(value, dict):
        return {key: _without_none(v) for key, v in value.items() if v is not None}
    if isinstance(value, list):
        return [_without_none(v) for v in value]
    return value


def _pays(round_: Round) -> dict[str, str]:
    """Return label -> result of each wager; a label settled in several parts is left to the
    events."""
    lines = settlements(round_)
    labels = [f"{s.seat}.{s.label}" for s in lines]
    return {
        label: f"{s.outcome} {format_net(s.net)}"
        for label, s in zip(labels, lines, strict=True)
        if labels.count(label) == 1
    }


def act_words(act: Act, kind: Kind, secret: bool = False) -> str:
    """Return a decision as it is typed, without its seat; ``secret`` leaves out the pieces."""
    words = [act.name]
    if act.amount:
        words.append(format_amount(act.amount))
    if act.pieces and not secret:
        words.append(_joined(act.pieces, kind))
    if not secret:
        words += [f"{part}={_joined(pieces, kind)}" for part, pieces in act.parts]
    words += [f"{spot}={format_amount(cents)}" for spot, cents in act.places]
    return " ".join(words)


def ruling_words(ruling: Ruling, kind: Kind) -> str:
    """Return a ruling as it is typed; the words of its reason are joined by ``_``."""
    words = ["floor", ruling.name]
    if ruling.seat:
        words.append(f"seat={ruling.seat}")
    if ruling.pieces:
        words.append(f"pieces={_joined(ruling.pieces, kind)}")
    if ruling.amount:
        words.append(f"amount={format_amount(ruling.amount)}")
    if ruling.reason:
        words.append(f"reason={''.join(map(_in_a_word, ruling.reason))}")
    return " ".join(words)


def _in_a_word(char: str) -> str:
    """Return a letter of a reason, which is one word in a line: ``_`` replaces a space."""
    if char == " ":
        return "_"
    if char in "_%;" or char.isspace():
        return "".join(f"%{byte:02X}" for byte in char.encode())
    return char


def _joined(pieces: tuple[int, ...], kind: Kind) -> str:
    """Return pieces by their names, with commas."""
    return ",".join(kind.names[piece] for piece in pieces)


def save(round_: Round) -> str:
    """Return a round as the TOML text of its full record."""
    return to_toml(record_of(round_))


def load(text: str, file: str = "record") -> Record:
    """Return a record from its TOML text."""
    return load_record(read_toml(text, file), file)


def save_json(round_: Round) -> bytes:
    """Return a round as one line of JSON."""
    return msgspec.json.encode(record_of(round_))


def load_json(text: bytes | str, file: str = "record") -> Record:
    """Return a record from its JSON."""
    if len(text) > LARGEST:
        raise too_large(file)
    words = (utf8(text, file) if isinstance(text, bytes) else text).removeprefix(BOM)
    try:
        data = msgspec.json.decode(words)
        json.loads(words, object_pairs_hook=_each_key_once)
    except KeyError as twice:
        raise BadFile(
            file, "", f"the key {short_repr(twice.args[0])} stands twice in one table"
        ) from None
    except RecursionError:
        raise BadFile(file, "", "not JSON that can be read: it is nested too deeply") from None
    except msgspec.ValidationError:
        raise BadFile(file, "", "not JSON that can be read: a number is too large") from None
    except msgspec.MsgspecError as error:
        why = str(error).removeprefix("JSON is malformed: ")
        raise BadFile(file, "", f"not JSON: {why}") from None
    return load_record(data, file)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a repeated key: JSON would silently lose a seat or a wager."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise KeyError(next(key for key in keys if keys.count(key) > 1))
    return found


def load_file(path: Path) -> list[Record] | list[Case]:
    """Return the record of a ``.toml`` or ``.json`` file, or the cases of a ``[[case]]`` list."""
    file = str(path)
    if path.suffix == ".json":
        return [load_json(read_bytes(path), file)]
    data = read_file(path)
    if "case" not in data:
        return [load_record(data, file)]
    ids = games().folders()
    cases = read_cases(data, ids.get(path.resolve().parent, ""), file)
    for number, case in enumerate(cases, 1):
        if not case.game:
            raise BadFile(file, f"case {number} ({case.title})", "names no game")
    return cases


def write_file(round_: Round, folder: Path, stem: str) -> Path:
    """Save a round as the next free ``STEM-0001.toml`` of a folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = 1 + sum(1 for _ in folder.glob(f"{stem}-*.toml"))
        while (path := folder / f"{stem}-{number:04d}.toml").exists():
            number += 1
    except OSError as error:
        raise HousewayError(f"cannot save into {folder}: {error.strerror}") from None
    return write_text(save(round_), folder, path.name)


def write_text(text: str, folder: Path, name: str) -> Path:
    """Write a file of this name into a folder, which is made if there is none."""
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise HousewayError(f"cannot save into {folder}: {error.strerror}") from None
    return path


def to_toml(record: Record, keys: Sequence[str] = ()) -> str:
    """Return a record as TOML, one line per fact, without empty values. ``keys``: these only."""
    lines = []
    fields = ("format", *(name for name in record.__struct_fields__ if name != "format"))
    for key in keys or fields:
        value = getattr(record, key)
        if value is None or value in ("", [], {}):
            continue
        if isinstance(value, dict):
            lines += [f"{key}.{_key(k)} = {_value(_plain(v))}" for k, v in value.items()]
        elif isinstance(value, list):
            lines += [f"{key} = [", *(f"  {_value(item)}," for item in value), "]"]
        else:
            lines.append(f"{key} = {_value(value)}")
    return "\n".join(lines) + "\n"


def _plain(value: Any) -> Any:
    """Return a value in plain types; of a seat only the fields that are set."""
    if isinstance(value, SeatEntry):
        return {
            k: v for k, v in msgspec.to_builtins(value).items() if v or k not in ("who", "firm")
        }
    return msgspec.to_builtins(value)


def _key(key: str) -> str:
    """Return a TOML key, quoted if it has to be."""
    return key if _BARE_KEY.fullmatch(key) else _string(key)


def _value(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        pairs = ", ".join(f"{_key(str(k))} = {_value(v)}" for k, v in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(v) for v in value)}]"
    if isinstance(value, str):
        return _string(value)
    raise TypeError(f"a record has no notation for {value!r}")


def _string(text: str) -> str:
    """Return a text as a TOML string."""
    return '"' + "".join(_ESCAPES.get(c) or _printable(c) for c in text) + '"'


def _printable(char: str) -> str:
    """Return a character, escaped if it is a control character."""
    return char if char >= " " and char != "\x7f" else f"\\u{ord(char):04x}"
