"""Option types that commands share, and the parser of KEY=VALUE words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from houseway.errors import HousewayError, short_repr

ROOM_FOLDER = Path("houseway-room")
"""The default folder of a room's books."""


class Amount(str):
    """An amount of dollars as typed; the name of the class is the type in a help text."""


class Percent(str):
    """A percentage as typed."""


class Date(str):
    """A date as typed, as 2026-03-31."""


class Dsn(str):
    """The address of a database as typed."""


class KeyValue(str):
    """A word ``KEY=VALUE`` as typed."""


KeyValue.__name__ = "key=value"
GameId = Annotated[str, Parameter(help="The id of a game, as `houseway games` lists it.")]
Posting = Annotated[
    list[KeyValue],
    Parameter(
        name="--posting", alias="-p", consume_multiple=True, negative=(), show_default=False,
        help="House options, such as decks=6; `houseway rules GAME` lists them.",
    ),
]  # fmt: skip


LIKENESS = 0.8
"""The similarity, from 0 to 1, above which an unknown word suggests a posting key."""
DIGITS = 19
"""Most digits of a whole number on the command line."""


def _read_whole(wanted: Any, tokens: Sequence[Any]) -> int:
    """Read a whole number: 1000, 1,000, 1_000 or 1e3; 1.5 is refused, not rounded."""
    text, option = tokens[0].value, tokens[0].keyword or "this"
    number = _decimal(text.replace(",", "").replace("_", ""))
    # 1e400275 is not made an int: it would fill the memory.
    if number is None or abs(number) >= 10**DIGITS or number != int(number):
        raise HousewayError(
            f"{option} is a whole number of up to {DIGITS} digits, not {short_repr(text)}"
        )
    return int(number)


def _decimal(text: str) -> Decimal | None:
    """Return a number written in digits, with an exponent if it has one; None for other text."""
    if not re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?", text, re.IGNORECASE):
        return None
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent that no number has
        return None


Whole = Annotated[int, Parameter(converter=_read_whole, metavar="N")]
HiddenWhole = Annotated[
    int, Parameter(converter=_read_whole, show_default=False, metavar="N")
]  # fmt: skip
"""A whole number whose default the help text states in words."""
Word = Annotated[str, Parameter(show_default=False, metavar="TEXT")]
Cards = Annotated[str, Parameter(show_default=False, metavar="CARDS")]
Address = Annotated[str, Parameter(show_default=False, metavar="ADDRESS")]
PathText = Annotated[str, Parameter(show_default=False, metavar="PATH")]
"""A path that a room file may state too, as text."""
Day = Annotated[Date | None, Parameter(show_default=False)]
Paper = Literal["letter", "a4"]
HashedFiles = Literal["rules", "mathematics"] | None
SignPart = Literal["sign", "card"] | None
Flag = Annotated[bool, Parameter(negative=(), show_default=False)]
Everything = Annotated[bool, Parameter(name="--all", negative=(), show_default=False)]
Rows = Annotated[
    list[str],
    Parameter(consume_multiple=True, negative=(), show_default=False, metavar="ROW=PAY..."),
]  # fmt: skip
Pairs = Annotated[
    list[KeyValue], Parameter(consume_multiple=True, negative=(), show_default=False)
]  # fmt: skip
Out = Annotated[Path | None, Parameter(name="--out", alias="-o")]
Recompute = Annotated[
    bool,
    Parameter(
        negative=(), show_default=False,
        help="Compute again what the book of odds has, and compare the two.",
    ),
]  # fmt: skip
Workers = Annotated[
    int | None,
    Parameter(
        converter=_read_whole, show_default=False, metavar="N",
        help="Number of processes that compute. Default: one for each core.",
    ),
]  # fmt: skip
BooksDsn = Annotated[
    Dsn,
    Parameter(
        name="--books", env_var="HOUSEWAY_BOOKS", show_default=False, show_env_var=True,
        metavar="DSN",
        help="The PostgreSQL database with the books, as postgresql://USER@HOST/NAME. A password "
        "belongs in ~/.pgpass. Default: a file in the folder.",
    ),
]  # fmt: skip
NO_DSN = Dsn("")
Json = Annotated[
    bool, Parameter(name="--json", negative=(), show_default=False, help="Print JSON.")
]  # fmt: skip


def read_pairs(words: Sequence[str], what: str = "a posting") -> dict[str, str]:
    """Parse KEY=VALUE words; ``what`` names them in a refusal."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise HousewayError(f"write {what} as KEY=VALUE, not {word!r}")
        if key.strip() in found:
            raise HousewayError(f"{key.strip()} is posted twice")
        found[key.strip()] = value.strip()
    return found


def posting_meant(word: str, game: str) -> str:
    """Return a KEY=VALUE word as --posting takes it; empty if the game posts no such key."""
    from houseway.rulebook import games
    from houseway.util.english import close_matches

    key, equals, value = word.partition("=")
    kind = games().get(game)
    if not equals or kind is None:
        return ""
    close = close_matches(key.replace("-", "_"), kind.declared(), 1, LIKENESS)
    return f"{close[0]}={value}" if close else ""


def did_you_mean(meant: Iterable[str]) -> str:
    """Return the suggestion of postings."""
    return f"Did you mean -p {' '.join(meant)}?"


def require_wager_name(game: str | None, wager: str | None) -> None:
    """Refuse a posting in the place of a wager, and suggest how to write it."""
    if game and wager and (meant := posting_meant(wager, game)):
        raise HousewayError(f"unexpected argument {short_repr(wager)}. {did_you_mean([meant])}")
