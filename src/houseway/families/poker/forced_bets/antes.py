"""Antes that stay in the pot: paid again up to a limit until it is won, and the players for them.

Each round of antes is a pot of the players who have matched it. A player without chips for another
round plays on for the rounds already matched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cite import rule, step
from houseway.errors import Refused
from houseway.families.poker.events.ending import AnteMatched, AntesTaken, KeptOut, PotStays
from houseway.families.poker.forced_bets.positions import Positions, excluded
from houseway.families.poker.state import AntePot, Lying, Marked, PokerCarryOver, PokerState, after
from houseway.game.base import RoundContext, Seat
from houseway.util.english import n

if TYPE_CHECKING:
    from houseway.families.poker.game import Poker

FALSE_OPENER = "opened without openers and without chips: waits until the pot is won"
FORFEITED = "did not ante for a hand in which money was forfeited to the pot"
NO_ANTE = "has less than an ante, and no antes in the pot"


@step
def positions(game: Poker, players: Sequence[Seat], carry_over: PokerCarryOver) -> Positions:
    """The button moves forward to the next who is dealt in; there are no blinds."""
    names = carry_over.names
    changed = tuple([p.seat for p in players if names.get(p.seat) != p.person])
    out = {*excluded(players, carry_over), *kept_out(game, players, carry_over)}
    seats = tuple([p.seat for p in players if p.seat not in out])
    if len(seats) < 2:
        return Positions(carry_over.button, 0, 0, (), {}, changed)
    button = carry_over.button if carry_over.button in seats else after(carry_over.button, seats)[0]
    return Positions(button, 0, 0, seats, {}, changed)


@step
def kept_out(game: Poker, players: Sequence[Seat], carry_over: PokerCarryOver) -> dict[int, str]:
    """Return the seats without a hand, with the reason; any other seat has a right to one for an
    ante.

    If forfeited money would keep out all but one, others play too, but not for it.
    """
    if not (carry_over.antes or carry_over.forfeited or carry_over.barred):
        return {x.seat: NO_ANTE for x in players if x.chips < game.ante}
    found = dict.fromkeys(carry_over.seats_of(carry_over.barred, players), FALSE_OPENER)
    antes = lying(carry_over.antes, players, carry_over)
    for player in players:
        has_some = any(player.seat in pot.seats for pot in antes)
        if player.seat not in found and player.chips < game.ante and not has_some:
            found[player.seat] = NO_ANTE
    late = [x.seat for x in players if x.seat not in found and not _anted(x, players, carry_over)]
    if len(players) - len(found) - len(late) > 1:
        found |= dict.fromkeys(late, FORFEITED)
    return found


def _anted(player: Seat, players: Sequence[Seat], carry_over: PokerCarryOver) -> bool:
    """Return True if a player has anted in every hand in which money was forfeited."""
    return all(player.seat in carry_over.seats_of(pot.of, players) for pot in carry_over.forfeited)


@step
def lying(
    pots: Sequence[Lying], players: Sequence[Seat], carry_over: PokerCarryOver
) -> tuple[AntePot, ...]:
    """Return what was left in the pot, with the seats that play for it; a seat change forfeits a
    part.
    """
    moved = find_moved_seats(players, carry_over)
    return tuple([
        AntePot(
            pot.cents,
            tuple([x for x in carry_over.seats_of(pot.of, players) if x not in moved]),
            tuple(carry_over.elsewhere(pot.of, players)),
        )
        for pot in pots
    ])  # fmt: skip


@step
def find_moved_seats(players: Sequence[Seat], carry_over: PokerCarryOver) -> list[int]:
    """Return the seats whose players changed seats while antes lie in the pot."""
    if not carry_over.antes:
        return []
    return [p.seat for p in players if carry_over.sat.get(p.person, p.seat) != p.seat]


def check_lying(game: Poker, carry_over: PokerCarryOver) -> None:
    """Refuse money that cannot lie in the pot between two hands."""
    for key in ("antes", "forfeited"):
        for pot in getattr(carry_over, key):
            if not game.ante_limit:
                raise Refused(
                    "no-pot-stays", f"between.{key}: no pot of {game.name} stays from hand to hand"
                )
            if pot.cents <= 0:
                raise Refused(
                    "pot-part-empty",
                    f"between.{key}: every part of a pot has cents, not {pot.cents}",
                )
            if any(isinstance(x, int) and not 1 <= x <= game.seats_max for x in pot.of):
                raise Refused(
                    "pot-of-no-seat",
                    f"carry_over.{key}: {game.name} has seats 1 to {game.seats_max}",
                )
    if len(carry_over.antes) > max(game.ante_limit, 0):
        raise Refused.because(
            game.no(
                "too-many-rounds-of-antes",
                f"carry_over.antes: a pot holds at most {n(game.ante_limit, 'round')} of antes, "
                f"not {len(carry_over.antes)}",
                "ante_limit",
            )
        )


def has_antes(seat: Seat, carry_over: PokerCarryOver) -> bool:
    """Return True if a player without chips plays on for antes in the pot."""
    return any(carry_over.seats_of(pot.of, (seat,)) for pot in carry_over.antes)


def lay_out(game: Poker, s: PokerState) -> None:
    """Put the money of earlier hands in the pot before the first card, and mark seats without a
    hand.
    """
    before = s.carry_over
    s.may_stay = True
    if len(s.regular) < len(s.players):
        s.kept_out = kept_out(game, s.players, before)
    if before.barred:
        s.barred = tuple(before.seats_of(before.barred, s.players))
    if before.antes or before.forfeited:
        s.ante_pots = lying(before.antes, s.players, before)
        s.forfeited = lying(before.forfeited, s.players, before)
        s.lying = sum([pot.cents for pot in (*before.antes, *before.forfeited)])


@step
@rule()
def ante_round(lying: int, limit: int) -> int:
    """The number of the round of antes that is paid now: the next, or the last one allowed."""
    return min(lying + 1, limit)


@step
def pay_antes(game: Poker, r: RoundContext[PokerState]) -> None:
    """Take another ante from all players up to the limit; then only from those behind in matching.

    A player who antes plays for the whole pot, or, as posted, for the rounds matched. Money from
    before a seat change is excluded.
    """
    s = r.state
    for seat, why in s.kept_out.items():
        r.emit(KeptOut(seat, why))
    if s.lying:
        r.emit(AntesTaken(s.lying))
    number, ante = ante_round(len(s.ante_pots), game.ante_limit), game.ante
    matched = s.ante_pots[-1].seats if number == len(s.ante_pots) else ()
    moved = find_moved_seats(s.players, s.carry_over)
    whole = game.ante_plays_for == "whole_pot"
    paying = [seat for seat in s.live if seat not in matched and s.chips[seat] >= ante]
    r.emit_all([
        AnteMatched(seat, ante, number, 1 if whole and seat not in moved else number)
        for seat in paying
    ])  # fmt: skip


@step
def pot_stays(game: Poker, r: RoundContext[PokerState]) -> None:
    """Keep antes and other money of a pot without a winner for the next hand.

    Bets that stay are forfeited money, for all players of this hand; a false opener without chips
    loses the share.
    """
    s = r.state
    antes = _persons(s, s.ante_pots)
    forfeited = _persons(s, s.forfeited)
    if more := s.pot - sum([pot.cents for pot in (*s.ante_pots, *s.forfeited)]):
        forfeited += _persons(s, (AntePot(more, s.dealt_in),))
    r.emit(PotStays(s.pot, antes, forfeited))


def stands_back(r: RoundContext[PokerState]) -> None:
    """Put what lay in the pot before a void hand back there."""
    s = r.state
    before = s.carry_over
    if (before.antes or before.forfeited) and not s.lying:
        cents = sum([pot.cents for pot in (*before.antes, *before.forfeited)])
        r.emit(PotStays(cents, before.antes, before.forfeited))


def _persons(s: PokerState, pots: Sequence[AntePot]) -> tuple[Lying, ...]:
    """Return the money of antes with the persons who may win it, without those barred."""
    person: dict[int, Marked] = {p.seat: p.person for p in s.players}
    return tuple([
        Lying(
            pot.cents,
            (*pot.away, *[person[seat] for seat in pot.seats if seat not in s.barred]),
        )
        for pot in pots
    ])  # fmt: skip
