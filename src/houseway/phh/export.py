"""Write a round that was played as a PHH hand.

The inputs of the round are entered again, and each is written as the action that it leads to. In a
round of our own games, an input without an exact action becomes a line of the field ``_houseway``.
The line has the number of actions before it, not counting shown hands, and the input as a record
writes it. An ``=`` between them means that the next action is its result. A recorded hand needs no
such field, since nothing is added to what it states.
"""

from __future__ import annotations

import contextlib
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.engine.questions import Act, Asking, Drawn, Ruling, TimeUp
from houseway.errors import Halted, HousewayError
from houseway.families.poker import Poker, PokerState
from houseway.families.poker.betting.limits import pot_limit
from houseway.families.poker.events.betting import (
    AntePosted,
    BetsGathered,
    BlindPosted,
    BroughtIn,
    DeadPosted,
    HandOpened,
    OpenedByCards,
)
from houseway.families.poker.events.dealing import (
    BoardDealt,
    BurnOmitted,
    CardsDrawn,
    CommunityUsed,
    DealtAfterFolding,
    HoleDealt,
    StreetOpened,
    StubScrambled,
    UpDealt,
)
from houseway.families.poker.events.ending import (
    AnteMatched,
    ClaimLost,
    HandVoided,
    PotAwarded,
    ShowdownOpened,
)
from houseway.families.poker.fees import CollectionTaken
from houseway.money import format_amount as dollars_plain
from houseway.phh.actions import (
    DRAW,
    SHOW,
    WAGER,
    PlayerAction,
    act_of_action,
    action_of_event,
    card_names,
)
from houseway.phh.model import CENTS, OURS, Hand, Number, number
from houseway.phh.recorded_game import NOTHING_UNTOLD, Recorded
from houseway.phh.variants import code_of, variant_of_game
from houseway.records.files import act_words, posted_of, ruling_words
from houseway.table.round import Round

if TYPE_CHECKING:
    from houseway.engine.events import Event
    from houseway.engine.questions import Input
    from houseway.game.base import Seat


def from_round(round_: Round, **fields: Any) -> Hand:
    """Return a poker round, finished or not, as a hand; ``fields`` are optional ones of PHH.

    A round of a replayed hand is written with the bets, cards and stacks that the hand stated.
    """
    game = round_.game
    if not isinstance(game, Poker):
        raise HousewayError(f"{game.name} is not a poker game; PHH is for poker hands")
    writer = Writer(round_, game)
    writer.write()
    order, scale, untold = writer.order, writer.scale, writer.untold
    people = {player.seat: player for player in round_.seats}
    more: dict[str, Any] = {key: value for key, value in fields.items() if value is not None}
    if isinstance(game, Recorded):
        forced, code = _stated_bets(game), variant_of_game(game).code
    else:
        forced = forced_bets(round_, order)
        code = code_of(game, writer.plus or forced.plus)
    more["ante_trimming_status"] = forced.trimmed
    if not isinstance(game, Recorded):
        more["seats"] = list(order)
    more["players"] = [people[seat].name for seat in order]
    if round_.closed:
        state: PokerState = round_.state
        ends = [number(state.chips[seat], scale) for seat in order]
        more["finishing_stacks"] = _known(ends, order, untold.stacks)
        more["winnings"] = [number(writer.won.get(seat, 0), scale) for seat in order]
    if not isinstance(game, Recorded):
        more[OURS] = _ours(round_, order, writer.lines)
    stacks = [number(people[seat].chips, scale) for seat in order]
    return Hand(
        code,
        antes=forced.antes,
        starting_stacks=_known(stacks, order, untold.stacks),
        actions=writer.actions,
        blinds_or_straddles=forced.blinds,
        bring_in=forced.bring_in,
        small_bet=forced.small_bet,
        big_bet=forced.big_bet,
        min_bet=forced.min_bet,
        more=more,
    )


def _known(stacks: list[Number], order: tuple[int, ...], untold: frozenset[int]) -> list[Number]:
    """Replace the stacks of ``untold`` seats by ``inf``: they were made up to play the hand."""
    unknown = Decimal("inf")
    return [unknown if seat in untold else x for seat, x in zip(order, stacks, strict=True)]


def _ours(round_: Round, order: tuple[int, ...], lines: list[str]) -> dict[str, Any]:
    """Return the field ``_houseway``: the posted game, the state carried over, further inputs."""
    game = round_.game
    ours: dict[str, Any] = {"game": game.id, "posted": dict(posted_of(game))}
    usual = msgspec.to_builtins(game.carry_over(), str_keys=True)
    carried = msgspec.to_builtins(round_.carry_over, str_keys=True)
    carry_over = {k: _listed(value) for k, value in carried.items() if value != usual[k]}
    if carry_over:
        ours["between"] = carry_over
    if any(player.seat not in order or player.who or player.firm for player in round_.seats):
        ours["seats"] = {str(player.seat): _entry(player) for player in round_.seats}
    if lines:
        ours["lines"] = lines
    return ours


def _listed(value: Any) -> Any:
    """Return lists for tuples, at any depth, as they are read from a text."""
    if isinstance(value, dict):
        return {key: _listed(part) for key, part in value.items()}
    return [_listed(part) for part in value] if isinstance(value, list | tuple) else value


def _entry(player: Seat) -> dict[str, str]:
    """Return the entry of a seat, as in a record."""
    entry = {"chips": dollars_plain(player.chips), "name": player.name}
    return entry | {key: value for key in ("who", "firm") if (value := getattr(player, key))}


class Forced(msgspec.Struct):
    """Antes and blinds by player, the bring-in and the limits, as the format has them.

    ``plus`` marks what the format cannot say: a kill pot, which changes the order of acting, and
    a short blind or bring-in that is called in full.
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
    """Return the forced bets of a round of ours; a player short of chips is listed in full."""
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
    """Return a blind in full, even if its player is all-in below it; below zero for a post."""
    full = {"small blind": game.small_blind, "big blind": game.big_blind}
    cents = max(full.get(posted.what, 0), posted.cents)
    return -cents if posted.seat in s.posting and posted.seat != s.big else cents


def _stated_bets(game: Recorded) -> Forced:
    """Return the forced bets and limits that the recorded hand of this game stated."""
    terms, fields = game.terms, variant_of_game(game).fields
    order, scale = tuple(range(1, terms.players + 1)), terms.scale
    found = Forced(_by_player(dict(enumerate(terms.antes, 1)), order, scale), trimmed=terms.trimmed)
    if "blinds_or_straddles" in fields:
        found.blinds = _by_player(dict(enumerate(terms.blinds, 1)), order, scale)
    if "bring_in" in fields:
        found.bring_in = number(terms.bring_in, scale)
    if "min_bet" in fields:
        found.min_bet = number(terms.small_bet, scale)
    else:
        found.small_bet, found.big_bet = (
            number(terms.small_bet, scale),
            number(terms.big_bet, scale),
        )
    return found


def _by_player(cents: dict[int, int], order: tuple[int, ...], scale: int = CENTS) -> list[Number]:
    """List amounts in the order of the players; PHH reverses the two of a heads-up hand."""
    listed = [number(cents[seat], scale) for seat in order]
    return listed[::-1] if len(listed) == 2 else listed


USUAL_RAISES = 3
SHOWING = ("show", "play_board", "muck")
UNUSUAL = (
    *(BurnOmitted, CollectionTaken, CommunityUsed, DealtAfterFolding, HandVoided),
    StubScrambled,
)
"""Events that other rooms do not have, or have in another way."""
DEALT = (BoardDealt, HoleDealt, UpDealt, CardsDrawn)
"""Events whose cards an action tells; other cards, such as burns, stand in lines."""


class Writer:
    """Enters the inputs of a round again and collects actions, and lines where they fall short.

    ``plus`` becomes True when something is done that the code of the game alone does not know.
    The cards of a draw follow the discards of all players, unless something comes in between.
    ``halved`` is the street with an all-in for less than a full bet of a limit, or -1.
    """

    def __init__(self, round_: Round, game: Poker) -> None:
        self.game = game
        self.scale, self.untold = CENTS, NOTHING_UNTOLD
        if isinstance(game, Recorded):
            self.scale, self.untold = game.terms.scale, game.untold
        self.inputs = round_.inputs
        self.again = Round(round_.game, round_.seats, round_.carry_over)
        self.actions: list[str] = []
        self.lines: list[str] = []
        self.actions_written = 0
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
        """Return the seats whose answers at the showdown need lines, since their order counts.

        These are seats that are asked twice, or all seats if a ruling comes in between.
        """
        shows = [x.seat for x in self.inputs if isinstance(x, Act) and x.name in SHOWING]
        begun = False
        for given in self.inputs:
            begun = begun or (isinstance(given, Act) and given.name in SHOWING)
            if begun and isinstance(given, Ruling):
                return set(shows)
        return {seat for seat in shows if shows.count(seat) > 1}

    def write(self) -> None:
        """Collect all actions and lines."""
        for event in self.again.events:
            self._happens(event)
        for given in self.inputs:
            self._enter(given)
        self._flush()
        if not self.order:
            raise HousewayError("no player has been dealt in: there is no hand to write")

    def _enter(self, given: Input) -> None:
        """Enter an input into the second round, and write the actions that it makes."""
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
            self._happens(event, written=made is not None and action_of_event(event) == made)

    def _facing(self, given: Input) -> bool:
        """Return True if the input comes from a player who faces a bet."""
        s: PokerState = self.again.state
        return isinstance(given, Act | TimeUp) and s.to_call > s.bets[given.seat]

    def _decision(
        self, given: Act | TimeUp, made: PlayerAction | None, question: Asking, facing: bool
    ) -> None:
        """Add a line before the action of a decision, where the action alone is not exact."""
        exact = made is not None and (
            act_of_action(made, question.choices_of(given.seat), facing) == given
            and (made.what != SHOW or made.seat not in (*self.shown, *self.spelled))
        )
        if not exact:
            self._line(given, as_action=made is not None)

    def _line(self, given: Input, as_action: bool = False) -> None:
        """Add a line for an input; cards of a draw that were dealt so far go before it."""
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
        self.lines.append(
            f"{self.actions_written} = {words}" if as_action else f"{self.actions_written} {words}"
        )

    def _happens(self, event: Event, written: bool = False) -> None:
        """Follow one event; ``written`` if its action has been written already."""
        if isinstance(event, HandOpened):
            self.order = event.dealt_in
        elif isinstance(event, HoleDealt | UpDealt | CardsDrawn):
            self._dealt(event.seat, event.pieces)
        elif isinstance(event, BoardDealt):
            self._say(f"d db {card_names(event.pieces, self.untold.cards)}")
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
        elif isinstance(event, ClaimLost) and action_of_event(event) is None:
            self.plus = True  # the player did not claim the board: elsewhere cards speak
        elif not written and (made := action_of_event(event)) is not None:
            self._action(made)

    def _dealt(self, seat: int, pieces: tuple[int, ...]) -> None:
        """Note cards that a player is dealt; they are written when the round of cards is whole."""
        self.dealing[seat] = self.dealing.get(seat, ()) + pieces
        if self.in_turn and seat == self.order[-1]:
            self._flush()

    def _flush(self) -> None:
        """Write the cards that have been dealt, player by player."""
        dealing, self.dealing = self.dealing, {}
        for player, seat in enumerate(self.order, 1):
            if seat in dealing:
                cards = card_names(dealing[seat], self.untold.cards)
                self.actions.append(f"d dh p{player} {cards}")
                self.actions_written += 1
        self.drawing = False

    def _say(self, text: str, draw: bool = False) -> None:
        """Write an action; the cards of a draw wait until all players have discarded."""
        if not (draw and self.drawing) or self.in_turn:
            self._flush()
        self.drawing = draw
        self.actions.append(text)
        self.actions_written += 1

    def _action(self, made: PlayerAction) -> None:
        """Write an action of a player; a hand that has been shown is not shown again."""
        player = self.order.index(made.seat) + 1
        if made.what != SHOW:
            if made.what == WAGER and self.upto:
                self.plus = True
            self._say(self._words(made, player), made.what == DRAW)
            return
        if not made.cards and self._is_unusual_muck(made.seat):
            self.plus = True
        if self.shown.get(made.seat) != made.cards and (made.cards or made.seat not in self.shown):
            self._flush()
            self.shown[made.seat] = made.cards
            self.actions.append(self._words(made, player))

    def _words(self, made: PlayerAction, player: int) -> str:
        """Return a player's action in the words of the format."""
        return made.words(player, self.scale, self.untold.cards)

    def _show_all_in(self) -> None:
        """Show the hands before the remaining cards when no more betting is possible."""
        s: PokerState = self.again.state
        able = sum([s.chips[seat] > 0 for seat in s.live])
        to_come = self.game.streets[s.street + 1 :]
        if len(s.live) > 1 and able <= 1 and to_come and not any(x.discard for x in to_come):
            for seat in s.live:
                self._action(PlayerAction(SHOW, seat, s.hole[seat]))

    def _is_unusual_muck(self, seat: int) -> bool:
        """Return True for a hand that was shown already or has a claim to a side pot."""
        s: PokerState = self.again.state
        return seat in self.shown or len({s.put[x] for x in (seat, *s.live)}) > 1

    def _unusual(self, given: Input) -> None:
        """Set ``plus`` for an input that others refuse: a ruling, or a raise few rooms have."""
        s: PokerState = self.again.state
        if isinstance(given, Ruling) or (isinstance(given, Drawn) and given.what == "refill"):
            self.plus = True
        if not isinstance(given, Act):
            return
        if given.name == "fold" and s.must_open and not s.to_call:
            self.plus = True  # elsewhere the player with the forced bet cannot fold
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


def _made_by(events: list[Event]) -> PlayerAction | None:
    """Return the player's action among these events, or None; a ruling may lead to one too."""
    return next(
        (action for event in events if (action := action_of_event(event)) is not None), None
    )
