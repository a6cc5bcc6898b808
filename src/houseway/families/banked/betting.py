"""The spots of a table: what may be placed where and when, tips beside it, and what is refused."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.engine.questions import (
    DEALER,
    PLAYER,
    Act,
    AskAll,
    Button,
    Choice,
    PerSeat,
    Place,
    Put,
    Script,
    Spot,
    label_of,
)
from houseway.errors import Refused
from houseway.families.banked.circles import Lying, OtherCircles
from houseway.families.banked.side_bets import Box
from houseway.families.banked.state import Answered, BankedState, Phase, SatOut, WagersPlaced
from houseway.game.base import RoundContext
from houseway.game.wagers import Wager
from houseway.money import format_dollars
from houseway.util.english import nth

if TYPE_CHECKING:
    from houseway.families.banked.game import Banked

SIT_OUT = Button("sit_out", "no wager this round")
NO_BET = Button("no_bet", "nothing more")


class Bet(NamedTuple):
    """The chips of one decision: where they go, how much in all, and what is on each hand.

    ``fits``: whether its wagers may lie together if nothing of the seat lies there yet; ``away``:
    whether some go into other circles.
    """

    puts: tuple[Put, ...]
    cents: int
    boxes: Mapping[Box, Lying]
    fits: bool
    away: bool


class Betting:
    """Where chips may lie at one table, as its game and posting have it."""

    def __init__(self, game: Banked) -> None:
        self.game, self.words = game, game.words()
        self._read = functools.lru_cache(maxsize=256)(self._bet)
        self.beside = {wager.name: game.goes_with(wager) for wager in game.offered}
        self._own_beside = {
            name: [(other, PLAYER) for other in beside] for name, beside in self.beside.items()
        }
        self.at_most = {wager.name: game.at_most(wager) for wager in game.offered}
        self._bound = {
            wager.name: wager
            for wager in game.offered
            if self.beside[wager.name] or self.at_most[wager.name] or wager.equals
        }
        self._check_offered()
        required = [wager for wager in game.offered if game.requires(wager)]
        lone = required or [wager for wager in game.offered if not self.beside[wager.name]]
        self.least = min((game.limits(wager)[0] for wager in lone), default=0)
        """The least that somebody wagers: of what must lie there, or of what may lie alone."""
        self.choices = (self.place("bet", ""), SIT_OUT)
        moments = {game.placed_at(wager) for wager in game.offered} - {""}
        self.late: dict[str, tuple[Choice, ...]] = {
            moment: (self.place("add", moment), NO_BET) for moment in sorted(moments)
        }
        places = [self.choices[0], *(choices[0] for choices in self.late.values())]
        self.spots: dict[str, Spot] = {
            spot.name: spot for place in places if isinstance(place, Place) for spot in place.spots
        }
        self.elsewhere: OtherCircles | None = None
        if game.backline or game.empty_circles:
            self.elsewhere = OtherCircles(game, {"": self.choices, **self.late})
            self.spots |= self.elsewhere.spots

    def _check_offered(self) -> None:
        """Every wager offered can be made: in some amount, and beside one that is offered too."""
        game = self.game
        offered = {wager.name for wager in game.offered}
        for wager in game.offered:
            least, most = game.limits(wager)
            if most // wager.step * wager.step < least:
                raise Refused(
                    f"{self.words.named(wager.name)} takes steps of {format_dollars(wager.step)}, and none "
                    f"lies from {format_dollars(least)} to {format_dollars(most)}",
                    wager.clauses,
                )
            if wager.equals in offered and not overlap(
                (least, most), game.limits(game.wager_named[wager.equals])
            ):
                raise Refused(
                    f"{self.words.named(wager.name)} is equal to "
                    f"{self.words.the_wager(wager.equals)}, and no amount is within the limits of "
                    "both",
                    wager.clauses,
                )
            beside = self.beside[wager.name]
            if beside and offered.isdisjoint(beside):
                raise Refused(
                    f"{self.words.named(wager.name)} needs {self.words.a_wager(*beside)}, which "
                    f"is not offered; post {wager.paid_by} off too",
                    wager.clauses,
                )

    def place(self, name: str, moment: str) -> Place:
        """The choice to place chips at one moment: every spot, then tips, for each hand."""
        game = self.game
        now = [wager for wager in game.offered if game.placed_at(wager) == moment]
        spots = [self._spot(wager) for wager in now]
        spots += [game.tip_spot(wager) for wager in now if game.tips_on(wager)]
        more = [second(spot, hand) for hand in range(1, game.hands_each) for spot in spots]
        return Place(name, (*spots, *more), tip_clauses=game.tip_clauses)

    def _spot(self, wager: Wager) -> Spot:
        game = self.game
        least, most = game.limits(wager)
        return Spot(
            wager.name, least, most, wager.step, game.requires(wager),
            self.words.wager(wager.name), wager.clauses,
            self.beside[wager.name], wager.equals, wager.name,
        )  # fmt: skip

    def read(self, act: Act) -> Bet:
        """The chips of a bet."""
        return self._read(act.seat, act.places)

    def puts(self, act: Act) -> tuple[Put, ...]:
        """The chips of a bet by their places."""
        return self._read(act.seat, act.places).puts

    def laid(self, places: tuple[tuple[str, int], ...]) -> tuple[Put, ...]:
        """Chips by the names of their spots as chips by their places."""
        return tuple([self.spots[name].put(cents) for name, cents in places if cents])

    def _bet(self, seat: int, places: tuple[tuple[str, int], ...]) -> Bet:
        """A bet by its places and hands; the same is made round after round, and read once."""
        puts = self.laid(places)
        boxes: dict[Box, Lying] = {}
        for put in puts:
            box = (put.circle or seat, put.hand)
            boxes.setdefault(box, {})[put.spot, put.whom] = put.cents
        alone = all(self._refuses_hand(seat, box, boxes, {}) is None for box in boxes)
        away = any(circle != seat for circle, _ in boxes)
        return Bet(puts, sum([put.cents for put in puts]), boxes, alone, away)

    # -- asking ------------------------------------------------------------------------------

    def ask(self, r: RoundContext[BankedState]) -> Script:
        """Every seat places all its wagers at once, in any order of seats, or sits out."""
        s, bank = r.state, self.game.bank
        r.emit(Phase("betting", tuple(bank.bettors(s))))
        apart, offer = bank.apart(s), self.offer(s)
        while s.waiting:
            asked = PerSeat(s.waiting, offer)
            act = yield AskAll(asked if apart else dict(asked), "place your wagers", "sit_out")
            if act is None:
                continue
            if act.name == "bet":
                r.emit(WagersPlaced(act.seat, self.puts(act)))
            elif act.name == "sit_out":
                r.emit(SatOut(act.seat))
            else:
                bank.join(r, act)
        if self.elsewhere is not None:
            self.elsewhere.send_back(r)

    def offer(self, s: BankedState) -> Callable[[int], tuple[Choice, ...]]:
        """What a seat may do before the deal: wager, in its own circle or elsewhere, or not."""
        game, bank, own = self.game, self.game.bank, self.choices
        if self.elsewhere is None:
            return lambda seat: bank.choices(game, s, seat, own)
        offered = self.elsewhere.offered(s)
        return lambda seat: bank.choices(game, s, seat, offered[seat])

    def ask_late(self, r: RoundContext[BankedState], moment: str, seats: Sequence[int]) -> Script:
        """Wagers that are placed during the round: each of these seats may add them, or not."""
        s = r.state
        asked = self._asked_late(s, moment, seats)
        r.emit(Phase(moment, tuple(seat for seat in seats if asked[seat])))
        while s.waiting:
            act: Act | None = yield AskAll(
                self._asked_late(s, moment, s.waiting), "add to your wagers", "no_bet"
            )
            if act is None:
                continue
            if act.name == "add":
                r.emit(WagersPlaced(act.seat, self.puts(act)))
            else:
                r.emit(Answered(act.seat, act.name))

    def _asked_late(
        self, s: BankedState, moment: str, seats: Sequence[int]
    ) -> dict[int, tuple[Choice, ...]]:
        """What these seats may add at this moment, wherever they have chips."""
        if self.elsewhere is None or not s.lines:
            return dict.fromkeys(seats, self.late[moment])
        return {seat: self.elsewhere.late(s, seat, moment) for seat in seats}

    # -- why not -----------------------------------------------------------------------------

    def refuses(self, s: BankedState, act: Act, bet: Bet) -> Refused | None:
        """Conditions between wagers: a base wager, a ceiling, a tip beside one's own chips."""
        game = self.game
        seat = act.seat
        if not bet.puts:
            none = self.words.action(NO_BET.name if act.name == "add" else SIT_OUT.name)
            return Refused(f"put chips on a spot, or {none}", game.turn_clauses)
        if bet.cents > s.purses[seat]:
            return Refused(
                f"seat {seat} has {format_dollars(s.purses[seat])} in front, not {format_dollars(bet.cents)}",
                game.base_wagers[0].clauses if game.base_wagers else game.turn_clauses,
            )
        first = act.name == "bet"
        for box in () if first and bet.fits else sorted(bet.boxes):
            there = {} if first else on_hand(s, seat, box)
            refused = self._refuses_hand(seat, box, bet.boxes, there)
            if refused is not None:
                return refused
        if self.elsewhere is not None and (bet.away or self.elsewhere.bounded):
            return self.elsewhere.refuses(s, seat, bet.boxes)
        return None

    def _refuses_hand(
        self, seat: int, box: Box, boxes: Mapping[Box, Lying], there: Lying
    ) -> Refused | None:
        """Why the wagers of one hand are not taken: what must lie there, or beside one another.

        ``there``: what the seat has on this hand already.
        """
        game, placed, (circle, hand) = self.game, boxes[box], box
        if hand > 1 and (circle, hand - 1) not in boxes:
            return Refused(f"hand {hand + 1} is played beside hand {hand}", game.hands_clauses)
        for wager in game.offered if hand else ():
            if game.requires(wager) and (wager.name, PLAYER) not in placed:
                needed = self.words.a_wager(wager.name)
                return Refused(f"hand {hand + 1} needs {needed}", wager.clauses)
        lying = placed | there if there else placed
        for (spot, whom), cents in placed.items():
            refused = None
            if whom == DEALER:
                refused = self._refuses_tip(lying, spot, cents)
            elif spot in self._bound:
                refused = self._refuses_wager(lying, self._bound[spot], cents)
            if refused is not None:
                which = f"hand {hand + 1}: " if hand else ""
                which = f"circle {circle}: {which}" if circle != seat else which
                return Refused(which + refused.what, refused.clauses)
        return None

    def _refuses_wager(self, lying: Lying, wager: Wager, cents: int) -> Refused | None:
        spot, said = wager.name, self.words.named
        if (own := self._own_beside[spot]) and lying.keys().isdisjoint(own):
            needed = self.words.a_wager(*self.beside[spot])
            return Refused(f"{said(spot)} needs {needed}", wager.clauses)
        if (most := self.at_most[spot]) and cents > lying.get((most, PLAYER), 0):
            bound = self.words.the_wager(most)
            return Refused(f"{said(spot)} may not be more than {bound}", wager.clauses)
        if wager.equals and cents != (other := lying.get((wager.equals, PLAYER), 0)):
            return Refused(
                f"{said(spot)} is equal to {self.words.the_wager(wager.equals)}: {format_dollars(other)}, "
                f"not {format_dollars(cents)}", wager.clauses,
            )  # fmt: skip
        return None

    def _refuses_tip(self, lying: Lying, on: str, cents: int) -> Refused | None:
        """What is wrong with a tip on this wager, beside what else is placed."""
        game, own = self.game, lying.get((on, PLAYER), 0)
        why, said = "", self.words.named
        if not own:
            why = f"a tip on {said(on)} needs a wager of the player's own there"
        elif game.tip_within_own and cents > own:
            why = f"a tip on {said(on)} may not be more than the player's own {format_dollars(own)}"
        elif (first := game.wager_named[on].tip_needs) and (first, DEALER) not in lying:
            why = f"a tip on {said(on)} needs a tip on {said(first)}"
        return Refused(why, game.tip_clauses) if why else None


def overlap(mine: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether some amount lies within both limits."""
    return max(mine[0], other[0]) <= min(mine[1], other[1])


def on_hand(s: BankedState, seat: int, box: Box) -> Lying:
    """What a seat has lying on one hand of a circle already."""
    return {
        (spot, who[1]): cents
        for (circle, spot, hand), who, cents in s.laid()
        if who[0] == seat and (circle, hand) == box
    }


def tip_spot(game: Any, wager: Wager) -> Spot:
    """Where a tip lies that plays along with a wager, and how much it may be."""
    most = min(game.limits(wager)[1], game.tip_most)
    return Spot(
        label_of(wager.name, 0, DEALER), game.tip_least, most, game.tip_step, False,
        game.words().spot(wager.name, whom=DEALER), game.tip_clauses, (wager.name,), "", wager.name,
        0, DEALER,
    )  # fmt: skip


def second(spot: Spot, hand: int) -> Spot:
    """The same spot of a further hand; its base wager lies beside that of the hand before."""
    beside = tuple(label_of(name, hand) for name in spot.beside)
    if spot.required:
        beside = (label_of(spot.wager, hand - 1),)
    return Spot(
        label_of(spot.wager, hand, spot.whom), spot.least, spot.most, spot.step, False,
        f"{spot.words}, {nth(hand + 1)} hand", spot.clauses, beside,
        label_of(spot.equals, hand) if spot.equals else "", spot.wager, hand, spot.whom,
    )  # fmt: skip
