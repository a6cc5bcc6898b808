"""A hand told line by line, with no more than its viewer may see."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.events import Closed, Event, line
from houseway.money import shown
from houseway.phh.hand import CENTS, number
from houseway.pieces.kinds import UNSEEN
from houseway.shapes.poker_room import PokerRoom
from houseway.shapes.poker_room import deck_events as deck
from houseway.shapes.poker_room import draw_events as draws
from houseway.shapes.poker_room import end_events as end
from houseway.shapes.poker_room import events as bets
from houseway.shapes.poker_room.ante_events import AnteMatched
from houseway.table.round import Round

EVERYTHING = -1
"""The viewer from whom nothing is hidden: who has recorded the hand."""

SILENT = (
    Closed, bets.HandOpened, bets.BettingOpened, bets.OpenedByCards, bets.BetsGathered,
    bets.StraddleAnswered, deck.Burned, deck.DealStopped, deck.DiscardOpened, draws.DrawOpened,
    end.ShowdownOpened, end.HandOver,
)  # fmt: skip
"""What every hand has, and nobody needs to be told."""


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
        if isinstance(game, PokerRoom):
            words.append(game.structure.replace("_", " "))
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
        return shown(amount) if self.scale == CENTS else f"{number(amount, self.scale)}"

    def cards(self, pieces: Iterable[int]) -> str:
        """Cards, or ?? for one that the viewer does not know."""
        return self.round.game.kind.show([UNSEEN if p in self.unknown else p for p in pieces])

    def words(self, event: Event) -> str:
        """One event; nothing for what nobody needs to be told."""
        if isinstance(event, SILENT):
            return ""
        found = self._bets(event) or self._cards(event) or self._end(event)
        return found or line(event, self.round.game.kind)

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
                return f"-- {event.name} --"
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
            case end.PotAwarded():
                part = f" of the {event.part} half" if event.part else ""
                side = f" of side pot {event.pot - 1}" if event.pot > 1 else ""
                won = event.settlement()
                how = "" if won.outcome == "uncontested" else f" with {won.outcome}"
                return f"{name} wins {self.money(event.cents)}{part}{side}{how}"
        return ""


def history(
    round_: Round, viewer: int = 0, unknown: Iterable[int] = (), scale: int = CENTS
) -> list[str]:
    """A hand line by line, as a seat, an onlooker (0) or who recorded it may see it."""
    return History(round_, viewer, unknown, scale).lines()
