"""Rounds written as PHH: forced bets, actions, files."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.engine.questions import Act, Asking, Drawn, Ruling, TimeUp
from houseway.engine.round import Round
from houseway.errors import Halted, HousewayError
from houseway.families.poker import Poker, PokerState
from houseway.families.poker.betting_events import (
    AntePosted,
    BetsGathered,
    BlindPosted,
    BroughtIn,
    DeadPosted,
    HandOpened,
    OpenedByCards,
)
from houseway.families.poker.deal_events import (
    BoardDealt,
    CardsDrawn,
    CommunityUsed,
    DealtAfterFolding,
    HoleDealt,
    StreetOpened,
    StubScrambled,
    UpDealt,
)
from houseway.families.poker.end_events import (
    AnteMatched,
    ClaimLost,
    HandVoided,
    PotAwarded,
    ShowdownOpened,
)
from houseway.families.poker.fees import CollectionTaken
from houseway.families.poker.limits import pot_limit
from houseway.money import format_amount as dollars_plain
from houseway.phh.action_of_event import Told, act_for, card_names, told_by
from houseway.phh.actions import DRAW, SHOW, WAGER
from houseway.phh.model import CENTS, OURS, Hand, Number, number
from houseway.phh.variants import code_of
from houseway.records.files import act_words, posted_of, ruling_words

if TYPE_CHECKING:
    from houseway.engine.events import Event
    from houseway.engine.questions import Input
    from houseway.game.base import Seat


# -- forced -----------------------------------------------------------------------------------
# The forced bets of a round of ours as the format has them: by player, in full.


class Forced(msgspec.Struct):
    """Antes and blinds by player, the bring-in, and what may be bet.

    ``plus`` says that they are not all of it: in a kill pot the order of acting changes too, and
    a blind or a bring-in that is short is called in full.
    """

    antes: list[Number]
    trimmed: bool = False
    blinds: list[Number] | None = None
    bring_in: Number | None = None
    small_bet: Number | None = None
    big_bet: Number | None = None
    min_bet: Number | None = None
    plus: bool = False


def forced_bets(round_: Round, order: tuple[int, ...]) -> Forced:
    """What was put in before the cards; of who had too few chips, what he owed."""
    game, s = round_.game, round_.state
    assert isinstance(game, Poker)
    antes: dict[int, int] = {}
    dead: dict[int, int] = {}
    blinds: dict[int, int] = {}
    short = any(isinstance(x, BroughtIn) and x.cents < x.to_call for x in round_.events)
    for event in round_.events:
        if isinstance(event, StreetOpened):
            break
        if isinstance(event, AntePosted):
            antes[event.seat] = max(game.ante, event.cents)
        elif isinstance(event, AnteMatched):
            dead[event.seat] = dead.get(event.seat, 0) + event.cents
        elif isinstance(event, DeadPosted):
            owed = max(game.ante if event.what == "ante" else game.small_blind, event.cents)
            dead[event.seat] = dead.get(event.seat, 0) + owed
        elif isinstance(event, BlindPosted):
            blinds[event.seat] = _owed(game, s, event)
            short = short or abs(blinds[event.seat]) > event.cents
    alike = len(order) == 2 == len(blinds) > len({*blinds.values()})  # who acts first differs
    found = Forced(
        _by_player({seat: antes.get(seat, 0) + dead.get(seat, 0) for seat in order}, order),
        trimmed=bool(antes),
        plus=bool(antes and dead) or s.killer > 0 or short or alike,
    )
    if game.bring_in:
        found.bring_in = number(game.bring_in, CENTS)
    else:
        found.blinds = _by_player({seat: blinds.get(seat, 0) for seat in order}, order)
    small, big = (number(cents, CENTS) for cents in game.limits_in_play(s))
    if game.limited:
        found.small_bet, found.big_bet = small, big
    else:
        found.min_bet = number(game.least_bet, CENTS)
    return found


def _owed(game: Poker, s: PokerState, posted: BlindPosted) -> int:
    """A blind in full, even if its player is all-in below it; who comes in posts it: below zero."""
    full = {"small blind": game.small_blind, "big blind": game.big_blind}
    cents = max(full.get(posted.what, 0), posted.cents)
    return -cents if posted.seat in s.posting and posted.seat != s.big else cents


def _by_player(cents: dict[int, int], order: tuple[int, ...]) -> list[Number]:
    """In the order of the players; between two the format has it the other way round."""
    listed = [number(cents[seat], CENTS) for seat in order]
    return listed[::-1] if len(listed) == 2 else listed


# -- writer -----------------------------------------------------------------------------------
# The inputs of a round told in actions, and in lines where actions cannot tell them.

USUAL_RAISES = 3
SHOWING = ("show", "play_board", "muck")
UNUSUAL = (CollectionTaken, DealtAfterFolding, CommunityUsed, StubScrambled, HandVoided)
"""What other rooms do not do, or do in another way."""
DEALT = (BoardDealt, HoleDealt, UpDealt, CardsDrawn)
"""Cards that an action tells; others, such as burns, stand in lines."""


class Writer:
    """Enters the inputs of a round once more and tells what happens.

    ``plus`` says that something was done which the code of the game alone does not know.  The
    cards of a draw are told behind the discards of all, unless something comes in between.
    ``halved`` is the street on which somebody was all-in for less than a full bet of a limit.
    """

    def __init__(self, round_: Round, game: Poker) -> None:
        self.game = game
        self.inputs = round_.inputs
        self.again = Round(round_.game, round_.seats, round_.between)
        self.actions: list[str] = []
        self.lines: list[str] = []
        self.told = 0
        self.order: tuple[int, ...] = ()
        self.plus = False
        self.halved = -1
        self.won: dict[int, int] = {}
        self.shown: dict[int, tuple[int, ...]] = {}
        self.dealing: dict[int, tuple[int, ...]] = {}
        self.upto = self.showdown = self.drawing = False
        self.spelled = self._spelled_out()
        self.in_turn = any(
            isinstance(given, Ruling) or (isinstance(given, Drawn) and given.what == "refill")
            for given in self.inputs
        )

    def _spelled_out(self) -> set[int]:
        """Whose answers at the showdown have lines of their own, since their order counts.

        Who is asked twice; everybody, if a ruling comes in between.
        """
        shows = [x.seat for x in self.inputs if isinstance(x, Act) and x.name in SHOWING]
        begun = False
        for given in self.inputs:
            begun = begun or (isinstance(given, Act) and given.name in SHOWING)
            if begun and isinstance(given, Ruling):
                return set(shows)
        return {seat for seat in shows if shows.count(seat) > 1}

    def write(self) -> None:
        """All of it."""
        for event in self.again.events:
            self._happens(event)
        for given in self.inputs:
            self._enter(given)
        self._flush()
        if not self.order:
            raise HousewayError("nobody has been dealt in: there is no hand to write")

    # -- inputs ------------------------------------------------------------------------------

    def _enter(self, given: Input) -> None:
        again = self.again
        question, since = again.question, len(again.events)
        facing = self._facing(given)
        self._unusual(given)
        with contextlib.suppress(Halted):  # as the round itself did, at its last input
            again.enter(given)
        events = again.events[since:]
        made = None if isinstance(given, Drawn) else _made_by(events)
        if isinstance(given, Drawn):
            if not events or not isinstance(events[0], DEALT):
                self._line(given)
        elif isinstance(given, Ruling):
            self._line(given, as_action=made is not None)
        elif isinstance(question, Asking):
            self._decision(given, made, question, facing)
        if made is not None:
            self._action(made)
        for event in events:
            self._happens(event, told=made is not None and told_by(event) == made)

    def _facing(self, given: Input) -> bool:
        s: PokerState = self.again.state
        return isinstance(given, Act | TimeUp) and s.to_call > s.bets[given.seat]

    def _decision(
        self, given: Act | TimeUp, made: Told | None, question: Asking, facing: bool
    ) -> None:
        """A decision by its action; where that does not tell it exactly, by a line before it."""
        exact = made is not None and (
            act_for(made, question.choices_of(given.seat), facing) == given
            and (made.what != SHOW or made.seat not in (*self.shown, *self.spelled))
        )
        if not exact:
            self._line(given, as_action=made is not None)

    def _line(self, given: Input, as_action: bool = False) -> None:
        """An input that no action tells; it parts the cards of a draw that are still to be told."""
        self.plus = self.plus or (self.drawing and bool(self.dealing))
        self._flush()
        kind = self.again.game.kind
        if isinstance(given, Drawn):
            words = (
                f"deal {kind.show(given.pieces).replace(' ', ',')}" if given.pieces else "shuffle"
            )
        elif isinstance(given, Ruling):
            words = ruling_words(given, kind)
        elif isinstance(given, TimeUp):
            words = f"time_up {given.seat}"
        else:
            words = f"{given.seat} {act_words(given, kind)}"
        self.lines.append(f"{self.told} = {words}" if as_action else f"{self.told} {words}")

    # -- what happens ------------------------------------------------------------------------

    def _happens(self, event: Event, told: bool = False) -> None:
        """One event; ``told`` is one that is told already as what a player did."""
        if isinstance(event, HandOpened):
            self.order = event.dealt_in
        elif isinstance(event, HoleDealt | UpDealt | CardsDrawn):
            self._dealt(event.seat, event.pieces)
        elif isinstance(event, BoardDealt):
            self._say(f"d db {card_names(event.pieces)}")
        elif isinstance(event, OpenedByCards):
            self.upto = event.upto > event.size
        elif isinstance(event, StreetOpened):
            self.upto = False
        elif isinstance(event, BetsGathered):
            self._show_all_in()
        elif isinstance(event, ShowdownOpened):
            self.showdown = True
        elif isinstance(event, PotAwarded):
            # All others have given up at the showdown: elsewhere the last would have to show.
            self.plus = self.plus or (self.showdown and event.seat not in self.shown)
            self.won[event.seat] = self.won.get(event.seat, 0) + event.cents
        elif isinstance(event, UNUSUAL):
            self.plus = True
        elif isinstance(event, ClaimLost) and told_by(event) is None:
            self.plus = True  # he did not say that he plays the board: elsewhere cards speak
        elif not told and (made := told_by(event)) is not None:
            self._action(made)

    def _dealt(self, seat: int, pieces: tuple[int, ...]) -> None:
        self.dealing[seat] = self.dealing.get(seat, ()) + pieces
        if self.in_turn and seat == self.order[-1]:
            self._flush()

    def _flush(self) -> None:
        """The cards that have been dealt, player by player."""
        dealing, self.dealing = self.dealing, {}
        for player, seat in enumerate(self.order, 1):
            if seat in dealing:
                self.actions.append(f"d dh p{player} {card_names(dealing[seat])}")
                self.told += 1
        self.drawing = False

    def _say(self, text: str, draw: bool = False) -> None:
        """An action; the cards of a draw wait until all have said what they give up."""
        if not (draw and self.drawing) or self.in_turn:
            self._flush()
        self.drawing = draw
        self.actions.append(text)
        self.told += 1

    def _action(self, made: Told) -> None:
        """What a player did; a hand that is shown already is not told again."""
        player = self.order.index(made.seat) + 1
        if made.what != SHOW:
            if made.what == WAGER and self.upto:
                self.plus = True
            self._say(made.words(player), made.what == DRAW)
            return
        if not made.cards and self._not_given_up_elsewhere(made.seat):
            self.plus = True
        if self.shown.get(made.seat) != made.cards and (made.cards or made.seat not in self.shown):
            self._flush()
            self.shown[made.seat] = made.cards
            self.actions.append(made.words(player))

    def _show_all_in(self) -> None:
        """When nobody is left to bet, the hands are shown before the other cards come."""
        s: PokerState = self.again.state
        able = sum([s.chips[seat] > 0 for seat in s.live])
        to_come = self.game.streets[s.street + 1 :]
        if len(s.live) > 1 and able <= 1 and to_come and not any(x.discard for x in to_come):
            for seat in s.live:
                self._action(Told(SHOW, seat, s.hole[seat]))

    def _not_given_up_elsewhere(self, seat: int) -> bool:
        """Whether a hand is given up that was shown already, or that has a claim to a side pot."""
        s: PokerState = self.again.state
        return seat in self.shown or len({s.put[x] for x in (seat, *s.live)}) > 1

    def _unusual(self, given: Input) -> None:
        """Whether others would not take this: a ruling, or a raise that few rooms have."""
        s: PokerState = self.again.state
        if isinstance(given, Ruling) or (isinstance(given, Drawn) and given.what == "refill"):
            self.plus = True
        if not isinstance(given, Act):
            return
        if given.name == "fold" and s.must_open and not s.to_call:
            self.plus = True  # elsewhere who has to make the forced bet cannot fold
        opens = given.name == "chip" and not s.to_call
        if given.name not in ("bet", "raise", "complete") and not opens:
            return
        seat, game = given.seat, self.game
        limited = game.limited
        others = [x for x in s.live if x != seat and s.chips[x] + s.bets[x] > s.to_call]
        reopened = s.short or s.street == self.halved
        if reopened or not others or (limited and s.raises >= USUAL_RAISES):
            self.plus = True
        elif game.structure == "pot_limit":
            pot = pot_limit(s.to_call, s.bets[seat], s.in_play(), 1)
            self.plus = self.plus or given.amount > pot
        if limited and given.amount - s.level < s.size:
            self.halved = s.street


def _made_by(events: list[Event]) -> Told | None:
    """What a player did in these events; a ruling may say it for him."""
    return next((told for event in events if (told := told_by(event)) is not None), None)


# -- written ----------------------------------------------------------------------------------
# A round of ours as a hand: its actions, and in ``_houseway`` what they have no words for.
#
# The inputs are entered once more, and each is told by the action that comes of it. An input that
# no action tells, or not exactly, becomes a line: the number of actions before it (those that
# show a hand are not counted) and its words as in a record, behind ``=`` if it is the next
# action's.


def from_round(round_: Round, **fields: Any) -> Hand:
    """A poker round, finished or not, as a hand; ``fields`` are optional ones of the format."""
    game = round_.game
    if not isinstance(game, Poker):
        raise HousewayError(f"{game.name} is not a poker game; PHH is for poker hands")
    writer = Writer(round_, game)
    writer.write()
    order = writer.order
    forced = forced_bets(round_, order)
    people = {player.seat: player for player in round_.seats}
    more: dict[str, Any] = {key: value for key, value in fields.items() if value is not None}
    more["ante_trimming_status"] = forced.trimmed
    more["seats"] = list(order)
    more["players"] = [people[seat].name for seat in order]
    if round_.closed:
        state: PokerState = round_.state
        more["finishing_stacks"] = [number(state.chips[seat], CENTS) for seat in order]
        more["winnings"] = [number(writer.won.get(seat, 0), CENTS) for seat in order]
    more[OURS] = _ours(round_, order, writer.lines)
    return Hand(
        code_of(game, writer.plus or forced.plus),
        antes=forced.antes,
        starting_stacks=[number(people[seat].chips, CENTS) for seat in order],
        actions=writer.actions,
        blinds_or_straddles=forced.blinds,
        bring_in=forced.bring_in,
        small_bet=forced.small_bet,
        big_bet=forced.big_bet,
        min_bet=forced.min_bet,
        more=more,
    )


def _ours(round_: Round, order: tuple[int, ...], lines: list[str]) -> dict[str, Any]:
    """What a hand has no field for: the game as posted, what was carried over, further inputs."""
    game = round_.game
    ours: dict[str, Any] = {"game": game.id, "posted": dict(posted_of(game))}
    usual = msgspec.to_builtins(game.between(), str_keys=True)
    carried = msgspec.to_builtins(round_.between, str_keys=True)
    between = {k: _listed(value) for k, value in carried.items() if value != usual[k]}
    if between:
        ours["between"] = between
    if any(player.seat not in order or player.who or player.firm for player in round_.seats):
        ours["seats"] = {str(player.seat): _entry(player) for player in round_.seats}
    if lines:
        ours["lines"] = lines
    return ours


def _listed(value: Any) -> Any:
    """Lists for tuples, at any depth: it is what a text is read to."""
    if isinstance(value, dict):
        return {key: _listed(part) for key, part in value.items()}
    return [_listed(part) for part in value] if isinstance(value, list | tuple) else value


def _entry(player: Seat) -> dict[str, str]:
    """A seat as a record has it."""
    entry = {"chips": dollars_plain(player.chips), "name": player.name}
    return entry | {key: value for key in ("who", "firm") if (value := getattr(player, key))}
