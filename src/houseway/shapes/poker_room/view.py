"""What one viewer may see of a poker hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.shapes.poker_room.draw import drew
from houseway.shapes.poker_room.pots import pots_of
from houseway.shapes.poker_room.state import PokerState
from houseway.views import Chips, Pile, PotView, Puck, SeatView, View

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
        pots=_pots(s),
        pucks=_pucks(s),
        said=list(s.said),
    )


def _phase(game: PokerRoom, s: PokerState) -> str:
    if s.void:
        return "void"
    if s.shown or s.showing:
        return "showdown"
    return game.streets[s.street].name if s.street >= 0 else "blinds"


def status(s: PokerState, seat: int) -> str:
    """One word on a seat's part in the hand."""
    if seat not in s.live:
        if s.hole[seat]:
            return "folded"
        return "waiting" if s.live else ""
    if not s.chips[seat] and not s.closed:
        return "all-in"
    if s.betting and s.queue and s.queue[0] == seat:
        return "to act"
    return "winner" if seat in s.winners else ""


def _piles(game: PokerRoom, s: PokerState, viewer: int) -> list[Pile]:
    names = game.kind.names
    piles = []
    for seat in s.live:
        open_ = seat == viewer or seat in s.shown
        up = s.up[seat]
        cards = [names[card] if open_ or card in up else "??" for card in s.hole[seat]]
        if cards:
            piles.append(Pile("hole", seat, cards, "shown" if seat in s.shown else drew(s, seat)))
    if s.board:
        piles.append(Pile("board", 0, [names[card] for card in s.board]))
    if s.back:
        piles.append(Pile("aside", 0, [names[card] for card in s.back], "taken out of play"))
    if s.burns:
        piles.append(Pile("burns", 0, ["??"] * len(s.burns)))
    if s.muck:
        piles.append(Pile("muck", 0, ["??"] * len(s.muck)))
    return piles


def _pots(s: PokerState) -> list[PotView]:
    if not s.pot:
        return []
    pots = pots_of(s) if any(s.put) or s.ante_pots else [(s.pot, list(s.live))]
    return [
        PotView("pot" if i == 1 else f"pot {i}", cents, seats)
        for i, (cents, seats) in enumerate(pots, 1)
    ]


def _pucks(s: PokerState) -> list[Puck]:
    pucks = [Puck("dealer", s.button, "D")] if s.button else []
    if s.kill_button:
        pucks.append(Puck("kill", s.kill_button, "kill" if s.killer == s.kill_button else "leg"))
    if s.killer and s.killer != s.kill_button:
        pucks.append(Puck("kill", s.killer, "kill"))
    return pucks
