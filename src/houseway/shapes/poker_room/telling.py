"""What people are told of a hand of poker: bets by amounts, pots by who won them with what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from houseway.english import all_of
from houseway.events import Event, Settlement
from houseway.hands.rankings import a_hand
from houseway.money import shown
from houseway.script import Act
from houseway.shapes.poker_room.draw_events import DrawAsked
from houseway.shapes.poker_room.events import BetMade, BroughtIn, Called, Raised, UncalledReturned
from houseway.shapes.poker_room.pots import Pot, pots_of, side_pots
from houseway.shapes.poker_room.state import PokerState
from houseway.telling import Telling, pot_of
from houseway.views import PotView, Result

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom

UNCALLED = "nobody called it"
DREW = "Draw"
FOLDED = "folded"
ODD_CHIP = "with the odd chip"


class Won(NamedTuple):
    """A pot and the shares of it that have been won."""

    number: int
    cents: int
    seats: list[int]
    shares: list[Settlement]


class PokerTelling(Telling):
    """The rounds of a poker table."""

    game: PokerRoom

    def did(self, act: Act, happened: Sequence[Event]) -> str:
        """Bets and raises by what they come to, calls by what they cost."""
        label = self.words.button(act.name).label
        for event in happened:
            if isinstance(event, Raised):
                return f"{label} to {shown(event.to)}"
            if isinstance(event, BetMade):
                return f"{label} {shown(event.to)}"
            if isinstance(event, Called | BroughtIn):
                return f"{label} {shown(event.cents)}"
            if isinstance(event, DrawAsked):
                return DREW  # how many is told until there is action, beside the hand
        return super().did(act, happened)

    def returned(self, event: Event) -> str:
        return UNCALLED if isinstance(event, UncalledReturned) else super().returned(event)

    def names(self, state: PokerState) -> Mapping[int, str]:
        return {player.seat: player.name for player in state.players}

    def headline(self, state: PokerState, results: Sequence[Result]) -> str:
        """Who wins how much of all pots, and with what; the most first."""
        if state.void:
            return "The hand is void"
        won: dict[int, list[Settlement]] = {}
        for pot in pots_won(state):
            for share in pot.shares:
                won.setdefault(share.seat, []).append(share)
        names, told = self.names(state), []
        for seat, shares in sorted(won.items(), key=lambda item: -_sum(item[1])):
            if not _sum(shares):
                continue  # nobody has put anything in
            best = max(shares, key=lambda share: share.back)
            told.append(f"{names[seat]} wins {shown(_sum(shares))}{with_what(best)}")
        if not told and state.closed and state.lying:
            return f"Nobody wins: {shown(state.lying)} stays in the pot"
        return all_of(told)

    def pots(self, state: PokerState, put: Mapping[int, int]) -> list[list[Result]]:
        """Of every pot that is won whole, what each had in it and has of it."""
        pots = pots_won(state)
        whole = [pot for pot in pots if sum(share.back for share in pot.shares) == pot.cents]
        stakes = put_into(state, [(pot.cents, pot.seats) for pot in pots], put)
        return [self._rows(state, pot, len(pots), stakes[pot.number - 1]) for pot in whole]

    def _rows(self, s: PokerState, pot: Won, of: int, put: Mapping[int, int]) -> list[Result]:
        """Who has won it, then those who have lost what they put in."""
        names, label = self.names(s), pot_name(pot.number, of)
        won: dict[int, list[Settlement]] = {}
        for share in pot.shares:
            won.setdefault(share.seat, []).append(share)
        cited = tuple(dict.fromkeys(clause for share in pot.shares for clause in share.clauses))
        lost = "lost to " + all_of(
            dict.fromkeys(f"{names[x.seat]}{lost_to(x)}" for x in pot.shares)
        )
        found = []
        for seat in (*won, *(seat for seat in sorted(put) if seat not in won and put[seat])):
            shares = won.get(seat, [])
            back = sum(share.back for share in shares)
            said = "; ".join(outcome_of(share) for share in shares)
            said = said or (lost if seat in s.live else FOLDED)
            note = ", ".join(dict.fromkeys(filter(None, (note_of(x, pot.shares) for x in shares))))
            stake = put.get(seat, 0)
            if not (stake or back):
                continue
            found.append(Result(seat, "pot", label, said, "", stake, back, back - stake,
                                note=note, clauses=cited))  # fmt: skip
        return found


def _sum(shares: Sequence[Settlement]) -> int:
    return sum(share.back for share in shares)


# -- pots ------------------------------------------------------------------------------------


def pot_name(number: int, of: int) -> str:
    """A pot as people call it: ``pot`` if there is no other, ``main pot``, ``side pot 1``."""
    if number > 1:
        return f"side pot {number - 1}"
    return "main pot" if of > 1 else "pot"


def pots_won(s: PokerState) -> list[Won]:
    """The pots of a hand as they were when the first of them was won, with the shares so far."""
    shares = [share for event in s.awarded if (share := event.settlement()) is not None]
    if not shares:
        return []
    pots: list[Pot] = pots_of(s) if len(s.live) > 1 else [(shares[0].back, list(s.live))]
    return [
        Won(number, cents, seats, [share for share in shares if pot_of(share)[0] == number])
        for number, (cents, seats) in enumerate(pots, 1)
    ]


def winners(s: PokerState) -> list[int]:
    """Who has won any part of a pot."""
    return [share.seat for event in s.awarded if (share := event.settlement()) and share.back]


def put_into(s: PokerState, pots: Sequence[Pot], put: Mapping[int, int]) -> list[dict[int, int]]:
    """Of each pot, what every seat has put into it; antes and dead chips in the first it plays for.

    Those who are all in with their antes have bet nothing: a level without chips is no pot.
    """
    found: list[dict[int, int]] = [{} for _ in pots]
    seats = [list(pot[1]) for pot in pots]
    before = 0
    levels = side_pots(s.put, s.live, 0) if len(s.live) > 1 and any(s.put) else []
    levels = [(cents, playing) for cents, playing in levels if cents]
    for number, (_, playing) in enumerate(levels):
        level = min(s.put[seat] for seat in playing)
        at = found[seats.index(playing)]
        last = number == len(levels) - 1
        for seat, cents in enumerate(s.put):
            part = (cents if last else min(cents, level)) - min(cents, before)
            if part:
                at[seat] = at.get(seat, 0) + part
        before = level
    for seat, cents in put.items():
        rest = cents - sum(of.get(seat, 0) for of in found)
        if rest:
            at = next(
                (of for of, playing in zip(found, seats, strict=True) if seat in playing), found[0]
            )
            at[seat] = at.get(seat, 0) + rest
    return found


def pot_views(s: PokerState) -> list[PotView]:
    """The pots as they are, or when they were won: by whom, and with what."""
    won = pots_won(s)
    if won:
        names = {player.seat: player.name for player in s.players}
        return [
            PotView(
                pot_name(pot.number, len(won)), pot.cents, pot.seats,
                list(dict.fromkeys(share.seat for share in pot.shares)),
                "; ".join(f"{names[x.seat]}: {outcome_of(x)}" for x in pot.shares),
            )
            for pot in won
            if pot.cents
        ]  # fmt: skip
    if not s.pot:
        return []
    parted = s.live and (any(s.put) or s.ante_pots)
    pots = pots_of(s) if parted else [(s.pot, list(s.live))]
    return [
        PotView(pot_name(i, len(pots)), cents, seats) for i, (cents, seats) in enumerate(pots, 1)
    ]


# -- words -----------------------------------------------------------------------------------


def outcome_of(share: Settlement) -> str:
    """With what a share was won: ``two pair, aces and threes``, ``high half: ...``."""
    _, part = pot_of(share)
    hand = "nobody else was left" if share.outcome == "uncontested" else share.outcome
    return f"{part} half: {hand}" if part else hand


def with_what(share: Settlement) -> str:
    """In a sentence: `` with two pair, aces and threes``."""
    return "" if share.outcome == "uncontested" else f" with {a_hand(share.outcome)}"


def lost_to(share: Settlement) -> str:
    _, part = pot_of(share)
    half = f" ({part} half)" if part else ""
    return f"{half}{with_what(share)}"


def note_of(share: Settlement, shares: Sequence[Settlement]) -> str:
    """Kickers, and whether a share is larger by the odd chip."""
    same = [x.back for x in shares if x.wager == share.wager]
    odd = ODD_CHIP if share.back > min(same) else ""
    return ", ".join(filter(None, (share.note, odd)))


__all__ = ["PokerTelling", "pot_name", "pot_views", "pots_won", "put_into", "winners"]
