"""Pots: side pots, high and low, equal shares, odd chips."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from houseway.cite import once, rule, step
from houseway.engine.questions import Ask, Button
from houseway.families.poker.events.ending import ClaimLost, HandShown, PotAwarded, ShowdownOpened
from houseway.hands.names import RANKINGS

if TYPE_CHECKING:
    from houseway.engine.questions import Choice, Script
    from houseway.families.poker.game import Poker
    from houseway.families.poker.state import PokerState
    from houseway.game.base import RoundContext


AS_POSTED = ""
"""The odd chip goes where the house has posted."""


class PotPart(msgspec.Struct, frozen=True):
    """One part of every pot.

    A game's ``hands`` gives the strength of each hand for each part, 0 if it does not qualify. A
    part without a qualified hand goes with the others; with one part left the pot is not divided.
    ``ranking`` is the ranking of its hands, if it differs from the name. ``odd_chip``, a key of
    ``ODD_CHIPS``, says which tied hand gets an odd chip. ``clauses`` are cited for the award.
    """

    name: str
    clauses: tuple[str, ...] = ()
    ranking: str = ""
    odd_chip: str = AS_POSTED

    def __post_init__(self) -> None:
        if (self.ranking or self.name) not in RANKINGS:
            raise ValueError(f"no ranking of hands is called {self.ranking or self.name!r}")
        if self.odd_chip and self.odd_chip not in ODD_CHIPS:
            raise ValueError(f"no rule for odd chips is called {self.odd_chip!r}")


@rule()
def highest_card(cards: Sequence[int]) -> int:
    """The highest card by rank and then by suit comes first."""
    highest = 0
    for i in range(len(cards)):
        highest = max(highest, int(cards[i]))
    return -highest


@rule()
def lowest_card(cards: Sequence[int]) -> int:
    """The lowest card by rank and then by suit comes first; the ace is low."""
    lowest = 52
    for i in range(len(cards)):
        lowest = min(lowest, (int(cards[i]) + 4) % 52)
    return lowest


@rule()
def lowest_card_ace_high(cards: Sequence[int]) -> int:
    """The lowest card by rank and then by suit comes first; the ace is high."""
    lowest = 53
    for i in range(len(cards)):
        lowest = min(lowest, int(cards[i]))
    return lowest


ODD_CHIPS: Mapping[str, Callable[[Sequence[int]], int] | None] = {
    "left_of_button": None,
    "highest_card": highest_card,
    "lowest_card": lowest_card,
    "lowest_card_ace_high": lowest_card_ace_high,
}
"""Among tied hands the first of this order gets the first odd chip; without one, by seat."""


# Shares are rules, so that played and compiled hands share one function.


@step
@rule()
def side_pot(put: Sequence[int], claims: Sequence[int], above: int) -> tuple[int, int]:
    """The pot of the chips above a level, and the level up to which it goes, or -1: no pot left.

    ``put`` is what each player put in, ``claims`` the same of those who still play for it.  A pot
    goes up to the next claim; the last one holds what folded players put in above it too.
    """
    level = last = -1
    for claim in claims:
        if claim > above and (level < 0 or claim < level):
            level = claim
        if claim > last:
            last = claim
    if level < 0:
        return 0, -1
    floor = above if above > 0 else 0
    cents = 0
    for chips in put:
        if chips > floor:
            cents += (chips if chips < level or level == last else level) - floor
    return cents, level


@step
@rule()
def equal_share(cents: int, sharers: int, chip: int, place: int) -> int:
    """Return the share of one winner of a tied pot in whole chips, by ``place`` among them.

    Odd chips go one each to the first; an amount below one chip goes to the first of them.
    """
    share = cents // (sharers * chip) * chip
    odd = cents - share * sharers
    if place < odd // chip:
        share += chip
    return share + odd % chip if place == 0 else share


Pot: TypeAlias = tuple[int, list[int]]
Hands: TypeAlias = tuple[dict[int, int], ...]
"""For each part of a pot the strength of each live seat's hand, 0 if it does not qualify."""

SHOW = Button("show", "turn both hole cards up")
PLAY_BOARD = Button("play_board", "say that you play the board, and turn both hole cards up")
MUCK = Button("muck", "give up every claim to the pot")


@step
def showdown(game: Poker, r: RoundContext[PokerState]) -> Script:
    """Ask players to show all hole cards, and to say so if they play the board.

    Where cards speak the table turns them up itself, as posted ``in_order``; else each player is
    asked in turn.
    """
    s = r.state
    if game.showdown != "declare":
        order, hole = s.live if game.showdown == "cards_speak" else show_order(s), s.hole
        r.emit_all([HandShown(seat, hole[seat]) for seat in order])
        return
    r.emit(ShowdownOpened(tuple(show_order(s))))
    while s.showing and len(s.live) > 1:
        act = yield Ask({s.showing[0]: show_choices(game)}, "show your hand", "show")
        if act is None:
            continue
        if act.name == "muck":
            r.emit(ClaimLost(act.seat, "mucked"))
            continue
        r.emit(HandShown(act.seat, s.hole[act.seat]))
        if act.name == "show" and game.plays_board(s, act.seat):
            r.emit(ClaimLost(act.seat, "played the board without saying so"))


@step
def show_order(s: PokerState) -> list[int]:
    """The last to bet or raise shows first, then clockwise; else from the left of the button."""
    for seat in reversed(s.raised):
        if seat in s.live:
            at = s.live.index(seat)
            return s.live[at:] + s.live[:at]
    return list(s.live)


def show_choices(game: Poker) -> tuple[Choice, ...]:
    """Playing the board is a choice only where it is possible."""
    return (SHOW, PLAY_BOARD, MUCK) if game.board_plays else (SHOW, MUCK)


@step
def side_pots(put: Sequence[int], live: Sequence[int], dead: int) -> list[Pot]:
    """Main pot and side pots: what each player put in, up to what each live player could match.

    ``dead`` chips belong to the main pot.
    """
    claims = [put[seat] for seat in live]
    highest, level = max(claims), -1
    if min(claims) == highest:  # nearly always: there is one pot, and all is in it
        return [(sum(put) + dead, list(live))]
    pots = []
    while level < highest:
        cents, level = side_pot(put, claims, level)
        pots.append((cents + dead, [seat for seat in live if put[seat] >= level]))
        dead = 0
    return pots


def pots_of(s: PokerState) -> list[Pot]:
    """Main pot and side pots as they are now."""
    return pots_with_antes(s) if s.ante_pots else side_pots(s.put, s.live, s.dead)


@step
def pots_with_antes(s: PokerState) -> list[Pot]:
    """A pot for each group of players: rounds of antes that they have matched, bets they have met.

    What none of those left has a part in goes with the main pot, and ``dead`` chips too.
    """
    live = s.live
    shared: dict[tuple[int, ...], int] = {}
    for pot in (*s.ante_pots, *s.forfeited):
        for_it = tuple([seat for seat in live if seat in pot.seats]) or tuple(live)
        shared[for_it] = shared.get(for_it, 0) + pot.cents
    for cents, seats in side_pots(s.put, live, 0):
        shared[tuple(seats)] = shared.get(tuple(seats), 0) + cents
    found = [(cents, list(seats)) for seats, cents in shared.items() if cents]
    found.sort(key=lambda pot: -len(pot[1]))
    return [(found[0][0] + s.dead, found[0][1]), *found[1:]]


@step
def equal_shares(cents: int, sharers: int, chip: int) -> list[int]:
    """Return the shares of tied hands in a pot, in the order in which odd chips go to them."""
    return [equal_share(cents, sharers, chip, place) for place in range(sharers)]


@step
def divided(cents: int, parts: int, chip: int) -> list[int]:
    """The parts of a pot, such as its high and its low half; odd chips go to the first."""
    return [equal_share(cents, parts, chip, place) for place in range(parts)]


@step
def award(game: Poker, r: RoundContext[PokerState]) -> None:
    """The best live hand takes each pot; the last player left takes it unseen."""
    s = r.state
    if len(s.live) == 1:
        r.emit(PotAwarded(s.live[0], s.pot, clauses=game.unseen_clauses))
        return
    hands = game.hands(s)
    for number, (cents, seats) in enumerate(pots_of(s), 1):
        won = [0]
        if len(hands) > 1:
            won = [i for i, of in enumerate(hands) if max([of[seat] for seat in seats])]
        if len(won) == 1:
            part = game.parts[won[0]]
            clauses = part.clauses + game.scoop_clauses
            _award_part(game, r, part, hands[won[0]], Share(seats, cents, number, "", clauses))
            continue
        shares = divided(cents, len(won), game.smallest_chip)
        for i, share in zip(won, shares, strict=True):
            part = game.parts[i]
            clauses = part.clauses
            if share != shares[-1]:
                clauses += game.odd_chip_clauses
            _award_part(game, r, part, hands[i], Share(seats, share, number, part.name, clauses))


class Share(msgspec.Struct, frozen=True, gc=False):
    """A pot or a part of it that goes to the best hand of these seats."""

    seats: list[int]
    cents: int
    pot: int
    part: str
    clauses: tuple[str, ...]


def _award_part(
    game: Poker, r: RoundContext[PokerState], part: PotPart, strengths: dict[int, int], share: Share
) -> None:
    """Award a part of a pot to the best hands, with odd chips as the game orders them."""
    seats, cents, name, clauses = share.seats, share.cents, share.part, once(share.clauses)
    if not cents:
        return
    best = max([strengths[seat] for seat in seats])
    winners = [seat for seat in seats if strengths[seat] == best]
    ranking = part.ranking or ("" if name or part.name == "high" else part.name)
    if len(winners) == 1:
        r.emit(PotAwarded(winners[0], cents, share.pot, name, best, clauses, ranking))
        return
    order = ODD_CHIPS[part.odd_chip or game.odd_chip]
    if order is not None:
        hole = r.state.hole
        winners.sort(key=lambda seat: order(hole[seat]))
    shares = equal_shares(cents, len(winners), game.smallest_chip)
    if shares[0] != shares[-1]:
        clauses = once(clauses + game.odd_chip_clauses)
    for seat, chips in zip(winners, shares, strict=True):
        if chips:
            r.emit(PotAwarded(seat, chips, share.pot, name, best, clauses, ranking))
