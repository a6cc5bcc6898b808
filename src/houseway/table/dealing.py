"""Chance answered from a source: the one way in which pieces come into a round."""

from __future__ import annotations

from houseway.errors import Refused
from houseway.script import Chance, Pieces
from houseway.table.round import Round
from houseway.table.source import Source


def deal(round_: Round, source: Source) -> None:
    """Answer every standing ``Chance``, until somebody must decide or the round is over.

    A refusal (nothing is left to deal) leaves both as they were: the floor decides.
    """
    while type(question := round_.question) is Chance:
        n, back = question.n, question.back
        if question.kind == "pieces":
            if n > source.left and n > source.left + len(back):
                shuffle_again(round_, source, n)
            elif back:
                source.put_back(back)
            round_.deal(source.draw(n))
            continue
        if back:
            source.put_back(back)
        round_.deal(_NOTHING if question.kind == "shuffle" else source.dice(n))


def shuffle_again(round_: Round, source: Source, n: int) -> None:
    """The source has too few: what has not been dealt in this round is shuffled anew."""
    unseen = round_.unseen()
    if len(unseen) < n:
        what = round_.game.kind.name
        raise Refused(f"there are not enough {what} left; the floor decides")
    source.relay(unseen)


_NOTHING: Pieces = ()
