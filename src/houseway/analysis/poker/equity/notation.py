"""The notation of hands, boards and dead cards, read into a spot.

Flop games: ``AhKd``, or a range. Crazy Pineapple: three cards, or two with the discarded card in
brackets. Stud: down cards in brackets, ``(AhKd)7s``; ``x`` is an unknown card. Draw: the kept
cards, then the discarded ones in brackets, ``2h3h4h7d(Kc)``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from houseway.analysis.poker.equity.forms import FLOP, PINEAPPLE, STUD, Form
from houseway.analysis.poker.equity.ranges import ANYTHING, Pattern, Range, read_pattern, read_range
from houseway.errors import Refused, short_repr
from houseway.pieces.cards import CARDS_AND_JOKER, JOKER

_BRACKETS = re.compile(r"\(([^()]*)\)")
LONGEST = 4000
HANDS_MOST = 23


@dataclass(frozen=True)
class WrittenHand:
    """A hand as written: its possible cards, and its discards."""

    text: str
    range: Range
    """The known cards; a hand has more cards than these while others are still to come."""
    gone: tuple[int, ...] = ()
    draws_as_dealt: bool = False
    """True for five unknown cards that draw by the rule of ``draw_strategy``."""

    @property
    def is_random(self) -> bool:
        """Return True if nothing is known of the hand."""
        return _is_random(self.text)

    @property
    def known(self) -> int:
        """Return the number of known cards."""
        return len(self.range.cards)

    @property
    def fixed(self) -> tuple[int, ...]:
        """Return the cards if there is only one possible hand, else ()."""
        return tuple(self.range.cards[:, 0].tolist()) if self.range.cards.shape[1] == 1 else ()


def _is_random(text: str) -> bool:
    """Return True for a hand of unknown cards."""
    return text.strip().lower() in ANYTHING


@dataclass(frozen=True)
class Spot:
    """A pot whose hands are compared, with all known cards."""

    form: Form
    hands: tuple[WrittenHand, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]

    @property
    def gone(self) -> tuple[int, ...]:
        """Return the cards that can no longer come, besides those of the hands."""
        return (*self.board, *self.dead, *(card for hand in self.hands for card in hand.gone))

    @property
    def left(self) -> tuple[int, ...]:
        """Return the cards not in a known place; hands of ranges may hold them."""
        known = {*self.gone, *(card for hand in self.hands for card in hand.fixed)}
        return tuple(card for card in range(self.form.deck) if card not in known)


def read_spot(form: Form, game: str, hands: Sequence[str], board: str, dead: str) -> Spot:
    """Return the question as a spot; Refused says why no such pot can exist."""
    if not 2 <= len(hands) <= HANDS_MOST:
        raise Refused(f"hands are compared with each other: two to {HANDS_MOST}, not {len(hands)}")
    cards = _plain(form, "the board", board)
    if form.board and len(cards) not in (0, 3, 4, 5):
        raise Refused(f"a board has 3, 4 or 5 cards, or none yet, not {len(cards)}")
    if cards and not form.board:
        raise Refused(f"{game} has no board; up cards are written with their hand")
    read = [_read_hand(form, game, text) for text in hands]
    spot = Spot(form, tuple(read), cards, _plain(form, "the dead cards", dead))
    _check_twice(spot)
    if form.kind == PINEAPPLE and len(cards) > 3:
        for hand in spot.hands:
            if hand.known > 2:
                raise Refused(
                    f"{short_repr(hand.text)}: after the flop each player has thrown "
                    "one card away; put "
                    "it in brackets, like AhKd(2c)"
                )
    if form.kind == PINEAPPLE and len(cards) < 4:
        for hand in spot.hands:
            if hand.known == 2 and not hand.gone:
                raise Refused(
                    f"{short_repr(hand.text)} has 2 cards; a hand of {game} has 3 until one is "
                    "thrown away. Write all three, like AhKd2c, or the discard in brackets, like "
                    "AhKd(2c)"
                )
    spot = replace(spot, hands=tuple(_possible(spot, hand) for hand in spot.hands))
    _check_deck(spot, game)
    return spot


def _plain(form: Form, what: str, text: str) -> tuple[int, ...]:
    """Read a text that contains only cards."""
    if not text.strip():
        return ()
    pattern = read_pattern(text.replace(",", " ")) if len(text) < LONGEST else None
    if pattern is None or pattern.ranks or pattern.more:
        raise Refused(f"{what}: {short_repr(text)} is not written in cards, like Ts 9d Ah")
    _check_joker(form, pattern.cards)
    return pattern.cards


def _check_joker(form: Form, cards: Sequence[int]) -> None:
    """Refuse the joker in a game that is played without it."""
    if JOKER in cards and form.deck == 52:
        raise Refused("'Jk' is the joker; this game is played with 52 cards and none")


def _read_hand(form: Form, game: str, text: str) -> WrittenHand:
    """Read a hand in the notation of its kind of game; Refused if it is not one."""
    if len(text) > LONGEST:
        raise Refused(f"a hand is written in {LONGEST:,} characters at the most")
    inside = " ".join(_BRACKETS.findall(text))
    outside = _BRACKETS.sub(" ", text).strip()
    if "(" in outside or ")" in outside:
        raise Refused(
            f"{short_repr(text)}: a bracket is opened and not closed, or the other way round"
        )
    if form.kind == FLOP:
        if inside.strip():
            raise Refused(f"{short_repr(text)}: nothing stands in brackets in {game}")
        return _checked(form, WrittenHand(text, read_range(text, form.own, form.deck, game)))
    if form.kind == PINEAPPLE:
        return _read_pineapple(form, game, text, outside, inside)
    if form.kind == STUD:
        return _read_stud(form, game, text, outside, inside)
    return _read_draw(form, game, text, outside, inside)


def _checked(form: Form, hand: WrittenHand) -> WrittenHand:
    """Return a hand; Refused if it has a joker that the deck does not."""
    _check_joker(form, (*hand.gone, *hand.range.cards.ravel().tolist()))
    return hand


def _read_pineapple(form: Form, game: str, text: str, outside: str, inside: str) -> WrittenHand:
    """Read a hand of Pineapple; the card thrown away stands in brackets."""
    gone = _plain(form, text, inside)
    if len(gone) > 1:
        raise Refused(f"{short_repr(text)}: one card is thrown away in {game}, not {len(gone)}")
    first = read_pattern(outside.split(",")[0].split(":")[0])
    two = bool(gone) or (first is not None and first.size == 2)
    return WrittenHand(text, read_range(outside, 2 if two else 3, form.deck, game), gone)


NOTHING = Range(np.zeros((0, 1), np.uint8), np.ones(1, np.int64))


def _read_stud(form: Form, game: str, text: str, outside: str, inside: str) -> WrittenHand:
    """Read a hand of stud: cards in the hole in brackets, then up cards."""
    if _is_random(text):
        return WrittenHand(text, NOTHING)
    up = read_pattern(outside) if outside else Pattern((), (), 0)
    down = read_pattern(inside) if inside.strip() else Pattern((), (), 0)
    if up is None or up.ranks:
        raise Refused(
            f"{short_repr(text)} is not a hand of {game}; write down cards in brackets "
            "and then the up "
            "cards, like (AhKd)7s, x for an unknown card, or random"
        )
    if down is None or down.ranks:
        pair = read_range(inside, 2, form.deck, game)
        both = _beside(pair, up.cards)
    else:
        both = _beside(_only((*down.cards, *up.cards)), ())
    n = up.size + (down.size if down and not down.ranks else 2)
    if n > form.own:
        raise Refused(
            f"{short_repr(text)} has {n} cards; a hand of {game} has {form.own} at the most"
        )
    return _checked(form, WrittenHand(text, both))


def _read_draw(form: Form, game: str, text: str, outside: str, inside: str) -> WrittenHand:
    """Read a hand of draw poker: cards that are kept, then discards in brackets."""
    if _is_random(text):
        return WrittenHand(text, NOTHING, draws_as_dealt=True)
    kept = read_pattern(outside) if outside else Pattern((), (), 0)
    gone = _plain(form, text, inside)
    if kept is None or kept.ranks:
        raise Refused(
            f"{short_repr(text)} is not a hand of {game}; write the cards that are kept "
            "and in brackets "
            "what is thrown away, like 2h3h4h7d(Kc)"
        )
    if kept.size + len(gone) > form.own:
        raise Refused(
            f"{short_repr(text)} has {kept.size + len(gone)} cards; a hand of {game} has {form.own}"
        )
    return _checked(form, WrittenHand(text, _only(kept.cards), gone))


def _only(cards: Sequence[int]) -> Range:
    """Return a range of one hand."""
    if len({*cards}) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise Refused(f"{_name(twice)} stands twice in one hand")
    return Range(np.array(cards, np.uint8).reshape(len(cards), 1), np.ones(1, np.int64))


def _beside(pairs: Range, cards: Sequence[int]) -> Range:
    """Return a range with ``cards`` added to each hand, without the hands that hold one of them."""
    fits = ~np.isin(pairs.cards, cards).any(0)
    beside = np.repeat(np.array(cards, np.uint8)[:, None], int(fits.sum()), 1)
    return Range(np.vstack((pairs.cards[:, fits], beside)), pairs.weights[fits])


def _name(card: int) -> str:
    return CARDS_AND_JOKER.names[card]


def _check_twice(spot: Spot) -> None:
    """Refuse a card that is in two places at once."""
    places = [("the board", spot.board), ("the dead cards", spot.dead)]
    for number, hand in enumerate(spot.hands, 1):
        places += [(f"hand {number}", hand.fixed), (f"what hand {number} gave up", hand.gone)]
    at: dict[int, str] = {}
    for where, cards in places:
        for card in cards:
            if card in at:
                here = f"in {where}" if at[card] == where else f"in {at[card]} and in {where}"
                raise Refused(f"{_name(card)} stands twice: {here}")
            at[card] = where


def _possible(spot: Spot, hand: WrittenHand) -> WrittenHand:
    """Return the hand without possibilities that need cards from other known places."""
    cards, weights = hand.range.cards, hand.range.weights
    if hand.fixed or not len(cards):
        return hand
    elsewhere = [*spot.gone, *(card for x in spot.hands if x is not hand for card in x.fixed)]
    fits = ~np.isin(cards, elsewhere).any(0)
    if not fits.any():
        raise Refused(
            f"{short_repr(hand.text)}: no hand of this range is left; every one holds a "
            "card that is "
            "somewhere else"
        )
    return replace(hand, range=Range(cards[:, fits], weights[fits]))


def _check_deck(spot: Spot, game: str) -> None:
    """Refuse hands that need more cards than the deck has."""
    form = spot.form
    each = [form.own * (1 + hand.draws_as_dealt) for hand in spot.hands]
    wanted = sum(max(n, hand.known) for n, hand in zip(each, spot.hands, strict=True))
    wanted += form.board - len(spot.board) + len(spot.gone)
    if wanted > form.deck:
        raise Refused(
            f"{game} with {len(spot.hands)} hands and {len(spot.gone)} cards known elsewhere needs "
            f"{wanted} cards; the deck has {form.deck}"
        )
