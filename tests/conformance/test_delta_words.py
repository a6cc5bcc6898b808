"""Outcomes of the games of the Delta Club Casino say what decided, by the words of each game."""

from __future__ import annotations

import pytest

from houseway.records.cases import load_cases, settlements
from houseway.records.record import Playback
from houseway.rulebook import games

DECIDED = {
    "no-bust-blackjack-5": {
        "the bank has a Natural of 22",
        "over 21, though nearer to 22 than the bank",
        "both went over, but three cards that total 22 to 25 are saved",
        "both went over by as much, and the bank wins such ties",
        "the bank's Natural of 22 is not a bust",
    },
    "pai-gow-tiles": {
        "the high hand is higher, the low hand lower",
        "both hands are copies, which the bank wins",
    },
    "funtazee-21": {
        "a foul: the front hand is above the back hand",
        "the front hand won, the back hand lost",
        "both hands tie",
    },
    "commission-free-baccarat": {
        "the hand won by less than four points",
        "a tie without naturals",
        "won with 6: half is paid",
    },
    "three-card-poker": {"the lower hand, though the player-dealer does not qualify"},
    "fortune-pai-gow-poker": {"seven-card straight flush with the joker"},
}


@pytest.mark.parametrize("game", DECIDED)
def test_outcomes_say_what_decided(game: str) -> None:
    words, wanted = games()[game].words(), set(DECIDED[game])
    for case in load_cases(games()[game].folder() / "cases.toml", game):
        if wanted and case.pays and not case.refused:
            for settled in settlements(Playback(case).finish()):
                wanted.discard(words.outcome(settled.wager, settled.outcome, settled.because))
    assert not wanted


def test_an_envy_is_told_in_words() -> None:
    game = games()["fortune-pai-gow-poker"]
    notes = {
        settled.note
        for case in load_cases(game.folder() / "cases.toml", game.id)
        if "envy" in str(case.pays)
        for settled in settlements(Playback(case).finish())
        if settled.wager == "envy"
    }
    assert any(note.startswith("four of a kind at seat 3: $5") for note in notes)
    assert not any("_" in note for note in notes)
