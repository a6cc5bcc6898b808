"""The spots of a table: limits and moments of wagers and tips, and the reasons for refusals."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.engine.questions import (
    DEALER,
    PLAYER,
    Act,
    Ask,
    Choice,
    Place,
    Put,
    Script,
    Spot,
    label_of,
)
from houseway.errors import Reason, Refused
from houseway.families.banked.circles import Lying, OtherCircles
from houseway.families.banked.player_dealer.bank import join_bank, refuse_bank, take_bank
from houseway.families.banked.settlement import HandKey
from houseway.families.banked.state import Answered, BankedState, Phase, SatOut, WagersPlaced
from houseway.game.base import RoundContext
from houseway.game.decisions import Decision, decision
from houseway.game.wagers import Wager
from houseway.money import format_amount, format_dollars
from houseway.util.english import n, nth

if TYPE_CHECKING:
    from houseway.families.banked.game import Banked


def explain_no_bet(game: Banked, s: Any, seat: int) -> Reason | None:
    """Explain why a seat may not wager: by the bank, or because it is too late."""
    return game.bank.explain_no_bet(game, s, seat) or game.explain_too_late(s)


def wagers_later(game: Banked) -> bool:
    """Return True if wagers are placed during the round."""
    return bool(game.bets.later_choices)


def place_wagers(game: Banked, r: RoundContext[BankedState], act: Act) -> None:
    """The chips of a seat lie where it puts them."""
    r.emit(WagersPlaced(act.seat, game.bets.puts(act)))


BET = Decision(
    name="bet", run=place_wagers, explain_unavailable=explain_no_bet,
    explain_no_turn=lambda game, s, seat: game.bank.explain_no_turn_to_bet(game, s, seat),
)  # fmt: skip
ADD = Decision(name="add", exists=wagers_later, run=place_wagers)


@decision("no wager this round")
def sit_out(game: Banked, r: RoundContext[BankedState], act: Act) -> None:
    """A seat has no wager in this round."""
    r.emit(SatOut(act.seat))


@decision("nothing more", exists=wagers_later)
def no_bet(game: Banked, r: RoundContext[BankedState], act: Act) -> None:
    """A seat adds nothing to its wagers."""
    r.emit(Answered(act.seat, act.name))


DECISIONS = (take_bank, refuse_bank, join_bank, BET, sit_out, ADD, no_bet)
"""The decisions in the order of the list of a game."""


SIT_OUT, NO_BET = sit_out.button, no_bet.button


class Bet(NamedTuple):
    """The chips of one decision: where they go, how much in all, and what is on each hand.

    ``fits``: whether its wagers may lie together if nothing of the seat lies there yet; ``away``:
    whether some go into other circles.
    """

    puts: tuple[Put, ...]
    cents: int
    boxes: Mapping[HandKey, Lying]
    fits: bool
    away: bool


def bet_too_late(what: str, clauses: tuple[str, ...]) -> Reason:
    """Explain that wagers are placed before ``what``."""
    return Reason("bet-too-late", f"wagers are placed before {what}", clauses)


class Betting:
    """The spots of one table, as its game and posting declare them."""

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
            if self.beside[wager.name] or self.at_most[wager.name] or wager.beside.equals
        }
        self._check_offered()
        required = [wager for wager in game.offered if game.requires(wager)]
        lone = required or [wager for wager in game.offered if not self.beside[wager.name]]
        self.least = min((game.limits(wager)[0] for wager in lone), default=0)
        """The least that someone wagers: of what must lie there, or of what may lie alone."""
        self.choices = (self.place("bet", ""), SIT_OUT)
        moments = {game.placed_at(wager) for wager in game.offered} - {""}
        self.later_choices: dict[str, tuple[Choice, ...]] = {
            moment: (self.place("add", moment), NO_BET) for moment in sorted(moments)
        }
        places = [self.choices[0], *(choices[0] for choices in self.later_choices.values())]
        self.spots: dict[str, Spot] = {
            spot.name: spot for place in places if isinstance(place, Place) for spot in place.spots
        }
        self.elsewhere: OtherCircles | None = None
        if game.backline or game.empty_circles:
            self.elsewhere = OtherCircles(game, {"": self.choices, **self.later_choices})
            self.spots |= self.elsewhere.spots

    def _check_offered(self) -> None:
        """Check that every offered wager can be placed: in some amount, with a base wager that is
        offered.
        """
        game = self.game
        offered = {wager.name for wager in game.offered}
        for wager in game.offered:
            least, most = game.limits(wager)
            if most // wager.amounts.step * wager.amounts.step < least:
                raise Refused(
                    "no-amount-in-steps",
                    f"{self.words.named(wager.name)} takes steps of "
                    f"{format_dollars(wager.amounts.step)}, and none "
                    f"lies from {format_dollars(least)} to {format_dollars(most)}",
                    wager.clauses,
                )
            if wager.beside.equals in offered and not overlap(
                (least, most), game.limits(game.wager_named[wager.beside.equals])
            ):
                raise Refused(
                    "equal-limits-apart",
                    f"{self.words.named(wager.name)} is equal to "
                    f"{self.words.the_wager(wager.beside.equals)}, and no amount is within the "
                    "limits of both",
                    wager.clauses,
                )
            beside = self.beside[wager.name]
            if beside and offered.isdisjoint(beside):
                raise Refused(
                    "base-wager-not-offered",
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
        """Return the spot of a wager, with its limits in cents and the wagers it needs."""
        game = self.game
        least, most = game.limits(wager)
        return Spot(
            wager.name, least, most=most, step=wager.amounts.step, required=game.requires(wager),
            words=self.words.wager(wager.name), clauses=wager.clauses,
            beside=self.beside[wager.name], equals=wager.beside.equals, wager=wager.name,
        )  # fmt: skip

    def read(self, act: Act) -> Bet:
        """The chips of a bet."""
        return self._read(act.seat, act.places)

    def puts(self, act: Act) -> tuple[Put, ...]:
        """Return the chips of a bet by their places."""
        return self._read(act.seat, act.places).puts

    def laid(self, places: tuple[tuple[str, int], ...]) -> tuple[Put, ...]:
        """Chips by the names of their spots as chips by their places."""
        return tuple([self.spots[name].put(cents) for name, cents in places if cents])

    def _bet(self, seat: int, places: tuple[tuple[str, int], ...]) -> Bet:
        """A bet by its places and hands; the same is made round after round, and read once."""
        puts = self.laid(places)
        boxes: dict[HandKey, Lying] = {}
        for put in puts:
            box = (put.circle or seat, put.hand)
            boxes.setdefault(box, {})[put.spot, put.whom] = put.cents
        alone = all(self._refuses_hand(seat, box, boxes, {}) is None for box in boxes)
        away = any(circle != seat for circle, _ in boxes)
        return Bet(puts, sum([put.cents for put in puts]), boxes, alone, away)

    def ask(self, r: RoundContext[BankedState]) -> Script:
        """Let every seat place all its wagers at once, in any order of seats, or sit out."""
        s, bank = r.state, self.game.bank
        r.emit(Phase("betting", tuple(bank.bettors(s))))
        apart, offer = bank.bank_bets_apart(s), self.offer(s)
        asked: dict[int, tuple[Choice, ...]] = {}
        while s.waiting:
            asked = {seat: asked.get(seat) or offer(seat) for seat in s.waiting}
            act = yield Ask(asked, "place your wagers", "sit_out")
            if act is None or not apart:
                asked = {}
            if act is None:
                continue
            self.game.decision_table.run[act.name](r, act)
        if self.elsewhere is not None:
            self.elsewhere.send_back(r)

    def offer(self, s: BankedState) -> Callable[[int], tuple[Choice, ...]]:
        """Return a seat's choices before the deal: wagers in its own circle or others, or none."""
        game, bank, own = self.game, self.game.bank, self.choices
        if self.elsewhere is None:
            return lambda seat: bank.choices(game, s, seat, own)
        offered = self.elsewhere.offered(s)
        return lambda seat: bank.choices(game, s, seat, offered[seat])

    def ask_late(self, r: RoundContext[BankedState], moment: str, seats: Sequence[int]) -> Script:
        """Ask each of these seats for wagers that are placed during the round."""
        s = r.state
        asked = self._asked_late(s, moment, seats)
        r.emit(Phase(moment, tuple(seat for seat in seats if asked[seat])))
        while s.waiting:
            act: Act | None = yield Ask(
                self._asked_late(s, moment, s.waiting), "add to your wagers", "no_bet"
            )
            if act is None:
                continue
            self.game.decision_table.run[act.name](r, act)

    def _asked_late(
        self, s: BankedState, moment: str, seats: Sequence[int]
    ) -> dict[int, tuple[Choice, ...]]:
        """Return the wagers that each of these seats may add at this moment, wherever it has
        chips.
        """
        if self.elsewhere is None or not s.lines:
            return dict.fromkeys(seats, self.later_choices[moment])
        return {seat: self.elsewhere.later_choices(s, seat, moment) for seat in seats}

    def refuses(self, s: BankedState, act: Act, bet: Bet) -> Reason | None:
        """Explain a broken condition between wagers (base wager, ceiling, tip); None if all
        hold.
        """
        game = self.game
        seat = act.seat
        if not bet.puts:
            none = self.words.action(NO_BET.name if act.name == "add" else SIT_OUT.name)
            return Reason("no-chips-placed", f"put chips on a spot, or {none}", game.turn_clauses)
        if bet.cents > s.purses[seat]:
            return Reason(
                "more-than-in-front",
                f"seat {seat} has {format_dollars(s.purses[seat])} in front, not "
                f"{format_dollars(bet.cents)}",
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
        self, seat: int, box: HandKey, boxes: Mapping[HandKey, Lying], there: Lying
    ) -> Reason | None:
        """Explain why the wagers of one hand are refused: a missing, unequal or excluded wager.

        ``there`` has the chips that the seat has on this hand already.
        """
        game, placed, (circle, hand) = self.game, boxes[box], box
        if hand > 1 and (circle, hand - 1) not in boxes:
            return Reason(
                "hand-skipped",
                f"hand {hand + 1} is played beside hand {hand}, which has no wager",
                game.hands_clauses,
            )
        for wager in game.offered if hand else ():
            if game.requires(wager) and (wager.name, PLAYER) not in placed:
                needed = self.words.a_wager(wager.name)
                return Reason("hand-needs-wager", f"hand {hand + 1} needs {needed}", wager.clauses)
        lying = placed | there if there else placed
        for (spot, whom), cents in placed.items():
            refused = None
            if whom == DEALER:
                refused = self._refuses_tip(lying, spot, cents)
            elif spot in self._bound:
                refused = self._refuses_wager(lying, self._bound[spot], cents)
            if refused is not None:
                which = f"hand {hand + 1}: " if hand else ""
                return refused.after(f"circle {circle}: {which}" if circle != seat else which)
        return None

    def _refuses_wager(self, lying: Lying, wager: Wager, cents: int) -> Reason | None:
        """Explain why a wager does not fit those of its bettor; None if it does."""
        spot, said = wager.name, self.words.named
        if (own := self._own_beside[spot]) and lying.keys().isdisjoint(own):
            needed = self.words.a_wager(*self.beside[spot])
            return Reason("needs-base-wager", f"{said(spot)} needs {needed}", wager.clauses)
        if (most := self.at_most[spot]) and cents > lying.get((most, PLAYER), 0):
            bound = self.words.the_wager(most)
            return Reason(
                "above-bounding-wager", f"{said(spot)} may not be more than {bound}", wager.clauses
            )
        if wager.beside.equals and cents != (other := lying.get((wager.beside.equals, PLAYER), 0)):
            return Reason(
                "not-equal-wager",
                f"{said(spot)} is equal to {self.words.the_wager(wager.beside.equals)}: "
                f"{format_dollars(other)}, "
                f"not {format_dollars(cents)}", wager.clauses,
            )  # fmt: skip
        return None

    def _refuses_tip(self, lying: Lying, on: str, cents: int) -> Reason | None:
        """Explain why a tip on this wager is refused, given all chips placed; None if it is
        taken.
        """
        game, own = self.game, lying.get((on, PLAYER), 0)
        said, cited = self.words.named, game.tip_clauses
        if not own:
            needs = f"a tip on {said(on)} needs a wager of the player's own there"
            return Reason("tip-needs-own-wager", needs, cited)
        if game.tip_within_own and cents > own:
            most = (
                f"a tip on {said(on)} may not be more than the player's own {format_dollars(own)}"
            )
            return Reason("tip-above-own-wager", f"{most}, and is {format_dollars(cents)}", cited)
        if (first := game.wager_named[on].tip_needs) and (first, DEALER) not in lying:
            needs = f"a tip on {said(on)} needs a tip on {said(first)}"
            return Reason("tip-needs-other-tip", needs, cited)
        return None


def overlap(mine: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return True if some amount lies within both limits."""
    return max(mine[0], other[0]) <= min(mine[1], other[1])


def on_hand(s: BankedState, seat: int, box: HandKey) -> Lying:
    """Return the chips that a seat already has on one hand of a circle."""
    return {
        (spot, who[1]): cents
        for (circle, spot, hand), who, cents in s.iter_stakes()
        if who[0] == seat and (circle, hand) == box
    }


def tip_spot(game: Any, wager: Wager) -> Spot:
    """Return the spot of a tip that plays along with a wager, with its limits."""
    most = min(game.limits(wager)[1], game.tip_most)
    return Spot(
        label_of(wager.name, 0, DEALER), game.tip_least, most=most, step=game.tip_step,
        required=False, words=game.words().spot(wager.name, whom=DEALER),
        clauses=game.tip_clauses, beside=(wager.name,), equals="", wager=wager.name, hand=0,
        whom=DEALER,
    )  # fmt: skip


def second(spot: Spot, hand: int) -> Spot:
    """Return the same spot for a further hand; its base wager is the one of the hand before."""
    beside = tuple(label_of(name, hand) for name in spot.beside)
    if spot.required:
        beside = (label_of(spot.wager, hand - 1),)
    return Spot(
        label_of(spot.wager, hand, spot.whom), spot.least, most=spot.most, step=spot.step,
        required=False, words=f"{spot.words}, {nth(hand + 1)} hand", clauses=spot.clauses,
        beside=beside, equals=label_of(spot.equals, hand) if spot.equals else "",
        wager=spot.wager, hand=hand, whom=spot.whom,
    )  # fmt: skip


NONE = "there is no spot"


def explain_no_spot(game: Banked, state: Any, name: str, spot: str) -> Reason | None:
    """Explain why a spot that the game knows does not exist at this moment; None: no reason
    known.
    """
    words, said = game.words(), f"{NONE} {spot!r} here"
    circle, colon, wanted = spot.partition(":")
    if colon and circle.isdecimal():
        return _explain_missing_circle(game, state, int(circle), wanted)
    for wager in game.wagers:
        labels = [label_of(wager.name, hand) for hand in range(game.hands_each)]
        if spot not in (*labels, label_of(wager.name, 0, DEALER)):
            continue
        called = words.wager(wager.name)
        if wager not in game.offered:
            return _not_offered(game, wager.paid_by, f"{said}: {called}")
        if spot not in labels:
            return None  # a tip: its own sentence says more
        if moment := game.placed_at(wager):
            how = f"{label_of(wager.name)}={format_amount(game.limits(wager)[0])}"
            return Reason(
                "wager-placed-later",
                f"{said}: {called} is placed {words.phase(moment)}, by 'add {how}' when that is "
                "asked; a record may have it in bets",
                wager.clauses,
            )
        if name == "add":
            return Reason(
                "wager-placed-before-deal",
                f"{said}: {called} is placed before the deal, by 'bet'",
                wager.clauses,
            )
    if spot in game.follows:
        follows = words.wager(game.follows[spot])
        return Reason(
            "wager-follows",
            f"{said}: {words.wager(spot)} follows the {follows} during the round, by a decision of "
            f"its own (houseway rules {game.id} --decisions)",
            game.wager_named[game.follows[spot]].clauses,
        )
    return None


def _explain_missing_circle(
    game: Banked, s: BankedState, circle: int, wanted: str
) -> Reason | None:
    """Explain why a wager cannot lie in this circle; None for a wager the game does not know."""
    wager = game.wager_named.get(wanted)
    if wager is None:
        return None
    said = f"{NONE} {label_of(wanted, circle=circle)!r} here"
    if not game.backline and not game.empty_circles:
        return Reason(
            "circles-not-bet", f"{said}: each player bets at their own seat only", wager.clauses
        )
    cited = game.declared()["backline"].clauses if "backline" in game.declared() else wager.clauses
    if not 1 <= circle <= game.seats_max:
        return Reason("no-such-circle", f"{said}: the table has seats 1 to {game.seats_max}", cited)
    if s.bank is not None and circle == s.bank.seat:
        return Reason(
            "circle-banks", f"{said}: seat {circle} banks", game.clauses_at("bank.bettors") or cited
        )
    if circle not in s.seats and not game.empty_circles:
        return Reason("circle-empty", f"{said}: no player sits at seat {circle}", cited)
    if wanted not in game.backline:
        called = game.words().wager(wanted)
        return Reason(
            "wager-not-behind", f"{said}: {called} is not bet behind another player", cited
        )
    return None


def _not_offered(game: Banked, table: str, said: str) -> Reason:
    """Explain that the house does not offer a wager: it is not posted, or no pay table fits."""
    if table in game.chosen:
        on_decks = game.pay_tables()[table].clause_on_decks
        return Reason(
            "no-table-for-decks",
            f"{said} has no pay table for {n(game.sets(), 'deck')}",
            (on_decks,),
        )
    cited = game.declared()[table].clauses if table in game.declared() else ()
    return Reason("wager-not-offered",
                  f"{said} is not offered at this table; the house posts {table} to offer it",
                   cited)  # fmt: skip
