"""Seven piles of seven cards: dealt, one of them picked, and handed out after the dice.

The player-dealer picks the action pile before shaking the cup, so neither choice can follow the
other; the log has both. Every position gets a pile. That of a position without a wager goes to the
discard tray unopened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import procedure
from houseway.engine.events import DOWN, Event, PieceTuple
from houseway.engine.questions import Act, Ask, Chance, Pieces, Script
from houseway.errors import Reason
from houseway.families.banked.player_dealer.events import bank_of
from houseway.families.banked.state import Phase
from houseway.families.set_hands.dealing import position_rules
from houseway.families.set_hands.state import PiecesDealt, SetHandsState
from houseway.game.base import RoundContext
from houseway.game.decisions import Decision

if TYPE_CHECKING:
    from houseway.rulebook.delta.pai_gow_poker.game import PaiGowPoker

PILES = 7
PILE = "pile_"
ACTION_PILE = "action pile"


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


NO_SUCH_PILE = Reason(
    "pile-before-deal", "the action pile is picked when the piles are dealt", ("CA-PGP-03",)
)


def explain_no_pick(game: PaiGowPoker, s: PilesState, seat: int) -> Reason | None:
    """Explain why a seat does not pick a pile; None if it may."""
    clauses = ("CA-PGP-03",)
    if s.action_pile:
        return Reason("pile-picked-already", "the action pile is picked already", clauses)
    bank = bank_of(s).seat
    if s.phase == ACTION_PILE and seat == bank:
        return None
    if bank and seat != bank:
        return Reason(
            "bank-picks-pile", f"the player-dealer at seat {bank} picks the action pile", clauses
        )
    return NO_SUCH_PILE


def pick(game: PaiGowPoker, r: RoundContext[PilesState], act: Act) -> None:
    """The player-dealer picks a pile."""
    r.emit(PilePicked(act.seat, int(act.name.removeprefix(PILE))))


PICKS = tuple(
    Decision(
        name=f"{PILE}{n}", words=f"pile {n} is the action pile", clauses=("CA-PGP-03",), run=pick,
        explain_unavailable=explain_no_pick, at=ACTION_PILE,
    )
    for n in range(1, PILES + 1)
)  # fmt: skip


@procedure("CA-PGP-03")
def pick_pile(game: PaiGowPoker, r: RoundContext[PilesState]) -> Script:
    """The player-dealer says which pile is given out first, before anyone knows to whom."""
    s = r.state
    r.emit(Phase(ACTION_PILE, (bank_of(s).seat,)))
    while not s.action_pile:
        picks = game.decision_table.offered(ACTION_PILE, s, bank_of(s).seat)
        act = yield Ask({bank_of(s).seat: picks}, "pick the action pile", PICKS[0].name)
        if act is not None:
            game.decision_table.run[act.name](r, act)


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
