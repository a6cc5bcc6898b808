"""What people are told of the questions of poker: amounts by the pot, what belongs to a turn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from houseway.chips import chips
from houseway.money import shown
from houseway.prompts import TO, Moment, Prompts, in_steps
from houseway.script import Amount
from houseway.shapes.poker_room.betting import pot_allows
from houseway.shapes.poker_room.limits import POT_LIMIT
from houseway.shapes.poker_room.state import PokerState

if TYPE_CHECKING:
    from houseway.shapes.poker_room.room import PokerRoom

WAGERS = ("bet", "raise", "complete")
"""Decisions whose amount is what the bet comes to in all."""
PARTS = (("½ pot", 1, 2), ("¾ pot", 3, 4), ("Pot", 1, 1))
MIN, MAX, POT, ALL_IN = "Min", "Max", "Pot", "All in"


class PokerPrompts(Prompts):
    """The questions of a hand of poker."""

    game: PokerRoom

    def __init__(self, game: PokerRoom) -> None:
        super().__init__(game)
        self._known: dict[tuple[str, ...], Moment] = {}

    def of_shape(self) -> tuple[Moment, ...]:
        game = self.game
        silent = ("chip",) if game.silent_chips else ()
        opening = (("check", "bet"), ("check", "open")) if game.opened_by_a_hand else ()
        turns = (("check", "bet"), ("call", "raise"), ("check", "raise"), ("call", "complete"))
        shows = ("show", "play_board", "muck") if game.board_plays else ("show", "muck")
        return (
            *opening,
            *(("fold", *turn, *silent) for turn in turns),
            ("fold", "bring_in", "complete"),
            ("post", "buy_button", "wait"), ("kill", "wait"), ("agree", "object"),
            ("straddle", "pass"), ("kill", "pass"),
            ("pat", "discard"), ("pat", "discard", "split"), shows,
        )  # fmt: skip

    def here(self, state: PokerState, seat: int, names: Collection[str]) -> Collection[str]:
        """Of the moments that fit, the one whose bet or raise it would be."""
        raises = "bet" if not state.to_call else "raise"
        if state.brought and state.brought == state.to_call:
            raises = "complete"
        key = (raises, *names)
        found = self._known.get(key)
        if found is None:
            fits = [x for x in self.moments if all(name in x for name in names)]
            found = next((x for x in fits if raises in x), fits[0] if fits else ())
            self._known[key] = found
        return found

    def means(self, choice: Amount) -> str:
        """Of a chip without a word change comes back: it is neither."""
        return TO if choice.name in WAGERS else ""

    def presets(self, state: Any, seat: int, choice: Amount) -> Sequence[tuple[str, int]]:
        """Parts of the pot where the pot is the measure; they are called and then raised by.

        A chip without a word is one of those that are used.
        """
        if choice.name not in WAGERS:
            return [(f"{shown(x)} chip", x) for x in chips(self.game.smallest_chip, choice.most)]
        s: PokerState = state
        bet = s.bets[seat]
        all_in = choice.most == s.chips[seat] + bet
        if self.game.limited:
            return ((MIN, choice.least), (ALL_IN if all_in else MAX, choice.most))
        pot = s.in_play() + s.to_call - bet
        named = [(words, in_steps(choice, s.to_call + pot * n // of)) for words, n, of in PARTS]
        most = ALL_IN if all_in else POT if self._is_the_pot(s, choice, bet) else MAX
        return ((MIN, choice.least), *named, (most, choice.most))

    def _is_the_pot(self, s: PokerState, choice: Amount, bet: int) -> bool:
        """Whether the most is what a pot limit allows; who opens may have a limit of his own."""
        game = self.game
        if game.betting != POT_LIMIT or choice.most != pot_allows(game, s, bet):
            return False
        return bool(s.street or s.opened or not game.opens_by_blinds)
