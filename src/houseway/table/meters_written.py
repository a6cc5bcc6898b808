"""Progressive meters as people write them in a record: dollars, with books that are even."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from houseway.english import meant, n
from houseway.errors import Refused
from houseway.game import Game
from houseway.meters import PARTS, Meter, opened
from houseway.money import dollars, shown
from houseway.shapes.banked import Banked

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
    raise Refused(f"meters.{name}: {game.name} has no such meter; {meant(name, alike or known)}")


def _meter(name: str, amount: int | str) -> Meter:
    """A meter with so many dollars in it, all of them put in by the house."""
    try:
        cents = dollars(amount)
    except ValueError as error:
        raise Refused(f"meters.{name}: {error}") from None
    if cents < 0:
        raise Refused(f"meters.{name}: a meter does not stand at {shown(cents)}")
    return Meter(value=cents * PARTS, seeded=cents * PARTS)
