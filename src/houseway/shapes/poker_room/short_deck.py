"""When the deck runs out: what is left is dealt, burn cards are mixed in, or one card is for all.

All but the last card of the deck are dealt.  The last one and the burn cards are scrambled; from
them the others get their cards, after a burn if that leaves enough.  If it does not come to a card
for each, no cards are dealt to the players, and one card in the middle plays in every hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import rule, step
from houseway.game import Dealing
from houseway.script import Chance, Script
from houseway.shapes.poker_room.deck import burn_next, deal_to
from houseway.shapes.poker_room.deck_events import CommunityUsed, StubScrambled
from houseway.shapes.poker_room.state import PokerState

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom


@step
@rule()
def cards_suffice(players: int, left: int, burns: int, burn: bool) -> bool:
    """Whether each of these players can get a card of the deck, and of the last card and burns.

    A burn that is still owed comes first, unless one card is left.
    """
    if burn and left > 1:
        left, burns = left - 1, burns + 1
    return players <= left + burns


@step
def deal_short(game: PokerRoom, r: Dealing[PokerState]) -> Script:
    """One step of dealing a round of cards that the deck has too few for; then the next."""
    s = r.state
    seats, left = short_of(s), r.left
    if len(seats) + s.burn_owed <= left:
        yield from burn_next(r) if s.burn_owed else deal_to(game, r, seats)
        return
    if s.scrambled:
        r.emit(CommunityUsed())
        return
    enough = cards_suffice(len(seats), left, len(s.burns) + len(s.back), s.burn_owed)
    if not enough and left > 1:
        r.emit(CommunityUsed())
    elif enough and left > 1 and s.burn_owed:
        yield from burn_next(r)
    elif enough and left > 1:
        yield from deal_to(game, r, seats[: left - 1], whole=False)
    else:
        yield from scramble(r)


@step
def scramble(r: Dealing[PokerState]) -> Script:
    """The last card, the burn cards and cards put aside are mixed and cut; one burns if it can."""
    s = r.state
    done = yield Chance("scramble", 0, "shuffle", (*s.burns, *s.back))
    if done is not None:
        r.emit(StubScrambled((*s.burns, *s.back), len(short_of(s)) < r.left))


def short_of(s: PokerState) -> list[int]:
    """Who has not had his card of this round: of the live hands those with the fewest.

    Who has folded gets none when there are too few.
    """
    fewest = min([len(s.hole[seat]) for seat in s.live])
    return [seat for seat in s.live if len(s.hole[seat]) == fewest]
