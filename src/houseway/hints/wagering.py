"""Hints on wagers: their figures, before the deal."""

from __future__ import annotations

from houseway.advice.wagers import Known, known_wagers
from houseway.analysis.decision_values import Progress
from houseway.analysis.player_bank_edges import banked_by_player
from houseway.engine.questions import DEALER, Asking, Place
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.hints.answers import Hint, HintChoice
from houseway.table.round import Round

BANKS = "who banks has the other side of what the others wager, and pays the fee of the position"


def wagered(round_: Round, seat: int, tell: Progress) -> Hint:
    """Return the wagers that may be made, ordered by the player's expectation."""
    game, question = round_.game, round_.question
    assert isinstance(question, Asking), "a question is open"
    place = next((x for x in question.choices_of(seat) if isinstance(x, Place)), None)
    names = _names(place) if place is not None else _base(game)
    found = known_wagers(game, names, tell)
    if not found:
        raise Refused(f"what the wagers of {game.name} return is not known")
    words = game.words()
    banks = place is None
    choices = tuple(
        HintChoice(known.wager, words.wager(known.wager), _worth(known, game, banks))
        for known in found
    )
    exact = all(known.is_exact for known in found)
    if banks:
        return Hint(BANKS, choices, exact=exact)
    return Hint(f"{choices[0].words}: {choices[0].worth}", choices, exact=exact)


def _names(place: Place) -> list[str]:
    """Return the wagers that a seat may make in its own circle, tips left out."""
    own = (spot for spot in place.spots if not spot.circle and spot.whom != DEALER)
    return list(dict.fromkeys(spot.wager or spot.name for spot in own))


def _base(game: Game) -> list[str]:
    """Return the names of required wagers; of all that are offered if none is required."""
    names = [wager.name for wager in game.offered if game.requires(wager)]
    return names or [wager.name for wager in game.offered]


def _worth(known: Known, game: Game, banks: bool) -> str:
    """Return the edge of a wager in words; from the bank's side if the seat ``banks``."""
    if banks:
        return f"the bank gains {known.edge * 100:+.2f} % of it".replace("-", "−")
    if known.edge < 0:
        keeps = f"the player gains {-known.edge * 100:.2f} %"
    else:
        who = "bank" if banked_by_player(type(game)) else "house"
        keeps = f"the {who} keeps {known.edge * 100:.2f} %"
    how = "" if known.is_exact else f", {known.method}"
    return f"{keeps}, wins {known.hits * 100:.1f} %{how}"
