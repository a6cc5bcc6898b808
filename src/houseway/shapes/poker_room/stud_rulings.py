"""Rulings in stud: hole cards dealt up, the wrong low card, absent players, cards picked up.

Each is a small script that reads like its clause.  What the deck owes because of it stands in the
state as a debt, which the deck procedure pays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.game import Dealing, RulingRule
from houseway.script import Ruling, Script
from houseway.shapes.poker_room.player_rulings import in_the_hand
from houseway.shapes.poker_room.ruling_events import HandDead
from houseway.shapes.poker_room.state import PokerState
from houseway.shapes.poker_room.stud_card_rulings import (
    burned_twice,
    dealt_too_soon,
    final_too_soon,
    last_card_lies_up,
    last_card_up,
    last_cards_next,
    last_street,
    next_cards,
    nobody_has_acted,
    not_burned,
    two_may_be_burned,
    up_cards_just_dealt,
)
from houseway.shapes.poker_room.stud_ruling_events import (
    AbsentForfeits,
    BothCardsUp,
    CardPlays,
    HoleCardUp,
    ManagerCalled,
    WrongLow,
    WrongLowStands,
)

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom

# -- hole cards that lie up ----------------------------------------------------------------------


def hole_card_up(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """The card stays up, and the third card of its player comes down."""
    r.emit(HoleCardUp(ruling.seat, ruling.pieces))
    return
    yield


def third_card_to_come(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
    """A hole card of a live hand, before the third cards are dealt."""
    seat = ruling.seat
    if s.street or not s.hole_owed or not s.rounds:
        return "that is for the hole cards, before the third card is dealt"
    if seat not in s.live:
        return f"seat {seat} has no live hand"
    if len(ruling.pieces) != 1 or ruling.pieces[0] not in s.hole[seat]:
        return f"seat {seat} does not hold that card; name the one that was dealt up"
    if s.up[seat]:
        return f"a hole card of seat {seat} lies up already; if both do, the hand is dead"
    return None


def both_cards_up(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """The hand is dead and its ante goes back to the player."""
    s = r.state
    seat = ruling.seat
    r.emit(BothCardsUp(seat, s.hole[seat], s.antes[seat] if s.antes else 0))
    return
    yield


def two_hole_cards(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
    """Two hole cards are dealt, the third is not."""
    if s.street or not s.hole_owed or s.rounds != 2:
        return "that is for two hole cards, before the third card is dealt"
    return in_the_hand(game, s, ruling)


def card_off_table(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """The card plays, and is treated as one that was exposed."""
    s = r.state
    seat, card = ruling.seat, ruling.pieces
    if card[0] in s.up[seat]:
        r.emit(CardPlays(seat, card))
    elif s.street:
        yield from last_card_up(game, r, ruling)
    else:
        r.emit(HoleCardUp(seat, card))


def just_dealt(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
    """An up card of the hand, a hole card before the third card, or the last one before action."""
    seat = ruling.seat
    if seat not in s.live or len(ruling.pieces) != 1 or ruling.pieces[0] not in s.hole[seat]:
        return f"seat {seat} does not hold that card; name the one that fell off the table"
    if ruling.pieces[0] in s.up[seat]:
        return None
    if not s.street:
        return third_card_to_come(game, s, ruling)
    if ruling.pieces[0] != s.hole[seat][-1]:
        return "only the card that was dealt last can have fallen off the table"
    return last_card_lies_up(game, s, ruling)


# -- players -------------------------------------------------------------------------------------


def absent(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """Hand, ante and forced bet are forfeited; without a wager the seat goes on receiving cards."""
    s = r.state
    r.emit(AbsentForfeits(ruling.seat, not s.to_call or made_forced_bet(s, ruling.seat)))
    return
    yield


def made_forced_bet(s: PokerState, seat: int) -> bool:
    """Whether this player made the forced bet, and nobody has bet more."""
    return s.brought > 0 and s.to_call == s.brought and s.order[:1] == (seat,)


def is_absent_in_turn(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
    """It is his turn, or his the forced bet that nobody has completed."""
    if (why := in_the_hand(game, s, ruling)) is not None:
        return why
    if s.betting and (s.queue[:1] == [ruling.seat] or made_forced_bet(s, ruling.seat)):
        return None
    return f"an absent player's hand is forfeited in turn, and it is not seat {ruling.seat}'s turn"


def wrong_low(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """The true low card bets; who was taken for it takes his forced bet back."""
    s = r.state
    cents = min(game.bring_in, s.chips[ruling.seat])
    r.emit(WrongLow(ruling.seat, cents, s.order[0]))
    return
    yield


def wrong_low_stands(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """It cannot be put right any more: the forced bet stays where it was made."""
    s = r.state
    low = s.order[0]
    cents = min(game.bring_in, s.chips[ruling.seat])
    r.emit(WrongLowStands(ruling.seat, cents, low, s.bets[low]))
    return
    yield


def taken_for_low(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
    """Another than the low card, on the first round, before anybody has acted or lost his hand."""
    if s.street or not s.brought or not nobody_has_acted(s):
        return "the forced bet is put right before there is other action on the first round"
    if s.order[0] not in s.live:
        return f"seat {s.order[0]}, whose card brings it in, has lost hand and forced bet already"
    if ruling.seat == s.order[0]:
        return f"seat {ruling.seat} has the card that brings it in"
    if ruling.seat not in s.queue:
        return f"seat {ruling.seat} cannot have made the forced bet"
    return None


def up_cards_picked_up(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """By picking up his cards he made another act behind him: his hand is dead."""
    r.emit(HandDead(ruling.seat, "picked up the up cards"))
    return
    yield


def faces_a_bet(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
    """Not where all check, nor where a bet was called."""
    if (why := in_the_hand(game, s, ruling)) is not None:
        return why
    if s.betting and s.to_call > s.bets[ruling.seat]:
        return None
    return "where all check, or a bet has been called, picking up one's cards kills no hand"


def without_seven(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """Who has not seven cards cannot win at the showdown."""
    r.emit(HandDead(ruling.seat, "does not have seven cards"))
    return
    yield


def at_the_end(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
    """All last cards are dealt."""
    if not last_street(game, s) or s.cards_owed():
        return "the last cards are not dealt yet"
    return in_the_hand(game, s, ruling)


# -- the Shift Manager ---------------------------------------------------------------------------


def shift_manager(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """The dealer is not sure of the community card, or a player asks."""
    r.emit(ManagerCalled(ruling.reason or "the community card is in doubt"))
    return
    yield


def community_in_use(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
    """The deck has run out, and one card is for all."""
    return None if s.board or s.board_owed else "no community card is used"


STUD_RULINGS = (
    RulingRule(
        "hole_card_up", "a hole card was dealt up", (),
        hole_card_up, third_card_to_come, ("seat", "pieces"),
    ),
    RulingRule(
        "both_cards_up", "both hole cards of a player were dealt up", (),
        both_cards_up, two_hole_cards, ("seat",),
    ),
    RulingRule(
        "card_off_table", "a card fell off the table", (),
        card_off_table, just_dealt, ("seat", "pieces"),
    ),
    RulingRule(
        "absent", "a player is absent when the turn comes", (),
        absent, is_absent_in_turn, ("seat",),
    ),
    RulingRule(
        "wrong_low", "the wrong player made the forced bet", (),
        wrong_low, taken_for_low, ("seat",),
    ),
    RulingRule(
        "wrong_low_stands", "the wrong player made the forced bet, and there is action behind", (),
        wrong_low_stands, taken_for_low, ("seat",),
    ),
    RulingRule(
        "burned_twice", "two cards were burned", (), burned_twice, two_may_be_burned
    ),
    RulingRule("not_burned", "no card was burned", (), not_burned, up_cards_just_dealt),
    RulingRule(
        "dealt_too_soon", "cards came before betting was complete, the last to this seat", (),
        dealt_too_soon, next_cards, ("seat",),
    ),
    RulingRule(
        "final_too_soon", "a last card came before betting was complete, and was seen", (),
        final_too_soon, last_cards_next, ("seat",),
    ),
    RulingRule(
        "last_card_up", "a player's last card was dealt up", (),
        last_card_up, last_card_lies_up, ("seat",),
    ),
    RulingRule(
        "up_cards_picked_up", "a player picked up the up cards, and another acted behind", (),
        up_cards_picked_up, faces_a_bet, ("seat",),
    ),
    RulingRule(
        "without_seven", "a player does not have seven cards", (),
        without_seven, at_the_end, ("seat",),
    ),
    RulingRule(
        "shift_manager", "the community card is in doubt", (),
        shift_manager, community_in_use, ("reason",),
    ),
)  # fmt: skip

STUD_GAMES = tuple(rule.name for rule in STUD_RULINGS)
