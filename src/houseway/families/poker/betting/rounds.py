"""Betting rounds: who opens, who acts, what a wager does."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import TYPE_CHECKING, TypeAlias

from houseway.cite import memo, step
from houseway.engine.questions import Amount, Ask, Button
from houseway.families.poker.betting.limits import (
    LIMIT,
    NO_LIMIT,
    POT_LIMIT,
    SPREAD,
    bet_limits,
    is_capped,
    limit_raise_is_full,
    limited_bet,
    may_raise,
    next_raise,
    no_limit_bet,
    opening_limit,
    pot_limit,
)
from houseway.families.poker.betting.question import FOLD, BettingQuestion
from houseway.families.poker.events.betting import (
    BetMade,
    BetsGathered,
    BettingOpened,
    BroughtIn,
    Called,
    Checked,
    Folded,
    OpenedByCards,
    Raised,
    UncalledReturned,
)
from houseway.families.poker.events.opening import PotOpened
from houseway.families.poker.events.rulings import LAST_CARD, ChipPlaced
from houseway.families.poker.forced_bets.positions import first_order
from houseway.families.poker.state import after
from houseway.families.poker.streets import BLINDS, BUTTON, HIGH_BOARD, HIGH_CARD, LOW_CARD, OPENER
from houseway.hands.poker_high import best_high
from houseway.hands.up_cards import lowest_board

if TYPE_CHECKING:
    from houseway.engine.questions import Choice, Script
    from houseway.families.poker.game import Poker
    from houseway.families.poker.state import PokerState
    from houseway.game.base import RoundContext


def open_by_cards(game: Poker, r: RoundContext[PokerState], size: int) -> None:
    """Open a street by cards: take the bring-in, or give the turn to the best board."""
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
def bring_in(game: Poker, r: RoundContext[PokerState], first: int, size: int) -> None:
    """Force the first bet; if its player is all-in for the ante, the next opens or folds.

    The same holds if the hand that would have made it is dead since both its hole cards lay up.
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
def open_killed(
    game: Poker, r: RoundContext[PokerState], queue: tuple[int, ...], size: int
) -> None:
    """The kill blind is the opening bet, and no other is forced; the killer is the last to act."""
    s = r.state
    last = (s.killer,) if s.killer in queue else ()
    others = [seat for seat in queue if seat != s.killer]
    r.emit(BettingOpened((*others, *last), game.kill_blind, size, game.spread(s)))


@step
def open_pair(game: Poker, s: PokerState) -> bool:
    """Return True if an open pair lets all players bet either limit of a limit game."""
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
    """Return the order from the earlier opener, or from the left of the opener; else from the
    button.
    """
    live = s.live
    if s.opened in live or not s.opened:
        return from_seat(s.opened or live[0], live)
    return from_seat(after(s.opened, live)[0], live)


@step
def goes_on(game: Poker, s: PokerState) -> bool:
    """Return True if a player who folds now still receives cards: there is no bet, or a forced one.

    A player who made the forced bet and gives up before another bet goes on as well.
    """
    if not s.to_call:
        return True
    return game.fold_to_bring_in == "goes_on" and s.to_call <= s.bring_in


def from_seat(seat: int, live: Sequence[int]) -> list[int]:
    """The live seats in their order, beginning with this one."""
    at = live.index(seat)
    return [*live[at:], *live[:at]]


# A queue holds the seats that act next. A bet or raise puts those that have acted back into the
# queue. A player may raise who has not acted since the last full bet or raise; so a short all-in
# brings the turn back without the right to raise.


@step
def betting_round(game: Poker, r: RoundContext[PokerState]) -> Script:
    """Everybody in turn checks, bets, calls, raises or folds until all bets are met.

    A wager binds when it is entered, which is when chips are moved forward; not before.
    """
    s = r.state
    while s.queue and (s.acted or len(s.queue) > 1 or not _met(s)):
        act = yield question(game, s)
        if act is None:
            continue
        name, seat = act.name, act.seat
        if name == "fold":
            r.emit(Folded(seat, game.folded_go_on and goes_on(game, s)))
        elif name == "call":
            owes, have = s.to_call - s.bets[seat], s.chips[seat]
            r.emit(Called(seat, owes if owes < have else have))
        elif name == "check":
            r.emit(Checked(seat))
        elif name == "bring_in":
            r.emit(BroughtIn(seat, min(game.bring_in, s.chips[seat]), game.bring_in))
        elif name == "chip":
            silent_chip(game, r, seat, act.amount)
        else:
            wager(game, r, seat, act.amount)
    close_betting(r)


def open_betting(game: Poker, r: RoundContext[PokerState]) -> None:
    """Open a betting round in the way of the street: blinds, button, a card, or the cards that lie
    up.
    """
    s = r.state
    opens = game.opened_by[s.street]
    if opens == BLINDS:
        size, to_call = game.bet_size(s), opening_bet(game, s)
        least = max(size, to_call) if game.blinds_due and not game.limited else size
        r.emit(BettingOpened(first_order(s), to_call, least, game.spread(s)))
    elif opens in (BUTTON, OPENER):
        queue = s.able(s.live if opens == BUTTON else from_opener(s))
        if len(queue) > 1:
            r.emit(BettingOpened(queue, 0, game.bet_size(s), game.spread(s)))
    else:
        open_by_cards(game, r, game.bet_size(s))


@step
def opening_bet(game: Poker, s: PokerState) -> int:
    """Return the amount to call before the flop, also if the player who posted it is all-in below
    it.
    """
    if not game.blinds_due:
        return max(s.bets)
    if s.killer:
        return max(game.big_blind, game.kill_blind)
    return game.big_blind * (game.straddle_times if s.straddler > 0 else 1)


def _met(s: PokerState) -> bool:
    """Return True if the only player who can still act has no bet to answer.

    A pot that was opened without chips is called for the full bet.
    """
    declared = s.declared and not s.street
    return len(s.live) == 1 or s.bets[s.queue[0]] >= (s.to_call if declared else max(s.bets))


def close_betting(r: RoundContext[PokerState]) -> None:
    """Give an uncalled bet back to its bettor, and move the other bets into the pot."""
    s = r.state
    bets = s.bets
    most = max(bets)
    if not most:
        r.emit(BetsGathered(()))
        return
    if bets.count(most) == 1 and (seat := bets.index(most)) in s.live:
        r.emit(UncalledReturned(seat, most - sorted(bets)[-2]))
    r.emit(BetsGathered(tuple(compress(enumerate(bets), bets))))


def question(game: Poker, s: PokerState) -> Ask | BettingQuestion:
    """Return the question to the seat whose turn it is."""
    queue, to_call = s.queue, s.to_call
    if not to_call and s.must_open:
        return _must_open(game, s)
    seat = queue[0]
    have, bet = s.chips[seat], s.bets[seat]
    owes = to_call - bet
    bound = is_bound(s, seat) if s.bound else False
    if have <= owes or not may_raise(
        s.full_bets_seen[seat], s.full_bets, len(queue) + len(s.acted), s.capped, bound
    ):
        turn = BettingQuestion(seat, 0 if owes <= 0 else owes if owes < have else have)
    elif game.limited:
        level, size, upto = s.level, s.size, s.spread_max
        bet_at = seat, owes, to_call, s.bring_in, level, size, upto
        if have + bet > level + size + upto:
            turn = game.at_limit[bet_at]
        else:
            turn = within_limits(game.betting, game.chip, bet_at, have + bet)
    else:
        above = 0 if to_call == s.bring_in else to_call
        if game.betting == NO_LIMIT:
            least, most = no_limit_bet(above, s.size, have + bet)
        else:
            pot = pot_allows(game, s, bet)
            least, most = bet_limits(POT_LIMIT, 0, s.size, 0, above, pot, have + bet)
        name = "raise" if above else _ABOVE_NOTHING[to_call > 0]
        turn = BettingQuestion(seat, owes if owes > 0 else 0, name, least, most, game.chip)
    if s.clock == seat or game.silent_chips:
        return _besides(game, s, turn, bound)
    return turn


_ABOVE_NOTHING = ("bet", "complete")
"""The words of a bet when there is none yet, or only a forced one."""

BetAt: TypeAlias = tuple[int, int, int, int, int, int, int]
"""A seat, what it owes, what is to call and was brought in; level, size and upto of the round."""


def within_limits(structure: int, chip: int, at: BetAt, all_in: int) -> BettingQuestion:
    """Return the betting question of a player who may raise in a game with limits; ``all_in``: the
    total of all chips, in cents.
    """
    seat, owes, to_call, bring_in, level, size, upto = at
    name = _ABOVE_NOTHING[to_call > 0] if to_call == bring_in else "raise"
    least, most = limited_bet(level, size, upto, all_in)
    step = upto - size if upto > size and structure == LIMIT else chip
    return BettingQuestion(seat, max(owes, 0), name, least, most, step)


def at_limit(structure: int, chip: int) -> memo[BetAt, BettingQuestion]:
    """Return a cache of betting questions for players with chips for all that may be bet.

    Limits leave few bets, so the same questions serve all players.
    """
    return memo(lambda at: within_limits(structure, chip, at, sum(at[4:])), 2048)


def is_bound(s: PokerState, seat: int) -> bool:
    """Return True if a ruling leaves this seat no raise."""
    return seat in s.bound and (s.to_call > 0 or seat not in s.ahead)


def _besides(game: Poker, s: PokerState, turn: BettingQuestion, bound: bool) -> Ask:
    """Return the question with a silent chip as a further choice, or with the clock running."""
    choices, seat = turn.choices, turn.seat
    if game.silent_chips and not bound:
        choices += _chip(game, s, seat)
    if s.clock == seat:
        words = f"the clock is on you: {game.clock} seconds"
        return Ask({seat: choices}, words, turn.default_action, game.clock)
    return Ask({seat: choices}, turn.words, turn.default_action)


def _must_open(game: Poker, s: PokerState) -> Ask:
    """Return the question to the seat that must open: the forced bet, a full bet, or fold."""
    seat = s.queue[0]
    have = s.chips[seat]
    least, most = limits_of(game, s, seat)
    brings = Button("bring_in", "", min(game.bring_in, have))
    if have <= game.bring_in:
        return Ask({seat: (FOLD, brings)}, "open or fold", "fold")
    return Ask({seat: (FOLD, brings, Amount("complete", least, most))}, "open or fold", "fold")


def can_raise(s: PokerState, seat: int) -> bool:
    """Return True if this seat may bet or raise, given enough chips."""
    able = len(s.queue) + len(s.acted)
    return may_raise(s.full_bets_seen[seat], s.full_bets, able, s.capped, is_bound(s, seat))


def limits_of(game: Poker, s: PokerState, seat: int) -> tuple[int, int]:
    """Return the least and the most total of this seat's bet or raise, in cents."""
    bet = s.bets[seat]
    pot = pot_allows(game, s, bet) if game.betting == POT_LIMIT else 0
    above = bet_above(s)
    return bet_limits(game.betting, s.level, s.size, s.spread_max, above, pot, s.chips[seat] + bet)


def bet_above(s: PokerState) -> int:
    """Return the bet above which a full bet or raise is counted: the amount to call, or 0 to
    complete a bring-in.
    """
    return 0 if s.to_call == s.bring_in else s.to_call


def pot_allows(game: Poker, s: PokerState, bet: int) -> int:
    """Return the highest total of a pot limit bet; an opener before the flop has a limit of its
    own.
    """
    if s.street == 0 and not s.opened and game.opens_by_blinds:
        return opening_limit(game.big_blind, game.opens_for)
    return pot_limit(s.to_call, bet, s.in_play(), game.pot_unit)


@step
def wager(game: Poker, r: RoundContext[PokerState], seat: int, to: int) -> None:
    """A bet or raise of ``to`` in all, declared and completed in one motion.

    It is full if it is as large as the last bet or raise; only then the betting is reopened.
    Raises are capped in games with limits only.
    """
    s = r.state
    if game.limited:
        more, size, upto = to - s.level, s.size, s.spread_max
        full = limit_raise_is_full(more, size, game.half_is_full)
        if upto:
            size = next_raise(size, upto, more, game.betting == SPREAD)
        capped = full and is_capped(
            s.raises + (s.to_call > s.bring_in), game.raises_max, len(s.live)
        )
    else:
        more = to - bet_above(s)
        full = more >= s.size
        size = more if full else s.size
        capped = False
    if s.unopened:
        r.emit(PotOpened(seat, to))
    made = Raised if s.to_call else BetMade
    r.emit(made(seat, to, to - s.bets[seat], full, size, capped))


@step
def silent_chip(game: Poker, r: RoundContext[PokerState], seat: int, chip: int) -> None:
    """One chip without a word opens for its value; against a bet it calls; change is given."""
    s = r.state
    owes = min(s.to_call - s.bets[seat], s.chips[seat])
    if owes > 0:
        r.emit(ChipPlaced(seat, chip, "call", max(chip - owes, 0)))
        r.emit(Called(seat, owes))
    elif s.to_call:
        r.emit(ChipPlaced(seat, chip, "check", chip))
        r.emit(Checked(seat))
    else:
        to = min(chip, limits_of(game, s, seat)[1])
        r.emit(ChipPlaced(seat, chip, "bet", chip - to))
        wager(game, r, seat, to)


def _chip(game: Poker, s: PokerState, seat: int) -> tuple[Choice, ...]:
    """The silent chip as a choice: at least the call, or the least opening bet."""
    have, owes = s.chips[seat], s.to_call - s.bets[seat]
    if owes <= 0 and not s.to_call and not can_raise(s, seat):
        return ()
    least = limits_of(game, s, seat)[0] if not s.to_call else max(owes, 1)
    return (Amount("chip", min(least, have), have, 1, "one chip or bill without a word"),)
