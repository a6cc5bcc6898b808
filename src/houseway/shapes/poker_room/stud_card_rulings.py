"""Rulings on the cards of stud: burn errors, cards dealt too soon, a last card that lies up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import rule, step
from houseway.game import Dealing
from houseway.script import AskAll, Button, Chance, Ruling, Script
from houseway.shapes.poker_room.deck import burn_next, cards_left
from houseway.shapes.poker_room.player_rulings import in_the_hand
from houseway.shapes.poker_room.state import PokerState
from houseway.shapes.poker_room.stud_ruling_events import (
    LAST_CARD,
    BurnError,
    BurnPutRight,
    CardBackOnDeck,
    CardMoved,
    CardsAside,
    DealtTooSoon,
    FinalKept,
    FinalTooSoon,
    LastCardAnswered,
    LastCardComesUp,
    LastCardUp,
    UpCardsAside,
)

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom

PLAY_ON = Button("play_on", "take part in the betting")
ALL_IN = Button("all_in", "all-in with what is in the pot")


def nobody_has_acted(s: PokerState) -> bool:
    """Whether this betting round stands as it was opened; a forced bet is no action."""
    raised = s.brought > 0 and s.to_call > s.brought
    return s.betting and not raised and tuple(s.queue) == s.order[s.brought > 0 :]


def last_street(game: PokerRoom, s: PokerState) -> bool:
    """Whether the last cards have come, or are coming."""
    return s.street == len(game.streets) - 1


def dealt_last(s: PokerState) -> list[int]:
    """Who got a card of the last round, in the order of the deal."""
    most = max([len(s.hole[seat]) for seat in s.live])
    return [seat for seat in s.dealt_in if len(s.hole[seat]) == most]


# -- the deck ------------------------------------------------------------------------------------


def burned_twice(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """The second burn card is the first player's, each card one place on; the last goes back."""
    s = r.state
    r.emit(BurnError(2))
    while s.error_cards:
        second = yield Chance("second burn", 1)
        if second is not None:
            seats = dealt_last(s)
            cards = [second, *[s.hole[seat][-1:] for seat in seats]]
            for seat, card in zip(seats, cards[:-1], strict=True):
                r.emit(CardMoved(seat, card))
            r.emit(CardBackOnDeck(cards[-1]))


def not_burned(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """What lay before the first player is the burn card, each card one place back.

    So the table has recorded it: its first card is the burn.
    """
    r.emit(BurnError(0))
    r.emit(BurnPutRight((r.state.burns[-1],)))
    return
    yield


def up_cards_just_dealt(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
    """Up cards can be put right once, until there is action; last cards were seen, and stay."""
    if not s.street or s.cards_owed():
        return "that is for a round of cards that has been dealt after a burn"
    if last_street(game, s):
        return "the last cards have been seen or lie among the others: they stay as they are"
    if not nobody_has_acted(s) or s.going_on:
        return "there has been action: the cards stay as they are"
    if s.burn_with:
        return "these cards have been put right, and the one that was over lies on the deck"
    return None


def two_may_be_burned(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
    """The same, and the deck has a card that can have been burned."""
    why = up_cards_just_dealt(game, s, ruling)
    return "the deck has no more cards" if why is None and not cards_left(game, s) else why


def dealt_too_soon(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """(a) These cards go out, with others for a round of them. (b), (c) Betting; burn and deal."""
    s = r.state
    seats = s.receiving()
    cards = seats.index(ruling.seat) + 1
    others = others_out(cards, len(seats), game.premature_extra == "all_active")
    r.emit(DealtTooSoon(cards, min(others, r.left - 1 - cards)))
    while s.error_cards or s.others_out:
        if s.burn_owed:
            yield from burn_next(r)
        elif s.error_cards:
            pieces = yield Chance("cards dealt too soon", s.error_cards)
            if pieces is not None:
                up = game.streets[s.street + 1].cards[0].up
                r.emit(UpCardsAside(pieces) if up else CardsAside(pieces))
        else:
            pieces = yield Chance("cards out of play", s.others_out)
            if pieces is not None:
                r.emit(CardsAside(pieces))


@step
@rule()
def others_out(dealt: int, players: int, all_active: bool) -> int:
    """How many cards go out with those dealt too soon: to make a round, or one for each player."""
    return players if all_active else players - dealt


def next_cards(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
    """In the betting before another round of cards; ``seat`` got the last of those dealt."""
    if not s.betting or last_street(game, s):
        return "that is for the betting before another card"
    if ruling.seat not in s.receiving():
        return f"seat {ruling.seat} does not get a card in this round"
    if cards_left(game, s) < s.receiving().index(ruling.seat) + 2:
        return "the deck has too few cards for that"
    return None


def final_too_soon(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """He has seen his last card or put it among the others: he keeps it, and may not raise."""
    s = r.state
    r.emit(FinalTooSoon(ruling.seat, not s.ahead))
    while s.error_cards:
        if s.burn_owed:
            yield from burn_next(r)
        else:
            piece = yield Chance("last card dealt too soon", 1)
            if piece is not None:
                r.emit(FinalKept(ruling.seat, piece))


def last_cards_next(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
    """In the betting before the last cards, of a player who has not got his."""
    if not s.betting or s.street != len(game.streets) - 2:
        return "that is for the betting on sixth street, before the last card"
    if ruling.seat in s.ahead:
        return f"seat {ruling.seat} has its last card already"
    if cards_left(game, s) < 2:
        return "the deck has too few cards for that"
    return in_the_hand(game, s, ruling)


# -- the last card lies up -----------------------------------------------------------------------


def last_card_up(game: PokerRoom, r: Dealing[PokerState], ruling: Ruling) -> Script:
    """(a), (c) He may say he is all-in. (b) Of two, if the first's lies up, the other's too."""
    s = r.state
    seat = ruling.seat
    both = len(s.live) == 2 and seat == s.live[0]
    for x in s.live if both else (seat,):
        if (x, LAST_CARD) in s.turned:
            continue
        if s.hole_owed:
            r.emit(LastCardComesUp(x, not both))
        else:
            r.emit(LastCardUp(x, s.hole[x][-1:], not both))
    if s.betting:
        yield from answer_last_card(r)


@step
def answer_last_card(r: Dealing[PokerState]) -> Script:
    """Whose last card lies up goes on, or is all-in, before there is any action."""
    s = r.state
    while s.deciding:
        seat = s.deciding[0]
        others = [x for x in s.live if x != seat and s.chips[x]]
        if seat not in s.live or not s.chips[seat] or not others:
            r.emit(LastCardAnswered(seat, False))
            continue
        act = yield AskAll({seat: (PLAY_ON, ALL_IN)}, "your last card lies up", "play_on")
        if act is not None:
            r.emit(LastCardAnswered(act.seat, act.name == "all_in"))


def last_card_lies_up(game: PokerRoom, s: PokerState, ruling: Ruling) -> str | None:
    """The last card of a live hand, as it is dealt or before there is action on it."""
    seat = ruling.seat
    if not last_street(game, s) or s.board or s.board_owed:
        return "that is for the last card a player gets"
    if (why := in_the_hand(game, s, ruling)) is not None:
        return why
    if (seat, LAST_CARD) in s.turned:
        return f"the last card of seat {seat} lies up already"
    if s.hole_owed and len(s.hole[seat]) == LAST_CARD:
        return None
    return None if nobody_has_acted(s) else "there has been action on the last card"
