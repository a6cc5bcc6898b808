"""The viewers of each piece: followed piece by piece, without the events' own word.

The tables here are written from the rules, not from the code: which event shows its pieces to
which viewer. A piece is covered from the moment chance brings it. A viewer's events, views and
questions may name the pieces that were turned up for all or given to that viewer, and no others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from houseway.engine.events import Event, event_name, line
from houseway.engine.inputs import Input
from houseway.engine.questions import Arrange, Chance, Drawn, Pick, Pieces
from houseway.game.face.views import Own, Pile, Prompt, View
from houseway.pieces.kind import UNSEEN
from houseway.table.round import Round
from tests.support.random_play import pieces_named

ALL, SEAT, NO_ONE = "all", "seat", "nobody"

SHOWS = {
    # Poker: hole cards are the player's own until a showdown; no viewer sees burns.
    "hole_dealt": SEAT,
    "up_dealt": ALL,
    "dealt_after_folding": NO_ONE,
    "card_discarded": SEAT,
    "draw_asked": SEAT,
    "cards_drawn": SEAT,
    "hole_card_up": ALL,
    "both_cards_up": ALL,
    "card_plays": ALL,
    "burn_put_right": ALL,
    "card_moved": ALL,
    "card_back_on_deck": ALL,
    "up_cards_aside": ALL,
    "cards_aside": NO_ONE,
    "final_kept": SEAT,
    "last_card_up": ALL,
    "stub_refilled": NO_ONE,
    "false_openers": ALL,
    "openers_shown": ALL,
    "discards_exposed": ALL,
    "opening_hand_shown": ALL,
    "exposed_taken_back": ALL,
    "exposed_replaced": SEAT,
    "cards_missing": NO_ONE,
    "hand_completed": SEAT,
    "surplus_held": SEAT,
    "request_taken_back": SEAT,
    "card_replaced": SEAT,
    "burned": NO_ONE,
    "card_returned": NO_ONE,
    "card_taken_back": ALL,
    "board_dealt": ALL,
    "board_taken_back": ALL,
    "stub_reshuffled": ALL,
    "stub_scrambled": NO_ONE,
    "hand_shown": ALL,
    # Blackjack: everything is dealt up but the hole card, and hands where a game deals them down.
    "cards_dealt": ALL,
    "hands_dealt": ALL,
    "third_card_dealt": ALL,
    "cards_dealt_down": SEAT,
    "cards_turned": ALL,
    "up_card_dealt": ALL,
    "hole_card_dealt": NO_ONE,
    "hole_card_turned": ALL,
    "card_drawn": ALL,
    "dealer_drew": ALL,
    "poker_hand_shown": ALL,
    # 21 Hold 'Em: the pocket card is the player's own.
    "cards_burned": NO_ONE,
    "community_placed": ALL,
    "pocket_dealt": SEAT,
    "pocket_shown": ALL,
    # Ante and play, hands that are set: own pieces until they are turned over.
    "hand_dealt": SEAT,
    "pieces_dealt": SEAT,
    "hand_set": SEAT,
    "foul_found": SEAT,
    "hand_exposed": ALL,
    "card_exposed": ALL,
    "dealer_dealt": NO_ONE,
    "dealer_cards_up": ALL,
    "dealer_exposed": ALL,
    "dealer_set": ALL,
    # Pai Gow Poker: piles lie covered, and unassigned ones stay so.
    "piles_dealt": NO_ONE,
    "pile_discarded": NO_ONE,
    # Baccarat: both hands face down until they are turned over.
    "hand_covered": NO_ONE,
    "hand_turned": ALL,
    "third_card_drawn": ALL,
    # 21st Century Baccarat: everything lies open but the player-dealer's hole card.
    "players_hand_dealt": ALL,
    "bank_up_dealt": ALL,
    "bank_hole_dealt": NO_ONE,
    "bank_hole_turned": ALL,
    "hit_card_dealt": ALL,
    "bank_drew": ALL,
    # Dice lie under a cup until it is lifted.
    "dice_revealed": ALL,
    "cup_opened": ALL,
    "button_thrown": ALL,
}
"""The viewers of an event's pieces; an event that is not here has none."""

NUMBERS = {
    "active", "bets", "own", "dealt_in", "excluded", "miscalled", "missed", "must_kill", "order",
    "others", "owes_blind", "players", "queue", "rescuers", "seats", "sensors", "waiting", "warned",
    "with_golden_21",
}  # fmt: skip
"""Fields of events that hold numbers which are no pieces: seats, mostly."""

WHISPERED = {"foul_found": "why"}
"""Words that only who sees the pieces may hear."""


def shown_in(event: Event) -> dict[str, tuple[int, ...]]:
    """Every field of an event that holds pieces: each tuple of numbers, but those of seats."""
    found = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        numbers = isinstance(value, tuple) and value and all(type(x) is int for x in value)
        if numbers and name not in NUMBERS:
            found[name] = value
    return found


def may_see(event: Event, viewer: int) -> bool:
    """Return whether by the rules this viewer sees the pieces of an event."""
    name = event_name(type(event))
    assert name in SHOWS, f"{name} has pieces: SHOWS does not say who sees them"
    shows = SHOWS[name]
    looks = getattr(event, "holder", 0) or getattr(event, "seat", 0)
    return shows == ALL or (shows == SEAT and viewer > 0 and looks == viewer)


class Copy:
    """One piece on the table: where it was put, and who has seen it."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.seen: set[int] = set()


class Follower:
    """Follows a round input by input and checks what every viewer gets."""

    def __init__(self, played: Round) -> None:
        self.round = Round(played.game, played.seats, played.carry_over)
        self.kind = played.game.kind
        self.viewers = (0, *[seat.seat for seat in played.seats])
        self.drawn: Counter[str] = Counter()
        self.copies: dict[str, list[Copy]] = {}
        self.seen: dict[int, Counter[str]] = {}
        self.heard = 0
        self._happened(())
        for given in played.inputs:
            self.enter(given)

    def enter(self, given: Input) -> None:
        """One input more."""
        question = self.round.question
        back: Pieces = ()
        if isinstance(given, Drawn):
            assert isinstance(question, Chance)
            back = question.back
            self.drawn.update(self._names(given.pieces, question.kind == "dice"))
        self.round.enter(given)
        self._happened(back)

    def _names(self, pieces: Iterable[int], dice: bool) -> list[str]:
        return [f"die {die}" if dice else self.kind.names[die] for die in pieces]

    def _happened(self, back: Pieces) -> None:
        new = self.laid_down()
        lines = [line(event, self.kind) for event in new]
        for viewer in self.viewers:
            told = self.round.events_for(viewer, self.heard)
            for event, text, heard in zip(new, lines, told, strict=True):
                told_text = text if heard is event else line(heard, self.kind)
                self._check_told(event, heard, told_text, viewer)
        self.mixed_in(back)
        public, own = self.round.views()
        self.check_view(public, 0)
        for viewer, has in own.items():
            self.check_own(public, has, viewer)
        one = self.viewers[len(self.round.inputs) % len(self.viewers)]
        same = self.round.view(one) == (public.of(one, own[one]) if one else public)
        assert same, f"viewer {one} sees what is neither everybody's nor its own"
        self.heard = len(self.round.events)

    def laid_down(self) -> list[Event]:
        """The events since the last time, their pieces put where they lie."""
        new = self.round.events[self.heard :]
        for event in new:
            self.lay_down(event)
        self.look_again()
        return new

    def lay_down(self, event: Event) -> None:
        """The pieces of one event."""
        for field, pieces in shown_in(event).items():
            for name in self._names(pieces, field == "dice"):
                self._lies(event, name)

    def mixed_in(self, back: Pieces) -> None:
        """Pieces go back into the deck: they come covered the next time."""
        for name in self._names(back, False):
            self.copies[name].pop(0)
        if back:
            self.look_again()

    def _lies(self, event: Event, name: str) -> None:
        """A piece that chance brought is put somewhere, or one on the table is turned."""
        place = getattr(event, "seat", 0)
        copies = self.copies.setdefault(name, [])
        seers = {viewer for viewer in self.viewers if may_see(event, viewer)}
        if self.drawn[name]:
            self.drawn[name] -= 1
            copies.append(Copy(place))
            copies[-1].seen |= seers
            return
        assert copies, f"{line(event, self.kind)}: {name} was never drawn"
        there = [copy for copy in copies if copy.place == place] or copies
        min(there, key=lambda copy: len(copy.seen)).seen |= seers

    def look_again(self) -> None:
        """The pieces on the table that each viewer has seen, by name."""
        self.seen = {
            viewer: Counter(
                name
                for name, copies in self.copies.items()
                for copy in copies
                if viewer in copy.seen
            )
            for viewer in self.viewers
        }

    def _check_told(self, event: Event, heard: Event, text: str, viewer: int) -> None:
        words = f"viewer {viewer} is told {text}"
        for name, pieces in shown_in(event).items():
            got = getattr(heard, name)
            if may_see(event, viewer):
                assert got == pieces, f"{words}, and should see it"
            else:
                assert set(got) == {UNSEEN} and len(got) == len(pieces), words
        name = event_name(type(event))
        if name in WHISPERED and not may_see(event, viewer):
            assert not getattr(heard, WHISPERED[name]), words
        if self.kind.name != "dice":
            self._check_text(text, viewer, words)

    def _check_text(self, text: str, viewer: int, words: str) -> None:
        leaked = set(pieces_named(text, self.kind)) - self.seen[viewer].keys()
        assert not leaked, f"{words}: {sorted(leaked)} is covered"

    def check_view(self, view: View, viewer: int) -> None:
        """Check that a view has no piece that is covered for its viewer."""
        self._check_piles(view.piles, viewer)
        self._check_prompt(view.prompt, viewer)
        if self.kind.name != "dice":
            text = msgspec.json.encode(replace(view, piles=[])).decode()
            self._check_text(text, viewer, f"viewer {viewer} reads {text}")

    def check_own(self, public: View, own: Own, viewer: int) -> None:
        """The same of what a seat has of its own; what all have seen it has seen, too."""
        if own.piles:
            self._check_piles(public.of(viewer, own).piles, viewer)
        if own.prompt is not None:
            self._check_prompt(own.prompt, viewer)
            text = msgspec.json.encode(own.prompt).decode()
            if self.kind.name != "dice":
                self._check_text(text, viewer, f"viewer {viewer} reads {text}")

    def _check_piles(self, piles: list[Pile], viewer: int) -> None:
        zones: dict[str, Counter[str]] = {}
        for pile in piles:
            dice = pile.zone == "dice" or self.kind.name == "dice"
            shown = [f"die {x}" if dice else x for x in pile.pieces if x != "??"]
            zones.setdefault(pile.zone, Counter()).update(shown)
        for zone, pieces in zones.items():
            leaked = set(pieces - self.seen[viewer])
            assert not leaked, f"viewer {viewer} sees {leaked} in {zone}, which is covered"

    def _check_prompt(self, prompt: Prompt | None, viewer: int) -> None:
        if prompt is not None:
            asked = {self.kind.names[piece] for piece in _offered(prompt)}
            leaked = asked - set(self.seen[viewer])
            assert not leaked, f"viewer {viewer} is asked about {leaked}: {prompt}"


def _offered(prompt: Prompt) -> Iterator[int]:
    """The pieces that the choices of a prompt name."""
    for choice in prompt.actions:
        if isinstance(choice, Pick | Arrange):
            yield from choice.pieces
        if isinstance(choice, Arrange):
            for _, pieces in choice.suggestion:
                yield from pieces
