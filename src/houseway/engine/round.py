"""One round: the driver of a script.

Everything that comes in is an input, and the inputs are the log; everything that happens is an
event, and events alone change the state.  An input that does not fit is refused before anything
is touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from houseway.engine.deck import pieces_of
from houseway.engine.events import Event
from houseway.engine.inputs import are_pieces, validate_act
from houseway.engine.questions import (
    Act,
    Arrange,
    AskAll,
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
from houseway.engine.refusals import does, misdealt, misfit, no_pieces, no_turn, not_offered
from houseway.engine.seat import told_apart
from houseway.errors import Halted, Refused, short_repr
from houseway.game.base import Game, Seat
from houseway.presentation.results import Told
from houseway.presentation.round_view import asked_since, round_html, view_of, views_of
from houseway.presentation.views import Own, Prompt, View
from houseway.util.english import all_of


class Round:
    """A round in progress.  ``question`` is what stands; None when the round is over.

    ``halted`` says why a round stopped in the middle: an error of the program.  Nothing more is
    taken then, and it never counts as closed, so that nobody's money goes by a half-done round.
    """

    __slots__ = (
        "_asked", "_pieces", "_scripts", "_told", "answered", "before", "between", "events",
        "game", "halted", "inputs", "late", "question", "seats", "state", "unlike",
    )  # fmt: skip

    def __init__(self, game: Game, seats: Sequence[Seat], between: Any = None) -> None:
        self.game = game
        self.seats = told_apart(seats)
        self.between = between if between is not None else game.first(self.seats)
        self.state: Any = game.new_state(self.seats, self.between)
        self.events: list[Event] = []
        self.inputs: list[Input] = []
        self.before: list[int] = []
        """How many events there were before each input."""
        self.late: dict[int, Act] = {}
        """The decisions that were taken for seats whose time was up, by the number of the input."""
        self._told: Told | None = None
        """What has come out and who did what, when somebody has looked."""
        self.answered: list[tuple[int, AskAll]] = []
        """Questions to several seats that one has answered, each with the number of that input."""
        self.unlike: set[int] = set()
        """The inputs that were throws or shuffles, and rulings made while chance was awaited."""
        self._asked: tuple[int, Question | None, Mapping[int, int]] = 0, None, {}
        """When ``asked`` was last looked at, at which question, and what it was."""
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

    def _repr_html_(self) -> str:
        return round_html(self.view(0), self.game.words(), repr(self)[1:-1])

    def emit(self, event: Event) -> None:
        """Let something happen."""
        event.do(self.state)
        self.events.append(event)

    def emit_all(self, events: list[Event]) -> None:
        """Let several things happen, one after the other."""
        state = self.state
        for event in events:
            event.do(state)
        self.events += events

    @property
    def left(self) -> int:
        """How many pieces are left to deal in this round."""
        return len(self._pieces)

    @property
    def drawn(self) -> int:
        """How many pieces have been dealt; dice are none."""
        dealt = (x for i, x in enumerate(self.inputs) if i not in self.unlike)
        return sum([len(given.pieces) for given in dealt if type(given) is Drawn])

    @property
    def closed(self) -> bool:
        """Whether the round is over, and came to its end."""
        return self.question is None and not self.halted

    # -- inputs ------------------------------------------------------------------------------

    def act(self, act: Act) -> None:
        """A decision of a seat."""
        question = self.question
        if question is None or not question.takes(act):
            if refused := self.refusal(act):
                raise refused
        elif self.game.forbids_some and (refused := self.game.forbids(self.state, act)):
            raise refused
        if type(question) is AskAll:
            self.answered.append((len(self.inputs), question))
        self.before.append(len(self.events))
        self.inputs.append(act)
        try:
            self.question = self._scripts[-1].send(act)
        except BaseException as error:
            self._stopped(error)

    def deal(self, pieces: Pieces) -> None:
        """What chance brought: as many pieces as were asked for."""
        question = self.question
        if type(question) is not Chance:
            raise Refused(f"nothing is to be dealt now; {self.standing()}")
        if question.kind == "pieces":
            if type(pieces) is not tuple or len(pieces) != question.n:
                raise self._not_so_many(question, pieces)
            if not self._pieces.take(pieces, question.back):
                raise misdealt(self, question, pieces)
        elif not are_pieces(pieces):
            raise no_pieces(question, pieces)
        elif len(pieces) != question.n:
            raise Refused(
                f"{question.what} needs {question.n}, not {len(pieces)}", self.game.deal_clauses
            )
        elif question.kind == "dice" and any(die not in range(1, 7) for die in pieces):
            raise Refused(f"{question.what}: a die shows 1 to 6", self.game.deal_clauses)
        else:
            self._pieces.put_back(question.back)
            self.unlike.add(len(self.inputs))
        self.before.append(len(self.events))
        self.inputs.append(Drawn(question.what, pieces))
        try:
            self.question = self._scripts[-1].send(pieces)
        except BaseException as error:
            self._stopped(error)

    def time_up(self, seat: int) -> None:
        """A seat's time is up: its default decision is taken."""
        question = self.question
        if type(seat) is not int:
            raise Refused(f"a seat is a whole number, not {short_repr(seat)}")
        if not isinstance(question, Asking) or seat not in question.seats():
            raise Refused(f"seat {seat} is not asked anything now; {self.standing()}")
        act = default_act(question, seat)
        if type(question) is AskAll:
            self.answered.append((len(self.inputs), question))
        self.late[len(self.inputs)] = act
        self._resume(act, TimeUp(seat))

    def ruling(self, ruling: Ruling) -> None:
        """A supervisor's ruling: its own small script runs, then the question is asked anew."""
        if self.question is None:
            raise Refused(f"{self.standing()}; nothing is left to rule on")
        refused = self.game.ruling_refused(self.state, ruling)
        if refused is not None:
            raise refused
        if type(self.question) is Chance:
            self.unlike.add(len(self.inputs))
        rule = self.game.ruling_rules[ruling.name]
        self._scripts.append(rule.run(self.game, self, ruling))
        self._resume(None, ruling)

    def enter(self, given: Input) -> None:
        """Any recorded input."""
        if isinstance(given, Act):
            self.act(given)
        elif isinstance(given, Drawn):
            self.deal(given.pieces)
        elif isinstance(given, TimeUp):
            self.time_up(given.seat)
        else:
            self.ruling(given)

    # -- answers -----------------------------------------------------------------------------

    def refusal(self, act: Act) -> Refused | None:
        """Why this decision is not allowed now, or None."""
        fault = validate_act(act)
        if fault:
            return Refused(fault)
        question = self.question
        if isinstance(question, Asking):
            choices = question.choices_of(act.seat)
        else:
            return no_turn(self, act) or Refused(
                f"seat {act.seat} cannot {does(self, act)} now; {self.standing()}",
                self.game.turn_clauses,
            )
        if not choices:
            return no_turn(self, act) or Refused(
                f"it is not seat {act.seat}'s turn to {does(self, act)}; {self.standing()}",
                self.game.turn_clauses,
            )
        name = act.name
        for choice in choices:
            if choice.name == name:
                fault = choice.fault(act)
                if fault:
                    return misfit(self, act, choice, fault)
                return self.game.forbids(self.state, act)
        reason = self.game.why_not(self.state, act.seat, name)
        if reason is not None:
            what = f"seat {act.seat} may not {does(self, act)}: {reason.what}"
            return Refused(what, reason.clauses)
        return not_offered(self, act, [choice.name for choice in choices])

    def standing(self) -> str:
        """What the round is waiting for, in words."""
        question = self.question
        if question is None:
            return self.halted or "the round is over"
        if isinstance(question, Chance):
            return f"the round waits for {question.what}"
        seats = question.seats()
        return f"the round waits for {'seat' if len(seats) == 1 else 'seats'} {all_of(seats)}"

    def unseen(self) -> list[int]:
        """The pieces that may come next, in order: not dealt in this round, or to be put back."""
        left = self._pieces.unseen()
        question = self.question
        back = question.back if isinstance(question, Chance) else ()
        return sorted((*left, *back)) if back else left

    def _not_so_many(self, question: Chance, pieces: Pieces) -> Refused:
        """The sentence for pieces that are none, or not as many as were asked for."""
        if not are_pieces(pieces):
            return no_pieces(question, pieces)
        asked = f"{question.n} {self.game.kind.name}"
        return Refused(f"{question.what} takes {asked}, not {len(pieces)}", self.game.deal_clauses)

    def _resume(self, answer: Any, given: Input | None = None) -> None:
        """Log what came in, and let the script go on with the answer to its question.

        Decisions and pieces, of which nearly all of a log is made, do the same by themselves.
        """
        if given is not None:
            self.before.append(len(self.events))
            self.inputs.append(given)
        try:
            self.question = self._scripts[-1].send(answer)
        except BaseException as error:
            self._stopped(error)

    def _stopped(self, error: BaseException) -> None:
        """A script asks no more: it has come to its end, or to an error."""
        if isinstance(error, StopIteration):
            self._script_ended()
            return
        self._halt(f"{type(error).__name__}: {error}")
        if isinstance(error, Exception):
            raise Halted(self.halted) from error
        raise error

    def _script_ended(self) -> None:
        """The round is over, or a ruling is done and the script below it asks anew."""
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
        """Stop for good: a script that raised or ended too early cannot go on, and a round that
        is half done must not pass for one that is over."""
        self._scripts.clear()
        self.question = None
        self.halted = (
            f"the round of {self.game.name} has stopped after {len(self.inputs)} inputs "
            f"by an error of the program ({why})"
        )

    # -- what viewers get --------------------------------------------------------------------

    def told(self, viewer: int, since: int = 0) -> list[Event]:
        """The events as this viewer may see them, from number ``since`` on."""
        events = self.events[since:] if since else self.events
        return [event if event.seen_by(viewer) else event.hidden() for event in events]

    def view(self, viewer: int = 0) -> View:
        """What this viewer (a seat, or 0 for an onlooker) may see now, and is asked."""
        return view_of(self, viewer)

    def views(
        self, seats: Iterable[int] | None = None, prompts: dict[int, Prompt] | None = None
    ) -> tuple[View, dict[int, Own]]:
        """What an onlooker sees, and what each seat has of its own; ``View.of`` joins them.

        Who looks again and again keeps ``prompts``: those that still stand are not made anew.
        """
        return views_of(self, seats, prompts)

    @property
    def told_so_far(self) -> Told:
        """What has come out until now, and what everybody has done last."""
        if self._told is None:
            self._told = Told(self)
        return self._told.follow(self.state)

    @property
    def asked(self) -> Mapping[int, int]:
        """Each seat that is asked -> how many inputs there were when its question became this one.

        It is the ``id`` of its prompt.
        """
        question, at = self.question, len(self.inputs)
        if not isinstance(question, Asking):
            return {}
        then, known, last = self._asked
        if known is not question or then != at:
            before = then, last
            last = {seat: asked_since(self, question, seat, before) for seat in question.seats()}
            self._asked = at, question, last
        return last


def default_act(question: Asking, seat: int) -> Act:
    """The decision taken for a seat whose time is up."""
    for choice in question.choices_of(seat):
        if choice.name == question.late:
            if isinstance(choice, Arrange):
                return Act(seat, choice.name, parts=choice.suggestion)
            return Act(seat, choice.name)
    raise Refused(f"the question to seat {seat} has no default; it waits for an answer")
