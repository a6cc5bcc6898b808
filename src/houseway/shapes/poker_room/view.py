"""What one viewer may see of a poker hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.shapes.poker_room.draw import drew
from houseway.shapes.poker_room.lit import counting
from houseway.shapes.poker_room.made import made
from houseway.shapes.poker_room.state import PokerState
from houseway.shapes.poker_room.telling import pot_views, winners
from houseway.views import Chips, OwnPile, Pile, Puck, SeatView, View

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom


def view(game: PokerRoom, s: PokerState, viewer: int) -> View:
    """Seats, cards, chips, pots and buttons as this viewer sees them."""
    return View(
        game=game.id,
        viewer=viewer,
        phase=_phase(game, s),
        seats=_seats(game, s),
        piles=_piles(game, s, viewer),
        chips=[Chips(p.seat, "bet", s.bets[p.seat]) for p in s.players if s.bets[p.seat]],
        pots=pot_views(s),
        pucks=_pucks(s),
        said=list(s.said),
    )


def _seats(game: PokerRoom, s: PokerState) -> list[SeatView]:
    words, found = game.words(), []
    for player in s.players:
        seat = player.seat
        found.append(SeatView(seat, player.name, s.chips[seat], words.status(status(s, seat))))
    return found


def _phase(game: PokerRoom, s: PokerState) -> str:
    if s.void:
        return "void"
    if s.shown or s.showing:
        return "showdown"
    return (
        game.streets[s.street].name
        if s.street >= 0
        else ("blinds" if game.blinds_left else "antes")
    )


def status(s: PokerState, seat: int) -> str:
    """One word on a seat's part in the hand."""
    if seat not in s.live:
        if s.hole[seat]:
            return "folded"
        return "waiting" if s.live else ""
    if (not s.chips[seat] or seat in s.said_all_in) and not s.closed:
        return "all-in"
    if s.betting and s.queue and s.queue[0] == seat:
        return "to act"
    return "winner" if s.awarded and seat in winners(s) else ""


def _piles(game: PokerRoom, s: PokerState, viewer: int) -> list[Pile]:
    """What lies where: of a hand some cards up and others down, the board up, the rest covered."""
    piles = [_hand(game, s, seat, viewer) for seat in s.live if s.hole[seat]]
    piles += [_folded(game, s, seat, viewer) for seat in s.dealt_in if _is_out(s, seat)]
    if s.under_chip:
        piles.append(_kept(game, s, viewer))
    if s.board:
        piles.append(_board(game, s))
    if s.back:
        names, up = game.kind.names, [card not in s.covered for card in s.back]
        cards = [names[x] if lies_up else "??" for x, lies_up in zip(s.back, up, strict=True)]
        piles.append(Pile("aside", 0, cards, up=up, marks=["taken out of play"]))
    if s.burns:
        piles.append(Pile("burns", 0, [], count=len(s.burns)))
    if s.muck:
        piles.append(Pile("muck", 0, [], count=len(s.muck)))
    return piles


def _hand(game: PokerRoom, s: PokerState, seat: int, viewer: int) -> Pile:
    """The cards of a seat: its player sees them all, the others those that lie up."""
    names, shown, own = game.kind.names, seat in s.shown, seat == viewer
    hole = s.hole[seat]
    up = [shown or card in s.up[seat] for card in hole]
    cards = [
        names[card] if own or lies_up else "??" for card, lies_up in zip(hole, up, strict=True)
    ]
    drawn = drew(s, seat)
    total = made(game, hole, s.board) if own or shown else ""
    lit: list[bool] = []
    if shown:
        used = counting(game, hole, s.board)
        lit = [card in used for card in hole]
    lost = bool(s.awarded) and not s.pot and seat not in winners(s)
    return Pile("hole", seat, cards, 0, up, _is_asked(s, seat), total, [drawn] if drawn else [],
                [] if all(lit) else lit, lost)  # fmt: skip


def _known(game: PokerRoom, s: PokerState, seen: Pile) -> Pile:
    """A hand that is not shown, of which others see this, as its player sees it."""
    names, hole = game.kind.names, s.hole[seen.seat]
    cards, total = [names[card] for card in hole], made(game, hole, s.board)
    return Pile("hole", seen.seat, cards, 0, seen.up, seen.turn, total, seen.marks, lost=seen.lost)


def _is_asked(s: PokerState, seat: int) -> bool:
    """Whether it is this hand's turn: to bet, to give up cards, to be shown."""
    if s.betting:
        return s.queue[:1] == [seat]
    return seat in s.discarding or s.drawing[:1] == (seat,) or s.showing[:1] == [seat]


def _is_out(s: PokerState, seat: int) -> bool:
    return seat not in s.live and bool(s.hole[seat])


def _folded(game: PokerRoom, s: PokerState, seat: int, viewer: int) -> Pile:
    """A hand in the muck: its player knows what it was, as long as it lies there."""
    hole = s.hole[seat] if seat == viewer and {*s.hole[seat]} <= {*s.muck} else ()
    cards = [game.kind.names[card] for card in hole]
    total = made(game, hole, s.board) if hole else ""
    marks = [game.words().status("folded")]
    return Pile("hole", seat, cards, 0, [False] * len(cards), False, total, marks, lost=True)


def _board(game: PokerRoom, s: PokerState) -> Pile:
    """The board; when the pots are won, which of it the winners' hands are made of."""
    board = [game.kind.names[card] for card in s.board]
    lit: list[bool] = []
    if won := [seat for seat in winners(s) if seat in s.shown]:
        used = {card for seat in won for card in counting(game, s.hole[seat], s.board)}
        lit = [card in used for card in s.board]
    return Pile("board", 0, board, up=[True] * len(board), lit=[] if all(lit) else lit)


def _kept(game: PokerRoom, s: PokerState, viewer: int) -> Pile:
    """What the opener keeps under a chip."""
    names, known = game.kind.names, s.turned_up or viewer == s.opener
    kept = [names[card] if known else "??" for card in s.under_chip]
    up = [s.turned_up] * len(kept)
    return Pile("under_chip", s.opener, kept, up=up, marks=["under a chip"])


def own_piles(
    game: PokerRoom, state: PokerState, viewer: int, public: Sequence[Pile]
) -> list[OwnPile]:
    """A seat's own cards, and what it keeps under a chip."""
    found = []
    for at, pile in enumerate(public):
        if pile.seat == viewer:
            if pile.zone != "hole":
                mine = _kept(game, state, viewer)
            elif _is_out(state, viewer):
                mine = _folded(game, state, viewer, viewer)
            elif viewer in state.shown:
                continue
            else:
                mine = _known(game, state, pile)
            if mine != pile:
                found.append(OwnPile(at, mine))
    return found


def _pucks(s: PokerState) -> list[Puck]:
    pucks = [Puck("dealer", s.button, "D")] if s.button else []
    if s.kill_button:
        pucks.append(Puck("kill", s.kill_button, "kill" if s.killer == s.kill_button else "leg"))
    if s.killer and s.killer != s.kill_button:
        pucks.append(Puck("kill", s.killer, "kill"))
    return pucks
