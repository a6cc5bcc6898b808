"""What one viewer may see of a poker hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.shapes.poker_room.draw import drew
from houseway.shapes.poker_room.made import made
from houseway.shapes.poker_room.state import PokerState
from houseway.shapes.poker_room.telling import pot_views
from houseway.views import Chips, OwnPile, Pile, Puck, SeatView, View

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom


def view(game: PokerRoom, s: PokerState, viewer: int) -> View:
    """Seats, cards, chips, pots and buttons as this viewer sees them."""
    return View(
        game=game.id,
        viewer=viewer,
        phase=_phase(game, s),
        seats=[SeatView(p.seat, p.name, s.chips[p.seat], status(s, p.seat)) for p in s.players],
        piles=_piles(game, s, viewer),
        chips=[Chips(p.seat, "bet", s.bets[p.seat]) for p in s.players if s.bets[p.seat]],
        pots=pot_views(s),
        pucks=_pucks(s),
        said=list(s.said),
    )


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
    return "winner" if seat in s.winners else ""


def _piles(game: PokerRoom, s: PokerState, viewer: int) -> list[Pile]:
    """What lies where: of a hand some cards up and others down, the board up, the rest covered."""
    names = game.kind.names
    piles = [_hand(game, s, seat, viewer) for seat in s.live if s.hole[seat]]
    if s.under_chip:
        piles.append(_kept(game, s, viewer))
    if s.board:
        board = [names[card] for card in s.board]
        piles.append(Pile("board", 0, board, up=[True] * len(board)))
    if s.back:
        up = [card not in s.covered for card in s.back]
        cards = [names[x] if lies_up else "??" for x, lies_up in zip(s.back, up, strict=True)]
        piles.append(Pile("aside", 0, cards, "taken out of play", up=up))
    piles += [_covered("burns", len(s.burns))] if s.burns else []
    piles += [_covered("muck", len(s.muck))] if s.muck else []
    return piles


def _hand(game: PokerRoom, s: PokerState, seat: int, viewer: int) -> Pile:
    """The cards of a seat: its player sees them all, the others those that lie up."""
    names, shown, own = game.kind.names, seat in s.shown, seat == viewer
    up = [shown or card in s.up[seat] for card in s.hole[seat]]
    cards = [
        names[card] if own or lies_up else "??"
        for card, lies_up in zip(s.hole[seat], up, strict=True)
    ]
    note, turn = "shown" if shown else drew(s, seat), s.betting and s.queue[:1] == [seat]
    total = made(game, s.hole[seat], s.board) if own or shown else ""
    return Pile("hole", seat, cards, note, up=up, turn=turn, total=total)


def _kept(game: PokerRoom, s: PokerState, viewer: int) -> Pile:
    """What the opener keeps under a chip."""
    names, known = game.kind.names, s.turned_up or viewer == s.opener
    kept = [names[card] if known else "??" for card in s.under_chip]
    return Pile("under_chip", s.opener, kept, "under a chip", up=[s.turned_up] * len(kept))


def own_piles(
    game: PokerRoom, state: PokerState, viewer: int, public: Sequence[Pile]
) -> list[OwnPile]:
    """A seat's own cards, and what it keeps under a chip."""
    found = []
    for at, pile in enumerate(public):
        if pile.seat == viewer:
            hole = pile.zone == "hole"
            mine = _hand(game, state, viewer, viewer) if hole else _kept(game, state, viewer)
            if mine != pile:
                found.append(OwnPile(at, mine))
    return found


def _covered(zone: str, n: int) -> Pile:
    return Pile(zone, 0, ["??"] * n, up=[False] * n)


def _pucks(s: PokerState) -> list[Puck]:
    pucks = [Puck("dealer", s.button, "D")] if s.button else []
    if s.kill_button:
        pucks.append(Puck("kill", s.kill_button, "kill" if s.killer == s.kill_button else "leg"))
    if s.killer and s.killer != s.kill_button:
        pucks.append(Puck("kill", s.killer, "kill"))
    return pucks
