"""Views, layout and texts of set-hands games, and every way to set a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from houseway.engine.questions import Arrange
from houseway.families.banked.game import HandKey
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.families.banked.presenter import BankedPresenter, has_lost
from houseway.families.banked.state import SETTLING
from houseway.families.set_hands.options import (
    HOUSE_WAY,
    LOSES,
    OWN_WAY,
    REFUSED,
    RESET,
    STANDS,
    which_hand,
)
from houseway.families.set_hands.state import DEALERS, MAIN, Parts, SetHandsState
from houseway.game.face.layout import Zone
from houseway.game.face.views import OwnPile, Pile, Way

if TYPE_CHECKING:
    from houseway.engine.questions import Choice, Pieces
    from houseway.families.set_hands.game import SetHands
    from houseway.game.base import Game
    from houseway.game.face.layout import Layout

COMES_OF_IT = {
    LOSES: "a foul loses",
    HOUSE_WAY: "a foul is set the house way",
    RESET: "a foul is set again",
}
"""The consequence of a foul that is not refused."""
STAYS = ": it stands, and loses"
BY_PIECES = " · "
MANY = 256
"""The number of hands whose settings are kept: more than there are at a table."""


class SetHandsPresenter(BankedPresenter):
    """Hands as dealt or set, with the bank's."""

    game: SetHands

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._known: dict[tuple[Arrange, bool], tuple[Way, ...]] = {}

    def piles(self, s: Any, viewer: int) -> list[Pile]:
        """Return the dice in the open cup, the dealer's hand, and every player's."""
        shown = [str(die) for die in s.dice]
        dice = [Pile("dice", 0, shown, up=[True] * len(shown))] if shown else []
        boxes = sorted(s.dealt, key=DEALERS.__ne__)
        return [*dice, *(pile for box in boxes for pile in self._piles_at(s, box, viewer))]

    def own_piles(self, state: SetHandsState, viewer: int, public: Sequence[Pile]) -> list[OwnPile]:
        """Return the pieces that this seat holds and that are not shown yet."""
        found: list[OwnPile] = []
        for box in state.dealt:
            if box not in state.shown and state.holder(box[0]) == viewer:
                places = (at for at, pile in enumerate(public) if (pile.seat, pile.hand) == box)
                found += map(OwnPile, places, self._piles_at(state, box, viewer))
        return found

    def _piles_at(self, s: SetHandsState, box: HandKey, viewer: int) -> list[Pile]:
        """Return the pieces of a hand before it is set, its parts after, with their values."""
        game, (seat, hand) = self.game, box
        up, holder = box in s.shown, s.holder(box[0])
        seen = up or viewer == holder != 0
        parts: Parts = ((game.kind.name, s.dealt[box]),)
        words: tuple[str, ...] = ("",)
        if box in s.sets:
            parts, words = game.lying(s, box)
        turn = s.holding(holder) == box and (holder in s.waiting or s.phase == SETTLING)
        marks = [f"hand {hand + 1}"] if seat and game.hands_each > 1 else []
        if seat and (by := s.set_by.get(box, OWN_WAY)) != OWN_WAY:
            marks.append(self.words.status(by))
        lost = bool(seat) and has_lost(s, seat, MAIN, hand)
        return [
            Pile(
                zone_of(s, box, part), seat,
                pieces=[game.kind.names[piece] if seen else "??" for piece in pieces], hand=hand,
                up=[up] * len(pieces), turn=turn, total=total if seen else "", marks=marks,
                lost=lost,
            )
            for (part, pieces), total in zip(parts, words, strict=True)
        ]  # fmt: skip

    def bare_layout(self) -> Layout:
        return replace(super().bare_layout(), zones=self.zones())

    def zones(self) -> tuple[Zone, ...]:
        """Return the zones at the seats, in the rack and the cup, and before the dealer."""
        game = self.game
        n = game.hand_size
        found = [Zone(game.kind.name, slots=n)]
        found += [Zone(part, slots=size) for part, size in game.parts.items()]
        if game.fouls != REFUSED:
            found.append(Zone("discards"))
        if isinstance(game.bank, PlayerDealer):
            dice = Zone("dice", "middle", kind="dice", slots=game.dice_n)
            return (*found, dice) if game.dice_n else tuple(found)
        dealers = [Zone(f"dealer {part}", "middle", slots=x) for part, x in game.parts.items()]
        return (*found, Zone("dealer", "middle", slots=n), *dealers)

    def about(self, state: SetHandsState, seat: int) -> tuple[int, int]:
        circle, hand = state.holding(seat) or (seat, 0)
        return hand, circle if circle != seat else 0

    def question(self, state: SetHandsState, seat: int, asked: str) -> str:
        box = state.holding(seat)
        which = which_hand(self.game, seat, box) if box is not None else ""
        return f"{which}: {asked}" if which else asked

    def says(self, state: SetHandsState, seat: int, choice: Choice) -> str:
        box = state.holding(seat)
        if isinstance(choice, Arrange) and box is not None:
            return self.game.setting_aid(state.dealt[box])
        return choice.words

    def default_words(self, name: str) -> str:
        """Return the default in words; when time is up, the house sets the hand."""
        return super().default_words("house_way" if name == "set" else name)

    def ways(self, state: SetHandsState, seat: int, choice: Arrange) -> tuple[Way, ...]:
        """Return the ways to set a hand; cached by hand."""
        banks = state.holding(seat) == state.banks
        found = self._known.get((choice, banks))
        if found is None:
            if len(self._known) >= MANY:
                self._known.clear()
            found = self._known[choice, banks] = self._ways(choice, banks)
        return found

    def _ways(self, choice: Arrange, banks: bool) -> tuple[Way, ...]:
        """Return the ways to set a hand, the strongest first and fouls last.

        The house way is marked where the posting shows it to those who set their own.
        """
        game, parts = self.game, choice.parts
        house = alike(choice.suggestion) if choice.suggestion else None
        found: dict[Parts, tuple[bool, Sequence[int], Way]] = {}
        for each in settings(choice.pieces, [size for _, size in parts]):
            pieces = game.as_set(each) if len(parts) > 1 else each
            laid = game.parted(pieces)
            if alike(laid) not in found:
                way = self._way(pieces, laid, banks, alike(laid) == house)
                foul = game.foul(pieces) is not None
                ranks = [-rank for rank in game.ranks(pieces)] if len(parts) > 1 else ()
                found[alike(laid)] = foul, ranks, way
        ways = [way for *_, way in sorted(found.values(), key=lambda each: each[:2])]
        return self._told_apart(ways)

    def _told_apart(self, ways: Sequence[Way]) -> tuple[Way, ...]:
        """Add to ways with the same words the pieces of their smallest part."""
        same = Counter(way.words for way in ways)
        found = []
        for way in ways:
            if same[way.words] > 1:
                _, pieces = min(way.parts, key=lambda part: len(part[1]))
                named = " ".join(self.game.kind.names[piece] for piece in sorted(pieces))
                way = replace(way, words=f"{way.words}{BY_PIECES}{named}")
            found.append(way)
        return tuple(found)

    def _way(self, pieces: Pieces, laid: Parts, banks: bool, house: bool) -> Way:
        """Return one way to set a hand, with its words, totals and fault."""
        game = self.game
        fault, clauses = self._fault(pieces, banks)
        totals, words = game.described(pieces)
        foul = game.fouls == STANDS and game.foul(pieces) is not None
        if foul:
            words += STAYS
        return Way(words, laid, totals, fault, clauses, house, foul)

    def _fault(self, pieces: Pieces, banks: bool) -> tuple[str, tuple[str, ...]]:
        """Return the fault of a setting with its consequence, and its clauses; "" and () if it is
        allowed.
        """
        game = self.game
        why = game.foul(pieces)
        if why is None or game.fouls == STANDS:
            return "", ()
        if banks or game.fouls == REFUSED:
            return why.what, tuple(game.compare_clauses)
        cited = game.foul_clauses[LOSES] if game.fouls == LOSES else game.clauses_at("foul_found")
        return f"{why.what}; {COMES_OF_IT[game.fouls]}", cited

    def banks_hand(self, s: SetHandsState) -> str:
        """Return ``Player-dealer: nine with teen / 6, ping high``."""
        box = s.banks
        if box not in s.shown or box not in s.sets:
            return ""
        return f"{self.banker(s)}: {' / '.join(self.game.lying(s, box)[1])}"


def zone_of(s: SetHandsState, box: HandKey, part: str) -> str:
    """Return the zone of a part, or of a hand that is not set yet."""
    if box == DEALERS:
        return f"dealer {part}" if box in s.sets else "dealer"
    return "discards" if box in s.collected else part


def settings(pieces: Pieces, sizes: Sequence[int]) -> Iterator[Pieces]:
    """Yield every way to part pieces into parts of these sizes, one part after the other."""
    if len(sizes) < 2:
        yield pieces
        return
    for places in combinations(range(len(pieces)), sizes[0]):
        first = tuple(pieces[i] for i in places)
        rest = tuple(piece for i, piece in enumerate(pieces) if i not in places)
        for others in settings(rest, sizes[1:]):
            yield (*first, *others)


def alike(parts: Parts) -> Parts:
    """Parts in which the order of pieces does not matter."""
    return tuple((name, tuple(sorted(pieces))) for name, pieces in parts)
