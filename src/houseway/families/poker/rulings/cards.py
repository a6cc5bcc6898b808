"""Rulings on cards: misdeals, exposed and extra cards, a board turned too soon.

Each is a small script that reads like its clause.  What the deck owes because of it stands in the
state as a debt, which the deck procedure pays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from houseway.engine.events import Closed
from houseway.engine.questions import Chance, Ruling, Script
from houseway.errors import Reason
from houseway.families.poker.dealing import burn_next, cards_left
from houseway.families.poker.events.dealing import (
    BoardError,
    BoardTakenBack,
    CardReplaced,
    CardReturned,
    CardTakenBack,
    ExtraDealt,
)
from houseway.families.poker.events.ending import HandVoided
from houseway.families.poker.forced_bets.antes import stands_back
from houseway.families.poker.state import Move, PokerState
from houseway.game.base import RoundContext
from houseway.game.rulings import ruling
from houseway.util.english import n

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker

Explain: TypeAlias = "Callable[[Poker, PokerState, Ruling], Reason | None]"
"""Returns the reason why a ruling cannot be made now, or None."""

FLOP, TURN, RIVER = 1, 2, 3
FROM_FLOP, FROM_TURN = 8, 4
"""The cards of a whole board with its burns, and those of a turn and a river."""


def no_cards(seat: int) -> Reason:
    """Explain that a seat was dealt no cards, or has them no more."""
    return Reason("no-cards-in-hand", f"seat {seat} has no cards in this hand")


def no_live_hand(seat: int) -> Reason:
    """Explain that a seat has no hand that can win the pot."""
    return Reason("no-live-hand", f"seat {seat} has no live hand")


def not_held(seat: int, how: str) -> Reason:
    """Explain that a card was not named, or is not in the seat's hand."""
    return Reason("card-not-held", f"seat {seat} does not hold that card; name the one that {how}")


def not_dealt_yet() -> Reason:
    """Explain that the deal of the starting hands is not over."""
    return Reason("starting-hands-not-dealt", "the starting hands have not been dealt yet")


def under_way(what: str) -> Reason:
    """Explain that it is too late for a misdeal."""
    return Reason("hand-under-way", f"{what} already; the hand can only be declared void")


def explain_not_before_flop(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why a misdeal comes too late: a board, a draw or a later street is out."""
    if s.board or s.drew:
        what = "there is a board" if s.board else "a player has drawn"
        return under_way(what)
    if s.street > 0 and any(s.up):
        return under_way(f"{game.streets[s.street].name} is dealt")
    return None


def explain_action_taken(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why a ruling for the time before action comes too late."""
    if s.street > 0 or s.opened or s.acted or s.muck:
        return Reason("there-has-been-action", "it is too late for that: there has been action")
    return None


def explain_not_after_deal(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the time between the starting hands and the first action is not now."""
    if s.hole_owed or s.street < 0:
        return not_dealt_yet()
    return explain_action_taken(game, s, ruling)


@ruling("a misdeal: all wagers go back", unless=explain_not_before_flop, takes=("reason",))
def misdeal(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
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


void = misdeal.also("void", "the hand is void: all wagers go back", takes=("reason",))

first_card_exposed = misdeal.also(
    "first_card_exposed",
    "the first card off the deck was exposed: a misdeal",
    unless=explain_action_taken,
    takes=("reason",),
)

extra_cards = misdeal.also(
    "extra_cards",
    "more than one card too many: a misdeal",
    unless=explain_not_after_deal,
    takes=("reason",),
)


def explain_exposed_card_not_held(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why this is not one exposed card of a dealt hand, before action."""
    seat = ruling.seat
    if not 0 < seat < len(s.hole) or seat not in s.live or not s.hole[seat]:
        return no_cards(seat)
    if len(ruling.pieces) != 1 or ruling.pieces[0] not in s.hole[seat]:
        return not_held(seat, "was exposed")
    return explain_action_taken(game, s, ruling) or explain_too_few_cards(
        cards_left(game, s), 1 + FROM_FLOP
    )


@ruling(
    "the dealer exposed a hole card", unless=explain_exposed_card_not_held, takes=("seat", "pieces")
)
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


def explain_no_extra_card(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why one card too many cannot have been dealt."""
    return explain_not_after_deal(game, s, ruling) or explain_too_few_cards(
        cards_left(game, s), 1 + FROM_FLOP
    )


@ruling("the first player was dealt one card too many", unless=explain_no_extra_card)
def extra_card(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The first player got one card too many: it goes back on the deck as the burn card."""
    s = r.state
    r.emit(ExtraDealt())
    while s.extra_owed:
        piece = yield Chance("extra card", 1)
        if piece is not None:
            r.emit(CardReturned(piece, False))


def explain_too_few_cards(left: int, needed: int) -> Reason | None:
    """Explain that fewer cards are left than must still come."""
    if left >= needed:
        return None
    return Reason("too-few-cards", f"the deck has {n(left, 'card')}; that takes {needed}")


def explain_outside_betting(street: int, words: str) -> Explain:
    """Return the check that a board ruling comes in the betting before that street.

    A discard that belongs to that betting counts as part of it.
    """

    def explain(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
        too_soon = s.betting if s.street == street else s.street == street + 1 and s.discarding
        if not too_soon:
            return Reason("not-in-this-betting", f"that is for {words}")
        left = cards_left(game, s)
        if street == 0:
            return _explain_no_flop_in_error(s, left, 3, True)
        # The turn still comes off the deck.
        return explain_too_few_cards(left, 4 if street == FLOP else 2)

    return explain


@ruling(
    "the flop came before betting was complete",
    unless=explain_outside_betting(0, "the betting before the flop"),
)
def premature_flop(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """(a) Taken back. (b) Betting is completed. (c) The burn stays. (d)-(f) Shuffle, no burn."""
    r.emit(BoardError("premature flop", 3, True))
    yield from _take_back(game, r, ruling, "premature flop", FLOP)


def explain_flop_not_due(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the flop is not the next thing to be dealt."""
    if s.street != FLOP or not s.board_owed:
        return Reason("flop-not-due", "the flop is not being dealt now")
    return _explain_no_flop_in_error(s, cards_left(game, s), 4, s.burn_owed)


@ruling("the flop has four cards", unless=explain_flop_not_due)
def flop_too_many(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """A flop of four cards is treated like one that came too soon."""
    r.emit(BoardError("flop with too many cards", 4, False))
    yield from _take_back(game, r, ruling, "flop with too many cards", FLOP)


@ruling(
    "the turn came before betting was complete",
    unless=explain_outside_betting(FLOP, "the betting on the flop"),
)
def premature_turn(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """(a) Put aside. (b), (c) Burn and turn the next. (d), (e) Shuffle it in for the river."""
    r.emit(BoardError("premature turn", 1, True))
    yield from _take_back(game, r, ruling, "premature turn", RIVER)


@ruling(
    "the river came before betting was complete",
    unless=explain_outside_betting(TURN, "the betting on the turn"),
)
def premature_river(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """As the turn by 17(a), (b), (d), (e): put aside, then shuffled in; no burn."""
    r.emit(BoardError("premature river", 1, True))
    yield from _take_back(game, r, ruling, "premature river", RIVER)


def _take_back(
    game: Poker, r: RoundContext[PokerState], ruling: Ruling, what: str, shuffle_at: int
) -> Script:
    """Draw the burn card and the cards turned in error, and take them back."""
    s = r.state
    while s.error_cards:
        if s.burn_owed:
            yield from burn_next(r)
        else:
            pieces = yield Chance(what, s.error_cards)
            if pieces is not None:
                clause = game.ruling_rules[ruling.name].clauses[0]
                r.emit(BoardTakenBack(pieces, shuffle_at, clause, bool(s.discarding)))


def _explain_no_flop_in_error(s: PokerState, left: int, cards: int, burned: bool) -> Reason | None:
    """Explain why a flop in error cannot be dealt again: a whole board must be left."""
    out = cards + (burned and not s.burn_with)
    return explain_too_few_cards(left, out) or explain_too_few_cards(
        left - out + cards + len(s.back), 3 + FROM_TURN
    )
