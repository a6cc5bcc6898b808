"""Hands of our own games, read back: the game as posted, and the inputs that no action tells."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.engine.questions import Ask, Asking, Chance
from houseway.engine.round import Round
from houseway.errors import HousewayError, Refused, short_repr
from houseway.game.base import Game
from houseway.phh.actions import MEET, Action, read_actions
from houseway.phh.amounts import Amounts
from houseway.phh.compare import Replayed, compared
from houseway.phh.model import OURS, BadHand, Hand, plain
from houseway.phh.playback import Playback
from houseway.records.record import Record, SeatEntry, open_round, read_act, read_ruling
from houseway.rulebook import find
from houseway.util.toml import decode_as


class Ours(msgspec.Struct, forbid_unknown_fields=True):
    """The field ``_houseway``."""

    game: str
    posted: dict[str, str | int | float | bool] = {}
    between: dict[str, Any] = {}
    seats: dict[str, SeatEntry] = {}
    lines: list[str] = []


class Line(msgspec.Struct, frozen=True):
    """An input that stands in no action: after so many of them, or ``instead`` of the next."""

    after: int
    instead: bool
    words: str

    @property
    def is_decision(self) -> bool:
        """Whether a player is meant, and not the floor or the deck."""
        return self.words[0].isdecimal() or self.words.startswith("time_up")

    def concerns(self, seat: int) -> bool:
        """Whether it is a decision of this seat."""
        return str(seat) in self.words.split()[:2]


def read_line(text: str) -> Line:
    """``12 floor clock seat=2`` or ``12 = time_up 2``."""
    after, _, words = text.partition(" ")
    if not after.isdecimal() or not words.strip():
        raise BadHand(f"{OURS}.lines: {short_repr(text)} is not a number of actions and an input")
    instead = words.startswith("= ")
    return Line(int(after), instead, words.removeprefix("= ").strip())


class OurPlayback(Playback):
    """The actions of a hand of ours, with the lines between them."""

    def __init__(
        self,
        round_: Round,
        actions: Sequence[Action],
        hand: Hand,
        amounts: Amounts,
        order: Sequence[int],
        lines: Sequence[str],
    ) -> None:
        super().__init__(round_, actions, hand.actions, amounts, order=order)
        self.lines = [read_line(text) for text in lines]

    def run(self) -> None:
        """To the end of the hand or of its actions and lines."""
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
        """Our hands tell no check that was not asked for."""
        return action.what != MEET and super()._is_moot(action)

    def interrupted(self) -> bool:
        """A line stands before the next action."""
        return bool(self.lines) and self.lines[0].after <= self.passed

    def _due(self, question: Chance | Asking) -> bool:
        """Whether a line comes now; cards that an action has told already come before it."""
        if not self.interrupted():
            return False
        if type(question) is Chance and question.what in ("hole cards", "up cards", "draw"):
            return not any(self.dealt.values())
        line = self.lines[0]
        return not line.instead and not (_is_showdown(question) and self._of_another(question))

    def _of_another(self, question: Chance | Asking) -> bool:
        """Whether the next line is the decision of a seat that is not asked now."""
        line = self.lines[0]
        asked = [] if isinstance(question, Chance) else question.seats()
        return line.is_decision and not any(line.concerns(seat) for seat in asked)

    def _line(self, line: Line) -> None:
        try:
            self._say(line.words)
        except (Refused, ValueError) as error:
            clauses = error.clauses if isinstance(error, Refused) else ()
            why = error.what if isinstance(error, Refused) else str(error)
            raise BadHand(
                f"{OURS}.lines: {short_repr(line.words)}: {why}", clauses=clauses
            ) from None

    def _say(self, text: str) -> None:
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
        """The next action, or the line that says how exactly it was entered."""
        showing = _is_showdown(question)
        if not self.interrupted() or (showing and self._of_another(question)):
            super().decide(question)
            return
        action = self.next()
        self._line(self.lines.pop(0))
        if action is not None and not showing:
            self.go_on()


def _is_showdown(question: Chance | Asking) -> bool:
    """Whether a hand is asked for; how it is answered stands apart from the order of actions."""
    return type(question) is Ask and question.choices[0].name == "show"


@functools.lru_cache(maxsize=256)
def _posted(game_id: str, posted: tuple[tuple[str, Any], ...]) -> Game:
    return find(game_id)(dict(posted))


def replay_ours(hand: Hand) -> Replayed:
    """A hand that one of our tables has written."""
    try:
        ours = decode_as(hand.more[OURS], Ours, OURS)
        order, players = _order(hand), hand.more.get("players", [])
        seats: dict[str, int | str | SeatEntry] = dict(ours.seats) or {
            str(seat): SeatEntry(plain(chips), name)
            for seat, chips, name in zip(order, hand.starting_stacks, players, strict=True)
        }
        record = Record(game=ours.game, seats=seats, between=ours.between)
        round_ = open_round(record, _posted(ours.game, tuple(sorted(ours.posted.items()))))
    except BadHand:
        raise
    except (HousewayError, ValueError) as error:
        raise BadHand(str(error)) from None
    actions = read_actions(hand.actions, len(order))
    amounts = Amounts(hand, actions)
    seated = [_seated(action, order) for action in actions]
    playback = OurPlayback(round_, seated, hand, amounts, order, ours.lines)
    playback.run()
    return compared(hand, round_, playback.stopped, amounts, order)


def _order(hand: Hand) -> list[int]:
    """The seats of the players, from the left of the button on."""
    seats: list[int] = hand.more.get("seats") or list(range(1, len(hand.starting_stacks) + 1))
    if len(set(seats)) < len(seats):
        raise BadHand("seats: a seat stands there twice")
    return seats


def _seated(action: Action, order: list[int]) -> Action:
    return action._replace(seat=order[action.seat - 1]) if action.seat else action
