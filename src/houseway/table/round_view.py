"""Views of a round: per seat, per event, and as HTML."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.engine.events import cue_of
from houseway.engine.questions import Act, Ask, Asking
from houseway.game.face.views import Forbidden, Own, OwnPile, Prompt, View
from houseway.money import format_dollars, format_net
from houseway.presentation.results import RoundResults
from houseway.util.html import html_table

if TYPE_CHECKING:
    from houseway.engine.questions import Choice
    from houseway.game.base import Game
    from houseway.table.round import Round


# Views are computed on demand from the state and the log alone, so a replayed round gives the
# same views.


def view_of(round_: Round, viewer: int) -> View:
    """Return the view of a seat (0: an onlooker) with its prompt."""
    view = _seen(round_, viewer)
    view.prompt = prompt_of(round_, viewer)
    return view


def views_of(
    round_: Round, seats: Iterable[int] | None, prompts: dict[int, Prompt] | None = None
) -> tuple[View, dict[int, Own]]:
    """Return the public view, and the own part of the view of each seat (None: all seats).

    ``prompts`` holds the prompts of the last call. Those still open are reused, and the dict is
    updated to the prompts of this call.
    """
    public, game, state = _seen(round_, 0), round_.game, round_.state
    played = {person.seat for person in round_.seats}
    asked = round_.asked
    known = prompts or {}
    own = {}
    for seat in played if seats is None else seats:
        if seat in played:
            prompt = known.get(seat) if seat in asked else None
            if seat in asked and (prompt is None or prompt.id != asked[seat]):
                prompt = prompt_of(round_, seat)
            own[seat] = Own(game.presenter.own_piles(state, seat, public.piles), prompt)
    if prompts is not None:
        prompts.clear()
        prompts.update((seat, has.prompt) for seat, has in own.items() if has.prompt is not None)
    return public, own


def seen(game: Game, state: Any, results: RoundResults, viewer: int) -> View:
    """Return the view of a state with results and last decisions, without a prompt."""
    view = results.tell(game.presenter.view(state, viewer), state)
    view.closed, view.phase_words = state.closed, game.words().phase(view.phase)
    return view


def _seen(round_: Round, viewer: int) -> View:
    """Return the view of a round for a viewer (0: an onlooker), without prompts."""
    question = round_.question
    view = seen(round_.game, round_.state, round_.told_so_far, viewer)
    view.closed = round_.closed
    if isinstance(question, Asking):
        view.waiting_for = list(question.seats())
    return view


def prompt_of(round_: Round, seat: int) -> Prompt | None:
    """The question to this seat, if it is asked one, with what people are told of it."""
    question = round_.question
    if not isinstance(question, Asking) or not (choices := question.choices_of(seat)):
        return None
    state, presenter = round_.state, round_.game.presenter
    hand, circle = presenter.about(state, seat)
    return Prompt(
        id=round_.asked[seat],
        seat=seat,
        words=presenter.question(state, seat, question.words),
        default_action=question.default_action,
        actions=list(choices),
        forbidden=_forbidden(round_, seat, choices),
        seconds=question.seconds,
        offers=presenter.offers(state, seat, choices),
        hand=hand,
        circle=circle,
        default_words=presenter.default_words(question.default_action),
    )


def _forbidden(round_: Round, seat: int, choices: tuple[Choice, ...]) -> list[Forbidden]:
    """Return the decisions that are not allowed to this seat now and for which a reason exists."""
    names, found = [choice.name for choice in choices], []
    explain, state, presenter = round_.game.explain, round_.state, round_.game.presenter
    here = presenter.belonging(state, seat, names)
    for name, plan in presenter.plans.items():
        if name not in names:
            reason = explain(state, Act(seat, name))
            if reason is not None:
                found.append(Forbidden(name, reason.what, reason.clauses, plan.words, name in here))
    return found


def asked_since(
    round_: Round, question: Asking, seat: int, at_last: tuple[int, Mapping[int, int]]
) -> int:
    """Return the number of inputs when the question to this seat became the present one.

    The question stays the same while other seats answer theirs.  The seat's own answer, a ruling
    or cards make it another.  ``at_last``: the number of inputs at the last call, and its result.
    """
    at = len(round_.inputs)
    if isinstance(question, Ask):
        for before, earlier in reversed(round_.answered_questions):
            if before != at - 1 or round_.inputs[before].seat == seat:  # type: ignore[union-attr]
                break
            if not question.same_for(seat, earlier):
                break
            at = before
            if at == at_last[0] and seat in at_last[1]:
                return at_last[1][seat]
    return at


# Steps.  Events alone change the state, so a second state folded from the same events shows the
# table after each of them; the round itself pays nothing for it.


class Sight(NamedTuple):
    """The public view after one event, and the own piles of some seats.

    ``cue`` is the animation cue, ``at`` the number of the event in its round, from 1.
    """

    cue: str
    at: int
    public: View
    own: dict[int, list[OwnPile]]


class Shadow:
    """A second state of a round, folded event by event."""

    __slots__ = ("_results", "_round", "_state", "at")

    def __init__(self, round_: Round) -> None:
        self._round = round_
        self._state: Any = round_.game.new_state(round_.seats, round_.carry_over)
        self._results = RoundResults(round_)
        self.at = 0
        """The number of events followed so far."""

    def follows(self, round_: Round | None) -> bool:
        """Return True if this is the shadow of this round object."""
        return self._round is round_

    def skip(self, upto: int) -> None:
        """Follow events without making views."""
        for event in self._round.events[self.at : upto]:
            event.do(self._state)
            self._results.tally.take(event, self._state)
        self.at = max(self.at, upto)

    def sights(self, seats: Collection[int] = ()) -> list[Sight]:
        """Return a sight for every further event that changed a view.

        The last one is the present view without its prompt.
        """
        found: list[Sight] = []
        events = self._round.events[self.at :]
        last = self._look(seats) if events else None
        for event in events:
            event.do(self._state)
            self._results.tally.take(event, self._state)
            self.at += 1
            if self.at == len(self._round.events):
                self._results.tally.rest()
            now = self._look(seats)
            if now != last:
                found.append(Sight(cue_of(type(event)), self.at, *now))
                last = now
        return found

    def _look(self, seats: Collection[int]) -> tuple[View, dict[int, list[OwnPile]]]:
        """Return the public view, and the own piles of each seat, at the shadow's place."""
        game, state = self._round.game, self._state
        public = seen(game, state, self._results.upto(self.at), 0)
        return public, {seat: game.presenter.own_piles(state, seat, public.piles) for seat in seats}


def round_html(seen: View, words: Any, now: str) -> str:
    """Return the pieces on the table by zone, and one row for each result, as HTML."""
    names = {seat.seat: seat.name for seat in seen.seats}
    lies = [
        (names.get(pile.seat, ""), words.zone(pile.zone), " ".join(pile.pieces), pile.total)
        for pile in seen.piles
        if pile.pieces
    ]
    money = ("bet", "back", "result")
    came_out = [
        (
            names.get(row.seat, ""),
            row.label,
            row.outcome,
            format_dollars(row.stake),
            format_dollars(row.back),
            format_net(row.net),
            ", ".join(row.clauses),
        )
        for row in seen.results
    ]
    found = html_table(("player", "where", "pieces", "total"), lies, now)
    columns = ("player", "wager", "how it came out", *money, "clauses")
    return found + (html_table(columns, came_out, right=money) if came_out else "")
