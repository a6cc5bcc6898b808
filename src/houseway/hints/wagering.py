"""What the wagers of a question return: the hint before anything is dealt."""

from __future__ import annotations

from houseway.analysis.advice.told import Progress
from houseway.analysis.advice.wagers import Known, known_wagers
from houseway.analysis.bank.player_bank_edges import banked_by_player
from houseway.engine.questions import DEALER, Asking, Place
from houseway.engine.round import Round
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.hints.answers import Hint, HintChoice

BANKS = "who banks has the other side of what the others wager, and pays the fee of the position"


def wagered(round_: Round, seat: int, tell: Progress) -> Hint:
    """The wagers that may be made, the best for the player first."""
    game, question = round_.game, round_.question
    assert isinstance(question, Asking), "somebody is asked"
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
    own = (spot for spot in place.spots if not spot.circle and spot.whom != DEALER)
    return list(dict.fromkeys(spot.wager or spot.name for spot in own))


def _base(game: Game) -> list[str]:
    names = [wager.name for wager in game.offered if game.requires(wager)]
    return names or [wager.name for wager in game.offered]


def _worth(known: Known, game: Game, banks: bool) -> str:
    if banks:
        return f"the bank gains {known.edge * 100:+.2f} % of it".replace("-", "−")
    if known.edge < 0:
        keeps = f"the player gains {-known.edge * 100:.2f} %"
    else:
        who = "bank" if banked_by_player(type(game)) else "house"
        keeps = f"the {who} keeps {known.edge * 100:.2f} %"
    how = "" if known.is_exact else f", {known.method}"
    return f"{keeps}, wins {known.hits * 100:.1f} %{how}"
