"""A poker game with the forced bets of a recorded hand, seat by seat.

A table of ours decides where blinds fall; a recorded hand states what each player put in.
``Recorded`` goes in front of a game and posts just that, without burn cards.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import ClassVar

import msgspec

from houseway.engine.questions import Chance, Ruling, Script
from houseway.families.poker import Poker, PokerState
from houseway.families.poker.events.betting import AntePosted, BlindPosted, DeadPosted, HandOpened
from houseway.families.poker.events.dealing import StubRefilled
from houseway.game.base import RoundContext, RulingRule
from houseway.game.posting import Fact
from houseway.phh.model import CENTS


class HandTerms(msgspec.Struct, frozen=True):
    """The forced bets and limits that a hand states, in our units; lists go by seat.

    A blind below zero is a post: it counts as a bet, and does not change who opens.  ``scale`` is
    the number of our units in one of the hand's.
    """

    players: int
    antes: tuple[int, ...] = ()
    trimmed: bool = False
    blinds: tuple[int, ...] = ()
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    scale: int = CENTS


class Untold(msgspec.Struct, frozen=True):
    """Parts of a hand that are made up, because it does not tell them: cards, stacks of seats."""

    cards: frozenset[int] = frozenset()
    stacks: frozenset[int] = frozenset()


NOTHING_UNTOLD = Untold()


def refill(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Shuffle discards and burn cards into the stub, which was used up at that table."""
    s = r.state
    back = (*s.burns, *s.muck)
    done = yield Chance("refill", 0, "shuffle", back)
    if done is not None:
        r.emit(StubRefilled(back))


REFILL = RulingRule("refill", "what was given up goes into the stub again", (), refill)


class Recorded(Poker):
    """A game whose forced bets are those of a recorded hand."""

    rulings: ClassVar[tuple[RulingRule, ...]] = (REFILL,)

    terms: HandTerms
    untold = NOTHING_UNTOLD
    blinds_due = False
    may_complete = True
    folded_go_on = False
    posts: ClassVar[Mapping[str, str]] = {
        "showdown": "declare",
        "pot_limit_opening": "pot",
        "pot_rounding": "0.01",
        "smallest_chip": "0.01",
        "raises_max": "4",
    }
    """The posting for recorded hands, unless the caller posts something else."""

    def __init__(self, structure: str, terms: HandTerms, posting: Mapping[str, str]) -> None:
        self.terms = terms
        open_to = {key for key, x in self.declared().items() if not isinstance(x, Fact)}
        stated = {**self.posts, "structure": structure}
        super().__init__({k: x for k, x in stated.items() if k in open_to} | dict(posting))

    def check_posting(self) -> None:
        terms = self.terms
        self.seats_max = self.seats = terms.players
        self.ante = max(terms.antes, default=0)
        self.bring_in = terms.bring_in
        self.small_bet, self.big_bet = terms.small_bet, terms.big_bet
        self.small_blind, self.big_blind = 0, max((0, *terms.blinds))
        self.half_blind = self.moves_wait = False
        self.streets = tuple(
            msgspec.structs.replace(x, burn=False, open_pair=False, at_once=0, kill_after=0)
            for x in self.streets
        )
        super().check_posting()

    def bet_size(self, s: PokerState) -> int:
        """Return the bet of this street; without a limit, the least bet that is stated."""
        if self.structure != "limit":
            return self.terms.small_bet
        return super().bet_size(s)

    def forced_bets(self, r: RoundContext[PokerState]) -> Script:
        """Post antes and blinds as they are stated, from the first player on."""
        terms, s = self.terms, r.state
        seats = tuple(range(1, terms.players + 1))
        last = self._opens_after(terms.blinds) if terms.blinds else 0
        button = terms.players if terms.blinds else 0
        r.emit(HandOpened(button, 0, last, seats))
        self._antes(r)
        for seat, blind in enumerate(terms.blinds, 1):
            cents = min(abs(blind), s.chips[seat])
            if cents:
                r.emit(BlindPosted(seat, cents, self._called(seat)))
        return
        yield

    def _antes(self, r: RoundContext[PokerState]) -> None:
        """Post the antes; a trimmed ante limits its player's share, any other is dead money."""
        terms, s = self.terms, r.state
        if not any(terms.antes):
            return
        paid = [min(ante, s.chips[seat]) for seat, ante in enumerate(terms.antes, 1)]
        matched = sorted(paid)[-2]
        for seat, cents in enumerate(paid, 1):
            if terms.trimmed and matched:
                r.emit(AntePosted(seat, min(cents, matched)))
            elif cents and not terms.trimmed:
                r.emit(DeadPosted(seat, cents, "ante"))

    @staticmethod
    def _opens_after(blinds: tuple[int, ...]) -> int:
        """Return the seat of the highest blind or straddle; the player to its left opens."""
        highest = max(blinds)
        if highest <= 0:
            return len(blinds)
        return len(blinds) - blinds[::-1].index(highest)

    def _called(self, seat: int) -> str:
        """Return the name of a seat's forced bet."""
        blinds = self.terms.blinds
        if blinds[seat - 1] < 0:
            return "post"
        posted = sorted({blind for blind in blinds if blind > 0})
        place = posted.index(blinds[seat - 1])
        if len(posted) == 1:
            return "blind"
        return ("small blind", "big blind")[place] if place < 2 else "straddle"


_MADE: dict[tuple[object, ...], Recorded] = {}
_MOST_MADE = 4096


def recorded_game(
    game: type[Recorded], structure: str, terms: HandTerms, posting: tuple[tuple[str, str], ...]
) -> Recorded:
    """Return the game on these terms; hands of one session share it."""
    key = (game, structure, terms, posting)
    found = _MADE.get(key)
    if found is None:
        if len(_MADE) >= _MOST_MADE:
            _MADE.clear()
        found = _MADE[key] = game(structure, terms, dict(posting))
    return found


def for_hand(game: Recorded, chip: int, untold: Untold = NOTHING_UNTOLD) -> Recorded:
    """Return the game for one hand: with its smallest chip, and what the hand does not tell."""
    if chip == game.smallest_chip and untold == game.untold:
        return game
    other = copy.copy(game)
    other.smallest_chip, other.untold = chip, untold
    return other
