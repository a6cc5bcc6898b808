"""Views, prompts, lay-out of set hands and result texts of set-hands games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec import structs

from houseway.engine.questions import Arrange
from houseway.families.banked.game import Box
from houseway.families.banked.player_dealer import PlayerDealer
from houseway.families.banked.presenter import BankedPrompts, BankedTelling, has_lost
from houseway.families.banked.state import SETTLING
from houseway.families.set_hands.options import (
    HOUSE_WAY,
    LOSES,
    NO_HELP,
    OWN_WAY,
    REFUSED,
    RESET,
    STANDS,
)
from houseway.families.set_hands.state import DEALERS, MAIN, Parts, SetHandsState
from houseway.presentation.layout import Zone
from houseway.presentation.views import OwnPile, Pile, Way

if TYPE_CHECKING:
    from houseway.engine.questions import Choice, Pieces
    from houseway.families.set_hands.game import SetHands
    from houseway.presentation.presenter import Moment
    from houseway.presentation.views import View

__all__ = [
    "IN_PARTS",
    "Described",
    "Laying",
    "Lies",
    "SetHandsPrompts",
    "SetHandsTelling",
    "alike",
    "by_parts",
    "in_parts",
    "marks_of",
    "own_piles",
    "piles",
    "piles_at",
    "set_hands_view",
    "settings",
    "what_it_makes",
    "which_hand",
    "zone_of",
    "zones",
]


# -- laying -----------------------------------------------------------------------------------
# How a hand lies on the table when it is set, and what is said of it, by who set it and how.
#
# Most hands lie part by part, whoever set them. A game whose players say with their cards what is
# to be done, all of them on one spot, has other ways to lay a hand down (``SetHands.layings``).

Lies: TypeAlias = tuple[Parts, tuple[str, ...]]
"""Where pieces lie, part by part, and each part in words."""


class Laying(msgspec.Struct, frozen=True):
    """A way to lay a hand down: how it lies, what is said of it when it is turned over.

    Whether it meets the bank's: a hand that was given up does not.
    """

    lies: Callable[[Any, SetHandsState, Box], Lies]
    said: Callable[[Any, SetHandsState, Box], str]
    meets_bank: bool = True


def in_parts(game: SetHands, s: SetHandsState, box: Box) -> Lies:
    """Part by part, and each part in words."""
    pieces = s.sets[box]
    return game.parted(pieces), game.described(pieces)[0]


def what_it_makes(game: SetHands, s: SetHandsState, box: Box) -> str:
    """What the setting is called."""
    return game.described(s.sets[box])[1]


IN_PARTS = Laying(in_parts, what_it_makes)


# -- described --------------------------------------------------------------------------------
# A hand that is set, in words: each of its parts, and all of it.

Described: TypeAlias = tuple[tuple[str, ...], str]
"""What each part of a setting is called, and what is said when it is turned over."""


def by_parts(parts: tuple[str, ...], name: str = "") -> Described:
    """A setting is called by its parts, and by a name of its own if it has one."""
    words = " / ".join(parts)
    return parts, f"{words}, {name}" if name else words


# -- sight ------------------------------------------------------------------------------------
# What a viewer sees of set hands: pieces as dealt, parts when they are set, the dice.


def zones(game: SetHands) -> tuple[Zone, ...]:
    """Where pieces lie: at the seats, in the rack, in the cup, before the house dealer."""
    n = game.hand_size
    found = [Zone(game.kind.name, slots=n)]
    found += [Zone(part, slots=size) for part, size in game.parts.items()]
    if game.fouls != REFUSED:
        found.append(Zone("discards"))
    if isinstance(game.bank, PlayerDealer):
        dice = Zone("dice", "middle", kind="dice", slots=game.dice_n)
        return (*found, dice) if game.dice_n else tuple(found)
    dealers = [Zone(f"dealer {part}", "middle", slots=size) for part, size in game.parts.items()]
    return (*found, Zone("dealer", "middle", slots=n), *dealers)


def set_hands_view(game: SetHands, state: SetHandsState, viewer: int) -> View:
    """Every hand as dealt or set, with what all banked tables show."""
    return game.table_view(state, viewer, piles(game, state, viewer))


def piles(game: SetHands, s: SetHandsState, viewer: int) -> list[Pile]:
    """The dice in the open cup, the dealer's hand, and everybody's."""
    shown = [str(die) for die in s.dice]
    dice = [Pile("dice", 0, shown, up=[True] * len(shown))] if shown else []
    boxes = sorted(s.dealt, key=DEALERS.__ne__)
    return [*dice, *(pile for box in boxes for pile in piles_at(game, s, box, viewer))]


def piles_at(game: SetHands, s: SetHandsState, box: Box, viewer: int) -> list[Pile]:
    """Pieces before they are set, parts after, in words too; seen by their seat at first."""
    seat, hand = box
    up = box in s.shown
    holder = s.holder(seat)
    seen = up or viewer == holder != 0
    parts: Parts = ((game.kind.name, s.dealt[box]),)
    words: tuple[str, ...] = ("",)
    if box in s.sets:
        parts, words = game.lying(s, box)
    turn = s.holding(holder) == box and (holder in s.waiting or s.phase == SETTLING)
    marks = marks_of(game, s, box)
    lost = bool(seat) and has_lost(s, seat, MAIN, hand)
    return [
        Pile(
            zone_of(game, s, box, part), seat,
            [game.kind.names[piece] if seen else "??" for piece in pieces],
            hand, [up] * len(pieces), turn, total if seen else "", marks, lost=lost,
        )
        for (part, pieces), total in zip(parts, words, strict=True)
    ]  # fmt: skip


def marks_of(game: SetHands, s: SetHandsState, box: Box) -> list[str]:
    """Which hand it is, where a player has several, and whether it was set the house way."""
    seat, hand = box
    found = [f"hand {hand + 1}"] if seat and game.hands_each > 1 else []
    if seat and (by := s.set_by.get(box, OWN_WAY)) != OWN_WAY:
        found.append(game.words().status(by))
    return found


def own_piles(
    game: SetHands, state: SetHandsState, viewer: int, public: Sequence[Pile]
) -> list[OwnPile]:
    """The pieces that this seat holds and that are not shown yet."""
    found: list[OwnPile] = []
    for box in state.dealt:
        if box not in state.shown and state.holder(box[0]) == viewer:
            places = (at for at, pile in enumerate(public) if (pile.seat, pile.hand) == box)
            found += map(OwnPile, places, piles_at(game, state, box, viewer))
    return found


def zone_of(game: SetHands, s: SetHandsState, box: Box, part: str) -> str:
    """Where a part lies, or all of a hand that is not set yet."""
    if box == DEALERS:
        return f"dealer {part}" if box in s.sets else "dealer"
    return "discards" if box in s.collected else part


def which_hand(game: SetHands, seat: int, box: Box) -> str:
    """Which hand it is, where a player could mean another."""
    circle, hand = box
    if circle == seat and game.hands_each == 1:
        return ""
    where = f"circle {circle}" if circle != seat else ""
    which = f"hand {hand + 1}" if game.hands_each > 1 else ""
    return ", ".join(filter(None, (where, which)))


# -- prompts ----------------------------------------------------------------------------------
# What people are told who set a hand: every way to set it, what each makes, and what is a foul.

COMES_OF_IT = {
    LOSES: "a foul loses",
    HOUSE_WAY: "a foul is set the house way",
    RESET: "a foul is set again",
}
"""What becomes of a foul that is not refused."""
STAYS = ": it stands, and loses"
BY_PIECES = " · "


MANY = 256
"""So many hands have their prompts remembered: more than there are at a table."""


class SetHandsPrompts(BankedPrompts):
    """The questions to those who set hands."""

    game: SetHands

    def __init__(self, game: SetHands) -> None:
        super().__init__(game)
        self._known: dict[tuple[Arrange, bool], tuple[Way, ...]] = {}

    def of_shape(self) -> tuple[Moment, ...]:
        game = self.game
        helped = ("house_way",) if game.assistance != NO_HELP else ()
        return (*super().of_shape(), ("set", *helped))

    def about(self, state: SetHandsState, seat: int) -> tuple[int, int]:
        circle, hand = state.holding(seat) or (seat, 0)
        return hand, circle if circle != seat else 0

    def words(self, state: SetHandsState, seat: int, asked: str) -> str:
        box = state.holding(seat)
        which = which_hand(self.game, seat, box) if box is not None else ""
        return f"{which}: {asked}" if which else asked

    def says(self, state: SetHandsState, seat: int, choice: Choice) -> str:
        box = state.holding(seat)
        if isinstance(choice, Arrange) and box is not None:
            return self.game.setting_aid(state.dealt[box])
        return choice.words

    def late(self, name: str) -> str:
        """Whose time is up has his hand set by the house, whatever help is given else."""
        return super().late("house_way" if name == "set" else name)

    # -- every way to set a hand -------------------------------------------------------------

    def ways(self, state: SetHandsState, seat: int, choice: Arrange) -> tuple[Way, ...]:
        """Made once for a hand: it is asked about as often as others set before it."""
        banks = state.holding(seat) == state.banks
        found = self._known.get((choice, banks))
        if found is None:
            if len(self._known) >= MANY:
                self._known.clear()
            found = self._known[choice, banks] = self._ways(choice, banks)
        return found

    def _ways(self, choice: Arrange, banks: bool) -> tuple[Way, ...]:
        """As the table would lay them: the strongest first, fouls last, the house way marked.

        It is marked where it is shown to those who set their own, as the posting has it.
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
        """Ways that make the same are told apart by the pieces of their smallest part."""
        same = Counter(way.words for way in ways)
        found = []
        for way in ways:
            if same[way.words] > 1:
                _, pieces = min(way.parts, key=lambda part: len(part[1]))
                named = " ".join(self.game.kind.names[piece] for piece in sorted(pieces))
                way = structs.replace(way, words=f"{way.words}{BY_PIECES}{named}")
            found.append(way)
        return tuple(found)

    def _way(self, pieces: Pieces, laid: Parts, banks: bool, house: bool) -> Way:
        game = self.game
        fault, clauses = self._fault(pieces, banks)
        totals, words = game.described(pieces)
        if game.fouls == STANDS and game.foul(pieces):
            words += STAYS
        return Way(words, laid, totals, fault, clauses, house)

    def _fault(self, pieces: Pieces, banks: bool) -> tuple[str, tuple[str, ...]]:
        """Why a setting would not stand, what would come of it, and where that is written."""
        game = self.game
        why = game.foul(pieces)
        if why is None or game.fouls == STANDS:
            return "", ()
        if banks or game.fouls == REFUSED:
            return why, tuple(game.compare_clauses)
        cited = game.foul_clauses[LOSES] if game.fouls == LOSES else game.clauses_at("foul_found")
        return f"{why}; {COMES_OF_IT[game.fouls]}", cited


def settings(pieces: Pieces, sizes: Sequence[int]) -> Iterator[Pieces]:
    """Every way to part pieces into parts of these sizes, one part after the other."""
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


# -- telling ----------------------------------------------------------------------------------
# What people are told of a round in which hands are set: the bank's.


class SetHandsTelling(BankedTelling):
    """The rounds of such a table."""

    game: SetHands

    def banks_hand(self, s: SetHandsState) -> str:
        """``Player-dealer: nine with teen / 6, ping high``."""
        box = s.banks
        if box not in s.shown or box not in s.sets:
            return ""
        return f"{self.bank(s)}: {' / '.join(self.game.lying(s, box)[1])}"
