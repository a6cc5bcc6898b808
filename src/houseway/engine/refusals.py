"""Reasons for refused inputs: the fault, the allowed answers, and the clauses."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from houseway.engine.inputs import are_pieces, misruled, not_pieces, validate_ruling
from houseway.engine.questions import Act, Arrange, Chance, Choice, Pick, Pieces, Place, Ruling
from houseway.errors import Reason, short_repr
from houseway.util.english import close_matches, list_available, one_of

if TYPE_CHECKING:
    from houseway.engine.driver import RoundDriver
    from houseway.engine.rules import ActionWords, Rules

NO_SPOT = ("no-such-spot", "tip-not-taken")
"""The codes of chips where there is no spot: the game may know a better reason."""


def not_offered(round_: RoundDriver[Any], act: Act, offered: list[str]) -> Reason:
    """Explain that a decision is not offered, or that the game does not have it."""
    game, do = round_.game, round_.game.words().does
    choices = f"seat {act.seat} may {one_of(offered)}"  # as they are written
    known = {*game.actions(), *offered}
    if act.name in known:
        cited = game.choice_clauses.get(act.name) or game.turn_clauses
        said = f"seat {act.seat} may not {do(act.name)} now; {choices}"
        return Reason("not-offered-now", said, cited)
    close = close_matches(act.name, sorted(known))
    hint = f"did you mean {one_of(close)}? " if close else ""
    return Reason(
        "no-such-decision",
        f"{short_repr(act.name)} is not a decision of {game.name}; {hint}{choices} now",
        game.turn_clauses,
    )


def no_turn(round_: RoundDriver[Any], act: Act) -> Reason | None:
    """Return the game's reason why a seat has no turn; None if it gives none or is halted."""
    if round_.halted:
        return None
    reason = round_.game.explain(round_.state, Act(act.seat, act.name), asked=False)
    return of_decision(round_, act, reason) if reason is not None else None


def of_decision(round_: RoundDriver[Any], act: Act, reason: Reason) -> Reason:
    """Return the game's reason with the seat and the decision before it."""
    return reason.after(f"seat {act.seat} may not {does(round_, act)}: ")


def does(round_: RoundDriver[Any], act: Act) -> str:
    """Return a decision as a verb."""
    words: ActionWords = round_.game.words()
    return words.does(str(act.name))


def misfit(round_: RoundDriver[Any], act: Act, choice: Choice, reason: Reason) -> Reason:
    """Return the reason why an offered decision does not fit, in the words of the game."""
    fault = reason.what
    if "_" in choice.name:
        doing = does(round_, act)
        fault = fault.replace(f"{choice.name} must", f"the amount to {doing} must", 1)
        fault = fault.replace(choice.name, f"to {doing}", 1)
    if isinstance(choice, Pick):
        fault = fault.replace("piece", round_.game.kind.noun, 1)
    if isinstance(choice, Pick | Arrange) and (foreign := choice.strange(act)):
        fault += f": {_named(round_, foreign)} is not among {_named(round_, choice.pieces)}"
    if isinstance(choice, Place) and reason.code in NO_SPOT:
        spot = Act(act.seat, act.name, places=((choice.strange(act), 0),))
        why: Reason | None = round_.game.explain(round_.state, spot)
        if why is not None:
            return why.after(f"seat {act.seat}: ")
    clauses = (*reason.clauses, *round_.game.choice_clauses.get(act.name, ()))
    cited = tuple(dict.fromkeys(clauses or round_.game.turn_clauses))
    return Reason(reason.code, f"seat {act.seat}: {fault}", cited)


def explain_ruling(game: Rules, state: Any, ruling: Ruling) -> Reason | None:
    """Explain why this ruling cannot be made now at a table of this game; None if it can."""
    if reason := validate_ruling(ruling):
        return reason
    known = game.ruling_rules.get(ruling.name)
    if known is None:
        if words := game.rulings_elsewhere.get(ruling.name):
            what = f"that is not a ruling of {game.name}: {words}"
            return Reason("no-ruling-of-family", what, game.deal_clauses)
        known_ones = list_available(game.ruling_rules)
        what = f"there is no ruling {short_repr(ruling.name)} in {game.name}; {known_ones}"
        return Reason("no-such-ruling", what)
    why = misruled(ruling, known.takes, game.ruled_on(state), game.kind)
    if why is None and known.explain_unavailable:
        why = known.explain_unavailable(game, state, ruling)
    return why.by(known.clauses) if why else None


def _named(round_: RoundDriver[Any], pieces: Pieces) -> str:
    """Return the names of pieces; one that the game does not have by its number."""
    names = round_.game.kind.names
    return " ".join(
        names[p] if type(p) is int and 0 <= p < len(names) else f"number {p}" for p in pieces
    )


def misdealt(round_: RoundDriver[Any], question: Chance, pieces: Pieces) -> Reason:
    """Explain why these pieces cannot all come now."""
    if not are_pieces(pieces):
        return no_pieces(question, pieces)
    left = Counter(round_.unseen())  # with what is put back first
    for piece in pieces:
        if not left[piece]:
            return _dealt_twice(round_, question, piece)
        left[piece] -= 1
    raise AssertionError("these pieces can come")


def _dealt_twice(round_: RoundDriver[Any], question: Chance, piece: int) -> Reason:
    """Explain that a piece does not exist, or that all of its copies are in play."""
    kind, cited = round_.game.kind, round_.game.deal_clauses
    if not 0 <= piece < len(kind.copies):
        what = f"{question.what}: {kind.noun} number {piece} does not exist"
        return Reason("no-such-piece", what, cited)
    total = kind.copies[piece] * round_.game.sets()
    held = (
        f"there is only one {kind.show((piece,))}"
        if total == 1
        else (f"all {total} {kind.show((piece,))} are out")
    )
    what = f"{question.what}: {kind.show((piece,))} cannot come again, {held} in play"
    return Reason("piece-dealt-already", what, cited)


def no_pieces(question: Chance, pieces: Any) -> Reason:
    """Explain that this is not a tuple of pieces."""
    return not_pieces(pieces).after(f"{question.what}: ")
