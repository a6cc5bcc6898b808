"""Dealing: the deck, announcements, a deck that is exhausted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from houseway.cite import rule, step
from houseway.engine.questions import Ask, Chance, Pick
from houseway.families.poker.events.dealing import (
    Announced,
    BoardDealt,
    Burned,
    BurnOmitted,
    CardDiscarded,
    CommunityUsed,
    DealStopped,
    DealtAfterFolding,
    DiscardOpened,
    DrawOpened,
    HoleDealt,
    StubReshuffled,
    StubScrambled,
    UpDealt,
)
from houseway.families.poker.events.rulings import NobodyIsDealt
from houseway.families.poker.forced_bets import kill
from houseway.hands.poker_high import best_high, describe_high
from houseway.pieces.cards import JACK, KING

if TYPE_CHECKING:
    from houseway.engine.events import Event
    from houseway.engine.questions import Pieces, Script
    from houseway.families.poker.game import Poker
    from houseway.families.poker.state import PokerState
    from houseway.game.base import RoundContext


PAIRS, LOW_PAIRS, POSSIBLES = "pairs", "pairs but of face cards", "straights and flushes"
FACES = range(JACK, KING + 1)
ALIKE = [frozenset(range(card & ~3, (card | 3) + 1)) - {card} for card in range(52)]
"""The other cards of each card's rank."""


@step
def announce(game: Poker, r: RoundContext[PokerState]) -> None:
    """Each live hand whose last up card made something new, in the order of the deal."""
    s = r.state
    if s.hole_owed or len(s.live) < 2 or not game.cards_each[s.street][-1].up:
        return
    up, what, possibles = s.up, game.announces, POSSIBLES in game.announces
    for seat in s.live:
        cards = up[seat]
        if len(cards) > 1 and (possibles or not ALIKE[cards[-1]].isdisjoint(cards)):
            for words in made_by_last(cards, what):
                r.emit(Announced(seat, words))


def made_by_last(cards: Sequence[int], what: Sequence[str]) -> list[str]:
    """Return what the last of these cards made that was not there before, in words."""
    found = []
    rank = cards[-1] >> 2
    alike = [card for card in cards if card >> 2 == rank]
    if len(alike) > 1:
        low_pair = LOW_PAIRS in what and len(alike) == 2 and rank not in FACES
        if low_pair or PAIRS in what:
            found.append(describe_high(best_high(alike)))
    if POSSIBLES not in what:
        return found
    if straight_possible(cards) and not straight_possible(cards[:-1]):
        found.append("a possible straight")
    if flush_possible(cards) and not flush_possible(cards[:-1]):
        found.append("a possible flush")
    return found


@step
@rule()
def flush_possible(cards: Sequence[int]) -> bool:
    """Three or more of these cards are of one suit."""
    for suit in range(4):
        n = 0
        for card in cards:
            if card & 3 == suit:
                n += 1
        if n >= 3:
            return True
    return False


@step
@rule()
def straight_possible(cards: Sequence[int]) -> bool:
    """Three or more ranks of these cards stand in one straight; the ace is high and low."""
    held = 0
    for card in cards:
        held |= 2 << (card >> 2)
    held |= held >> 13
    for low in range(10):
        n = 0
        for place in range(low, low + 5):
            n += held >> place & 1
        if n >= 3:
            return True
    return False


# When the deck runs out: on the last street no card is burned if that leaves one card for each
# player. Otherwise all but the last card of the deck are dealt. The last one and the burn cards are
# scrambled; from them the others get their cards, after a burn if that leaves enough. If that is
# not a card for each, no cards are dealt to the players, and one card in the middle plays in every
# hand.


@step
@rule()
def omits_burn(players: int, left: int, last_street: bool) -> bool:
    """Return True if the cards left serve each player only without a burn, on the last street."""
    return last_street and left == players


@step
@rule()
def cards_suffice(players: int, left: int, burns: int, burn: bool) -> bool:
    """Return True if each of these players can get a card: of the deck, the last card and the
    burns.

    A burn that is still owed comes first, unless one card is left.
    """
    if burn and left > 1:
        left, burns = left - 1, burns + 1
    return players <= left + burns


@step
def deal_short(game: Poker, r: RoundContext[PokerState]) -> Script:
    """One step of dealing a round of cards that the deck has too few for; then the next."""
    s = r.state
    seats, left = short_of(s), r.left
    if len(seats) + s.burn_owed <= left:
        yield from burn_next(r) if s.burn_owed else deal_to(game, r, seats)
        return
    if s.scrambled:
        r.emit(CommunityUsed())
        return
    if not s.burn_with and omits_burn(len(seats), left, s.street == len(game.streets) - 1):
        r.emit(BurnOmitted())
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
def scramble(r: RoundContext[PokerState]) -> Script:
    """The last card, the burn cards and cards put aside are mixed and cut; one burns if it can."""
    s = r.state
    done = yield Chance("scramble", 0, "shuffle", (*s.burns, *s.back))
    if done is not None:
        r.emit(StubScrambled((*s.burns, *s.back), len(short_of(s)) < r.left))


def short_of(s: PokerState) -> list[int]:
    """Return the seats that still lack a card of this round: the live hands with the fewest.

    Folded hands get none when there are too few.
    """
    fewest = min([len(s.hole[seat]) for seat in s.live])
    return [seat for seat in s.live if len(s.hole[seat]) == fewest]


# Each loop runs on the state and draws one thing at a time, so that a ruling may come before any
# of them. It also pays the debts that rulings have left.

BURN = Chance("burn", 1)
COMMUNITY = Chance("community card", 1)


def open_street(game: Poker, r: RoundContext[PokerState]) -> None:
    """Open the next stage of the deal, with its discard or draw."""
    s = r.state
    r.emit(game.street_opened[s.street + 1])
    street = game.streets[s.street]
    if street.discard:
        r.emit(DiscardOpened(tuple(s.live)))
    elif street.draw:
        r.emit(DrawOpened(tuple(s.live)))


@step
def discard(game: Poker, r: RoundContext[PokerState]) -> Script:
    """Each player gives up cards in secret; nothing is dealt before all have."""
    s = r.state
    while s.discarding and len(s.live) > 1:
        n = game.streets[s.street].discard
        act = yield Ask(
            {seat: (Pick("discard", s.hole[seat], n, n),) for seat in s.discarding},
            "give up a card" if n == 1 else f"give up {n} cards",
            "discard",
        )
        if act is not None:
            # After a time-out the player gives up the last cards dealt.
            r.emit(CardDiscarded(act.seat, act.pieces or s.hole[act.seat][-n:]))


@step
def deal_hole(game: Poker, r: RoundContext[PokerState]) -> Script:
    """Cards to each player, one at a time in rotation from the left of the button.

    Each round of cards that a street keeps apart is a draw of its own.
    """
    s = r.state
    while s.hole_owed and len(s.live) > 1:
        seats = s.receiving()
        if not seats:
            r.emit(NobodyIsDealt())
        elif s.killing:
            yield from kill.kill_by_choice(game, r)
        elif s.street and too_few(game, r, len(seats)):
            yield from game.running_out(r)
        elif s.burn_owed:
            burn(r, (s.burn_with[0],) if s.burn_with else (yield BURN))
        else:
            give(game, r, seats, (yield a_round(game, s, seats)))


def too_few(game: Poker, r: RoundContext[PokerState], players: int) -> bool:
    """Return True if the deck has run out; every game has cards enough for its first street."""
    s = r.state
    needed = game.cards_each[s.street][s.rounds].n * players + s.burn_owed
    return s.scrambled or needed > r.left + len(s.burn_with)


def a_round(game: Poker, s: PokerState, seats: Sequence[int]) -> Chance:
    """The next round of cards to these seats."""
    lie = game.cards_each[s.street][s.rounds]
    return Chance("up cards" if lie.up else "hole cards", lie.n * len(seats))


def give(
    game: Poker,
    r: RoundContext[PokerState],
    seats: Sequence[int],
    pieces: Pieces | None,
    whole: bool = True,
) -> None:
    """Deal the cards as they came; the round of cards ends only if it is ``whole``."""
    if pieces is None:
        return
    s = r.state
    cards = game.cards_each[s.street]
    r.emit_all(dealt_to(s, cards[s.rounds].up, seats, pieces))
    for seat in s.going_on:
        if seat in seats:
            r.emit(DealtAfterFolding(seat, pieces[seats.index(seat) :: len(seats)]))
    if not whole or s.rounds + 1 < len(cards):
        r.emit(DealStopped(s.rounds + whole))
        if s.rounds == game.streets[s.street].kill_after:
            kill.offer(game, r)


def deal_to(
    game: Poker, r: RoundContext[PokerState], seats: Sequence[int], whole: bool = True
) -> Script:
    """Deal a round of cards to these seats, as a step of its own."""
    give(game, r, seats, (yield a_round(game, r.state, seats)), whole)


def dealt_to(s: PokerState, up: bool, seats: Sequence[int], pieces: Pieces) -> list[Event]:
    """The cards of each seat as they lie: up or down for all, but for those who are turned."""
    dealt, other = (UpDealt, HoleDealt) if up else (HoleDealt, UpDealt)
    each = rotation(pieces, len(seats))
    if not s.turned:
        return [*map(dealt, seats, each)]
    return [
        (other if (seat, len(s.hole[seat])) in s.turned else dealt)(seat, cards)
        for seat, cards in zip(seats, each, strict=True)
    ]


def rotation(pieces: Pieces, players: int) -> Iterable[Pieces]:
    """Yield the cards of each player when they are dealt one at a time in rotation."""
    if players == len(pieces):
        return zip(pieces)
    return zip(*[pieces[i : i + players] for i in range(0, len(pieces), players)], strict=True)


@step
def deal_board(game: Poker, r: RoundContext[PokerState]) -> Script:
    """Burn and turn; first the stub is reshuffled if cards were taken back, then without a burn."""
    s = r.state
    while s.board_owed and len(s.live) > 1:
        if s.reshuffle_at == s.street:
            done = yield Chance("reshuffle", 0, "shuffle", tuple(s.back))
            if done is not None:
                r.emit(StubReshuffled(tuple(s.back)))
        elif s.burn_owed:
            burn(r, (s.burn_with[0],) if s.burn_with else (yield BURN))
        else:
            pieces = yield game.board_draws[s.street] or COMMUNITY
            if pieces is not None:
                r.emit(BoardDealt(pieces))


@step
def burn(r: RoundContext[PokerState], piece: Pieces | None) -> None:
    """A burn card off the deck, or the card that was put back on top of it."""
    if piece is not None:
        r.emit(Burned(piece))


def burn_next(r: RoundContext[PokerState]) -> Script:
    """Burn the next card, as a step of a ruling."""
    s = r.state
    burn(r, (s.burn_with[0],) if s.burn_with else (yield BURN))


def cards_left(game: Poker, s: PokerState) -> int:
    """The cards that have not been dealt; those taken back are not among them."""
    out = {*s.board, *s.burns, *s.back, *s.burn_with, *s.muck, *s.covered}
    return len(game.kind.copies) - len(out.union(*s.hole))
