"""Rulings on cards: misdeals, exposed and extra cards, a board turned too soon.

Each is a small script that reads like its clause.  What the deck owes because of it stands in the
state as a debt, which the deck procedure pays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.engine.events import Closed
from houseway.engine.questions import Chance, Ruling, Script
from houseway.families.poker.antes import stands_back
from houseway.families.poker.deal_events import (
    BoardError,
    BoardTakenBack,
    CardReplaced,
    CardReturned,
    CardTakenBack,
    ExtraDealt,
)
from houseway.families.poker.dealing import burn_next, cards_left
from houseway.families.poker.end_events import HandVoided
from houseway.families.poker.state import Move, PokerState
from houseway.game.base import RoundContext
from houseway.util.english import n

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker

FLOP, TURN, RIVER = 1, 2, 3
FROM_FLOP, FROM_TURN = 8, 4
"""The cards of a whole board with its burns, and those of a turn and a river."""

# -- misdeals ------------------------------------------------------------------------------------


def misdeal(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """All wagers go back; the next hand has the same button and blinds."""
    s = r.state
    back: list[Move] = []
    for player in s.players:
        seat = player.seat
        bet = s.bets[seat]
        rest = player.chips - s.chips[seat] - bet
        fee = s.fees.get(seat, 0)
        moves = (("stake", seat, bet), ("drop", seat, fee), ("pot", seat, rest - fee))
        back += [move for move in moves if move[2]]
    stands_back(r)
    r.emit(HandVoided(tuple(back), ruling.reason or ruling.name.replace("_", " ")))
    r.emit(Closed())
    return
    yield  # a script, though it asks nothing


def no_action_yet(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """A misdeal is called before anybody has acted on his cards."""
    if s.street > 0 or s.opened or s.acted or s.muck:
        return "it is too late for that: there has been action"
    return None


def before_the_flop(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """A misdeal cannot be called once there is a board, somebody has drawn, or a street is up."""
    if s.board or s.drew:
        what = "there is a board" if s.board else "somebody has drawn"
        return f"{what} already; the hand can only be declared void"
    if s.street > 0 and any(s.up):
        return f"{game.streets[s.street].name} is dealt already; the hand can only be declared void"
    return None


# -- hole cards ----------------------------------------------------------------------------------


def exposed_card(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """(b) All are dealt. (c) The card is taken back. (d) The next one is given. (e) It burns."""
    s = r.state
    seat, card = ruling.seat, ruling.pieces
    r.emit(CardTakenBack(seat, card))
    while s.replacing:
        piece = yield Chance("replacement", 1)
        if piece is not None:
            r.emit(CardReplaced(seat, piece))
    r.emit(CardReturned(card, True))


def holds_exposed(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """One card of a player who has been dealt in, before there is action."""
    seat = ruling.seat
    if not 0 < seat < len(s.hole) or seat not in s.live or not s.hole[seat]:
        return f"seat {seat} has no cards in this hand"
    if len(ruling.pieces) != 1 or ruling.pieces[0] not in s.hole[seat]:
        return f"seat {seat} does not hold that card; name the one that was exposed"
    return no_action_yet(game, s, ruling) or too_few(cards_left(game, s), 1 + FROM_FLOP)


def extra_card(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The first player got one card too many: it goes back on the deck as the burn card."""
    s = r.state
    r.emit(ExtraDealt())
    while s.extra_owed:
        piece = yield Chance("extra card", 1)
        if piece is not None:
            r.emit(CardReturned(piece, False))


def after_the_deal(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The starting hands are out and nobody has acted."""
    if s.hole_owed or s.street < 0:
        return "the starting hands have not been dealt yet"
    return no_action_yet(game, s, ruling)


def one_too_many(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The same, and the deck has a card that can have been dealt too many."""
    return after_the_deal(game, s, ruling) or too_few(cards_left(game, s), 1 + FROM_FLOP)


def too_few(left: int, needed: int) -> str | None:
    """Cards that the deck does not have, with those that must still come, were not dealt."""
    return f"the deck has {n(left, 'card')}, too few for that" if left < needed else None


# -- the board -----------------------------------------------------------------------------------


def premature_flop(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """(a) Taken back. (b) Betting is completed. (c) The burn stays. (d)-(f) Shuffle, no burn."""
    r.emit(BoardError("premature flop", 3, True))
    yield from _take_back(game, r, ruling, "premature flop", FLOP)


def flop_too_many(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """A flop of four cards is treated like one that came too soon."""
    r.emit(BoardError("flop with too many cards", 4, False))
    yield from _take_back(game, r, ruling, "flop with too many cards", FLOP)


def premature_turn(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """(a) Put aside. (b), (c) Burn and turn the next. (d), (e) Shuffle it in for the river."""
    r.emit(BoardError("premature turn", 1, True))
    yield from _take_back(game, r, ruling, "premature turn", RIVER)


def premature_river(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """As the turn by 17(a), (b), (d), (e): put aside, then shuffled in; no burn."""
    r.emit(BoardError("premature river", 1, True))
    yield from _take_back(game, r, ruling, "premature river", RIVER)


def _take_back(
    game: Poker, r: RoundContext[PokerState], ruling: Ruling, what: str, shuffle_at: int
) -> Script:
    """The burn card and the cards turned in error come off the deck."""
    s = r.state
    while s.error_cards:
        if s.burn_owed:
            yield from burn_next(r)
        else:
            pieces = yield Chance(what, s.error_cards)
            if pieces is not None:
                clause = game.ruling_rules[ruling.name].clauses[0]
                r.emit(BoardTakenBack(pieces, shuffle_at, clause, bool(s.discarding)))


def during(street: int, words: str) -> object:
    """The check that a board ruling comes in the betting before that street, or in its discard."""

    def why_not(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
        too_soon = s.betting if s.street == street else s.street == street + 1 and s.discarding
        if not too_soon:
            return f"that is for {words}"
        left = cards_left(game, s)
        if street == 0:
            return _no_flop_in_error(s, left, 3, True)
        return too_few(left, 4 if street == FLOP else 2)  # the turn still comes off the deck

    return why_not


def flop_is_due(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The betting before the flop is over, the flop not yet on the board."""
    if s.street != FLOP or not s.board_owed:
        return "the flop is not being dealt now"
    return _no_flop_in_error(s, cards_left(game, s), 4, s.burn_owed)


def _no_flop_in_error(s: PokerState, left: int, cards: int, burned: bool) -> str | None:
    """The cards of a flop in error are shuffled in again: then there must be a whole board."""
    out = cards + (burned and not s.burn_with)
    return too_few(left, out) or too_few(left - out + cards + len(s.back), 3 + FROM_TURN)
