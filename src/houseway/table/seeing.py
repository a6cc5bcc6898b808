"""What viewers get of a round: what they see, what they are asked, and since when.

Nothing here is kept while a round is played: it is worked out when somebody looks, from the state
and the log alone, so that a round played again gives the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from houseway.game import Game
from houseway.script import AskAll, Asking, Choice
from houseway.views import Forbidden, Own, Prompt, View

if TYPE_CHECKING:
    from houseway.table.round import Round
    from houseway.table.told import Told


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
