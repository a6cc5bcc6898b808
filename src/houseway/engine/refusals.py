"""What is said of an input that a round does not take: what was wrong, and what is allowed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from houseway.engine.inputs import are_pieces
from houseway.engine.questions import Act, Arrange, Chance, Choice, Pick, Pieces, Place
from houseway.errors import Refused, short_repr
from houseway.util.english import close_matches, one_of

if TYPE_CHECKING:
    from houseway.engine.round import Round


def not_offered(round_: Round, act: Act, offered: list[str]) -> Refused:
    """What is said of a decision that is none of the choices, or none of the game's."""
    game, do = round_.game, round_.game.words().does
    choices = f"seat {act.seat} may {one_of(offered)}"  # as they are written
    known = {*game.actions(), *offered}
    if act.name in known:
        cited = game.clauses_of_choice(round_.state, act.name) or game.turn_clauses
        return Refused(f"seat {act.seat} may not {do(act.name)} now; {choices}", cited)
    close = close_matches(act.name, sorted(known))
    hint = f"did you mean {one_of(close)}? " if close else ""
    return Refused(
        f"{short_repr(act.name)} is not a decision of {game.name}; {hint}{choices} now",
        game.turn_clauses,
    )


def no_turn(round_: Round, act: Act) -> Refused | None:
    """What the game says to a seat that is not asked; nothing where an error has stopped all."""
    if round_.halted:
        return None
    reason = round_.game.why_no_turn(round_.state, act.seat, act.name)
    if reason is None:
        return None
    what = f"seat {act.seat} may not {does(round_, act)}: {reason.what}"
    return Refused(what, reason.clauses)


def does(round_: Round, act: Act) -> str:
    """What a decision is called."""
    return round_.game.words().does(str(act.name))


def misfit(round_: Round, act: Act, choice: Choice, fault: str) -> Refused:
    """The refusal of a decision that is offered, but not like this."""
    if "_" in choice.name:
        doing = does(round_, act)
        fault = fault.replace(f"{choice.name} must", f"the amount to {doing} must", 1)
        fault = fault.replace(choice.name, f"to {doing}", 1)
    if isinstance(choice, Pick):
        fault = fault.replace("piece", round_.game.kind.noun, 1)
    if isinstance(choice, Pick | Arrange) and (foreign := choice.strange(act)):
        fault += f": {_named(round_, foreign)} is not among {_named(round_, choice.pieces)}"
    cited: tuple[str, ...] = ()
    if isinstance(choice, Place):
        cited, strange = choice.cited(act), choice.strange(act)
        if strange and fault.startswith(f"there is no spot {strange!r}"):
            why = round_.game.why_no_spot(round_.state, act.name, strange)
            if why is not None:
                return Refused(f"seat {act.seat}: {why.what}", why.clauses)
    clauses = (*cited, *round_.game.clauses_of_choice(round_.state, act.name))
    return Refused(f"seat {act.seat}: {fault}", dict.fromkeys(clauses or round_.game.turn_clauses))


def _named(round_: Round, pieces: Pieces) -> str:
    names = round_.game.kind.names
    return " ".join(
        names[p] if type(p) is int and 0 <= p < len(names) else f"number {p}" for p in pieces
    )


def misdealt(round_: Round, question: Chance, pieces: Pieces) -> Refused:
    """The sentence for pieces that cannot all come now."""
    if not are_pieces(pieces):
        return no_pieces(question, pieces)
    left = Counter(round_.unseen())  # with what is put back first
    for piece in pieces:
        if not left[piece]:
            return Refused(_dealt_twice(round_, question, piece), round_.game.deal_clauses)
        left[piece] -= 1
    raise AssertionError("these pieces can come")


def _dealt_twice(round_: Round, question: Chance, piece: int) -> str:
    kind = round_.game.kind
    if not 0 <= piece < len(kind.copies):
        return f"{question.what}: {kind.noun} number {piece} does not exist"
    total = kind.copies[piece] * round_.game.sets()
    held = (
        f"there is only one {kind.show((piece,))}"
        if total == 1
        else (f"all {total} {kind.show((piece,))} are out")
    )
    return f"{question.what}: {kind.show((piece,))} cannot come again, {held} in play"


def no_pieces(question: Chance, pieces: Any) -> Refused:
    """The sentence for something that is no pieces at all."""
    return Refused(
        f"{question.what}: pieces are a tuple of whole numbers, not {short_repr(pieces)}"
    )
