"""Words of poker: hands on every street, pots by name, every event in a sentence."""

from __future__ import annotations

import re

import pytest

from houseway import phh
from houseway.engine.events import Event
from houseway.hands.names import a_hand
from houseway.hands.poker_high import high5, kickers
from houseway.pieces.cards import CARDS
from houseway.presentation.event_text import filled, sentence_of
from houseway.records.cases import load_cases, settlements
from houseway.records.record import Playback
from houseway.rulebook import games
from houseway.table.round import Round
from tests.support.poker_table import hand

NOT_FIELDS = ("who", "who's", "street", "total")
"""Placeholders of a sentence that are no field of its event."""
DEAL = "As Kd 2c Ad Kc 7h | 9c Ah Ks 9d | 8c 9s | 8d 4c"
STACKS = {"1": 50, "2": 100, "3": 200}


def totals(round_: Round, viewer: int) -> dict[int, str]:
    return {pile.seat: pile.total for pile in round_.view(viewer).piles if pile.zone == "hole"}


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("", "pair of aces"),
        ("call; call; check", "three of a kind, aces"),
        ("call; call; check; check; check; check", "full house, aces over nines"),
    ],
)
def test_everybody_is_told_his_own_hand_and_no_other(play: str, words: str) -> None:
    round_ = hand(play, DEAL)
    assert totals(round_, 1) == {1: words, 2: "", 3: ""}
    assert totals(round_, 0) == {1: "", 2: "", 3: ""}


def test_pots_have_names_and_what_won_them_its_kickers() -> None:
    play = "3 call; 1 raise 50; 2 call; 3 call"
    assert [pot.name for pot in hand(play, DEAL, stacks=STACKS).view().pots] == ["pot"]
    beside = hand(f"{play}; 2 bet 20; 3 call", DEAL, stacks=STACKS)
    assert [pot.name for pot in beside.view().pots] == ["main pot", "side pot 1"]
    done = hand("3 raise 200; 1 call; 2 call", DEAL, stacks=STACKS)
    words = done.game.words()
    told = [(words.wager(s.wager), s.outcome, s.note) for s in settlements(done)]
    assert told == [
        ("pot", "full house, aces over nines", ""),
        ("side pot 1", "full house, kings over nines", ""),
    ]
    lines = phh.history(done, phh.EVERYTHING)
    assert "seat 1 wins $150 of the main pot with a full house, aces over nines" in lines
    assert "seat 2 wins $100 of side pot 1 with a full house, kings over nines" in lines
    assert "-- before the flop --" in lines


def test_kickers_are_what_the_name_of_a_hand_leaves_out() -> None:
    for cards, said in (
        ("As Kd Qc 9h 2s", "A-K-Q-9-2"),
        ("As Ad Qc 9h 2s", "Q-9-2 kickers"),
        ("As Ad Qc Qh 2s", "deuce kicker"),
        ("As Ad Ac Qh 2s", "Q-2 kickers"),
        ("As Ad Ac Qh Qs", ""),
        ("Ks Kd Kc Kh Qs", "queen kicker"),
        ("6s 5d 4c 3h 2s", ""),
    ):
        assert kickers(high5([CARDS.read(card) for card in cards.split()])) == said
    assert a_hand("pair of kings") == "a pair of kings"
    assert a_hand("8-6-4-3-A low") == "an 8-6-4-3-A low"
    assert a_hand("two pair, kings and fours") == "two pair, kings and fours"


def kinds(cls: type[Event]) -> list[type[Event]]:
    return [each for sub in cls.__subclasses__() for each in (sub, *kinds(sub))]


def test_every_event_of_a_poker_hand_has_a_sentence_of_its_own_fields() -> None:
    games()
    of_poker = [cls for cls in kinds(Event) if ".families.poker." in cls.__module__]
    assert len(of_poker) > 80
    for cls in of_poker:
        if cls.__name__ in ("PotAwarded", "HandVoided"):
            continue  # several amounts: told by code
        sentence = sentence_of(cls)
        assert sentence is not None, cls.__name__
        named = {name.partition("=")[0] for name in re.findall(r"\{([a-z_'=]+)", sentence)}
        assert named <= {*NOT_FIELDS, *cls.__struct_fields__}, cls.__name__


def test_sentences_are_filled() -> None:
    says = {"who": "Ann", "cents": "$5", "straddles": "", "how": "wait"}
    for sentence, told in (
        ("{who} [bet|bets] {cents}", "Ann bets $5"),
        ("{straddles:no|yes, {who}}", "no"),
        ("{how=post:posts}{how=wait:{who} waits}", "Ann waits"),
    ):
        assert "".join(filled(sentence, says.__getitem__)) == told
    assert "".join(filled("you [bet|bets]", says.__getitem__, yours=True)) == "you bet"


@pytest.mark.parametrize("game", ["seven-card-stud", "draw-jacks-or-better"])
def test_histories_of_rulings_are_in_words(game: str) -> None:
    for case in load_cases(games()[game].folder() / "cases.toml", game):
        if case.refused or "floor" not in str(case.play):
            continue
        lines = phh.history(Playback(case).run(), phh.EVERYTHING)
        marked = [line for line in lines if "_" in line or "=" in line or "  " in line]
        assert not marked, case.title
