"""Layout, views and texts of a table: the base of each family's presenter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from houseway.engine.questions import DEALER, Amount, Arrange
from houseway.game.face.buttons import actions_of
from houseway.game.face.layout_of_game import layout_of, with_words
from houseway.game.face.views import Offer, OwnPile, Preset
from houseway.money import format_dollars
from houseway.util.english import all_of

if TYPE_CHECKING:
    from houseway.engine.events import Event, Settlement
    from houseway.engine.questions import Act, Choice
    from houseway.game.base import Game
    from houseway.game.face.layout import Layout
    from houseway.game.face.views import Pile, Result, View, Way
    from houseway.game.words import Words

TO, BY = "to", "by"
"""Meanings of an amount, for ``Offer.means``: the whole bet, or the chips added."""
Moment = tuple[str, ...]
"""Decisions that are open at one time, in the order of their buttons."""
LEAST, HALF, MOST = "Min", "Half", "Max"


GIVEN_BACK = ("returned", "undone")
"""Outcomes of chips that had no action."""
NO_ODDS = ("lose", "push", "no action", "player-dealer")
"""Texts of a payout that are not odds."""


class Presenter:
    """The layout of one table, and the views and texts of its rounds.

    A family derives its own class, and ``Game.presenter_class`` names it.  A presenter reads the
    state of a round and decides nothing.  It is asked on demand, never while a round is played.
    """

    usual: ClassVar[Mapping[str, tuple[str, str, str]]] = {}
    """Decision -> names of the least amount, half of the most, and the most; "": no name."""

    def __init__(self, game: Game) -> None:
        self.game, self.words = game, game.words()
        self.moments: tuple[Moment, ...] = (*game.decision_table.groups, *self.of_shape())
        """Every group of decisions that are open at one time, the game's before the family's."""
        self.plans = {plan.name: plan for plan in actions_of(game, self.words)}
        """Every decision of the game with its words and its button."""

    def view(self, state: Any, viewer: int) -> View:
        """Return what this viewer may see, without the prompt."""
        raise NotImplementedError

    def own_piles(self, state: Any, viewer: int, public: Sequence[Pile]) -> list[OwnPile]:
        """Return the piles that this seat sees differently from the public view."""
        both = enumerate(zip(self.view(state, viewer).piles, public, strict=True))
        return [OwnPile(at, pile) for at, (pile, seen) in both if pile != seen]

    def bare_layout(self) -> Layout:
        """Return the layout of the empty table, by names alone."""
        return layout_of(self.game)

    def layout(self) -> Layout:
        """Return the layout of the empty table, with words for people."""
        return with_words(self.game, self.bare_layout())

    def of_shape(self) -> tuple[Moment, ...]:
        """Return the groups of decisions that the family has as posted."""
        return ()

    def about(self, state: Any, seat: int) -> tuple[int, int]:
        """Return the hand that this seat is asked about, and the circle; 0: its own."""
        return 0, 0

    def question(self, state: Any, seat: int, asked: str) -> str:
        """Return the question in words; ``asked`` is the text of the script."""
        return asked

    def default_words(self, name: str) -> str:
        """Return the default decision in words."""
        return self.words.action(name) if name else ""

    def here(self, state: Any, seat: int, names: Collection[str]) -> Collection[str]:
        """Return the decisions that belong to this moment, given the open ones."""
        return next((x for x in self.moments if all(name in x for name in names)), ())

    def means(self, choice: Amount) -> str:
        """Return ``TO`` if an amount is the whole bet, ``BY`` if it is added."""
        return BY

    def presets(self, state: Any, seat: int, choice: Amount) -> Sequence[tuple[str, int]]:
        """Return usual amounts with their names, the least first; the caller drops forbidden
        ones."""
        least, half, most = self.usual.get(choice.name, (LEAST, HALF, MOST))
        return (
            (least, choice.least), (half, in_steps(choice, choice.most // 2)), (most, choice.most)
        )  # fmt: skip

    def ways(self, state: Any, seat: int, choice: Arrange) -> tuple[Way, ...]:
        """Return every way to arrange the pieces."""
        return ()

    def says(self, state: Any, seat: int, choice: Choice) -> str:
        """Return one line on the present effect of a decision; "" for its standard text."""
        return choice.words

    def offers(self, state: Any, seat: int, choices: Sequence[Choice]) -> list[Offer]:
        """Return the texts of each of these decisions."""
        return [self._offer(state, seat, choice) for choice in choices]

    def belonging(self, state: Any, seat: int, names: Collection[str]) -> list[str]:
        """Return the disabled decisions to show at this moment.

        They are the unavailable ones whose place is not taken by an available one.
        """
        plans = self.plans
        taken = {plans[name].place for name in names if name in plans}
        here = (x for x in self.here(state, seat, names) if x in plans and x not in names)
        return [name for name in here if plans[name].place not in taken]

    def _offer(self, state: Any, seat: int, choice: Choice) -> Offer:
        face = self.words.button(choice.name)
        label, says = face.label, self.says(state, seat, choice) or face.says
        if isinstance(choice, Amount):
            named = self.presets(state, seat, choice)
            return Offer(choice.name, label, says, self.means(choice), allowed(choice, named))
        if isinstance(choice, Arrange):
            return Offer(choice.name, label, says, ways=self.ways(state, seat, choice))
        return Offer(choice.name, label, says)

    def did(self, act: Act, happened: Sequence[Event]) -> str:
        """Return a decision in words; ``happened`` are the events that it caused."""
        label = self.words.button(act.name).label
        cents = act.amount or sum(cents for _, cents in act.places)
        if cents:
            return f"{label} {format_dollars(cents)}"
        return f"{label} {len(act.pieces)}" if act.pieces else label

    def headline(self, state: Any, results: Sequence[Result]) -> str:
        """Return the round in one sentence; "" while there is nothing to say."""
        return nets_told(results, self.names(state)) if state.closed else ""

    def names(self, state: Any) -> Mapping[int, str]:
        """Return the name of each seat."""
        found: Mapping[int, str] = state.names
        return found

    def kind(self, found: Settlement) -> str:
        """Return the kind of a settlement that is no wager, such as an envy; "" otherwise."""
        return ""

    def returned(self, event: Event) -> str:
        """Return the reason why bet chips go back."""
        return str(getattr(event, "why", ""))

    def pots(self, state: Any, put: Mapping[int, int]) -> list[list[Result]]:
        """Return the pots that have been won, each as the rows of the seats with chips in it.

        ``put`` is what each seat has put into them in this round, in cents.
        """
        return []

    def odds(self, found: Settlement) -> str:
        """Return the odds at which a wager was paid; "" if it was not paid."""
        return "" if found.odds in NO_ODDS else found.odds

    def row(self, found: Settlement) -> str:
        """Return the row of the pay table that decided the wager; "" if it has none."""
        table = self.game.pay_tables().get(self.words.tables.get(found.wager, found.wager))
        return found.outcome if table is not None and found.outcome in table.outcomes else ""


def in_steps(choice: Amount, cents: int) -> int:
    """Return the greatest amount in the steps of a choice that is not above this one."""
    return choice.least + (cents - choice.least) // choice.step * choice.step


def allowed(choice: Amount, named: Sequence[tuple[str, int]]) -> tuple[Preset, ...]:
    """Return the named amounts that may be chosen, each once; none if there is only one amount.

    The bounds go first, because people must know them.
    """
    if choice.least == choice.most:
        return ()
    found: dict[int, str] = {}
    for words, cents in (named[0], named[-1], *named[1:-1]) if named else ():
        if words and choice.least <= cents <= choice.most:
            found.setdefault(cents, words)
    return tuple(Preset(found[cents], cents) for cents in sorted(found))


def wager_words(words: Words, found: Settlement) -> str:
    """Return the name of a wager: ``Push 22, second hand``, ``tip on Push 22``."""
    return words.spot(found.wager, found.hand, found.owner, found.circle)


def pot_words(found: Settlement) -> str:
    """Return the name of a share of a pot: ``side pot 1, high half``."""
    number, part = pot_of(found)
    pot = "pot" if number == 1 else f"side pot {number - 1}"
    return f"{pot}, {part} half" if part else pot


def pot_of(found: Settlement) -> tuple[int, str]:
    """Return the number of a share's pot, from 1, and the part: ``pot_2_high``."""
    _, *parts = found.wager.split("_")
    number = int(parts.pop(0)) if parts and parts[0].isdigit() else 1
    return number, parts[0] if parts else ""


def outcome_words(words: Words, found: Settlement) -> str:
    """Return the outcome in words; of a decided tip also the dealer's part."""
    if found.outcome == "uncontested":
        return "no other player was left"
    said = words.outcome(found.wager, found.outcome, found.because)
    if found.owner == DEALER and found.outcome not in GIVEN_BACK:
        said += "; for the dealer" if found.back else "; lost"
    return said


def nets_told(results: Iterable[Result], names: Mapping[int, str]) -> str:
    """Return the winners and losers in words: ``Ann wins $20, Bob loses $5``."""
    nets: dict[int, int] = {}
    for result in results:
        if result.seat:
            nets[result.seat] = nets.get(result.seat, 0) + result.net
    told = [
        f"{names.get(seat, f'seat {seat}')} {'wins' if net > 0 else 'loses'} "
        f"{format_dollars(abs(net))}"
        for seat, net in sorted(nets.items(), key=lambda item: -item[1])
        if net
    ]
    return all_of(told)
