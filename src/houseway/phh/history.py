"""The history of a hand, line by line, with no more than its viewer may see."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from houseway.engine.events import Event, field_kinds, line
from houseway.families.poker import Poker
from houseway.families.poker.events import betting, dealing, ending
from houseway.families.poker.events.ending import AnteMatched, PotAwarded
from houseway.families.poker.presenter import pot_name
from houseway.game.words import as_it_is
from houseway.hands.names import a_hand
from houseway.money import format_dollars
from houseway.phh.model import CENTS, number
from houseway.pieces.kind import UNSEEN
from houseway.presentation.event_text import HEAD, filled, sentence_of
from houseway.table.round import Round
from houseway.util.english import all_of, verb

EVERYTHING = -1
"""The viewer from whom nothing is hidden, such as the recorder of the hand."""


class History:
    """The words of one hand for one viewer: a seat, 0 for an onlooker, or ``EVERYTHING``.

    ``unknown`` are cards that stand for others and are shown as ??.  ``scale`` is the number of our
    units in one of the hand's.
    """

    def __init__(
        self, round_: Round, viewer: int = 0, unknown: Iterable[int] = (), scale: int = CENTS
    ) -> None:
        self.round = round_
        self.viewer = viewer
        self.unknown = frozenset(unknown)
        self.scale = scale
        self.names = {player.seat: player.name for player in round_.seats}
        self.board: tuple[int, ...] = ()
        self.pots = max(
            [x.pot for x in round_.events if isinstance(x, ending.PotAwarded)], default=1
        )

    def lines(self) -> list[str]:
        """Return all lines: title, players, events and the end."""
        round_ = self.round
        events = round_.events if self.viewer == EVERYTHING else round_.events_for(self.viewer)
        players = [f"seat {p.seat}: {p.name}, {self.money(p.chips)}" for p in round_.seats]
        sentences = [words for event in events if (words := self.words(event))]
        return [self.title(), *players, *sentences, *self.ending()]

    def title(self) -> str:
        """Return the game, its betting structure and the player on the button."""
        game, button = self.round.game, getattr(self.round.state, "button", 0)
        words = [game.name]
        if isinstance(game, Poker):
            words.append(game.words().value("structure", game.structure))
        if button in self.names:
            words.append(f"{self.names[button]} has the button")
        return ", ".join(words)

    def ending(self) -> list[str]:
        """Return the stacks at the end, or the question an unfinished hand waits for."""
        round_ = self.round
        if not round_.closed:
            return [f"the hand stops here: {round_.standing()}"]
        chips = round_.game.chips_after(round_.state)
        return [f"seat {p.seat}: {p.name} has {self.money(chips[p.seat])}" for p in round_.seats]

    def money(self, amount: int) -> str:
        """Format an amount for people."""
        return format_dollars(amount) if self.scale == CENTS else f"{number(amount, self.scale)}"

    def cards(self, pieces: Iterable[int]) -> str:
        """Name cards, with ?? for one that the viewer does not know."""
        return self.round.game.kind.show([UNSEEN if p in self.unknown else p for p in pieces])

    def words(self, event: Event) -> str:
        """Describe one event; "" for one that needs no line."""
        found = self._bets(event) or self._cards(event) or self._end(event)
        if found or (sentence := sentence_of(type(event))) is None:
            return found or line(event, self.round.game.kind)
        fill = functools.partial(self._field, event)
        return "".join(filled(sentence.replace(HEAD, " "), fill))

    def _field(self, event: Event, field: str) -> str:
        """Return the value of one field for the sentence of an event."""
        name = self.names.get(getattr(event, "seat", 0), "")
        if field in ("who", "who's"):
            return name if field == "who" else f"{name}'s"
        if field not in event.__struct_fields__:
            return ""
        value, kind = getattr(event, field), field_kinds(type(event)).get(field, "")
        if kind == "pieces":
            return self.cards(value)
        if kind == "cents":
            return self.money(value)
        if kind == "places":
            return all_of(f"{self.money(cents)} to {self.names[seat]}" for seat, cents in value)
        if isinstance(value, bool):
            return "yes" if value else ""
        return as_it_is(value)

    def _bets(self, event: Event) -> str:
        """Describe an event of the betting; "" for any other event."""
        name = self.names.get(getattr(event, "seat", 0), "")
        match event:
            case betting.BlindPosted() | betting.DeadPosted():
                dead = " dead" if isinstance(event, betting.DeadPosted) else ""
                return f"{name} posts {self.money(event.cents)}{dead}, {event.what}"
            case betting.AntePosted() | AnteMatched():
                return f"{name} antes {self.money(event.cents)}"
            case betting.BroughtIn():
                return f"{name} brings it in for {self.money(event.cents)}"
            case betting.Folded():
                return f"{name} folds"
            case betting.Checked():
                return f"{name} checks"
            case betting.Called():
                return f"{name} calls {self.money(event.cents)}"
            case betting.Raised():
                return f"{name} raises to {self.money(event.to)}"
            case betting.BetMade():
                return f"{name} bets {self.money(event.to)}"
            case betting.UncalledReturned():
                return f"{self.money(event.cents)} uncalled goes back to {name}"
        return ""

    def _cards(self, event: Event) -> str:
        """Describe an event of the deal; "" for any other event."""
        name = self.names.get(getattr(event, "seat", 0), "")
        match event:
            case dealing.StreetOpened():
                return f"-- {self.round.game.words().phase(event.name)} --"
            case dealing.HoleDealt():
                return f"{name} is dealt {self.cards(event.pieces)}"
            case dealing.UpDealt():
                return f"{name} is dealt {self.cards(event.pieces)} face up"
            case dealing.BoardDealt():
                before, self.board = self.board, self.board + event.pieces
                lies = f" [{self.cards(before)}]" if before else ""
                return f"board{lies} {self.cards(event.pieces)}"
            case dealing.CardDiscarded():
                return f"{name} gives up {self.cards(event.pieces)}"
            case dealing.DrawAsked():
                gave = f"gives up {self.cards(event.pieces)}" if event.pieces else "stands pat"
                return f"{name} {gave}"
            case dealing.CardsDrawn():
                return f"{name} draws {self.cards(event.pieces)}"
        return ""

    def _end(self, event: Event) -> str:
        """Describe an event of the showdown or the pots; "" for any other event."""
        name = self.names.get(getattr(event, "seat", 0), "")
        match event:
            case ending.HandShown():
                return f"{name} shows {self.cards(event.pieces)}"
            case ending.ClaimLost():
                return f"{name} {'mucks' if event.why == 'mucked' else event.why}"
            case ending.HandVoided():
                back = [f"{self.money(cents)} to {self.names[x]}" for x, cents in given(event)]
                goes = f"; {all_of(back)} {verb(len(back), 'goes')} back" if back else ""
                return f"the hand is void: {as_it_is(event.why)}{goes}"
            case ending.PotAwarded():
                wins = f"{name} wins {self.money(event.cents)}{self._of(event)}"
                won = event.settlement()
                if not event.strength:
                    return f"{wins}: no other player is left in the hand"
                kickers = f", {won.note}" if won.note else ""
                return f"{wins} with {a_hand(won.outcome)}{kickers}"
        return ""

    def _of(self, event: PotAwarded) -> str:
        """Name the pot if there are several, and its half if it is divided."""
        pot = pot_name(event.pot, self.pots)
        which = pot if event.pot > 1 else f"the {pot}"
        if event.part:
            return f" of the {event.part} half of {which}"
        return f" of {which}" if self.pots > 1 else ""


def given(event: ending.HandVoided) -> list[tuple[int, int]]:
    """Return the amount that each seat gets back of a void hand."""
    back: dict[int, int] = {}
    for _, seat, cents in event.back:
        back[seat] = back.get(seat, 0) + cents
    return list(back.items())


def history(
    round_: Round, viewer: int = 0, unknown: Iterable[int] = (), scale: int = CENTS
) -> list[str]:
    """Return a hand line by line, as a seat, an onlooker (0) or ``EVERYTHING`` may see it."""
    return History(round_, viewer, unknown, scale).lines()
