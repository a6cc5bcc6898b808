"""Set-hands games against the house: every hand is set and held against the dealer's.

Wagers, deal, hands turned over at once, setting, the dealer's house way, settlement.  A game states
its parts and what is posted about help and fouls, and says which hands are turned over before they
are set, how the house sets, what a setting may not be, and who wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from houseway.cite import procedure
from houseway.errors import Refused
from houseway.events import Closed
from houseway.game import Dealing, Seat
from houseway.pay import LOSE
from houseway.script import Act, Arrange, Ask, AskAll, Button, Chance, Choice, Pieces, Script
from houseway.shapes.banked import PLAYER, Phase
from houseway.shapes.house_set_hands.irregular import CARD_OFF_TABLE, DEAD_HAND, MISDEAL
from houseway.shapes.house_set_hands.state import (
    CardsCollected,
    DealerDealt,
    DealerSet,
    FoulFound,
    HouseSetState,
)
from houseway.shapes.setting import (
    HOUSE_WAY,
    OWN_WAY,
    SETTING,
    HandSet,
    HandShown,
    Parts,
    PiecesDealt,
    SetsHands,
    joined,
)
from houseway.shapes.several_hands import HandOf, SeveralHands
from houseway.shapes.void import void_round
from houseway.views import Pile, View, Zone

SETTLING = "settling"
RESET, LOSES = "reset", "loses"
"""What a house may post about fouls, besides the house way."""
WHEN_SET, AT_SHOWDOWN = "when set", "at the showdown"
BY_DEALER, BY_PLAYER = "by the dealer", "by the player"
OFFERED, ON_REQUEST, NO_HELP = "offered", "on request", "none"


class HouseSetHands(SeveralHands, SetsHands):
    """The round of a set-hands game banked by the house."""

    shape = "house_set_hands"
    facts = {"dealt": lambda game, s, place: sorted(s.dealt[place])}
    rulings = (void_round("BJ-13"), MISDEAL, DEAD_HAND, CARD_OFF_TABLE)
    zones = (
        Zone("cards", words="cards as dealt"),
        Zone("high", words="high hand"),
        Zone("low", words="low hand"),
        Zone("discards", words="cards collected"),
        Zone("dealer", "middle"),
        Zone("dealer high", "middle"),
        Zone("dealer low", "middle"),
    )
    natural: ClassVar[str]
    natural_clauses: ClassVar[tuple[str, ...]] = ()
    help_clauses: ClassVar[tuple[str, ...]] = ()
    foul_clauses: ClassVar[dict[str, tuple[str, ...]]] = {}

    naturals_found: str
    assistance: str
    fouls: str
    fouls_found: str
    settles_from: str

    # -- what a game says --------------------------------------------------------------------

    def is_natural(self, pieces: Pieces) -> bool:
        """Whether these pieces are turned over and paid before anybody sets."""
        return False

    def can_be_set(self, pieces: Pieces) -> bool:
        """Whether any setting of these pieces is allowed; else the hand is a bust."""
        return True

    def dealer_decides(self, dealer: Pieces) -> bool:
        """Whether the dealer's hand settles every wager, however the others are set."""
        return False

    def compare(self, player: Pieces, dealer: Pieces, turned_over: bool = False) -> int:
        """The outcome of a hand against the dealer's."""
        raise NotImplementedError

    def outcome_cited(self, player: Pieces, dealer: Pieces, outcome: int) -> tuple[str, ...]:
        """The clauses an outcome rests on."""
        return self.compare_clauses

    # -- the round ---------------------------------------------------------------------------

    def new_state(self, seats: Sequence[Seat], between: Any) -> HouseSetState:
        return HouseSetState(**self.seated(seats, between))

    def play(self, r: Dealing) -> Script:
        s = r.state
        yield from self.betting(r)
        if s.stakes:
            yield from self.deal(r)
            if self.naturals_found == BY_DEALER:
                self.find_naturals(r)
            yield from self.set_hands(r)
            yield from self.settle_hands(r)
        r.emit(Closed())

    @procedure("CO-2112-3")
    def deal(self, r: Dealing) -> Script:
        """A packet for every hand with a wager, clockwise from the dealer's left, and one more."""
        s, n = r.state, self.hand_size
        r.emit(Phase("deal"))
        while not s.dealer:
            pieces = yield Chance(
                f"a packet of {n} {self.kind.name} each", n * len(self.hands_wagered(s)) + n
            )
            if pieces is None:
                continue
            for i, (seat, hand) in enumerate(self.hands_wagered(s)):
                r.emit(PiecesDealt(seat, pieces[n * i : n * i + n], hand))
            r.emit(DealerDealt(pieces[-n:]))

    @procedure("CO-2112-5a", "CO-2112-8")
    def find_naturals(self, r: Dealing) -> None:
        """Before anybody sets, hands that win at once are turned over."""
        for place in self.settling(r.state):
            if self.is_natural(r.state.dealt[place]):
                self.turn_over(r, place)

    @procedure("CO-2112-5a", "CO-2112-5b", "CO-2112-5c")
    def turn_over(self, r: Dealing, place: HandOf) -> None:
        """A natural is shown and paid, with what else lies on the hand, and its cards collected."""
        seat, hand = place
        pieces = r.state.dealt[place]
        r.emit(HandShown(seat, pieces, self.natural, hand))
        outcome = self.compare(pieces, (), turned_over=True)
        payout, word = self.pay["main"][outcome], self.outcomes[outcome]
        self.settle(r, seat, "main", word, payout, self.natural_clauses, hand)
        self.settle_optional(r, place)
        r.emit(CardsCollected(seat, hand))

    # -- setting -----------------------------------------------------------------------------

    @procedure("CO-2112-6", "CO-2112-8")
    def set_hands(self, r: Dealing) -> Script:
        """Everybody sets, in any order of seats, one hand after the other."""
        s = r.state
        seats = dict.fromkeys(seat for seat, _ in s.dealt if s.holding(seat) is not None)
        r.emit(Phase(SETTING, tuple(seats)))
        while s.waiting:
            act = yield AskAll(
                {seat: self.set_choices(s, s.holding(seat)) for seat in s.waiting},
                "set your hand",
                "set",
            )
            if act is not None:
                self.take(r, act, s.holding(act.seat), self.fouls_found == WHEN_SET)

    @procedure("CO-2112-6", "CO-2112-7", "CO-2112-11j")
    def set_choices(self, s: HouseSetState, place: HandOf | None) -> tuple[Choice, ...]:
        """Arrange the hand, ask for the house way where help is given, turn a natural over."""
        assert place is not None
        pieces = s.dealt[place]
        way = self.parted(self.house_way(pieces)) if self.assistance == OFFERED else ()
        parts = self.parts if self.can_be_set(pieces) else {"high": self.hand_size}
        words = f"hand {place[1] + 1}" if self.hands_each > 1 else ""
        choices: list[Choice] = [Arrange("set", pieces, tuple(parts.items()), words, way)]
        if self.assistance != NO_HELP:
            choices.append(Button("house_way", "let the staff set it the house way"))
        if self.naturals_found == BY_PLAYER:
            choices.append(Button("turn_over", f"announce a {self.natural}"))
        return tuple(choices)

    @procedure("CO-2112-11j")
    def take(self, r: Dealing, act: Act, place: HandOf, looks: bool) -> None:
        """What a seat does with a hand; ``looks``: whether a foul would be noticed now.

        A hand whose time is up without a suggestion is set by the house, which knows one way only.
        """
        seat, hand = place
        if act.name == "turn_over":
            return self.turn_over(r, place)
        if act.name == "house_way" or not act.parts:
            way = self.house_way(r.state.dealt[place])
            return r.emit(HandSet(seat, way, HOUSE_WAY, hand))
        pieces = joined(act.parts)
        if looks and (why := self.foul(pieces)):
            return self.foul_found(r, place, why)
        return r.emit(HandSet(seat, pieces, OWN_WAY, hand))

    def foul(self, pieces: Pieces) -> str | None:
        """Why a setting is a foul; a hand that cannot be set is a bust and none."""
        return self.set_fault(pieces) if self.can_be_set(pieces) else None

    @procedure("CO-2112-11i", "CO-2112-11i-i", "CO-2112-11i-ii", "CO-2112-11i-iii")
    def foul_found(self, r: Dealing, place: HandOf, why: str) -> None:
        """The supervisor is told; the hand loses or is set the house way, or its player sets anew.

        A hand that is set anew stays with its player, who is asked again.
        """
        seat, hand = place
        r.emit(FoulFound(seat, why, hand))
        if self.fouls == HOUSE_WAY:
            r.emit(HandSet(seat, self.house_way(r.state.dealt[place]), HOUSE_WAY, hand))
        elif self.fouls == LOSES:
            self.settle(r, seat, "main", "foul", LOSE, self.foul_clauses[LOSES], hand)
            self.settle_optional(r, place)
            r.emit(CardsCollected(seat, hand))

    # -- settlement --------------------------------------------------------------------------

    @procedure("CO-2112-10b")
    def settling(self, s: HouseSetState) -> list[HandOf]:
        """The hands whose main wager waits, counter-clockwise from the dealer's right as posted."""
        found = [place for place in s.dealt if s.in_play(place)]
        return found if self.settles_from == "dealer's left" else found[::-1]

    @procedure("CO-2112-8", "CO-2112-10b")
    def settle_hands(self, r: Dealing) -> Script:
        """The dealer reveals and sets the house way; then hand after hand is examined."""
        s = r.state
        if self.settling(s):
            r.emit(Phase(SETTLING))
            way = self.house_way(s.dealer)
            r.emit(DealerSet(way, " / ".join(self.part_words(way))))
        while self.settling(s):
            if self.settling(s)[0] in s.sets:
                self.examine(r, self.settling(s)[0])
                continue
            act = yield Ask(
                self.settling(s)[0][0], self.reset_choices(s), "set your hand anew", "set"
            )
            if act is not None:
                self.take(r, act, self.settling(s)[0], looks=True)

    @procedure("CO-2112-11i")
    def examine(self, r: Dealing, place: HandOf) -> None:
        """A hand against the dealer's, unless a foul is found in it that makes a difference."""
        s = r.state
        why = None if self.dealer_decides(s.dealer_set) else self.foul(s.sets[place])
        if why is None:
            self.settle_hand(r, place)
        else:
            self.foul_found(r, place, why)

    def reset_choices(self, s: HouseSetState) -> tuple[Choice, ...]:
        """What may be done with a fouled hand that was being examined."""
        choices = self.set_choices(s, self.settling(s)[0])
        return tuple(choice for choice in choices if choice.name != "turn_over")

    def settle_hand(self, r: Dealing, place: HandOf) -> None:
        """A hand is turned over and held against the dealer's."""
        s, (seat, hand) = r.state, place
        self.show(r, seat, hand)
        mine, dealers = s.sets[place], s.dealer_set
        outcome = self.compare(mine, dealers)
        clauses = self.outcome_cited(mine, dealers, outcome)
        payout = self.pay["main"][outcome]
        self.settle(r, seat, "main", self.outcomes[outcome], payout, clauses, hand)
        self.settle_optional(r, place)

    @procedure("CO-ALL-4")
    def settle_optional(self, r: Dealing, place: Any) -> None:
        """The other wagers on a hand, each by its rule and table; they go with the main wager."""
        s, (seat, hand) = r.state, place
        for wager, facts in (side for sides in self._sides.values() for side in sides):
            if (seat, wager.name, hand, PLAYER) in s.stakes:
                outcome = wager.by(*[fact(self, s, place) for fact in facts])
                payout, word = self.pay[wager.paid_by][outcome], wager.by.outcomes[outcome]
                clauses = self.side_clauses(s, wager, outcome)
                self.settle(r, seat, wager.name, word, payout, clauses, hand)

    # -- why not -----------------------------------------------------------------------------

    @procedure("CO-2112-1c")
    def refuses_bet(self, s: HouseSetState, act: Act) -> Refused | None:
        """A deck serves so many hands, and whoever has not wagered yet may want one of them."""
        if self.hands_each == 1:
            return super().refuses_bet(s, act)
        others = sum(seat != act.seat for seat in s.waiting)
        wanted = sum(spot.partition(".")[0] == "main" for spot, cents in act.places if cents)
        left = self.sets() * sum(self.kind.copies) // self.hand_size - 1
        left -= len(self.hands_wagered(s)) + others
        if wanted > max(left, 1):
            return Refused(f"the deck has {left} hands left for seat {act.seat}",
                           self.hands_clauses)  # fmt: skip
        return super().refuses_bet(s, act)

    def forbids(self, state: HouseSetState, act: Act) -> Refused | None:
        if act.name == "turn_over":
            place = state.holding(act.seat)
            if place is None or not self.is_natural(state.dealt[place]):
                return Refused(f"seat {act.seat} has no {self.natural}", self.natural_clauses)
        return super().forbids(state, act)

    def actions(self) -> tuple[str, ...]:
        return ("bet", "sit_out", "set", "house_way", "turn_over")

    def why_not(self, state: HouseSetState, seat: int, name: str) -> Refused | None:
        if name == "bet" and state.dealer:
            return Refused("wagers are placed before the cards are dealt", self.wagers[0].clauses)
        if name in ("set", "house_way", "turn_over") and not state.dealer:
            return Refused(f"seat {seat} has no cards yet", self.turn_clauses)
        if name == "house_way" and self.assistance == NO_HELP:
            return Refused("no help with setting is given here", self.help_clauses)
        if name == "turn_over" and self.naturals_found == BY_DEALER:
            return Refused(f"the dealer finds a {self.natural} at once", self.natural_clauses)
        return None

    # -- views -------------------------------------------------------------------------------

    def view(self, state: HouseSetState, viewer: int) -> View:
        s = state
        return self.table_view(s, viewer, [*self.dealer_piles(s), *self.hand_piles(s, viewer)])

    def dealer_piles(self, s: HouseSetState) -> list[Pile]:
        """The dealer's cards: covered until they are set."""
        if not s.dealer_set:
            return [Pile("dealer", 0, ["??"] * len(s.dealer))] if s.dealer else []
        parts, words = self.parted(s.dealer_set), self.part_words(s.dealer_set)
        return [
            Pile(f"dealer {zone}", 0, [self.kind.names[p] for p in pieces], note)
            for (zone, pieces), note in zip(parts, words, strict=True)
        ]

    def piles_at(self, s: HouseSetState, place: HandOf, viewer: int) -> list[Pile]:
        """A hand as it lies, or in the discard rack; numbered where a player may have several."""
        piles = super().piles_at(s, place, viewer)
        for pile in piles:
            if place in s.collected:
                pile.zone = "discards"
            if self.hands_each > 1:
                pile.note = f"hand {place[1] + 1}" + (f": {pile.note}" if pile.note else "")
        return piles

    def parted(self, pieces: Pieces) -> Parts:
        """All pieces of a busted hand lie on the spot of the high hand."""
        return super().parted(pieces) if self.can_be_set(pieces) else (("high", pieces),)
