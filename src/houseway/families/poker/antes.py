"""Antes that stay in the pot: paid again up to a limit until it is won, and who plays for them.

Each round of antes is a pot of those who have matched it.  Who has no chips left for another round
plays on for the rounds he has matched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cite import rule, step
from houseway.errors import Refused
from houseway.families.poker.end_events import AnteMatched, AntesTaken, KeptOut, PotStays
from houseway.families.poker.positions import Positions, excluded
from houseway.families.poker.state import AntePot, Lying, Marked, PokerBetween, PokerState, after
from houseway.game.base import RoundContext, Seat
from houseway.util.english import n

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker

FALSE_OPENER = "opened without openers and without chips: waits until the pot is won"
FORFEITED = "did not ante for a hand in which money was forfeited to the pot"
NO_ANTE = "has less than an ante, and no antes in the pot"


# -- who is dealt in -----------------------------------------------------------------------------


@step
def positions(game: Poker, players: Sequence[Seat], between: PokerBetween) -> Positions:
    """The button moves forward to the next who is dealt in; there are no blinds."""
    names = between.names
    changed = tuple([p.seat for p in players if names.get(p.seat) != p.person])
    out = {*excluded(players, between), *kept_out(game, players, between)}
    seats = tuple([p.seat for p in players if p.seat not in out])
    if len(seats) < 2:
        return Positions(between.button, 0, 0, (), {}, changed)
    button = between.button if between.button in seats else after(between.button, seats)[0]
    return Positions(button, 0, 0, seats, {}, changed)


@step
def kept_out(game: Poker, players: Sequence[Seat], between: PokerBetween) -> dict[int, str]:
    """Who gets no hand, and why: anybody else has a right to one for an ante.

    If money that was forfeited would keep out all but one, others play too, but not for it.
    """
    if not (between.antes or between.forfeited or between.barred):
        return {x.seat: NO_ANTE for x in players if x.chips < game.ante}
    found = dict.fromkeys(between.seats_of(between.barred, players), FALSE_OPENER)
    antes = lying(between.antes, players, between)
    for player in players:
        has_some = any(player.seat in pot.seats for pot in antes)
        if player.seat not in found and player.chips < game.ante and not has_some:
            found[player.seat] = NO_ANTE
    late = [x.seat for x in players if x.seat not in found and not _anted(x, players, between)]
    if len(players) - len(found) - len(late) > 1:
        found |= dict.fromkeys(late, FORFEITED)
    return found


def _anted(player: Seat, players: Sequence[Seat], between: PokerBetween) -> bool:
    """Whether a player has anted in every hand in which money was forfeited."""
    return all(player.seat in between.seats_of(pot.of, players) for pot in between.forfeited)


@step
def lying(
    pots: Sequence[Lying], players: Sequence[Seat], between: PokerBetween
) -> tuple[AntePot, ...]:
    """What was left in the pot, and the seats that play for it: who has moved forfeits his part."""
    moved = has_moved(players, between)
    return tuple([
        AntePot(
            pot.cents,
            tuple([x for x in between.seats_of(pot.of, players) if x not in moved]),
            tuple(between.elsewhere(pot.of, players)),
        )
        for pot in pots
    ])  # fmt: skip


@step
def has_moved(players: Sequence[Seat], between: PokerBetween) -> list[int]:
    """Who has changed seats while antes lie in the pot."""
    if not between.antes:
        return []
    return [p.seat for p in players if between.sat.get(p.person, p.seat) != p.seat]


def check_lying(game: Poker, between: PokerBetween) -> None:
    """Refuse money that cannot lie in the pot between two hands."""
    for key in ("antes", "forfeited"):
        for pot in getattr(between, key):
            if not game.ante_limit:
                raise Refused(f"between.{key}: no pot of {game.name} stays from hand to hand")
            if pot.cents <= 0:
                raise Refused(f"between.{key}: every part of a pot has cents, not {pot.cents}")
            if any(isinstance(x, int) and not 1 <= x <= game.seats_max for x in pot.of):
                raise Refused(f"between.{key}: {game.name} has seats 1 to {game.seats_max}")
    if len(between.antes) > max(game.ante_limit, 0):
        raise game.no(
            "ante_limit",
            f"between.antes: a pot holds at most {n(game.ante_limit, 'round')} of antes, "
            f"not {len(between.antes)}",
        )


def has_antes(seat: Seat, between: PokerBetween) -> bool:
    """Whether somebody without chips plays on for antes that lie in the pot."""
    return any(between.seats_of(pot.of, (seat,)) for pot in between.antes)


def lay_out(game: Poker, s: PokerState) -> None:
    """What lies in the pot before the first card, who plays for it, and who gets no hand."""
    before = s.between
    s.may_stay = True
    if len(s.regular) < len(s.players):
        s.kept_out = kept_out(game, s.players, before)
    if before.barred:
        s.barred = tuple(before.seats_of(before.barred, s.players))
    if before.antes or before.forfeited:
        s.ante_pots = lying(before.antes, s.players, before)
        s.forfeited = lying(before.forfeited, s.players, before)
        s.lying = sum([pot.cents for pot in (*before.antes, *before.forfeited)])


# -- paying them ---------------------------------------------------------------------------------


@step
@rule()
def ante_round(lying: int, limit: int) -> int:
    """The number of the round of antes that is paid now: the next, or the last one allowed."""
    return min(lying + 1, limit)


@step
def pay_antes(game: Poker, r: RoundContext[PokerState]) -> None:
    """Everybody antes again, up to the limit; then only who has not matched the last round.

    Who antes plays for the whole pot, or as posted for the rounds he has matched; for what lay
    there before he moved to another seat he does not play.
    """
    s = r.state
    for seat, why in s.kept_out.items():
        r.emit(KeptOut(seat, why))
    if s.lying:
        r.emit(AntesTaken(s.lying))
    number, ante = ante_round(len(s.ante_pots), game.ante_limit), game.ante
    matched = s.ante_pots[-1].seats if number == len(s.ante_pots) else ()
    moved = has_moved(s.players, s.between)
    whole = game.ante_plays_for == "whole_pot"
    paying = [seat for seat in s.live if seat not in matched and s.chips[seat] >= ante]
    r.emit_all([
        AnteMatched(seat, ante, number, 1 if whole and seat not in moved else number)
        for seat in paying
    ])  # fmt: skip


# -- what stays ----------------------------------------------------------------------------------


@step
def pot_stays(game: Poker, r: RoundContext[PokerState]) -> None:
    """Nobody has won: antes and other money stay for the next hand.

    Bets that stay are forfeited money, for all who were in this hand; who opened falsely without
    chips loses his part.
    """
    s = r.state
    antes = _persons(s, s.ante_pots)
    forfeited = _persons(s, s.forfeited)
    if more := s.pot - sum([pot.cents for pot in (*s.ante_pots, *s.forfeited)]):
        forfeited += _persons(s, (AntePot(more, s.dealt_in),))
    r.emit(PotStays(s.pot, antes, forfeited))


def stands_back(r: RoundContext[PokerState]) -> None:
    """The hand is void: what lay in the pot before it lies there again."""
    s = r.state
    before = s.between
    if (before.antes or before.forfeited) and not s.lying:
        cents = sum([pot.cents for pot in (*before.antes, *before.forfeited)])
        r.emit(PotStays(cents, before.antes, before.forfeited))


def _persons(s: PokerState, pots: Sequence[AntePot]) -> tuple[Lying, ...]:
    person: dict[int, Marked] = {p.seat: p.person for p in s.players}
    return tuple([
        Lying(
            pot.cents,
            (*pot.away, *[person[seat] for seat in pot.seats if seat not in s.barred]),
        )
        for pot in pots
    ])  # fmt: skip
