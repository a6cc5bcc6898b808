"""Best play at a question: the value of each decision, from what the seat has seen."""

from __future__ import annotations

from houseway.advice.advise import advise
from houseway.advice.playouts import as_seen
from houseway.analysis.decision_values import Advice, DecisionValue, Progress
from houseway.engine.questions import Act, Arrange, Asking, Choice
from houseway.errors import Refused
from houseway.families.poker import Poker
from houseway.families.set_hands.presenter import alike
from houseway.game.base import Game
from houseway.game.face.views import Offer
from houseway.hints.answers import Hint, HintChoice
from houseway.money import format_dollars
from houseway.table.round import Round

CENT = 0.005
NOTHING_FITS = "no advice is to be had for this question"


def decided(round_: Round, seat: int, tell: Progress) -> Hint:
    """Return the hint for the open question to this seat."""
    blind = blinded(round_, seat)
    advice = advise(blind, seat, tell)
    choices = tuple(_choice(blind, seat, option, advice) for option in advice.options)
    best = in_words(blind, seat, advice.best)
    named = _named(blind, seat)
    notes = (*advice.notes, *((f"the house way is {named}",) if named else ()))
    if not choices:
        choices = (_choice_of(advice.best, best),)
    return Hint(best, choices, advice.how, notes, advice.is_exact)


def blinded(round_: Round, seat: int) -> Round:
    """Return the round with unseen pieces replaced.

    Poker needs no replacement: its advice is computed from the seat's view alone.
    """
    if isinstance(round_.game, Poker):
        return round_
    blind = as_seen(round_, seat)
    if blind is None:
        raise Refused(NOTHING_FITS)
    return blind


def in_words(round_: Round, seat: int, act: Act) -> str:
    """Return a decision as its button and amounts show it: ``Raise to $20``, ``Set: 9 / 5``."""
    offer, choice = _offer(round_, seat, act)
    if isinstance(choice, Arrange) and act.parts:
        same = (way.words for way in offer.ways if alike(way.parts) == alike(act.parts))
        return f"{offer.label}: {next(same, _parts(act, round_.game))}"
    if act.pieces:
        return f"{offer.label} {round_.game.kind.show(act.pieces)}"
    if act.amount and offer.means:
        return f"{offer.label} {'to ' * (offer.means == 'to')}{format_dollars(act.amount)}"
    return offer.label


def _offer(round_: Round, seat: int, act: Act) -> tuple[Offer, Choice]:
    """Return a decision as it is shown to the player, and the choice that it belongs to."""
    question = round_.question
    assert isinstance(question, Asking), "a question is open"
    choice = next(choice for choice in question.choices_of(seat) if choice.name == act.name)
    return round_.game.presenter.offers(round_.state, seat, (choice,))[0], choice


def _parts(act: Act, game: Game) -> str:
    """Return the parts of a setting in notation."""
    return " / ".join(game.kind.show(pieces) for _, pieces in act.parts)


def _named(round_: Round, seat: int) -> str:
    """Return the house way in words; "" where the seat sets no hand of its own."""
    question = round_.question
    assert isinstance(question, Asking), "a question is open"
    offers = round_.game.presenter.offers(round_.state, seat, question.choices_of(seat))
    return next((way.words for offer in offers for way in offer.ways if way.house), "")


def _choice(round_: Round, seat: int, option: DecisionValue, advice: Advice) -> HintChoice:
    """Return a decision of a hint: its value, error and cost against the best."""
    unit = advice.unit or 100
    best = advice.options[0]
    cents, error = round(option.worth * unit), round(option.error * unit)
    cost = round((best.worth - option.worth) * unit)
    worth = f"{option.worth:+.2f} of your bet ({format_dollars(cents)})" if advice.unit else (
        f"about {format_dollars(cents)}"
    )  # fmt: skip
    if option.error > CENT:
        worth += f" ± {format_dollars(error)}"
    choice = _choice_of(option.act, in_words(round_, seat, option.act))
    return HintChoice(
        choice.name, choice.words, worth.replace("-", "−"), choice.amount, choice.pieces,
        choice.parts, cents, cost, error,
    )  # fmt: skip


def _choice_of(act: Act, words: str) -> HintChoice:
    """Return a decision of a hint without figures."""
    return HintChoice(act.name, words, "", act.amount, act.pieces, act.parts)
