"""Actions of PHH: read from their notation, made from events, and entered as decisions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from houseway.engine.questions import Act, Amount, Button, Pick
from houseway.errors import short_repr
from houseway.families.poker.events.betting import (
    BetMade,
    BroughtIn,
    Called,
    Checked,
    Folded,
    Raised,
)
from houseway.families.poker.events.dealing import CardDiscarded, DrawAsked
from houseway.families.poker.events.ending import ClaimLost, HandShown
from houseway.phh.model import CENTS, BadHand, number, plain
from houseway.pieces.cards import CARDS_AND_JOKER
from houseway.util.english import one_of, spread

if TYPE_CHECKING:
    from houseway.engine.events import Event
    from houseway.engine.questions import Choice


BOARD, HOLE, FOLD, MEET, WAGER, BRING_IN, DRAW, SHOW = range(8)
"""The dealer's two actions and the players' six; ``sd`` is a draw or a discard."""

VERBS = {"f": FOLD, "cc": MEET, "cbr": WAGER, "pb": BRING_IN, "sd": DRAW, "sm": SHOW}
UNKNOWN = -1
NO_CARDS: tuple[int, ...] = ()
AS_DEALT = (-2,)
"""Stands for the cards that were dealt, where a shown hand is written as ``-``."""

_NAMES = CARDS_AND_JOKER.names
_CARD = {name: piece for piece, name in enumerate(CARDS_AND_JOKER.names)} | {"??": UNKNOWN}
_SEATS = {f"p{i}": i for i in range(1, 100)}
_READ: dict[str, tuple[int, ...]] = {}
_KNOWN: dict[str, tuple[int, int, tuple[int, ...], str]] = {}
_MOST_KNOWN = 100_000
"""Caches of cards and actions: the same ones come again in hand after hand."""


class Action(NamedTuple):
    """An action as it was read: kind, seat (0 for the dealer), cards, amount, and its number."""

    what: int
    seat: int
    cards: tuple[int, ...]
    amount: str
    number: int


def read_cards(text: str) -> tuple[int, ...]:
    """Read cards that are written one after the other, like ``Ah9d??``."""
    found = _READ.get(text)
    if found is None:
        pairs = [text[i : i + 2] for i in range(0, len(text), 2)]
        for pair in pairs:
            if pair not in _CARD:
                raise ValueError(
                    f"{short_repr(pair)} is not a card; cards are written like Ah, Td or ??"
                )
        found = tuple([_CARD[pair] for pair in pairs])
        if len(_READ) < _MOST_KNOWN:
            _READ[text] = found
    return found


def read_actions(actions: Sequence[str], players: int) -> list[Action]:
    """Read all actions in order; comments and empty ones are left out, but count as numbers."""
    found = []
    for place, text in enumerate(actions, 1):
        known = _KNOWN.get(text)
        if known is None:
            words = text.partition("#")[0].split()
            if not words:
                continue
            try:
                known = _read(words)
            except ValueError as error:
                raise BadHand(str(error), place, text) from None
            if len(_KNOWN) < _MOST_KNOWN:
                _KNOWN[text] = known
        what, seat, cards, amount = known
        if seat > players:
            raise BadHand(f"there are {players} players, and no p{seat}", place, text)
        found.append(Action(what, seat, cards, amount, place))
    return found


def _read(words: list[str]) -> tuple[int, int, tuple[int, ...], str]:
    """Return kind, seat, cards and written amount of an action; ValueError if it is none."""
    actor, n = words[0], len(words)
    if actor == "d":
        if n == 4 and words[1] == "dh" and words[2] in _SEATS:
            return HOLE, _SEATS[words[2]], read_cards(words[3]), ""
        if n == 3 and words[1] == "db":
            return BOARD, 0, read_cards(words[2]), ""
        raise ValueError("the dealer's actions are 'd dh p1 AhKd' and 'd db 2c3c4c'")
    seat = _SEATS.get(actor, 0)
    what = VERBS.get(words[1]) if n > 1 else None
    if not seat or what is None:
        raise ValueError("an action is a player and f, cc, cbr, pb, sd or sm, like 'p2 cbr 300'")
    if what == WAGER:
        if n != 3:
            raise ValueError("cbr takes one amount, like 'p2 cbr 300'")
        return what, seat, NO_CARDS, words[2]
    if what in (DRAW, SHOW):
        if n > 3:
            raise ValueError(f"{words[1]} takes cards without spaces, like 'p2 {words[1]} AhKd'")
        if n == 3 and words[2] == "-" and what == SHOW:
            return what, seat, AS_DEALT, ""
        return what, seat, read_cards(words[2]) if n == 3 else NO_CARDS, ""
    if n != 2:
        raise ValueError(f"{words[1]} takes nothing more: write 'p2 {words[1]}'")
    return what, seat, NO_CARDS, ""


class PlayerAction(NamedTuple):
    """An action of a player: its kind, and its cards or its amount in units of the round."""

    what: int
    seat: int
    cards: tuple[int, ...] = NO_CARDS
    amount: int = 0

    def words(self, player: int, scale: int = CENTS, unknown: Set[int] = frozenset()) -> str:
        """Return the action as it is written; ``unknown`` cards are written as ``??``."""
        if self.what == WAGER:
            return f"p{player} cbr {plain(number(self.amount, scale))}"
        verb = {FOLD: "f", MEET: "cc", BRING_IN: "pb", DRAW: "sd", SHOW: "sm"}[self.what]
        return f"p{player} {verb} {card_names(self.cards, unknown)}".rstrip()


def card_names(cards: Iterable[int], unknown: Set[int] = frozenset()) -> str:
    """Return cards one after the other, like ``Ah9d``; ``unknown`` ones are ``??``."""
    return "".join([_NAMES[card] if card >= 0 and card not in unknown else "??" for card in cards])


def action_of_event(event: Event) -> PlayerAction | None:
    """Return the player's action that an event records, or None."""
    if isinstance(event, Folded):
        return PlayerAction(FOLD, event.seat)
    if isinstance(event, Checked | Called):
        return PlayerAction(MEET, event.seat)
    if isinstance(event, BetMade | Raised):
        return PlayerAction(WAGER, event.seat, amount=event.to)
    if isinstance(event, BroughtIn):
        return PlayerAction(BRING_IN, event.seat)
    if isinstance(event, CardDiscarded | DrawAsked):
        return PlayerAction(DRAW, event.seat, event.pieces)
    if isinstance(event, HandShown):
        return PlayerAction(SHOW, event.seat, event.pieces)
    if isinstance(event, ClaimLost) and event.why == "mucked":
        return PlayerAction(SHOW, event.seat)
    return None


def act_of_action(action: PlayerAction, choices: tuple[Choice, ...], facing: bool) -> Act:
    """Return the decision that an action stands for, among the ``choices`` of the question.

    Where no choice fits, it is a call or a raise if the player is ``facing`` a bet, else a check
    or a bet; the rules then refuse it with their reason.
    """
    what, seat = action.what, action.seat
    if what == FOLD:
        return Act(seat, "fold")
    if what == MEET:
        for choice in choices:
            if choice.name == "call" or choice.name == "check":
                return Act(seat, choice.name)
        return Act(seat, "call" if facing else "check")
    if what == WAGER:
        for choice in choices:
            if type(choice) is Amount and choice.name != "chip":
                return Act(seat, choice.name, action.amount)
        return Act(seat, "raise" if facing else "bet", action.amount)
    if what == BRING_IN:
        return Act(seat, "bring_in")
    if what == DRAW:
        return Act(seat, "discard", pieces=action.cards) if action.cards else Act(seat, "pat")
    if not action.cards:
        return Act(seat, "muck")
    board = any(choice.name == "play_board" for choice in choices)
    return Act(seat, "play_board" if board else "show")


_BUTTONS = {
    "fold": "f", "check": "cc", "call": "cc", "bring_in": "pb", "pat": "sd", "show": "sm",
    "play_board": "sm", "muck": "sm",
}  # fmt: skip


def choices_in_words(choices: Sequence[Choice], scale: int) -> str:
    """Describe choices in the notation of the format: ``f, cc (call 200) or cbr 400 to 1000``."""
    return one_of(dict.fromkeys(_word(choice, scale) for choice in choices))


def _word(choice: Choice, scale: int) -> str:
    """Return the action that a choice allows in the words of the format."""
    if isinstance(choice, Amount):
        least, most = plain(number(choice.least, scale)), plain(number(choice.most, scale))
        return f"cbr {least}" if least == most else f"cbr {least} to {most}"
    if isinstance(choice, Pick):
        return f"sd with {spread(choice.least, choice.most, 'card')}"
    word = _BUTTONS.get(choice.name, choice.name)
    if isinstance(choice, Button) and choice.cents:
        return f"{word} ({choice.name} {plain(number(choice.cents, scale))})"
    return word
