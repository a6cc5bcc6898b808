"""One round: the driver of a script.

Everything that comes in is an input, and the inputs are the log; everything that happens is an
event, and events alone change the state.  An input that does not fit is refused before anything
is touched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from houseway.door import are_pieces, not_an_act
from houseway.english import all_of, nearest, one_of
from houseway.errors import Halted, Refused, brief
from houseway.events import Event
from houseway.game import Game, Seat
from houseway.script import (
    Act,
    Arrange,
    Ask,
    AskAll,
    Chance,
    Choice,
    Drawn,
    Input,
    Pick,
    Pieces,
    Place,
    Question,
    Ruling,
    Script,
    TimeUp,
)
from houseway.views import Forbidden, Prompt, View


class Round:
    """A round in progress.  ``question`` is what stands; None when the round is over.

    ``halted`` says why a round stopped in the middle: an error of the program.  Nothing more is
    taken then, and it never counts as closed, so that nobody's money goes by a half-done round.
    """

    __slots__ = (
        "_left", "_scripts", "between", "drawn", "events", "game", "halted", "inputs",
        "question", "seats", "state",
    )  # fmt: skip

    def __init__(self, game: Game, seats: Sequence[Seat], between: Any = None) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.between = between if between is not None else game.first(self.seats)
        self.state: Any = game.new_state(self.seats, self.between)
        self.events: list[Event] = []
        self.inputs: list[Input] = []
        self.drawn = 0
        self.halted = ""
        self._left: list[int] = game.in_play.copy()
        self._scripts: list[Script] = [game.play(self)]
        self.question: Question | None = None
        self._resume(None)

    def __repr__(self) -> str:
        if self.halted:
            now = "halted"
        elif self.closed:
            now = "closed"
        elif isinstance(self.question, Ask | AskAll):
            now = f"waits for seat {' and '.join(map(str, self.question.seats()))}"
        else:
            now = "waits for the deal"
        return f"<round of {self.game.id}: {len(self.events)} events, {now}>"

    def emit(self, event: Event) -> None:
        """Let something happen."""
        event.do(self.state)
        self.events.append(event)

    @property
    def left(self) -> int:
        """How many pieces are left to deal in this round."""
        return sum(self._left)

    @property
    def closed(self) -> bool:
        """Whether the round is over, and came to its end."""
        return self.question is None and not self.halted

    # -- inputs ------------------------------------------------------------------------------

    def act(self, act: Act) -> None:
        """A decision of a seat."""
        refused = self.refusal(act)
        if refused is not None:
            raise refused
        self.inputs.append(act)
        self._resume(act)

    def deal(self, pieces: Pieces) -> None:
        """What chance brought: as many pieces as were asked for."""
        question = self.question
        if type(question) is not Chance:
            raise Refused(f"nothing is to be dealt now; {self.standing()}")
        if question.kind == "pieces":
            self._take(question, pieces)
            self.drawn += len(pieces)
        elif not are_pieces(pieces):
            raise _no_pieces(question, pieces)
        elif len(pieces) != question.n:
            raise Refused(
                f"{question.what} needs {question.n}, not {len(pieces)}", self.game.deal_clauses
            )
        elif question.kind == "dice" and any(die not in range(1, 7) for die in pieces):
            raise Refused(f"{question.what}: a die shows 1 to 6", self.game.deal_clauses)
        else:
            self._put_back(question.back, 1)
        self.inputs.append(Drawn(question.what, pieces))
        self._resume(pieces)

    def time_up(self, seat: int) -> None:
        """A seat's time is up: its default decision is taken."""
        question = self.question
        if type(seat) is not int:
            raise Refused(f"a seat is a whole number, not {brief(seat)}")
        if not isinstance(question, Ask | AskAll) or seat not in question.seats():
            raise Refused(f"seat {seat} is not asked anything now; {self.standing()}")
        act = default_act(question, seat)
        self.inputs.append(TimeUp(seat))
        self._resume(act)

    def ruling(self, ruling: Ruling) -> None:
        """A supervisor's ruling: its own small script runs, then the question is asked anew."""
        if self.question is None:
            raise Refused(f"{self.standing()}; nothing is left to rule on")
        refused = self.game.ruling_refused(self.state, ruling)
        if refused is not None:
            raise refused
        self.inputs.append(ruling)
        rule = self.game.ruling_rules[ruling.name]
        self._scripts.append(rule.run(self.game, self, ruling))
        self._resume(None)

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
        if fault := not_an_act(act):
            return Refused(fault)
        question = self.question
        if type(question) is Ask:
            choices = question.choices if act.seat == question.seat else ()
        elif type(question) is AskAll:
            choices = question.choices_of(act.seat)
        else:
            return self._no_turn(act) or Refused(
                f"seat {act.seat} cannot {self._does(act)} now; {self.standing()}",
                self.game.turn_clauses,
            )
        if not choices:
            return self._no_turn(act) or Refused(
                f"it is not seat {act.seat}'s turn to {self._does(act)}; {self.standing()}",
                self.game.turn_clauses,
            )
        name = act.name
        for choice in choices:
            if choice.name == name:
                fault = choice.fault(act)
                if fault:
                    return self._misfit(act, choice, fault)
                return self.game.forbids(self.state, act)
        reason = self.game.why_not(self.state, act.seat, name)
        if reason is not None:
            what = f"seat {act.seat} may not {self._does(act)}: {reason.what}"
            return Refused(what, reason.clauses)
        return self._not_offered(act, [choice.name for choice in choices])

    def _not_offered(self, act: Act, offered: list[str]) -> Refused:
        """What is said of a decision that is none of the choices, or none of the game's."""
        game, does = self.game, self.game.words().does
        choices = f"seat {act.seat} may {one_of(offered)}"  # as they are written
        known = {*game.actions(), *offered}
        if act.name in known:
            cited = game.clauses_of_choice(self.state, act.name) or game.turn_clauses
            return Refused(f"seat {act.seat} may not {does(act.name)} now; {choices}", cited)
        close = nearest(act.name, sorted(known))
        hint = f"did you mean {one_of(close)}? " if close else ""
        return Refused(
            f"{brief(act.name)} is not a decision of {game.name}; {hint}{choices} now",
            game.turn_clauses,
        )

    def _no_turn(self, act: Act) -> Refused | None:
        """What the game says to a seat that is not asked."""
        reason = self.game.why_no_turn(self.state, act.seat, act.name)
        if reason is None:
            return None
        what = f"seat {act.seat} may not {self._does(act)}: {reason.what}"
        return Refused(what, reason.clauses)

    def _does(self, act: Act) -> str:
        return self.game.words().does(str(act.name))

    def _misfit(self, act: Act, choice: Choice, fault: str) -> Refused:
        """The refusal of a decision that is offered, but not like this."""
        if "_" in choice.name:
            does = self._does(act)
            fault = fault.replace(f"{choice.name} must", f"the amount to {does} must", 1)
            fault = fault.replace(choice.name, f"to {does}", 1)
        if isinstance(choice, Pick):
            fault = fault.replace("piece", self.game.kind.noun, 1)
        if isinstance(choice, Pick | Arrange) and (foreign := choice.strange(act)):
            fault += f": {self._named(foreign)} is not among {self._named(choice.pieces)}"
        cited: tuple[str, ...] = ()
        if isinstance(choice, Place):
            cited, strange = choice.cited(act), choice.strange(act)
            if strange and fault.startswith(f"there is no spot {strange!r}"):
                why = self.game.why_no_spot(self.state, act.name, strange)
                if why is not None:
                    return Refused(f"seat {act.seat}: {why.what}", why.clauses)
        clauses = (*cited, *self.game.clauses_of_choice(self.state, act.name))
        return Refused(
            f"seat {act.seat}: {fault}", dict.fromkeys(clauses or self.game.turn_clauses)
        )

    def _named(self, pieces: Pieces) -> str:
        names = self.game.kind.names
        return " ".join(
            names[p] if type(p) is int and 0 <= p < len(names) else f"number {p}" for p in pieces
        )

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
        left = [piece for piece, n in enumerate(self._left) for _ in range(n)]
        question = self.question
        back = question.back if isinstance(question, Chance) else ()
        return sorted((*left, *back)) if back else left

    def _take(self, question: Chance, pieces: Pieces) -> None:
        if type(pieces) is not tuple:
            raise _no_pieces(question, pieces)
        if len(pieces) != question.n and are_pieces(pieces):
            raise Refused(
                f"{question.what} takes {question.n} {self.game.kind.name}, not {len(pieces)}",
                self.game.deal_clauses,
            )
        left = self._left
        before = left.copy()
        for piece in question.back:
            left[piece] += 1
        kinds = len(left)
        for piece in pieces:
            if type(piece) is not int or not 0 <= piece < kinds:
                break
            there = left[piece]
            if not there:
                break
            left[piece] = there - 1
        else:
            return
        left[:] = before
        raise self._misdealt(question, pieces)

    def _misdealt(self, question: Chance, pieces: Pieces) -> Refused:
        """The sentence for pieces that cannot all come now."""
        if not are_pieces(pieces):
            return _no_pieces(question, pieces)
        left = Counter({piece: n for piece, n in enumerate(self._left) if n})
        left.update(question.back)
        for piece in pieces:
            if not left[piece]:
                return Refused(self._dealt_twice(question, piece), self.game.deal_clauses)
            left[piece] -= 1
        raise AssertionError("these pieces can come")

    def _put_back(self, pieces: Pieces, n: int) -> None:
        for piece in pieces:
            self._left[piece] += n

    def _dealt_twice(self, question: Chance, piece: int) -> str:
        kind = self.game.kind
        if not 0 <= piece < len(self._left):
            return f"{question.what}: {kind.noun} number {piece} does not exist"
        total = kind.copies[piece] * self.game.sets()
        held = (
            f"there is only one {kind.show((piece,))}"
            if total == 1
            else (f"all {total} {kind.show((piece,))} are out")
        )
        return f"{question.what}: {kind.show((piece,))} cannot come again, {held} in play"

    def _resume(self, given: Any) -> None:
        scripts = self._scripts
        while True:
            try:
                self.question = scripts[-1].send(given)
                return
            except StopIteration:
                scripts.pop()
            except BaseException as error:
                self._halt(f"{type(error).__name__}: {error}")
                if isinstance(error, Exception):
                    raise Halted(self.halted) from error
                raise
            if self.state.closed or not scripts:
                for script in scripts:
                    script.close()
                scripts.clear()
                self.question = None
                if not self.state.closed:
                    self._halt("its script ended before the round did")
                    raise Halted(self.halted)
                return
            given = None

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

    def told(self, viewer: int) -> list[Event]:
        """The events as this viewer may see them."""
        return [event if event.seen_by(viewer) else event.hidden() for event in self.events]

    def view(self, viewer: int = 0) -> View:
        """What this viewer (a seat, or 0 for an onlooker) may see now, and is asked."""
        view = self.game.view(self.state, viewer)
        view.closed, view.phase_words = self.closed, self.game.words().phase(view.phase)
        question = self.question
        if isinstance(question, Ask | AskAll):
            view.waiting_for = list(question.seats())
            choices = question.choices_of(viewer)
            if choices:
                view.prompt = self._prompt(question, viewer, choices)
        return view

    def _prompt(self, question: Ask | AskAll, seat: int, choices: tuple[Choice, ...]) -> Prompt:
        names = {choice.name for choice in choices}
        forbidden = []
        for name in self.game.actions():
            if name not in names:
                reason = self.game.why_not(self.state, seat, name)
                if reason is not None:
                    said = self.game.words().action(name)
                    forbidden.append(Forbidden(name, reason.what, reason.clauses, said))
        return Prompt(
            id=len(self.inputs),
            seat=seat,
            words=question.words,
            late=question.late,
            actions=list(choices),
            forbidden=forbidden,
        )


def _no_pieces(question: Chance, pieces: Any) -> Refused:
    return Refused(f"{question.what}: pieces are a tuple of whole numbers, not {brief(pieces)}")


def default_act(question: Ask | AskAll, seat: int) -> Act:
    """The decision taken for a seat whose time is up."""
    for choice in question.choices_of(seat):
        if choice.name == question.late:
            if isinstance(choice, Arrange):
                return Act(seat, choice.name, parts=choice.suggestion)
            return Act(seat, choice.name)
    raise Refused(f"the question to seat {seat} has no default; it waits for an answer")
