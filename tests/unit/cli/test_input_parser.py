"""Typed lines at a table: beginnings, amounts, numbers, places; and completion with Tab."""

from __future__ import annotations

import pytest

from houseway.cli.play import commands
from houseway.cli.play.input_parser import chosen, folded, read_answer, same_again, unknown
from houseway.engine.questions import Act, Asking
from houseway.errors import Refused
from houseway.table.round import Round
from houseway.table.table import Table

FREE_BET = "free-bet-blackjack"
NAMES = ("hit", "stand", "double", "double_free", "split")
COMMANDS = ("hint", "help", "odds", "save", "spots", "quit")


def opened(game_id: str, seats: int = 1, seed: int = 3) -> Round:
    table = Table(game_id, seed=seed)
    for seat in range(1, seats + 1):
        table.sit(seat, f"seat {seat}", 500_00)
    return table.start()


def typed(round_: Round, text: str, seat: int = 1) -> Act:
    question = round_.question
    assert isinstance(question, Asking)
    words = folded(text.split())
    names = [choice.name for choice in question.choices_of(seat)]
    if words[0][:1].isalpha() and "=" not in words[0]:
        words = chosen(words, names, COMMANDS)
    return read_answer(words, question, seat, round_.game)


@pytest.mark.parametrize(
    ("text", "wagers"),
    [
        ("10", {"main": 10_00}),
        ("$12.50", {"main": 12_50}),
        ("bet 10", {"main": 10_00}),
        ("b 10", {"main": 10_00}),
        ("bet main=10", {"main": 10_00}),
        ("BET Main 10", {"main": 10_00}),
        ("10 push_22=5", {"main": 10_00, "push_22": 5_00}),
        ("10 push=5 king 2", {"main": 10_00, "push_22": 5_00, "kings_bounty": 2_00}),
        ("push_22=5 main=10", {"main": 10_00, "push_22": 5_00}),
        ("10 tip_main=1", {"main": 10_00, "tip_main": 1_00}),
    ],
)
def test_wagers_are_typed_in_many_ways(text: str, wagers: dict[str, int]) -> None:
    act = typed(opened(FREE_BET), text)
    assert (act.name, dict(act.places)) == ("bet", wagers)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("bet", "say how much, like bet main=5"),
        ("10 20", "say on which wager: main=20, push_22=20"),
        ("bet push_22", "say how much on 'push_22', like push_22=5"),
        ("bet main=5 main=6", "main is said twice"),
        ("bet p=5", "may be pot_of_gold or push_22: type more"),
    ],
)
def test_what_is_not_understood_is_refused_with_what_is(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why.replace("(", r"\(")):
        typed(opened(FREE_BET), text)


def test_a_number_is_money_where_it_may_be_and_else_a_choice() -> None:
    assert typed(opened(FREE_BET), "2").name == "sit_out"
    assert dict(typed(opened("21-hold-em"), "2").places) == {"main": 2_00}
    round_ = opened(FREE_BET)
    reason = round_.refusal(typed(round_, "600"))
    assert reason is not None and "takes from $5 to $500, not $600" in reason.what
    bank = opened("pai-gow-poker", 2)
    assert typed(bank, "120") == Act(1, "bank", 120_00)


def test_an_amount_alone_needs_one_wager_that_must_be_made() -> None:
    with pytest.raises(Refused, match="say on which wager: player=10, banker=10, tie=10"):
        typed(opened("3-dice-baccarat"), "10")
    assert dict(typed(opened("3-dice-baccarat"), "ban 10").places) == {"banker": 10_00}


def test_a_wager_that_must_equal_another_follows_it() -> None:
    places = dict(typed(opened("3-card-21-n-done"), "10").places)
    assert places == {"main": 10_00, "bonus": 10_00}


def test_beginnings_of_words() -> None:
    assert chosen(["sta"], NAMES, COMMANDS) == ["stand"]
    assert chosen(["h"], NAMES, COMMANDS) == ["hit"]  # a choice goes before a command
    assert chosen(["double"], NAMES, COMMANDS) == ["double"]  # the whole word is meant
    assert chosen(["double", "free"], NAMES, COMMANDS) == ["double_free"]
    assert chosen(["od", "main"], NAMES, COMMANDS) == ["odds", "main"]
    assert chosen(["moon"], NAMES, COMMANDS) == ["moon"]
    with pytest.raises(Refused, match="'s' may be stand, split, save or spots: type more of it"):
        chosen(["s"], NAMES, COMMANDS)
    assert "did you mean stand?" in str(unknown("stadn", NAMES, COMMANDS))
    assert "the choices are hit, stand" in str(unknown("xyz", NAMES, COMMANDS))


def test_pieces_of_a_set_hand_are_named_by_the_places_they_are_shown_in() -> None:
    table = Table("pai-jack", seed=7)
    table.sit(1, "Ann", 500_00)
    round_ = table.start()
    table.bet(1, main=10_00)
    act = typed(round_, "1 2")
    kind, parts = round_.game.kind, dict(act.parts)
    dealt = sorted((*parts["high"], *parts["low"]), reverse=True)
    assert set(parts["low"]) == set(dealt[:2]) and len(parts["high"]) == 3
    assert typed(round_, "set 1 2") == act
    assert typed(round_, f"set lo={_names(parts['low'], kind.names)} "
                         f"h={_names(parts['high'], kind.names)}").parts == act.parts  # fmt: skip
    with pytest.raises(Refused, match="say which 2 go into"):
        typed(round_, "1 2 3")
    with pytest.raises(Refused, match="each once"):
        typed(round_, "set 1 1")


def _names(pieces: tuple[int, ...], names: tuple[str, ...]) -> str:
    return ",".join(names[piece] for piece in pieces)


def test_the_same_again_is_offered_while_it_is_allowed() -> None:
    round_ = opened(FREE_BET)
    question = round_.question
    assert isinstance(question, Asking)
    last = Act(1, "bet", places=(("main", 10_00),))
    choices, explain = question.choices_of(1), round_.refusal
    assert same_again(last, choices, explain) == last
    assert same_again(Act(1, "bet", places=(("main", 900_00),)), choices, explain) is None
    assert same_again(None, choices, explain) is None


@pytest.mark.parametrize(
    ("before", "word", "found"),
    [
        ("", "be", ["bet"]),
        ("", "h", ["hint", "help"]),
        ("bet ", "pu", ["push_22="]),
        ("10 ", "ki", ["kings_bounty="]),
        ("odds ", "pot", ["pot_of_gold"]),
        ("rules ", "CO-2116-7G", ["CO-2116-7G"]),
        ("floor ", "void_r", ["void_round"]),
        ("sit_out ", "x", []),
    ],
)
def test_tab_goes_on_with_what_may_follow(before: str, word: str, found: list[str]) -> None:
    round_ = opened(FREE_BET)
    prompt = round_.view(1).prompt
    assert prompt is not None
    assert (
        commands.completions(before, word, round_.game, prompt.actions, commands.COMMANDS) == found
    )
