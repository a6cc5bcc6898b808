"""Turns events into log lines for one viewer."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import msgspec
from rich.text import Text

from houseway.cli.play import money_lines
from houseway.cli.play.drawing import event_words
from houseway.cli.terminal.pieces import faces, shown_pieces
from houseway.cli.terminal.wrap import short, tied
from houseway.engine.events import Event, field_kinds, purse
from houseway.engine.ledger import RoundLog
from houseway.engine.round import Round
from houseway.game.words import ORDINALS
from houseway.money import format_dollars
from houseway.presentation.event_text import HEAD, Fill, sentence_of
from houseway.presentation.event_text import filled as pieces
from houseway.presentation.views import View
from houseway.util.english import all_of

__all__ = [
    "HEAD",
    "NAME_WIDTH",
    "Fill",
    "Narrator",
    "Teller",
    "Told",
    "filled",
    "sentence_of",
]


# -- sentences --------------------------------------------------------------------------------
# Sentences of events, drawn: the ``told.toml`` files in Rich's text.


def filled(sentence: str, fill: Fill, yours: bool) -> Text:
    """A sentence with everything in its place."""
    return Text.assemble(*pieces(sentence, fill, yours))


# -- teller -----------------------------------------------------------------------------------
# Who tells one viewer what happens: event after event, with what hands are worth then.
#
# The state is made anew from the events, one by one, and looked at through the viewer's eyes
# only.

NAME_WIDTH = 14
"""Longer names are shortened."""


class Told(msgspec.Struct, frozen=True):
    """One thing told: about whom, in which words, and what it brings the viewer's chips.

    ``head`` gathers neighbours in one line; ``matters``: it is not only about others.
    """

    words: Text
    who: int = 0
    name: str = ""
    head: str = ""
    cents: int = 0
    matters: bool = True
    last: int = 0
    """About whom it was last, where several are gathered."""


class Narrator:
    """The words for events, as one viewer is told them; what the table looks like then, others
    say."""

    def __init__(self, course: RoundLog, viewer: int) -> None:
        self.viewer = viewer
        self.game, self.words = course.game, course.game.words()
        self.names = {seat.seat: seat.name for seat in course.seats}
        self.banks: set[int] = set()
        """Who has a part in a player's bank."""

    def view(self) -> View:
        """What the viewer sees now."""
        raise NotImplementedError

    def meters(self, spot: str) -> list[int]:
        """What the meters of a wager hold now, in cents."""
        raise NotImplementedError

    def tell(self, event: Event) -> Iterator[Told]:
        """What is said of one event; chips of the viewer's never move without a word."""
        cents = sum(
            (to == purse(self.viewer)) * n - (of == purse(self.viewer)) * n
            for of, to, n in event.transfers()
        )
        found = list(money_lines.told_of(self, event))
        if not found and (sentence := sentence_of(type(event))) is not None:
            found = [told] if (told := self._sentence(event, sentence)) else []
        elif not found and not money_lines.is_quiet(event):
            found = [Told(Text(event_words(event, self.game.kind)))]
        if cents and not found:
            found = [Told(Text(event_words(event, self.game.kind)))]
        if found and cents:
            own = next((told for told in found if told.who == self.viewer), found[-1])
            found[found.index(own)] = msgspec.structs.replace(own, cents=cents)
        yield from found

    def _sentence(self, event: Event, sentence: str) -> Told | None:
        """An event by the sentence of its folder."""
        head, bar, item = sentence.rpartition(HEAD)
        if not sentence or (bar and _nobody_sees(event, self.viewer)):
            return None
        seat = int(getattr(event, "seat", 0))
        if head.startswith("["):  # of oneself it is a sentence, of the others a list of names
            own, _, others = head.strip("[]").partition("|")
            head, item, bar = ("", own, "") if seat == self.viewer else (others, item, bar)
        words = filled(item, functools.partial(self._fill, event), seat == self.viewer)
        if not words.plain.strip():
            return None
        matters = seat in (0, self.viewer) or seat not in self.names
        return Told(words, seat, self.name(seat), head if bar else "", 0, matters, seat)

    # -- words -------------------------------------------------------------------------------

    def name(self, seat: int) -> str:
        """``you``, or the name of who sits there."""
        if seat == self.viewer:
            return "you"
        return tied(short(self.names.get(seat) or f"circle {seat}", NAME_WIDTH))

    def whose(self, seat: int) -> str:
        """``your``, or his name with an s."""
        return "your" if seat == self.viewer else f"{self.name(seat)}'s"

    def _fill(self, event: Event, field: str) -> Text | str:
        seat = int(getattr(event, "seat", 0))
        if field == "who":
            return self.name(seat)
        if field == "who's":
            return self.whose(seat)
        if field == "street":
            return self.words.phase(getattr(event, "name", ""))
        if field == "total" and "total" not in event.__struct_fields__:
            return self._total(event)
        value, kind = getattr(event, field), field_kinds(type(event)).get(field, "")
        if kind == "pieces":
            return shown_pieces(value, self.game.kind) if value else ""
        if kind == "dice":
            return faces([str(die) for die in value], self.game.kind)
        if kind == "cents":
            return format_dollars(value)
        if kind == "places":
            return all_of(f"{format_dollars(cents)} to {self.name(seat)}" for seat, cents in value)
        if field == "hand" and isinstance(value, int):
            return ORDINALS[value] if 0 < value < len(ORDINALS) else ""
        if isinstance(value, bool):
            return "yes" if value else ""
        return str(value).replace("_", " ")

    def _total(self, event: Event) -> str:
        """What the hand is worth to whom the event gives pieces, if the viewer sees it."""
        pieces = getattr(event, "pieces", ())
        if not pieces or min(pieces) < 0:
            return ""
        seat, last = getattr(event, "seat", 0), self.game.kind.names[pieces[-1]]
        found = next(
            (
                pile.total
                for pile in self.view().piles
                if pile.seat == seat and last in pile.pieces and pile.total
                if pile.hand == getattr(event, "hand", pile.hand)
            ),
            "",
        )
        return f" ({found})" if found else ""


class Teller(Narrator):
    """Tells one viewer the events of a round that is played here."""

    def __init__(self, round_: Round, viewer: int) -> None:
        super().__init__(round_, viewer)
        self.round = round_
        self.state: Any = self.game.new_state(round_.seats, round_.between)

    def since(self, event: int) -> Iterator[Told]:
        """Everything told since so many events."""
        seen, fed = self.round.told(self.viewer), money_lines.Fed()
        for number, happened in enumerate(self.round.events):
            happened.do(self.state)
            money_lines.note_bank(self, happened)
            if number < event or fed.takes(happened):
                continue
            yield from fed.told(self)
            yield from self.tell(seen[number])
        yield from fed.told(self)

    def view(self) -> View:
        """What the viewer sees now."""
        return self.game.view(self.state, self.viewer)

    def meters(self, spot: str) -> list[int]:
        """What the meters of a wager hold now, in cents."""
        return [meter.cents for meter in self.state.meters[spot]]


def _nobody_sees(event: Event, viewer: int) -> bool:
    """Whether it deals covered pieces to somebody else: the table shows that he has some."""
    pieces = getattr(event, "pieces", ())
    return bool(pieces) and max(pieces) < 0 and getattr(event, "seat", 0) not in (0, viewer)
