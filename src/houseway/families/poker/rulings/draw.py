"""Rulings on the cards of a draw game: before the draw, on it, and after it.

The cards that a ruling owes stand in the state; the deal or the draw pays the debt later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.engine.questions import Chance, Ruling, Script
from houseway.errors import Reason
from houseway.families.poker.draw import acted_since, draw, replace_exposed
from houseway.families.poker.events.rulings import (
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
from houseway.families.poker.rulings.cards import (
    explain_action_taken,
    explain_not_after_deal,
    no_cards,
    not_dealt_yet,
    not_held,
)
from houseway.families.poker.rulings.players import explain_not_in_hand, explain_not_to_act
from houseway.families.poker.state import PokerState
from houseway.game.base import RoundContext
from houseway.game.rulings import ruling

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker

FULL_HAND = "completed"


def explain_not_exposed_in_deal(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why this is not an exposed card of the deal, before action."""
    return explain_card_not_held(game, s, ruling) or explain_action_taken(game, s, ruling)


@ruling(
    "the dealer exposed a card of the deal",
    unless=explain_not_exposed_in_deal,
    takes=("seat", "pieces"),
)
def exposed_before_draw(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """The dealer exposed a card of the deal: kept or replaced, by the game's own rule."""
    s = r.state
    r.emit(CardExposed(ruling.seat, ruling.pieces, not game.keeps_exposed(ruling.pieces[0])))
    if not s.hole_owed:
        yield from replace_exposed(r)


def explain_not_seen_in_draw(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why this is not a card of the draw, before the action that follows it."""
    if why := explain_card_not_held(game, s, ruling):
        return why
    if ruling.pieces[0] not in s.got.get(ruling.seat, ()):
        return Reason("not-from-the-draw", "that card did not come with the draw")
    return explain_too_late(s)


@ruling(
    "the dealer exposed a card of the draw",
    unless=explain_not_seen_in_draw,
    takes=("seat", "pieces"),
)
def exposed_on_draw(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """A drawn card was seen: it lies there until all have drawn, and is never kept."""
    s = r.state
    r.emit(CardExposed(ruling.seat, ruling.pieces, True))
    if not (s.drawing or s.due or s.later):
        yield from replace_exposed(r)


flashed_on_draw = exposed_on_draw.also(
    "flashed_on_draw",
    "a card of the draw was flashed",
    unless=explain_not_seen_in_draw,
    takes=("seat", "pieces"),
)


def explain_card_not_held(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why this is not one card of a live hand that still lies face down."""
    seat = ruling.seat
    if seat not in s.live or not s.hole[seat]:
        return no_cards(seat)
    if len(ruling.pieces) != 1 or ruling.pieces[0] not in s.hole[seat]:
        return not_held(seat, "was exposed")
    return (
        Reason("card-up-already", "that card lies up already")
        if ruling.pieces[0] in s.up[seat]
        else None
    )


@ruling(
    "a player exposed one of their own cards",
    unless=explain_card_not_held,
    takes=("seat", "pieces"),
)
def exposed_by_player(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """A card that its player lets others see plays."""
    r.emit(CardExposed(ruling.seat, ruling.pieces, False))


def explain_not_flashed_in_deal(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why no card of the deal can have been flashed to this seat, before action."""
    if ruling.seat not in s.live or not s.hole[ruling.seat]:
        return no_cards(ruling.seat)
    return explain_action_taken(game, s, ruling)


@ruling("a card of the deal was flashed", unless=explain_not_flashed_in_deal, takes=("seat",))
def flashed_before_draw(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """A card that may have been seen but landed face down is kept."""
    r.emit(LetStand(ruling.seat, "a flashed card before the draw is kept"))


def explain_too_late(s: PokerState) -> Reason | None:
    """Explain why a draw can no longer be corrected: hands are shown or play went on."""
    if s.showing or s.shown:
        return Reason("hands-being-shown", "hands are being shown")
    return (
        Reason("action-after-draw", "there has been action after the draw")
        if acted_since(s)
        else None
    )


def explain_not_short(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the hand does not lack these cards, before action."""
    why = explain_not_before_draw(game, s, ruling) or explain_not_after_deal(game, s, ruling)
    return why or _explain_not_missing(s, ruling)


def explain_not_short_late(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the hand does not lack these cards, after action."""
    if why := explain_not_before_draw(game, s, ruling):
        return why
    if explain_action_taken(game, s, ruling) is None:
        return Reason(
            "completed-at-once", "no one has acted: the hand is completed at once instead"
        )
    return _explain_not_missing(s, ruling)


def explain_button_not_short(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the button does not lack one card, before or after action."""
    if why := explain_not_before_draw(game, s, ruling):
        return why
    if ruling.seat != s.button:
        return Reason(
            "not-the-button", f"seat {ruling.seat} does not have the button; seat {s.button} has"
        )
    if len(ruling.pieces) > 1:
        return Reason(
            "button-gets-one", "the button gets one missing card; more come with the draw"
        )
    return _explain_not_missing(s, ruling)


@ruling(
    "cards are missing, and no one has acted", unless=explain_not_short, takes=("seat", "pieces")
)
def short_hand(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Complete a hand that was dealt too few cards now."""
    s = r.state
    r.emit(CardsMissing(ruling.seat, ruling.pieces, True))
    while s.missing:
        pieces = yield Chance("missing cards", len(s.missing), "pieces", s.missing)
        if pieces is not None:
            r.emit(HandCompleted(ruling.seat, pieces))


short_hand_unfinished = short_hand.also(
    "short_hand_unfinished",
    "cards are missing, and there was action before the deal was done",
    unless=explain_not_short_late,
    takes=("seat", "pieces"),
)

short_button = short_hand.also(
    "short_button",
    "the button holds a card too few",
    unless=explain_button_not_short,
    takes=("seat", "pieces"),
)


@ruling(
    "cards are missing, and there has been action",
    unless=explain_not_short_late,
    takes=("seat", "pieces"),
)
def short_hand_late(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Complete a hand with too few cards at the draw, since there has been action."""
    s = r.state
    r.emit(CardsMissing(ruling.seat, ruling.pieces, False))
    while s.missing:
        done = yield Chance("stub", 0, "shuffle", s.missing)
        if done is not None:
            r.emit(HandCompleted(ruling.seat, ()))
    if len(ruling.pieces) == 1 and game.short_by_one != FULL_HAND:
        r.emit(HandDead(ruling.seat, "a card short after action"))


def explain_not_before_draw(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why this is not a live hand between the deal and the draw."""
    if s.hole_owed or s.street < 0:
        return not_dealt_yet()
    if s.street > 0:
        return Reason("not-before-draw", "this ruling is for the time before the draw")
    return explain_not_in_hand(game, s, ruling)


@ruling("a player was dealt a card too many", unless=explain_not_before_draw, takes=("seat",))
def long_hand(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Correct a hand with a card too many before the draw: the draw gives it the right number."""
    s = r.state
    r.emit(HandTooLong(ruling.seat))
    while s.replacing:
        piece = yield Chance("extra card", 1)
        if piece is not None:
            r.emit(SurplusHeld(ruling.seat, piece))


def explain_not_after_draw(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why the draw is not over, or the seat not in the hand."""
    if not s.drew or s.drawing or s.due or s.later:
        return Reason(
            "not-all-have-drawn", "the number of cards fouls a hand only when all have drawn"
        )
    return explain_not_in_hand(game, s, ruling)


@ruling("not a whole hand after the draw", unless=explain_not_after_draw, takes=("seat",))
def fouled_hand(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """After the draw a hand with more or fewer cards than it should have is dead."""
    r.emit(HandDead(ruling.seat, "not a whole hand after the draw"))


def _explain_not_missing(s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why these cards are not missing from the hand."""
    held, up = s.hole[ruling.seat], s.up[ruling.seat]
    if any(card in up for card in ruling.pieces):
        return Reason("not-a-missing-card", f"a card that lies up has reached seat {ruling.seat}")
    if ruling.pieces and all(card in held for card in ruling.pieces):
        return None
    return Reason(
        "name-missing-cards", f"name the cards dealt to seat {ruling.seat} that have not reached it"
    )


def explain_request_final(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why a request for cards can no longer change."""
    seat = ruling.seat
    if seat not in s.drew:
        return Reason("asked-for-no-cards", f"seat {seat} has asked for no cards")
    if s.got.get(seat):
        return Reason("request-dealt", f"seat {seat} has been dealt cards for its request")
    if seat != next(reversed(s.drew)):
        return Reason("request-acted-on", f"others have acted on what seat {seat} asked for")
    return explain_too_late(s)


@ruling(
    "a player changes the number of cards to draw", unless=explain_request_final, takes=("seat",)
)
def request_changed(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> Script:
    """Let a player change the number of cards: the discards go back and the question is asked
    again.
    """
    s = r.state
    over = not (s.drawing or s.due or s.later)
    r.emit(RequestTakenBack(ruling.seat, s.gave[ruling.seat]))
    if over:
        yield from draw(game, r)


def explain_not_raised(game: Poker, s: PokerState, ruling: Ruling) -> Reason | None:
    """Explain why this seat does not face a raise in its turn."""
    if why := explain_not_to_act(game, s, ruling):
        return why
    return None if s.raises else Reason("pot-not-raised", "the pot has not been raised")


@ruling("a player rapped and did not know of a raise", unless=explain_not_raised, takes=("seat",))
def rap_unaware(game: Poker, r: RoundContext[PokerState], ruling: Ruling) -> None:
    """Release a player from a rap made without knowledge of a raise."""
    r.emit(Reconsiders(ruling.seat, 0))


DRAW_RULINGS = (
    exposed_before_draw, exposed_on_draw, exposed_by_player, flashed_before_draw,
    flashed_on_draw, short_hand, short_hand_unfinished, short_button, short_hand_late,
    long_hand, fouled_hand, request_changed, rap_unaware,
)  # fmt: skip

DRAW_GAMES = (
    *("exposed_before_draw", "exposed_on_draw", "short_hand", "short_hand_unfinished"),
    *("short_button", "short_hand_late", "long_hand", "fouled_hand", "request_changed"),
)
"""The rulings that any draw game has; flashed cards and raps are of the games that speak of them.
"""
