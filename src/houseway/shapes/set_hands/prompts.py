"""What people are told who set a hand: every way to set it, what each makes, and what is a foul."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec import structs

from houseway.prompts import Moment
from houseway.script import Arrange, Choice, Pieces
from houseway.shapes.prompts import BankedPrompts
from houseway.shapes.set_hands.sight import which_hand
from houseway.shapes.set_hands.state import Parts, SetHandsState
from houseway.shapes.set_hands.terms import (
    HOUSE_WAY,
    LOSES,
    NO_HELP,
    REFUSED,
    RESET,
    STANDS,
)
from houseway.views import Way

if TYPE_CHECKING:
    from houseway.shapes.set_hands import SetHands

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


__all__ = ["SetHandsPrompts", "alike", "settings"]
