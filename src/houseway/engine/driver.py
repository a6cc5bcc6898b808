"""The driver of a round: it runs the script of a game and keeps the log.

Every input is logged, and a fresh driver fed with the log gives the same events.  Events alone
change the state.  An input that does not fit is refused before anything is touched.  The driver
knows a game as ``Rules``; it knows no screen and no file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from houseway.engine.events import Event
from houseway.engine.inputs import Seat, are_pieces, not_a_seat, told_apart, validate_act
from houseway.engine.questions import (
    Act,
    Arrange,
    Ask,
    Asking,
    Chance,
    Drawn,
    Input,
    Pieces,
    Question,
    Ruling,
    Script,
    TimeUp,
)
from houseway.engine.refusals import (
    does,
    explain_ruling,
    misdealt,
    misfit,
    no_pieces,
    no_turn,
    not_offered,
    of_decision,
)
from houseway.engine.rules import Rules, RulingScript
from houseway.engine.shoe import pieces_of
from houseway.errors import Halted, Reason, Refused
from houseway.util.english import all_of

G = TypeVar("G", bound=Rules)


class RoundDriver(Generic[G]):
    """A round in progress.  ``question`` is the open question; None when the round is over.

    ``halted`` is the reason why an error of the program stopped the round, or "".  A halted round
    takes no more input and never counts as closed, so no money moves by a half-done round.
    """

    __slots__ = (
        "_pieces", "_scripts", "answered_questions", "carry_over", "events", "events_before",
        "game", "halted", "inputs", "non_piece_inputs", "question", "seats", "state", "timed_out",
    )  # fmt: skip

    def __init__(self, game: G, seats: Sequence[Seat], carry_over: Any = None) -> None:
        self.game = game
        self.seats = told_apart(seats)
        self.carry_over = carry_over if carry_over is not None else game.first(self.seats)
        self.state: Any = game.new_state(self.seats, self.carry_over)
        self.events: list[Event] = []
        self.inputs: list[Input] = []
        self.events_before: list[int] = []
        """The number of events before each input."""
        self.timed_out: dict[int, Act] = {}
        """Index of an input -> the default decision taken there because time was up."""
        self.answered_questions: list[tuple[int, Ask]] = []
        """Questions to several seats that one seat answered, each with the index of that input."""
        self.non_piece_inputs: set[int] = set()
        """Indexes of inputs that take no pieces from the deck: dice, shuffles, and rulings made
        while a card was due."""
        self.halted = ""
        self._pieces = pieces_of(game)
        self._scripts: list[Script] = [game.play(self)]
        self.question: Question | None = None
        self._resume(None)

    def __repr__(self) -> str:
        if self.halted:
            now = "halted"
        elif self.closed:
            now = "closed"
        elif isinstance(self.question, Asking):
            now = f"waits for seat {' and '.join(map(str, self.question.seats()))}"
        else:
            now = "waits for the deal"
        return f"<round of {self.game.id}: {len(self.events)} events, {now}>"

    def emit(self, event: Event) -> None:
        """Apply an event to the state and log it."""
        event.do(self.state)
        self.events.append(event)

    def emit_all(self, events: list[Event]) -> None:
        """Apply several events in order and log them."""
        state = self.state
        for event in events:
            event.do(state)
        self.events += events

    @property
    def left(self) -> int:
        """The number of pieces left to deal in this round."""
        return len(self._pieces)

    @property
    def drawn(self) -> int:
        """The number of pieces dealt so far; dice do not count."""
        dealt = (x for i, x in enumerate(self.inputs) if i not in self.non_piece_inputs)
        return sum([len(given.pieces) for given in dealt if type(given) is Drawn])

    @property
    def closed(self) -> bool:
        """True if the round came to its end; False while it runs or when it is halted."""
        return self.question is None and not self.halted

    def act(self, act: Act) -> None:
        """Take a decision of a seat."""
        question = self.question
        certain = (
            type(question) is not Ask  # which takes nothing for certain: a call less for each act
            and isinstance(question, Asking)
            and question.takes(act)
        )
        if not certain and (reason := self.refusal(act)):
            raise Refused.because(reason)
        if type(question) is Ask:
            self.answered_questions.append((len(self.inputs), question))
        self.events_before.append(len(self.events))
        self.inputs.append(act)
        try:
            self.question = self._scripts[-1].send(act)
        except BaseException as error:
            self._stopped(error)

    def deal(self, pieces: Pieces) -> None:
        """Take the pieces that chance brought: exactly as many as were asked for."""
        question = self.question
        if type(question) is not Chance:
            raise Refused(
                "nothing-to-deal",
                f"nothing is to be dealt now; {self.standing()}",
                self.game.deal_clauses,
            )
        if question.kind == "pieces":
            if type(pieces) is not tuple or len(pieces) != question.n:
                raise Refused.because(self._not_so_many(question, pieces))
            if not self._pieces.take(pieces, question.back):
                raise Refused.because(misdealt(self, question, pieces))
        elif not are_pieces(pieces):
            raise Refused.because(no_pieces(question, pieces))
        elif len(pieces) != question.n:
            raise Refused(
                "wrong-number-thrown",
                f"{question.what} needs {question.n}, not {len(pieces)}",
                self.game.deal_clauses,
            )
        elif question.kind == "dice" and any(die not in range(1, 7) for die in pieces):
            strange = next(die for die in pieces if die not in range(1, 7))
            raise Refused(
                "no-such-throw",
                f"{question.what}: a die shows 1 to 6, not {strange}",
                self.game.deal_clauses,
            )
        else:
            self._pieces.put_back(question.back)
            self.non_piece_inputs.add(len(self.inputs))
        self.events_before.append(len(self.events))
        self.inputs.append(Drawn(question.what, pieces))
        try:
            self.question = self._scripts[-1].send(pieces)
        except BaseException as error:
            self._stopped(error)

    def time_up(self, seat: int) -> None:
        """Take the default decision of a seat whose time is up."""
        question = self.question
        if type(seat) is not int:
            raise Refused.because(not_a_seat(seat))
        if not isinstance(question, Asking) or seat not in question.seats():
            raise Refused.because(self.not_asked(seat))
        act = default_act(question, seat)
        if type(question) is Ask:
            self.answered_questions.append((len(self.inputs), question))
        self.timed_out[len(self.inputs)] = act
        self._resume(act, TimeUp(seat))

    def ruling(self, ruling: Ruling) -> None:
        """Run the script of a supervisor's ruling, then ask the open question again."""
        if self.question is None:
            raise Refused("nothing-to-rule-on", f"{self.standing()}; nothing is left to rule on")
        reason = explain_ruling(self.game, self.state, ruling)
        if reason is not None:
            raise Refused.because(reason)
        if type(self.question) is Chance:
            self.non_piece_inputs.add(len(self.inputs))
        rule = self.game.ruling_rules[ruling.name]
        self._scripts.append(self._ruled(rule, ruling))
        self._resume(None, ruling)

    def _ruled(self, rule: RulingScript, ruling: Ruling) -> Script:
        """Carry out a ruling; one that asks something is a script itself."""
        script = rule.run(self.game, self, ruling)
        if script is not None:
            yield from script

    def enter(self, given: Input) -> None:
        """Take any recorded input."""
        if isinstance(given, Act):
            self.act(given)
        elif isinstance(given, Drawn):
            self.deal(given.pieces)
        elif isinstance(given, TimeUp):
            self.time_up(given.seat)
        else:
            self.ruling(given)

    def refusal(self, act: Act) -> Reason | None:
        """Return the reason why this decision is not allowed now; None if it is."""
        reason = validate_act(act)
        if reason is not None:
            return reason
        question = self.question
        if isinstance(question, Asking):
            choices = question.choices_of(act.seat)
        else:
            return no_turn(self, act) or Reason(
                "round-asks-no-seat",
                f"seat {act.seat} cannot {does(self, act)} now; {self.standing()}",
                self.game.turn_clauses,
            )
        if not choices:
            return no_turn(self, act) or Reason(
                "not-your-turn",
                f"it is not seat {act.seat}'s turn to {does(self, act)}; {self.standing()}",
                self.game.turn_clauses,
            )
        name = act.name
        for choice in choices:
            if choice.name == name:
                reason = choice.fault(act)
                if reason is not None:
                    return misfit(self, act, choice, reason)
                try:
                    self.game.check(self.state, act)
                except Refused as refused:
                    return refused.reason
                return None
        reason = self.game.explain(self.state, Act(act.seat, name))
        if reason is not None:
            return of_decision(self, act, reason)
        return not_offered(self, act, [choice.name for choice in choices])

    def not_asked(self, seat: int) -> Reason:
        """Explain that this seat is not asked anything now."""
        what = f"seat {seat} is not asked anything now; {self.standing()}"
        return Reason("seat-not-asked", what, self.game.turn_clauses)

    def standing(self) -> str:
        """Return what the round waits for, in words."""
        question = self.question
        if question is None:
            return self.halted or "the round is over"
        if isinstance(question, Chance):
            return f"the round waits for {question.what}"
        seats = question.seats()
        return f"the round waits for {'seat' if len(seats) == 1 else 'seats'} {all_of(seats)}"

    def unseen(self) -> list[int]:
        """Return the pieces that may come next, sorted: not dealt yet, or about to be put back."""
        left = self._pieces.unseen()
        question = self.question
        back = question.back if isinstance(question, Chance) else ()
        return sorted((*left, *back)) if back else left

    def events_for(self, viewer: int, since: int = 0) -> list[Event]:
        """Return the events from index ``since`` on, as this viewer may see them."""
        events = self.events[since:] if since else self.events
        return [event if event.seen_by(viewer) else event.hidden() for event in events]

    def _not_so_many(self, question: Chance, pieces: Pieces) -> Reason:
        """Explain that pieces have a wrong type or number."""
        if not are_pieces(pieces):
            return no_pieces(question, pieces)
        asked = f"{question.n} {self.game.kind.name}"
        what = f"{question.what} takes {asked}, not {len(pieces)}"
        return Reason("wrong-number-dealt", what, self.game.deal_clauses)

    def _resume(self, answer: Any, given: Input | None = None) -> None:
        """Log an input and resume the script with the answer to its question.

        ``act`` and ``deal``, which make nearly all of a log, repeat these lines for speed.
        """
        if given is not None:
            self.events_before.append(len(self.events))
            self.inputs.append(given)
        try:
            self.question = self._scripts[-1].send(answer)
        except BaseException as error:
            self._stopped(error)

    def _stopped(self, error: BaseException) -> None:
        """Handle the end of a script: a normal return, or an error."""
        if isinstance(error, StopIteration):
            self._script_ended()
            return
        self._halt(f"{type(error).__name__}: {error}")
        if isinstance(error, Exception):
            raise Halted(self.halted) from error
        raise error

    def _script_ended(self) -> None:
        """Close the round, or resume the script that a finished ruling interrupted."""
        scripts = self._scripts
        scripts.pop()
        if scripts and not self.state.closed:
            self._resume(None)
            return
        for script in scripts:
            script.close()
        scripts.clear()
        self.question = None
        if not self.state.closed:
            self._halt("its script ended before the round did")
            raise Halted(self.halted)

    def _halt(self, why: str) -> None:
        """Stop for good.  A script that raised or ended early cannot go on, and a half-done round
        must not pass for a finished one."""
        self._scripts.clear()
        self.question = None
        self.halted = (
            f"the round of {self.game.name} has stopped after {len(self.inputs)} inputs "
            f"by an error of the program ({why})"
        )


def default_act(question: Asking, seat: int) -> Act:
    """Return the decision taken for a seat whose time is up."""
    for choice in question.choices_of(seat):
        if choice.name == question.default_action:
            if isinstance(choice, Arrange):
                return Act(seat, choice.name, parts=choice.suggestion)
            return Act(seat, choice.name)
    raise Refused(
        "no-default-answer", f"the question to seat {seat} has no default; it waits for an answer"
    )
