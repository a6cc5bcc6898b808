"""Seven piles of seven cards: dealt, one of them picked, and handed out after the dice.

The player-dealer picks the action pile before shaking the cup, so neither choice can follow the
other; the log has both. Every position gets a pile. That of a position without a wager goes to the
discard tray unopened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import procedure
from houseway.engine.events import DOWN, Event, PieceTuple
from houseway.engine.questions import Ask, Button, Chance, Pieces, Script
from houseway.errors import Reason
from houseway.families.banked.player_dealer.events import bank_of
from houseway.families.banked.state import Phase
from houseway.families.set_hands.dealing import position_rules
from houseway.families.set_hands.state import PiecesDealt, SetHandsState
from houseway.game.base import RoundContext

if TYPE_CHECKING:
    from houseway.rulebook.delta.pai_gow_poker.game import PaiGowPoker

PILES = 7
PILE = "pile_"
PICKS = tuple(Button(f"{PILE}{n}", f"pile {n} is the action pile") for n in range(1, PILES + 1))


class PilesState(SetHandsState, kw_only=True):
    """Additional state: the piles until they are handed out, and the tray."""

    piles: tuple[Pieces, ...] = ()
    action_pile: int = 0
    tray: dict[int, Pieces] = {}


class PilesDealt(Event, frozen=True):
    """The house dealer makes seven piles of seven cards, face down."""

    pieces: PieceTuple
    faces = DOWN

    def do(self, s: PilesState) -> None:
        n = len(self.pieces) // PILES
        s.piles = tuple([self.pieces[n * i : n * i + n] for i in range(PILES)])


class PilePicked(Event, frozen=True):
    """The player-dealer picks the action pile, before the dice."""

    seat: int
    pile: int

    def do(self, s: PilesState) -> None:
        s.action_pile = self.pile


class PileDiscarded(Event, frozen=True):
    """The pile of a position without a wager goes to the discard tray unseen."""

    position: int
    pieces: PieceTuple
    faces = DOWN
    cue = ""

    def do(self, s: PilesState) -> None:
        s.tray[self.position] = self.pieces


@procedure("CA-PGP-02")
def deal_piles(game: PaiGowPoker, r: RoundContext[PilesState]) -> Script:
    """Deal 49 of the 53 cards in seven piles."""
    s = r.state
    r.emit(Phase("deal"))
    while s.stakes and not s.piles:
        pieces = yield Chance("seven piles of seven cards", PILES * game.hand_size)
        if pieces is not None:
            r.emit(PilesDealt(pieces))


@procedure("CA-PGP-03")
def pick_pile(game: PaiGowPoker, r: RoundContext[PilesState]) -> Script:
    """The player-dealer says which pile is given out first, before anybody knows to whom."""
    s = r.state
    r.emit(Phase("action pile", (bank_of(s).seat,)))
    while not s.action_pile:
        act = yield Ask({bank_of(s).seat: PICKS}, "pick the action pile", PICKS[0].name)
        if act is not None:
            r.emit(PilePicked(act.seat, int(act.name.removeprefix(PILE))))


@procedure("CA-PGP-03", "CA-PGP-04", "CA-PGP-05")
def hand_out(game: PaiGowPoker, r: RoundContext[PilesState]) -> None:
    """The action pile to the position that the dice name, the next piles clockwise from it."""
    s, rules = r.state, position_rules(game)
    bank = bank_of(s).seat
    first = rules.position(bank, sum(s.dice))
    dealt_in = {bank, *[circle for circle, _ in s.wagered()]}
    at = s.action_pile - 1
    piles = s.piles[at:] + s.piles[:at]
    positions = rules.around(range(1, rules.positions + 1), first)
    handed: list[Event] = [
        PiecesDealt(position, pile) if position in dealt_in else PileDiscarded(position, pile)
        for position, pile in zip(positions, piles, strict=True)
    ]
    r.emit(Phase("handing out"))
    r.emit_all(handed)


def explain_no_pick(s: PilesState, seat: int) -> Reason:
    """Return the reason why a seat does not pick a pile."""
    clauses = ("CA-PGP-03",)
    if s.action_pile:
        return Reason("pile-picked-already", "the action pile is picked already", clauses)
    bank = bank_of(s).seat
    if bank and seat != bank:
        return Reason(
            "bank-picks-pile", f"the player-dealer at seat {bank} picks the action pile", clauses
        )
    return Reason("pile-before-deal", "the action pile is picked when the piles are dealt", clauses)
