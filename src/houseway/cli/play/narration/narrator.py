"""Turns events into log lines for one viewer."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator

import msgspec
from rich.text import Text

from houseway.cli.play.narration import money_lines
from houseway.cli.play.narration.course import Course, Step
from houseway.cli.play.narration.viewpoint import ViewerMessage, Viewpoint
from houseway.cli.render.pieces import faces, shown_pieces
from houseway.engine.events import Event, field_kinds, line, purse
from houseway.game.words import ORDINALS
from houseway.money import format_dollars
from houseway.pieces.kind import Kind
from houseway.presentation.event_text import HEAD, Fill, sentence_of
from houseway.presentation.event_text import filled as parts_of
from houseway.util.english import all_of

FIELD = re.compile(r"""(\w+)=('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\S+)""")
MONEY = ("cents", "to", "put_up", "change")
UNSAID = ("back", "clauses", "hand", "owner")


def filled(sentence: str, fill: Fill, yours: bool) -> Text:
    """Return a sentence of an ``event_text`` file with its fields filled in."""
    return Text.assemble(*parts_of(sentence, fill, yours))


class Narrator(Viewpoint):
    """Turns the events of a round into words for its viewer."""

    def __init__(self, course: Course) -> None:
        super().__init__(course.log, course.view.viewer)
        self._course = course
        self._step: Step | None = None

    def since(self, event: int) -> Iterator[ViewerMessage]:
        """Yield all messages since a number of events."""
        fed = money_lines.Fed()
        for number, step in enumerate(self._course.steps()):
            self._step, happened = step, step.event
            money_lines.note_bank(self, happened)
            if number < event or fed.takes(happened):
                continue
            yield from fed.messages(self)
            yield from self.tell(happened)
        yield from fed.messages(self)

    def meters(self, spot: str) -> list[int]:
        """Return the contents of a wager's meters, in cents."""
        return self._step.meters(spot) if self._step is not None else []

    def tell(self, event: Event) -> Iterator[ViewerMessage]:
        """Yield the messages of one event; the viewer's chips never move without one."""
        cents = sum(
            (to == purse(self.viewer)) * n - (of == purse(self.viewer)) * n
            for of, to, n in event.transfers()
        )
        found = list(money_lines.messages_of(self, event))
        if not found and (sentence := sentence_of(type(event))) is not None:
            found = [message] if (message := self._sentence(event, sentence)) else []
        elif not found and not money_lines.is_quiet(event):
            found = [ViewerMessage(Text(event_words(event, self.game.kind)))]
        if cents and not found:
            found = [ViewerMessage(Text(event_words(event, self.game.kind)))]
        if found and cents:
            own = next((message for message in found if message.who == self.viewer), found[-1])
            found[found.index(own)] = msgspec.structs.replace(own, cents=cents)
        yield from found

    def _sentence(self, event: Event, sentence: str) -> ViewerMessage | None:
        """Return an event by the sentence of its folder; None if it says nothing."""
        head, bar, item = sentence.rpartition(HEAD)
        if not sentence or (bar and _is_hidden_from(event, self.viewer)):
            return None
        seat = int(getattr(event, "seat", 0))
        if head.startswith("["):  # of oneself it is a sentence, of the others a list of names
            own, _, others = head.strip("[]").partition("|")
            head, item, bar = ("", own, "") if seat == self.viewer else (others, item, bar)
        words = filled(item, functools.partial(self._fill, event), seat == self.viewer)
        if not words.plain.strip():
            return None
        matters = seat in (0, self.viewer) or seat not in self.names
        return ViewerMessage(words, seat, self.name(seat), head if bar else "", 0, matters, seat)

    def _fill(self, event: Event, field: str) -> Text | str:
        """Return the text for a field of a sentence about an event."""
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
        """Return the value of the hand that receives pieces, if the viewer sees it."""
        pieces, step = getattr(event, "pieces", ()), self._step
        if step is None or not step.has_total or not pieces or min(pieces) < 0:
            return ""
        seat, last = getattr(event, "seat", 0), self.game.kind.names[pieces[-1]]
        found = next(
            (
                pile.total
                for pile in step.view().piles
                if pile.seat == seat and last in pile.pieces and pile.total
                if pile.hand == getattr(event, "hand", pile.hand)
            ),
            "",
        )
        return f" ({found})" if found else ""


def _is_hidden_from(event: Event, viewer: int) -> bool:
    """Return True if the event deals face-down pieces to another player; the table shows them."""
    pieces = getattr(event, "pieces", ())
    return bool(pieces) and max(pieces) < 0 and getattr(event, "seat", 0) not in (0, viewer)


def event_words(event: Event, kind: Kind) -> str:
    """Return an event in plain words: ``seat 2 warned: acted out of turn``; includes money per
    account.
    """
    name, _, rest = line(event, kind).partition(" ")
    fields = {
        key: str(ast.literal_eval(value)) if value[0] in "'\"" else value
        for key, value in FIELD.findall(rest)
    }
    seat = fields.pop("seat", "")
    words = (f"seat {seat} " if seat else "") + name.replace("_", " ")
    said = [fields.pop(key) for key in ("why", "reason", "words") if key in fields]
    moves = event.transfers()
    for key, value in fields.items():
        if key not in UNSAID and not (moves and key == "cents"):
            said.append(f"{key.replace('_', ' ')} {'$' if key in MONEY else ''}{value}")
    for (source, giver), (target, taker), cents in moves:
        if source == "purse":
            said.append(f"{format_dollars(cents)} from seat {giver}")
        elif target == "purse":
            said.append(f"{format_dollars(cents)} back to seat {taker}")
    return f"{words}: {', '.join(said)}" if said else words
