"""A hand told line by line, with no more than its viewer may see."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from houseway.engine.events import Event, field_kinds, line
from houseway.engine.round import Round
from houseway.families.poker import Poker
from houseway.families.poker import betting_events as bets
from houseway.families.poker import deal_events as deck
from houseway.families.poker import deal_events as draws
from houseway.families.poker import end_events as end
from houseway.families.poker.end_events import AnteMatched
from houseway.families.poker.presenter import pot_name
from houseway.game.words import as_it_is
from houseway.hands.names import a_hand
from houseway.money import format_dollars
from houseway.phh.model import CENTS, number
from houseway.pieces.kind import UNSEEN
from houseway.presentation.event_text import HEAD, filled, sentence_of
from houseway.util.english import all_of, verb

EVERYTHING = -1
"""The viewer from whom nothing is hidden: who has recorded the hand."""


class History:
    """The words of one hand for one viewer: a seat, 0 for an onlooker, or ``EVERYTHING``.

    ``unknown`` are cards that only stand for others: nobody has seen them.  ``scale`` says into
    how many of our units one of the hand's is divided.
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
        self.pots = max([x.pot for x in round_.events if isinstance(x, end.PotAwarded)], default=1)

    def lines(self) -> list[str]:
        """All of it."""
        round_ = self.round
        events = round_.events if self.viewer == EVERYTHING else round_.told(self.viewer)
        players = [f"seat {p.seat}: {p.name}, {self.money(p.chips)}" for p in round_.seats]
        told = [words for event in events if (words := self.words(event))]
        return [self.title(), *players, *told, *self.ending()]

    def title(self) -> str:
        """The game, how it is bet, and who has the button."""
        game, button = self.round.game, getattr(self.round.state, "button", 0)
        words = [game.name]
        if isinstance(game, Poker):
            words.append(game.words().value("structure", game.structure))
        if button in self.names:
            words.append(f"{self.names[button]} has the button")
        return ", ".join(words)

    def ending(self) -> list[str]:
        """What everybody has at the end, or what an unfinished hand waits for."""
        round_ = self.round
        if not round_.closed:
            return [f"the hand stops here: {round_.standing()}"]
        chips = round_.game.chips_after(round_.state)
        return [f"seat {p.seat}: {p.name} has {self.money(chips[p.seat])}" for p in round_.seats]

    # -- words -------------------------------------------------------------------------------

    def money(self, amount: int) -> str:
        """An amount as people read it."""
        return format_dollars(amount) if self.scale == CENTS else f"{number(amount, self.scale)}"

    def cards(self, pieces: Iterable[int]) -> str:
        """Cards, or ?? for one that the viewer does not know."""
        return self.round.game.kind.show([UNSEEN if p in self.unknown else p for p in pieces])

    def words(self, event: Event) -> str:
        """One event; nothing for what nobody needs to be told."""
        found = self._bets(event) or self._cards(event) or self._end(event)
        if found or (sentence := sentence_of(type(event))) is None:
            return found or line(event, self.round.game.kind)
        fill = functools.partial(self._field, event)
        return "".join(filled(sentence.replace(HEAD, " "), fill))

    def _field(self, event: Event, field: str) -> str:
        """What an event says, as its sentence has it."""
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
        name = self.names.get(getattr(event, "seat", 0), "")
        match event:
            case bets.BlindPosted() | bets.DeadPosted():
                dead = " dead" if isinstance(event, bets.DeadPosted) else ""
                return f"{name} posts {self.money(event.cents)}{dead}, {event.what}"
            case bets.AntePosted() | AnteMatched():
                return f"{name} antes {self.money(event.cents)}"
            case bets.BroughtIn():
                return f"{name} brings it in for {self.money(event.cents)}"
            case bets.Folded():
                return f"{name} folds"
            case bets.Checked():
                return f"{name} checks"
            case bets.Called():
                return f"{name} calls {self.money(event.cents)}"
            case bets.Raised():
                return f"{name} raises to {self.money(event.to)}"
            case bets.BetMade():
                return f"{name} bets {self.money(event.to)}"
            case bets.UncalledReturned():
                return f"{self.money(event.cents)} that nobody called goes back to {name}"
        return ""

    def _cards(self, event: Event) -> str:
        name = self.names.get(getattr(event, "seat", 0), "")
        match event:
            case deck.StreetOpened():
                return f"-- {self.round.game.words().phase(event.name)} --"
            case deck.HoleDealt():
                return f"{name} is dealt {self.cards(event.pieces)}"
            case deck.UpDealt():
                return f"{name} is dealt {self.cards(event.pieces)} face up"
            case deck.BoardDealt():
                before, self.board = self.board, self.board + event.pieces
                lies = f" [{self.cards(before)}]" if before else ""
                return f"board{lies} {self.cards(event.pieces)}"
            case deck.CardDiscarded():
                return f"{name} gives up {self.cards(event.pieces)}"
            case draws.DrawAsked():
                gave = f"gives up {self.cards(event.pieces)}" if event.pieces else "stands pat"
                return f"{name} {gave}"
            case draws.CardsDrawn():
                return f"{name} draws {self.cards(event.pieces)}"
        return ""

    def _end(self, event: Event) -> str:
        name = self.names.get(getattr(event, "seat", 0), "")
        match event:
            case end.HandShown():
                return f"{name} shows {self.cards(event.pieces)}"
            case end.ClaimLost():
                return f"{name} {'mucks' if event.why == 'mucked' else event.why}"
            case end.HandVoided():
                back = [f"{self.money(cents)} to {self.names[x]}" for x, cents in given(event)]
                goes = f"; {all_of(back)} {verb(len(back), 'goes')} back" if back else ""
                return f"the hand is void: {as_it_is(event.why)}{goes}"
            case end.PotAwarded():
                wins = f"{name} wins {self.money(event.cents)}{self._of(event)}"
                won = event.settlement()
                if not event.strength:
                    return f"{wins}: nobody else is left in the hand"
                kickers = f", {won.note}" if won.note else ""
                return f"{wins} with {a_hand(won.outcome)}{kickers}"
        return ""

    def _of(self, event: end.PotAwarded) -> str:
        """Which pot, where there are several, and which half of it, where it is divided."""
        pot = pot_name(event.pot, self.pots)
        which = pot if event.pot > 1 else f"the {pot}"
        if event.part:
            return f" of the {event.part} half of {which}"
        return f" of {which}" if self.pots > 1 else ""


def given(event: end.HandVoided) -> list[tuple[int, int]]:
    """What each seat gets back of a hand that is void."""
    back: dict[int, int] = {}
    for _, seat, cents in event.back:
        back[seat] = back.get(seat, 0) + cents
    return list(back.items())


def history(
    round_: Round, viewer: int = 0, unknown: Iterable[int] = (), scale: int = CENTS
) -> list[str]:
    """A hand line by line, as a seat, an onlooker (0) or who recorded it may see it."""
    return History(round_, viewer, unknown, scale).lines()
