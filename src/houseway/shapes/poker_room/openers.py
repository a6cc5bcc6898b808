"""Who opens the betting by what lies up: one card, or the board of a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cite import step
from houseway.game import Dealing
from houseway.hands.boards import lowest_board
from houseway.hands.poker5 import best_high
from houseway.shapes.poker_room.events import BettingOpened, BroughtIn, OpenedByCards
from houseway.shapes.poker_room.limits import LIMIT
from houseway.shapes.poker_room.state import PokerState, after
from houseway.shapes.poker_room.streets import HIGH_BOARD, HIGH_CARD, LOW_CARD
from houseway.shapes.poker_room.stud_ruling_events import LAST_CARD

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom


def open_by_cards(game: PokerRoom, r: Dealing[PokerState], size: int) -> None:
    """The forced bet of one card, or the turn of the best board."""
    s = r.state
    opens = game.opened_by[s.street]
    if len(s.live) < 2:
        return
    if opens in (LOW_CARD, HIGH_CARD):
        bring_in(game, r, brings_in(s, opens), size)
        return
    queue = s.able(from_seat(opener(s, opens), s.live))
    if s.said_all_in:
        queue = tuple([seat for seat in queue if seat not in s.said_all_in])
    if len(queue) > 1:
        upto = game.limits_in_play(s)[1] if open_pair(game, s) else game.spread(s)
        r.emit(OpenedByCards(queue, 0, size, upto))


@step
def bring_in(game: PokerRoom, r: Dealing[PokerState], first: int, size: int) -> None:
    """The first bet is forced; if its player is all-in for the ante, the next opens or folds.

    So he does if the hand that would have made it is dead since both its hole cards lay up.
    """
    s = r.state
    forced, chips = game.bring_in, s.chips
    order = from_seat(first, s.live) if first in s.live else after(first, s.live)
    queue = s.able(order)
    upto = game.spread(s)
    if s.killer:
        open_killed(game, r, queue, size)
        return
    if len(queue) < 2:
        return
    if queue[0] != first or game.may_complete:
        r.emit(OpenedByCards(queue, 0, size, upto, must_open=True))
        return
    r.emit(OpenedByCards(queue, forced, size, upto))
    r.emit(BroughtIn(first, min(forced, chips[first]), forced))


@step
def open_killed(game: PokerRoom, r: Dealing[PokerState], queue: tuple[int, ...], size: int) -> None:
    """The kill blind is the opening bet, and no other is forced; the killer is the last to act."""
    s = r.state
    last = (s.killer,) if s.killer in queue else ()
    others = [seat for seat in queue if seat != s.killer]
    r.emit(BettingOpened((*others, *last), game.kill_blind, size, game.spread(s)))


@step
def open_pair(game: PokerRoom, s: PokerState) -> bool:
    """Whether a pair that lies up lets everybody bet either limit of a limit game."""
    if not game.streets[s.street].open_pair or game.betting != LIMIT:
        return False
    ranks = [[card >> 2 for card in s.up[seat]] for seat in s.live]
    return any(len(set(held)) < len(held) for held in ranks)


@step
def brings_in(s: PokerState, opens: str) -> int:
    """The lowest or the highest card that lies up, by suit among equals.

    Where the lowest card brings it in the ace is high; where the highest does, the game is for low
    hands, and the ace is low.
    """
    cards = [(s.up[seat][0], seat) for seat in s.live if s.up[seat]]
    if s.dead_cards:
        cards += [(card, seat) for seat, card in s.dead_cards.items()]
    if opens == LOW_CARD:
        return min(cards)[1]
    return max([((card + 4) % 52, seat) for card, seat in cards])[1]


@step
def opener(s: PokerState, opens: str) -> int:
    """The highest or the lowest board; among equals who is dealt to first.

    A card in the middle is part of everybody's; a last card that was dealt up is not looked at.
    """
    judge = best_high if opens == HIGH_BOARD else lowest_board
    if not s.turned:
        return max(s.live, key=lambda seat: judge(s.up[seat] + s.board))
    boards = {seat: s.up[seat] for seat in s.live}
    boards |= {x: boards[x][:4] for x, cards in s.turned if cards == LAST_CARD and x in boards}
    return max(s.live, key=lambda seat: judge(boards[seat] + s.board))


@step
def from_opener(s: PokerState) -> list[int]:
    """From who opened the betting before, or from his left; from the button if nobody did."""
    live = s.live
    if s.opened in live or not s.opened:
        return from_seat(s.opened or live[0], live)
    return from_seat(after(s.opened, live)[0], live)


@step
def goes_on(game: PokerRoom, s: PokerState) -> bool:
    """Whether who folds now goes on receiving cards: there is no wager, or as posted a forced one.

    Who has made the forced bet himself and gives up before there is another goes on as well.
    """
    if not s.to_call:
        return True
    return game.fold_to_bring_in == "goes_on" and s.to_call <= s.brought


def from_seat(seat: int, live: Sequence[int]) -> list[int]:
    """The live seats in their order, beginning with this one."""
    at = live.index(seat)
    return [*live[at:], *live[:at]]
