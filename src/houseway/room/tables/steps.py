"""The steps of a table as they are sent: what each event changed, the public part written once.

A step has those parts of the public view that are not as in the step before, and for a seat its
own piles where they are others than before; the first of some steps has all of them.  The last
step is the view itself, so nothing of it is written again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from houseway.engine.round import Round
from houseway.presentation.round_view import Shadow, Sight
from houseway.presentation.views import OwnPile, View

Part: TypeAlias = msgspec.Raw | UnsetType
"""What is sent of a step, written; unset where nothing has changed."""
MOST_STEPS = 120
"""So many steps lead to one view; of more, the last."""
_PARTS = tuple(name for name in View.__struct_fields__ if name != "results")
"""The parts of a view that steps have; of results, which only grow, they say how many."""
_JSON = msgspec.json.Encoder()
_view = msgspec.json.Decoder(View)


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as one viewer saw it after one event, on the way to a view.

    ``cue`` is what happened: ``deal``, ``turn``, ``draw``, ``chips``, ``roll``, ``settle``,
    ``award``, ``say`` or empty; ``at`` is the number of the event in its round; ``results`` is how
    many results of the view there were by then. ``public`` has those other parts of the public
    view that changed (of the first step all of them), ``piles`` what ``own`` has under this name,
    where that changed. The last step is the view itself and has no parts.
    """

    cue: str
    at: int
    results: int
    public: Part = UNSET
    piles: Part = UNSET


class Stepped(msgspec.Struct, frozen=True):
    """A step of everybody: what all see of it, and what each seat has of its own, if it changed."""

    cue: str
    at: int
    results: int
    public: Part = UNSET
    own: dict[int, msgspec.Raw] = {}

    def to(self, seat: int) -> Step:
        """As this seat is shown it; 0: as everybody is."""
        return Step(self.cue, self.at, self.results, self.public, self.own.get(seat, UNSET))


class Steps:
    """Follows the rounds of one table for those who are shown it step by step."""

    __slots__ = ("_shadow",)

    def __init__(self) -> None:
        self._shadow: Shadow | None = None

    def of(self, round_: Round, since: int, seats: Collection[int]) -> list[Stepped]:
        """The steps of the events from number ``since`` on, for everybody and these seats."""
        shadow = self._shadow
        if shadow is None or not shadow.follows(round_) or shadow.at > since:
            shadow = self._shadow = Shadow(round_)
        shadow.skip(since)
        return list(written(shadow.sights(seats)[-MOST_STEPS:]))


def written(sights: Sequence[Sight]) -> Iterator[Stepped]:
    """Sights as they are sent, each as what is new in it."""
    before: Sight | None = None
    for sight in sights:
        results = len(sight.public.results)
        if sight is sights[-1]:
            yield Stepped(sight.cue, sight.at, results)
            return
        public = _changed(sight.public, before.public if before else None)
        own = {
            seat: _piles(piles)
            for seat, piles in sight.own.items()
            if before is None or piles != before.own.get(seat)
        }
        yield Stepped(sight.cue, sight.at, results, public, own)
        before = sight


def whole(public: msgspec.Raw) -> msgspec.Raw:
    """A public view as a step has it that does not go on from the step before: no part left out."""
    return msgspec.Raw(_JSON.encode(_parts(_view.decode(public))))


def _changed(view: View, before: View | None) -> Part:
    parts = _parts(view)
    if before is not None:
        parts = {name: part for name, part in parts.items() if part != getattr(before, name)}
    return msgspec.Raw(_JSON.encode(parts)) if parts else UNSET


def _parts(view: View) -> dict[str, object]:
    return {name: getattr(view, name) for name in _PARTS}


def _piles(piles: list[OwnPile]) -> msgspec.Raw:
    return msgspec.Raw(_JSON.encode(piles))
