"""The draw: each player in turn gives up cards in secret and gets as many from the deck.

A full hand is as many cards as were dealt; who holds fewer or more of them after an error draws to
that number.  Each loop runs on the state, so that a ruling may come before every card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import rule, step
from houseway.engine.questions import Act, Ask, Button, Chance, Choice, Pick, Script
from houseway.families.poker.dealing import burn_next
from houseway.families.poker.events.dealing import CardsDrawn, DrawAsked, StubRefilled
from houseway.families.poker.events.rulings import ExposedReplaced, ExposedTakenBack
from houseway.families.poker.openers import put_under_chip, split_choice
from houseway.families.poker.state import PokerState
from houseway.game.base import RoundContext

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker

PAT = Button("pat", "rap: keep every card")


@step
def draw(game: Poker, r: RoundContext[PokerState]) -> Script:
    """Let each player draw in turn from the left of the button.

    A player who draws more cards than come at once gets the rest when all have drawn, again in
    turn.
    """
    s = r.state
    while len(s.live) > 1 and (s.drawing or s.due or s.later or s.exposed):
        if s.burn_with or (s.burn_owed and r.left):
            yield from burn_next(r)
        elif s.burn_owed:
            yield from refill(r, ())
        elif s.due or (s.later and not s.drawing):
            yield from deal_draw(r)
        elif not s.drawing:
            yield from replace_exposed(r)
        else:
            act = yield draw_question(game, s)
            if act is not None:
                ask_for(game, r, act)


def draw_question(game: Poker, s: PokerState) -> Ask:
    """The choices of the seat whose turn it is to draw; nothing is given up of no cards."""
    seat = s.drawing[0]
    hole = s.hole[seat]
    if not hole:  # all were missing when there had been action
        return Ask({seat: (PAT,)}, "draw: none of your cards has come", "pat")
    surplus = max(len(hole) - game.hand_size, 0)
    give = Pick("discard", hole, surplus or 1, min(game.streets[s.street].draw, len(hole)))
    choices: tuple[Choice, ...] = (give,) if surplus else (PAT, give)
    if seat == s.opener:
        choices += (split_choice(give),)
    return Ask({seat: choices}, "draw: give up cards or keep all", "discard" if surplus else "pat")


def ask_for(game: Poker, r: RoundContext[PokerState], act: Act) -> None:
    """Give up a player's cards, and ask for as many as make the hand whole again."""
    s, seat = r.state, act.seat
    given = act.pieces
    if act.name == "discard" and not given:  # the time is up, and the hand has too many cards
        given = s.hole[seat][game.hand_size :]
    cards = game.hand_size - len(s.hole[seat]) + len(given)
    now = cards_at_once(cards, game.streets[s.street].at_once)
    r.emit(DrawAsked(seat, given, now, cards - now))
    if seat == s.opener:
        put_under_chip(r, act)


@step
@rule()
def cards_at_once(cards: int, limit: int) -> int:
    """Return how many of the requested cards come at once; the others come after all have drawn."""
    return min(cards, limit) if limit else cards


@step
def deal_draw(r: RoundContext[PokerState]) -> Script:
    """The next cards off the deck for the first who is owed some."""
    s = r.state
    seat, cards = next(iter((s.due or s.later).items()))
    left = r.left
    if not left:
        yield from refill(r, s.gave[seat])
        return
    pieces = yield Chance("draw", min(cards, left))
    if pieces is not None:
        r.emit(CardsDrawn(seat, pieces))


@step
def replace_exposed(r: RoundContext[PokerState]) -> Script:
    """Cards that were exposed are taken back, and the first off the deck come for them."""
    s = r.state
    while s.exposed:
        seat, card = s.exposed[0]
        if card in s.hole[seat]:
            r.emit(ExposedTakenBack(seat, (card,)))
        elif not r.left:
            yield from refill(r, (*s.gave[seat], card))
        else:
            piece = yield Chance("replacement", 1)
            if piece is not None:
                r.emit(ExposedReplaced(seat, piece, not s.drew))


@step
def refill(r: RoundContext[PokerState], own: tuple[int, ...]) -> Script:
    """The stub is used up: burn cards and discards are shuffled, but not a player's own.

    Nor an opening hand that is kept to be shown.
    """
    s = r.state
    kept_apart = (*own, *s.opening) if s.keeps else own
    back = (*s.burns, *[card for card in s.muck if card not in kept_apart])
    done = yield Chance("refill", 0, "shuffle", back)
    if done is not None:
        r.emit(StubRefilled(back))


@step
def drew(s: PokerState, seat: int) -> str:
    """Return the number of cards a player drew, in words, until there is action after the draw."""
    if seat not in s.drew or acted_since(s):
        return ""
    return f"drew {s.drew[seat]}" if s.drew[seat] else "pat"


def acted_since(s: PokerState) -> bool:
    """Return True if there has been action after the last draw."""
    if len(s.gathered) > s.rounds_before:
        return True
    return s.betting and bool(s.acted or s.raised or len(s.drew) > len(s.live))
