"""Replay hands of our own games: the game as posted, and the inputs that have no action."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.engine.questions import Ask, Asking, Chance
from houseway.errors import HousewayError, Refused, short_repr
from houseway.game.base import Game
from houseway.phh.actions import MEET, Action, read_actions
from houseway.phh.amounts import HandAmounts
from houseway.phh.compare import ReplayedHand, compared
from houseway.phh.model import CENTS, OURS, BadHand, Hand, finite, plain
from houseway.phh.playback import Playback
from houseway.records.notation import read_act, read_ruling
from houseway.records.record import Record, SeatEntry, open_round
from houseway.rulebook import find
from houseway.table.round import Round
from houseway.util.toml import decode_as


class Ours(msgspec.Struct, forbid_unknown_fields=True):
    """The field ``_houseway``."""

    game: str
    posted: dict[str, str | int | float | bool] = {}
    between: dict[str, Any] = {}
    seats: dict[str, SeatEntry] = {}
    lines: list[str] = []


class InputLine(msgspec.Struct, frozen=True):
    """An input without an action: ``after`` this number of actions, or ``instead`` of the next."""

    after: int
    instead: bool
    words: str

    @property
    def is_decision(self) -> bool:
        """Return True for a decision of a player, False for a ruling or cards."""
        return self.words[0].isdecimal() or self.words.startswith("time_up")

    def concerns(self, seat: int) -> bool:
        """Return True if the line is a decision of this seat."""
        return str(seat) in self.words.split()[:2]


def read_line(text: str) -> InputLine:
    """Read a line such as ``12 floor clock seat=2`` or ``12 = time_up 2``."""
    after, _, words = text.partition(" ")
    if not after.isdecimal() or not words.strip():
        raise BadHand(f"{OURS}.lines: {short_repr(text)} is not a number of actions and an input")
    instead = words.startswith("= ")
    return InputLine(int(after), instead, words.removeprefix("= ").strip())


class OurPlayback(Playback):
    """The actions of a hand of ours, with the lines between them."""

    def __init__(
        self,
        round_: Round,
        actions: Sequence[Action],
        hand: Hand,
        amounts: HandAmounts,
        order: Sequence[int],
        lines: Sequence[str],
    ) -> None:
        super().__init__(round_, actions, hand.actions, amounts, order=order)
        self.lines = [read_line(text) for text in lines]

    def run(self) -> None:
        """Play to the end of the hand, or of its actions and lines."""
        round_ = self.round
        while (question := round_.question) is not None and not self.stopped:
            chance = type(question) is Chance
            self.next(moot=chance)
            if self._due(question):
                self._line(self.lines.pop(0))
            elif type(question) is Chance:
                self.chance(question)
            elif isinstance(question, Asking):
                self.decide(question)
        if not self.stopped:
            self.finish()
        if self.lines:
            raise BadHand(f"{OURS}.lines: {short_repr(self.lines[0].words)} comes too late")

    def _is_moot(self, action: Action) -> bool:
        """Return False for a check: our hands write only checks that were asked for."""
        return action.what != MEET and super()._is_moot(action)

    def interrupted(self) -> bool:
        """Return True if a line stands before the next action."""
        return bool(self.lines) and self.lines[0].after <= self.passed

    def _due(self, question: Chance | Asking) -> bool:
        """Return True if a line comes now; cards that an action has told come before it."""
        if not self.interrupted():
            return False
        if type(question) is Chance and question.what in ("hole cards", "up cards", "draw"):
            return not any(self.dealt.values())
        line = self.lines[0]
        return not line.instead and not (_is_showdown(question) and self._of_another(question))

    def _of_another(self, question: Chance | Asking) -> bool:
        """Return True if the next line is the decision of a seat that is not asked now."""
        line = self.lines[0]
        asked = [] if isinstance(question, Chance) else question.seats()
        return line.is_decision and not any(line.concerns(seat) for seat in asked)

    def _line(self, line: InputLine) -> None:
        """Enter a line of a native hand; BadHand names the line."""
        try:
            self._say(line.words)
        except (Refused, ValueError) as error:
            clauses = error.clauses if isinstance(error, Refused) else ()
            why = error.what if isinstance(error, Refused) else str(error)
            raise BadHand(
                f"{OURS}.lines: {short_repr(line.words)}: {why}", clauses=clauses
            ) from None

    def _say(self, text: str) -> None:
        """Enter a line: a floor ruling, cards, a shuffle, a time-out or a decision."""
        round_, words = self.round, text.split()
        if words[0] == "floor":
            round_.ruling(read_ruling(words[1:], round_.game))
        elif words[0] == "deal":
            round_.deal(round_.game.kind.parse(" ".join(words[1:])))
        elif words[0] == "shuffle":
            round_.deal(())
        elif words[0] == "time_up":
            round_.time_up(int(words[1]))
        elif isinstance(round_.question, Asking):
            round_.act(read_act(words, round_.question, round_.game.kind))
        else:
            raise Refused(round_.standing())

    def decide(self, question: Asking) -> None:
        """Enter the next action, or the line that stands for it."""
        showing = _is_showdown(question)
        if not self.interrupted() or (showing and self._of_another(question)):
            super().decide(question)
            return
        action = self.next()
        self._line(self.lines.pop(0))
        if action is not None and not showing:
            self.go_on()


def _is_showdown(question: Chance | Asking) -> bool:
    """Return True for the question to show a hand, whose answer has no place among actions."""
    return type(question) is Ask and question.default_action == "show"


@functools.lru_cache(maxsize=256)
def _posted(game_id: str, posted: tuple[tuple[str, Any], ...]) -> Game:
    """Return a posted game; cached, because hands come in series."""
    return find(game_id)(dict(posted))


def replay_ours(hand: Hand) -> ReplayedHand:
    """Replay a hand that one of our tables wrote."""
    try:
        ours = decode_as(hand.more[OURS], Ours, OURS)
        order, players = _order(hand), hand.more.get("players", [])
        seats: dict[str, int | str | SeatEntry] = dict(ours.seats) or {
            str(seat): SeatEntry(plain(chips), name)
            for seat, chips, name in zip(order, hand.starting_stacks, players, strict=True)
        }
        record = Record(game=ours.game, seats=seats, between=ours.between)
        round_ = open_round(record, _posted(ours.game, tuple(sorted(ours.posted.items()))))
        _require_seated(order, round_)
    except BadHand:
        raise
    except (HousewayError, ValueError) as error:
        raise BadHand(str(error)) from None
    actions = read_actions(hand.actions, len(order))
    amounts = HandAmounts(hand, actions)
    if amounts.scale != CENTS:
        raise BadHand("amounts of our own games are dollars and cents, without finer fractions")
    chips = {player.seat: player.chips for player in round_.seats}
    for player, (seat, stack) in enumerate(zip(order, hand.starting_stacks, strict=True), 1):
        if not finite(stack) or amounts.units(stack) != chips[seat]:
            there = plain(amounts.number(chips[seat]))
            raise BadHand(f"starting_stacks: p{player} has {plain(stack)}, and {there} in {OURS}")
    seated = [_seated(action, order) for action in actions]
    playback = OurPlayback(round_, seated, hand, amounts, order, ours.lines)
    playback.run()
    return compared(hand, round_, playback.stopped, amounts, order)


def _order(hand: Hand) -> list[int]:
    """Return the seats of the players, from the left of the button on."""
    seats: list[int] = hand.more.get("seats") or list(range(1, len(hand.starting_stacks) + 1))
    if len(set(seats)) < len(seats):
        raise BadHand("seats: a seat stands there twice")
    return seats


def _require_seated(order: list[int], round_: Round) -> None:
    """Refuse players whose seat is not among the seats of the round."""
    taken = {player.seat for player in round_.seats}
    for seat in order:
        if seat not in taken:
            raise BadHand(f"seats: {short_repr(seat)} is not a seat of {OURS}.seats")


def _seated(action: Action, order: list[int]) -> Action:
    """Return an action of a player as one of the seat; 0 stays 0."""
    return action._replace(seat=order[action.seat - 1]) if action.seat else action
