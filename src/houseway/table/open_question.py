"""The open question of a round: to which seats, with which answers, after which finding."""

from __future__ import annotations

import msgspec

from houseway.engine.events import Event, event_name
from houseway.engine.questions import Amount, Arrange, Asking, Button, Chance, Choice, Pick, Place
from houseway.game.base import Game
from houseway.money import format_amount
from houseway.pieces.kind import Kind
from houseway.table.round import Round
from houseway.util.english import all_of, n, one_of, spread


class OpenChoice(msgspec.Struct, frozen=True):
    """An open choice: its name, its notation in a record, and its meaning."""

    name: str
    written: str
    words: str


class AskedSeat(msgspec.Struct, frozen=True):
    """A seat that is asked, and everything that it may answer."""

    seat: int
    name: str
    choices: tuple[OpenChoice, ...]


class OpenQuestion(msgspec.Struct, frozen=True):
    """The open question of a round: a request for pieces, or for the answers of seats.

    ``found`` says what the last input revealed, such as a hand set as a foul; "" for nothing.
    """

    words: str
    asked: tuple[AskedSeat, ...] = ()
    found: str = ""

    @property
    def sentence(self) -> str:
        """The question as one sentence."""
        said = self.words + (f"; {self.found}" if self.found else "")
        for each in self.asked[:MOST_ASKED]:
            said += f"; seat {each.seat} may {one_of(c.written for c in each.choices)}"
        more = len(self.asked) - MOST_ASKED
        return said + (f"; so may {n(more, 'more seat')}" if more > 0 else "")


MOST_ASKED = 3
MOST_SPOTS = 6


def waiting_for(round_: Round) -> OpenQuestion | None:
    """Return the open question of a round; None when the round is over."""
    question = round_.question
    if question is None:
        return None
    if isinstance(question, Chance):
        return OpenQuestion(_chance(round_.game, question))
    names = {seat.seat: seat.name for seat in round_.seats}
    seats = question.seats()
    who = all_of(_who(seat, names.get(seat, "")) for seat in seats)
    asks = f" ({question.words})" if question.words else ""
    return OpenQuestion(
        f"the round waits for {who}{asks}",
        tuple(
            AskedSeat(seat, names.get(seat, ""), tuple(_open(round_, question, seat)))
            for seat in seats
        ),
        _found(round_),
    )


def _who(seat: int, name: str) -> str:
    """Return the seat in words, with the player's name if there is one."""
    return f"seat {seat}" if name in ("", f"seat {seat}") else f"seat {seat}, {name}"


def _chance(game: Game, question: Chance) -> str:
    """Return the sentence about missing pieces, dice or a shuffle in a record."""
    said = f"the round waits for {question.what}"
    if question.kind == "shuffle":
        return said
    noun = "die" if question.kind == "dice" else game.kind.noun
    many = "dice" if question.kind == "dice" else ""
    key = "dice" if question.kind == "dice" else "deal"
    return f"{said}: {n(question.n, noun, many)} more in {key}"


def _open(round_: Round, question: Asking, seat: int) -> list[OpenChoice]:
    """Return the choices of a seat, each as it is written and in words."""
    game = round_.game
    words = game.words()
    return [
        OpenChoice(
            choice.name, written(choice, game.kind), choice.words or words.action(choice.name)
        )
        for choice in question.choices_of(seat)
    ]


def written(choice: Choice, kind: Kind) -> str:
    """Return a choice as a record writes it: ``hit``, ``raise 4..20``, ``bet main=5..500``."""
    name = choice.name
    if isinstance(choice, Button):
        return f"{name} ({format_amount(choice.cents)})" if choice.cents else name
    if isinstance(choice, Amount):
        least, most = format_amount(choice.least), format_amount(choice.most)
        return f"{name} {least}" if least == most else f"{name} {least}..{most}"
    if isinstance(choice, Pick):
        some = spread(choice.least, choice.most)
        return f"{name} with {some} of {kind.show(choice.pieces)}"
    if isinstance(choice, Arrange):
        parts = " ".join(f"{part}=({size})" for part, size in choice.parts)
        return f"{name} {parts} of {kind.show(choice.pieces)}"
    return f"{name} {_spots(choice)}"


def _spots(choice: Place) -> str:
    """Return the seat's own spots with their limits, the required ones first."""
    own = [spot for spot in choice.spots if not spot.circle and spot.whom == "player"]
    own = [spot for spot in own if spot.required] + [spot for spot in own if not spot.required]
    described = [
        f"{spot.name}={format_amount(spot.least)}"
        + (f"..{format_amount(spot.most)}" if spot.least != spot.most else "")
        for spot in own[:MOST_SPOTS]
    ]
    return " ".join(described) + (" ..." if len(own) > MOST_SPOTS else "")


def _found(round_: Round) -> str:
    """Return the reason that an event of the last input states; "" for none."""
    for event in reversed(since_last_input(round_)):
        why = getattr(event, "why", "")
        if why and isinstance(why, str):
            seat = getattr(event, "seat", 0)
            at = f" at seat {seat}" if seat else ""
            return f"{event_name(type(event)).replace('_', ' ')}{at}: {why}"
    return ""


def since_last_input(round_: Round) -> list[Event]:
    """Return the events of the last input: a round without it has fewer."""
    if not round_.inputs:
        return []
    before = Round(round_.game, round_.seats, round_.carry_over)
    for given in round_.inputs[:-1]:
        before.enter(given)
    return round_.events[len(before.events) :]


def how_it_lay(round_: Round) -> str:
    """Explain why nothing more was to be dealt: the cards on the table at the end of the round."""
    if why := round_.game.nothing_to_draw(round_.state):
        return why
    names = {seat.seat: seat.name for seat in round_.seats}
    words = round_.game.words()
    described = [
        f"{_who(pile.seat, names.get(pile.seat, '')) if pile.seat else words.zone(pile.zone)} "
        f"{' '.join(pile.pieces)}" + (f" ({pile.total})" if pile.total else "")
        for pile in round_.view().piles
        if pile.pieces
    ]
    lay = f", with {', '.join(described[:MOST_SPOTS])}" if described else ""
    return f"the round was over before it could come{lay}"
