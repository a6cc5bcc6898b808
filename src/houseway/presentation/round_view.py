"""Views of a round: per seat, per event, and as HTML."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.engine.events import cue_of
from houseway.engine.questions import AskAll, Asking
from houseway.money import format_dollars, format_net
from houseway.presentation.results import Told
from houseway.presentation.views import Forbidden, Own, OwnPile, Prompt, View
from houseway.util.html import html_table

if TYPE_CHECKING:
    from houseway.engine.questions import Choice
    from houseway.engine.round import Round
    from houseway.game.base import Game


# -- seeing -----------------------------------------------------------------------------------
# What viewers get of a round: what they see, what they are asked, and since when.
#
# Nothing here is kept while a round is played: it is worked out when somebody looks, from the
# state and the log alone, so that a round played again gives the same.


def view_of(round_: Round, viewer: int) -> View:
    """What this viewer (a seat, or 0 for an onlooker) may see now, and is asked."""
    view = _seen(round_, viewer)
    view.prompt = prompt_of(round_, viewer)
    return view


def views_of(
    round_: Round, seats: Iterable[int] | None, prompts: dict[int, Prompt] | None = None
) -> tuple[View, dict[int, Own]]:
    """What everybody sees, and beside it what each of some seats (None: all) has of its own.

    ``prompts`` are those of the last time: one that still stands is not made again, and the ones
    of this time are put in their place.
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
            own[seat] = Own(game.own_piles(state, seat, public.piles), prompt)
    if prompts is not None:
        prompts.clear()
        prompts.update((seat, has.prompt) for seat, has in own.items() if has.prompt is not None)
    return public, own


def seen(game: Game, state: Any, told: Told, viewer: int) -> View:
    """What this viewer may see in a state and is told of it, whether or not anybody is asked."""
    view = told.tell(game.view(state, viewer), state)
    view.closed, view.phase_words = state.closed, game.words().phase(view.phase)
    return view


def _seen(round_: Round, viewer: int) -> View:
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
    state, told = round_.state, round_.game.prompts
    hand, circle = told.about(state, seat)
    return Prompt(
        id=round_.asked[seat],
        seat=seat,
        words=told.words(state, seat, question.words),
        late=question.late,
        actions=list(choices),
        forbidden=_forbidden(round_, seat, choices),
        seconds=question.seconds,
        offers=told.offers(state, seat, choices),
        hand=hand,
        circle=circle,
        late_words=told.late(question.late),
    )


def _forbidden(round_: Round, seat: int, choices: tuple[Choice, ...]) -> list[Forbidden]:
    """What this seat may not do now, as far as the game says why."""
    names, found = [choice.name for choice in choices], []
    why_not, state, told = round_.game.why_not, round_.state, round_.game.prompts
    here = told.belonging(state, seat, names)
    for name, plan in told.plans.items():
        if name not in names:
            reason = why_not(state, seat, name)
            if reason is not None:
                found.append(Forbidden(name, reason.what, reason.clauses, plan.words, name in here))
    return found


def asked_since(
    round_: Round, question: Asking, seat: int, at_last: tuple[int, Mapping[int, int]]
) -> int:
    """How many inputs there were when the question to this seat became what it is.

    It is the same question while others answer theirs, until the seat itself does; whatever comes
    in between that answers nobody's question, a ruling or cards, makes it another.  ``at_last`` is
    how many inputs there were when this was last worked out, and what it was then.
    """
    at = len(round_.inputs)
    if isinstance(question, AskAll):
        for before, earlier in reversed(round_.answered):
            if before != at - 1 or round_.inputs[before].seat == seat:  # type: ignore[union-attr]
                break
            if not question.same_for(seat, earlier):
                break
            at = before
            if at == at_last[0] and seat in at_last[1]:
                return at_last[1][seat]
    return at


# -- steps ------------------------------------------------------------------------------------
# The steps that lead to a view: a round looked at after each of its events.
#
# Events alone change the state, so a second state made of the same events shows everything on the
# way, and the round that is played knows nothing of it: who does not ask pays nothing.


class Sight(NamedTuple):
    """What there is to see after one event: for everybody, and beside it for some seats.

    ``cue`` is as what it happens, ``at`` the number of the event in its round, from 1.
    """

    cue: str
    at: int
    public: View
    own: dict[int, list[OwnPile]]


class Shadow:
    """The state of a round made anew, event by event."""

    __slots__ = ("_round", "_state", "_told", "at")

    def __init__(self, round_: Round) -> None:
        self._round = round_
        self._state: Any = round_.game.new_state(round_.seats, round_.between)
        self._told = Told(round_)
        self.at = 0
        """How many events it has followed."""

    def follows(self, round_: Round | None) -> bool:
        """Whether it is the shadow of this very round."""
        return self._round is round_

    def skip(self, upto: int) -> None:
        """Follow events at which nobody looks."""
        for event in self._round.events[self.at : upto]:
            event.do(self._state)
            self._told.tally.take(event, self._state)
        self.at = max(self.at, upto)

    def sights(self, seats: Collection[int] = ()) -> list[Sight]:
        """What every event from here on changed to the eye; one that changed nothing has none.

        The last is how the round stands now, but for what is asked.
        """
        found: list[Sight] = []
        events = self._round.events[self.at :]
        last = self._look(seats) if events else None
        for event in events:
            event.do(self._state)
            self._told.tally.take(event, self._state)
            self.at += 1
            if self.at == len(self._round.events):
                self._told.tally.rest()
            now = self._look(seats)
            if now != last:
                found.append(Sight(cue_of(type(event)), self.at, *now))
                last = now
        return found

    def _look(self, seats: Collection[int]) -> tuple[View, dict[int, list[OwnPile]]]:
        game, state = self._round.game, self._state
        public = seen(game, state, self._told.upto(self.at), 0)
        return public, {seat: game.own_piles(state, seat, public.piles) for seat in seats}


# -- in notebook ------------------------------------------------------------------------------
# A round as a notebook shows it: what an onlooker sees on the table, and what has come out.


def round_html(seen: View, words: Any, now: str) -> str:
    """The pieces on the table by where they lie, and a row for whatever has come out."""
    names = {seat.seat: seat.name for seat in seen.seats}
    lies = [
        (names.get(pile.seat, ""), words.zone(pile.zone), " ".join(pile.pieces), pile.total)
        for pile in seen.piles
        if pile.pieces
    ]
    money = ("bet", "back", "result")
    came_out = [
        (names.get(row.seat, ""), row.label, row.outcome, format_dollars(row.stake), format_dollars(row.back),
         format_net(row.net), ", ".join(row.clauses))
        for row in seen.results
    ]  # fmt: skip
    found = html_table(("player", "where", "pieces", "total"), lies, now)
    columns = ("player", "wager", "how it came out", *money, "clauses")
    return found + (html_table(columns, came_out, right=money) if came_out else "")
