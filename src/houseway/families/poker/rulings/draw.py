"""Rulings on the cards of a draw game: before the draw, on it, and after it.

What the deck owes because of one stands in the state as a debt, which the deal or the draw pays
when it comes to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.engine.questions import Chance, Ruling, Script
from houseway.families.poker.draw import acted_since, draw, replace_exposed
from houseway.families.poker.ruling_events import (
    CardExposed,
    CardsMissing,
    HandCompleted,
    HandDead,
    HandTooLong,
    LetStand,
    Reconsiders,
    RequestTakenBack,
    SurplusHeld,
)
from houseway.families.poker.rulings.cards import after_the_deal, no_action_yet
from houseway.families.poker.rulings.players import in_the_hand
from houseway.families.poker.state import PokerState
from houseway.game.base import RoundContext, RulingRule

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker

FULL_HAND = "completed"

# -- exposed and flashed cards -------------------------------------------------------------------


def exposed_before_draw(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The dealer exposed a card of the deal: kept or replaced, by the game's own rule."""
    s = r.state
    r.emit(CardExposed(ruling.seat, ruling.pieces, not game.keeps_exposed(ruling.pieces[0])))
    if not s.hole_owed:
        yield from replace_exposed(r)


def exposed_on_draw(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """A drawn card was seen: it lies there until all have drawn, and is never kept."""
    s = r.state
    r.emit(CardExposed(ruling.seat, ruling.pieces, True))
    if not (s.drawing or s.due or s.later):
        yield from replace_exposed(r)


def exposed_by_player(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """A card that its player lets others see plays."""
    r.emit(CardExposed(ruling.seat, ruling.pieces, False))
    return
    yield


def flashed_before_draw(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """A card that may have been seen but landed face down is kept."""
    r.emit(LetStand(ruling.seat, "a flashed card before the draw is kept"))
    return
    yield


def holds_it(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """One card of a live hand that does not lie up already."""
    seat = ruling.seat
    if seat not in s.live or not s.hole[seat]:
        return f"seat {seat} has no cards in this hand"
    if len(ruling.pieces) != 1 or ruling.pieces[0] not in s.hole[seat]:
        return f"seat {seat} does not hold that card; name the one that was exposed"
    return "that card lies up already" if ruling.pieces[0] in s.up[seat] else None


def exposed_in_the_deal(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """A card of the deal, before there is action."""
    return holds_it(game, s, ruling) or no_action_yet(game, s, ruling)


def drawn_and_seen(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """A card that came with the draw, before there is action after it."""
    if why := holds_it(game, s, ruling):
        return why
    if ruling.pieces[0] not in s.got.get(ruling.seat, ()):
        return "that card did not come with the draw"
    return too_late(s)


def dealt_and_flashed(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """Of the deal: a player has cards and nobody has acted."""
    if ruling.seat not in s.live or not s.hole[ruling.seat]:
        return f"seat {ruling.seat} has no cards in this hand"
    return no_action_yet(game, s, ruling)


def too_late(s: PokerState) -> str | None:
    """A draw is put right before there is action after it, and before hands are shown."""
    if s.showing or s.shown:
        return "hands are being shown"
    return "there has been action after the draw" if acted_since(s) else None


# -- hands of a wrong number ---------------------------------------------------------------------


def short_hand(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Too few cards were dealt to a player: he gets the others now."""
    s = r.state
    r.emit(CardsMissing(ruling.seat, ruling.pieces, True))
    while s.missing:
        pieces = yield Chance("missing cards", len(s.missing), "pieces", s.missing)
        if pieces is not None:
            r.emit(HandCompleted(ruling.seat, pieces))


def short_hand_late(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Too few cards, and there has been action: they come when he draws."""
    s = r.state
    r.emit(CardsMissing(ruling.seat, ruling.pieces, False))
    while s.missing:
        done = yield Chance("stub", 0, "shuffle", s.missing)
        if done is not None:
            r.emit(HandCompleted(ruling.seat, ()))
    if len(ruling.pieces) == 1 and game.short_by_one != FULL_HAND:
        r.emit(HandDead(ruling.seat, "a card short after action"))


def long_hand(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """A card too many before the draw: he draws to a right hand."""
    s = r.state
    r.emit(HandTooLong(ruling.seat))
    while s.replacing:
        piece = yield Chance("extra card", 1)
        if piece is not None:
            r.emit(SurplusHeld(ruling.seat, piece))


def fouled_hand(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """After the draw a hand with more or fewer cards than it should have is dead."""
    r.emit(HandDead(ruling.seat, "not a whole hand after the draw"))
    return
    yield


def before_the_draw(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """A live hand, all cards of the deal out, nobody drawing yet."""
    if s.hole_owed or s.street < 0:
        return "the starting hands have not been dealt yet"
    if s.street > 0:
        return "that is for the time before the draw"
    return in_the_hand(game, s, ruling)


def _lacks(s: PokerState, ruling: Ruling) -> str | None:
    held, up = s.hole[ruling.seat], s.up[ruling.seat]
    if any(card in up for card in ruling.pieces):
        return f"a card that lies up has reached seat {ruling.seat}"
    if ruling.pieces and all(card in held for card in ruling.pieces):
        return None
    return f"name the cards dealt to seat {ruling.seat} that have not reached it"


def is_short(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """Nobody has acted."""
    why = before_the_draw(game, s, ruling) or after_the_deal(game, s, ruling)
    return why or _lacks(s, ruling)


def is_short_late(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """Somebody has acted."""
    if why := before_the_draw(game, s, ruling):
        return why
    if no_action_yet(game, s, ruling) is None:
        return "nobody has acted: the hand is completed at once instead"
    return _lacks(s, ruling)


def button_is_short(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """The button has one card too few; action does not matter."""
    if why := before_the_draw(game, s, ruling):
        return why
    if ruling.seat != s.button:
        return f"seat {ruling.seat} does not have the button; seat {s.button} has"
    if len(ruling.pieces) > 1:
        return "the button gets one missing card; more come with the draw"
    return _lacks(s, ruling)


def after_the_draw(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """All have drawn, and the seat is in the hand."""
    if not s.drew or s.drawing or s.due or s.later:
        return "the number of cards fouls a hand only when all have drawn"
    return in_the_hand(game, s, ruling)


# -- the request ---------------------------------------------------------------------------------


def request_changed(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """A player changes how many cards he wants: he takes his discards up and is asked again."""
    s = r.state
    over = not (s.drawing or s.due or s.later)
    r.emit(RequestTakenBack(ruling.seat, s.gave[ruling.seat]))
    if over:
        yield from draw(game, r)


def may_change(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """No card has come for the request, and nobody has acted on it."""
    seat = ruling.seat
    if seat not in s.drew:
        return f"seat {seat} has asked for no cards"
    if s.got.get(seat):
        return f"seat {seat} has been dealt cards for its request"
    if seat != next(reversed(s.drew)):
        return f"others have acted on what seat {seat} asked for"
    return too_late(s)


def rap_unaware(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """A rap of a player who did not know of a raise does not bind him."""
    r.emit(Reconsiders(ruling.seat, 0))
    return
    yield


def raised_before_him(game: Poker, s: PokerState, ruling: Ruling) -> str | None:
    """It is his turn, and the pot has been raised."""
    if not s.betting or not s.queue or s.queue[0] != ruling.seat:
        return f"it is not seat {ruling.seat}'s turn"
    return None if s.raises else "the pot has not been raised"


# -- the family ----------------------------------------------------------------------------------

DRAW_RULINGS = (
    RulingRule(
        "exposed_before_draw", "the dealer exposed a card of the deal", (),
        exposed_before_draw, exposed_in_the_deal, ("seat", "pieces"),
    ),
    RulingRule(
        "exposed_on_draw", "the dealer exposed a card of the draw", (),
        exposed_on_draw, drawn_and_seen, ("seat", "pieces"),
    ),
    RulingRule(
        "exposed_by_player", "a player exposed one of their own cards", (),
        exposed_by_player, holds_it, ("seat", "pieces"),
    ),
    RulingRule(
        "flashed_before_draw", "a card of the deal was flashed", (),
        flashed_before_draw, dealt_and_flashed, ("seat",),
    ),
    RulingRule(
        "flashed_on_draw", "a card of the draw was flashed", (),
        exposed_on_draw, drawn_and_seen, ("seat", "pieces"),
    ),
    RulingRule(
        "short_hand", "cards are missing, and nobody has acted", (),
        short_hand, is_short, ("seat", "pieces"),
    ),
    RulingRule(
        "short_hand_unfinished", "cards are missing, and there was action before the deal was done",
        (), short_hand, is_short_late, ("seat", "pieces"),
    ),
    RulingRule(
        "short_button", "the button holds a card too few", (),
        short_hand, button_is_short, ("seat", "pieces"),
    ),
    RulingRule(
        "short_hand_late", "cards are missing, and there has been action", (),
        short_hand_late, is_short_late, ("seat", "pieces"),
    ),
    RulingRule(
        "long_hand", "a player was dealt a card too many", (),
        long_hand, before_the_draw, ("seat",),
    ),
    RulingRule(
        "fouled_hand", "not a whole hand after the draw", (),
        fouled_hand, after_the_draw, ("seat",),
    ),
    RulingRule(
        "request_changed", "a player changes the number of cards to draw", (),
        request_changed, may_change, ("seat",),
    ),
    RulingRule(
        "rap_unaware", "a player rapped and did not know of a raise", (),
        rap_unaware, raised_before_him, ("seat",),
    ),
)  # fmt: skip

DRAW_GAMES = (
    *("exposed_before_draw", "exposed_on_draw", "short_hand", "short_hand_unfinished"),
    *("short_button", "short_hand_late", "long_hand", "fouled_hand", "request_changed"),
)
"""The rulings that any draw game has; flashed cards and raps are of the games that speak of them.
"""
