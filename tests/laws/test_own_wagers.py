"""Plug-in wagers: one that no table could take is refused when it is made or added."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from houseway.cite import rule
from houseway.cli.main import run
from houseway.errors import HousewayError, Refused
from houseway.game.progressives import Progressive
from houseway.game.variants import with_wagers
from houseway.game.wagers import AFTER_DEAL, AFTER_DEALER, BEFORE_DEALER, Wager, declare_wager, side
from houseway.rulebook import find, plugins
from tests.support.own_rulebook import changed, written

LUCKY = written("docs/tutorials/side_bet.md", "lucky_pair.py`:") + '\nGAMES = ("blackjack",)\n'
BOOK = LUCKY[LUCKY.index('BOOK = """') + 10 :].partition('"""')[0]
OUTCOMES = ("suited_pair", "pair", "no_pair")


@pytest.fixture(autouse=True)
def rulebook() -> Iterator[None]:
    with changed():
        yield


def judged(*facts: str) -> Any:
    """A rule that reads these facts, as they are written."""
    made: dict[str, Any] = {}
    exec(f"def odd({', '.join(facts)}):\n    return 2", made)
    return rule("LP-1", outcomes=OUTCOMES)(made["odd"])


def odd(name: Any = "odd", *clauses: Any, reads: Sequence[str] = ("first_two",), **how: Any) -> Any:
    """A side bet that is in order but for what is said."""
    by = how.pop("rule", None) or judged(*reads)
    return side(
        name, how.pop("words", "Odd"), *(clauses or ("LP-1",)), rule=by,
        **{"resolves": AFTER_DEAL, "needs": "main", "book": BOOK} | how,
    )  # fmt: skip


def offered(game: str, *wagers: Wager, **posting: Any) -> Any:
    """A table of a game with these wagers besides."""
    return with_wagers(find(game), wagers, (find, (game,)))(posting)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"least": -500}, "least is in whole cents, from 1 to 10000000000, not -500"),
        ({"least": 0}, "least is in whole cents, from 1"),
        ({"least": 1.5}, "least is in whole cents, from 1 to 10000000000, not 1.5"),
        ({"least": True}, "not True"),
        ({"most": "500"}, "most is in whole cents"),
        ({"step": 0}, "step is in whole cents, from 1"),
        ({"cap": 10**12}, "cap is in whole cents"),
        ({"least": 5_000, "most": 100}, "least is 5000 and most is 100"),
        ({"most": 5_000, "cap": 1_000}, "most is 5000 and cap is 1000"),
        ({"progressive": Progressive(4)}, "meters is a number from 1 to 3, not 4"),
        ({"progressive": Progressive(0)}, "meters is a number from 1 to 3, not 0"),
        ({"progressive": 1}, "progressive is a Progressive, not 1"),
        ({"progressive": Progressive(seed=-1)}, "seed is in whole cents, from 0"),
        ({"progressive": Progressive(seed_per=-1)}, "seed_per is in whole cents, from 0"),
        ({"progressive": Progressive(rate=10_001)}, "rate is a number from 0 to 10000, not 10001"),
        ({"progressive": Progressive(awards="all")}, "awards is 'split' or 'in turn', not 'all'"),
        ({"progressive": Progressive(meter_facts=("colour",))}, "meter_facts names 'colour'"),
        ({"envy_to": "me"}, "envy_to is 'dealer' or 'player', not 'me'"),
        ({"name": ""}, "the wager '': a name is small letters"),
        ({"name": "a b"}, "a name is small letters, figures and _, and begins with a letter"),
        ({"name": "main.2"}, "a name is small letters"),
        ({"name": "3:main"}, "a name is small letters"),
        ({"name": "Odd"}, "a name is small letters"),
        ({"name": "x" * 41}, "at most 40 characters"),
        ({"name": 5}, "the wager 5: a name is small letters"),
        ({"name": "tip_main"}, "a name that begins with tip_ is a tip's"),
        ({"words": " "}, "its words must not be blank"),
        ({"words": None}, "its words must be in words"),
        ({"needs": "odd"}, "needs itself"),
        ({"needs": "main or odd"}, "needs itself"),
        ({"needs": "a b"}, "needs names 'a b', which is no name of a wager"),
        ({"at_most": "odd"}, "at_most names itself"),
        ({"equals": "odd"}, "equals names itself"),
        ({"tips": True, "tip_needs": "odd"}, "tip_needs names itself"),
        ({"needs": None}, "needs is words, not None"),
        ({"off_by_default": "no"}, "off_by_default is True or False, not 'no'"),
        ({"clauses": ("LP-1", 5)}, "clauses are words, not 5"),
        ({"clauses": ("",)}, "clauses are words, not ''"),
        ({"rule": max}, "its rule is a function marked with @rule(..., outcomes=(...)), not"),
        ({"rule": rule("LP-1")(lambda first_two: 0)}, "its rule is a function marked with @rule"),
        ({"rule": rule("LP-1", outcomes=("a", "a"))(lambda first_two: 0)}, "'a' twice"),
        ({"reads": ("*first_two",)}, "*first_two: its rule odd reads facts one by one"),
        ({"reads": ("first_two", "**more")}, "**more: its rule odd reads facts one by one"),
        ({"reads": ("first_two", "x=3")}, "x=3: its rule odd reads facts one by one"),
        ({"reads": ("*", "first_two")}, "first_two by keyword only: its rule odd reads facts"),
        ({"reads": ()}, "its rule odd reads nothing of the table"),
        ({"decided_early": judged("*first_two")}, "its decided_early odd reads facts one by one"),
        ({"decided_early": 5}, "decided_early is a function, not 5"),
    ],
)  # fmt: skip
def test_a_wager_that_no_table_could_take(how: dict[str, Any], said: str) -> None:
    name, clauses = how.pop("name", "odd"), how.pop("clauses", ())
    with pytest.raises(Refused) as refused:
        odd(name, *clauses, **how)
    assert said in str(refused.value) and "the wager " in str(refused.value)


def test_a_plain_wager_is_held_to_the_same() -> None:
    with pytest.raises(Refused, match="least is in whole cents"):
        declare_wager("main", "main wager", required=True, least=0)
    with pytest.raises(Refused, match="clauses are words, in a tuple, not 'LP-1'"):
        declare_wager("main", "main wager", "LP-1")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "how", "said"),
    [
        ("blackjack", {"name": "main", "needs": ""}, "blackjack has a main already"),
        ("blackjack", {"name": "insurance"}, "blackjack has an insurance already"),
        ("blackjack", {"name": "bank"}, "blackjack has a bank already"),
        ("blackjack", {"name": "decks"}, "blackjack has a decks already"),
        ("blackjack", {"name": "main_limits"}, "blackjack has a main_limits already"),
        ("blackjack", {"name": "hit"}, "blackjack has a hit already"),
        ("blackjack", {"name": "words"}, "blackjack has a words already"),
        ("blackjack", {"name": "offered"}, "blackjack has an offered already"),
        ("blackjack", {"name": "bets"}, "blackjack has a bets already"),
        ("pai-gow-tiles", {"name": "schedule", "reads": ("dealt",)}, "has a schedule already"),
        ("ante-up-21", {"name": "bet"}, "ante-up-21 has a bet already"),
        ("blackjack", {"at_most": "ante"}, "at_most names ante, which blackjack does not have; it"),
        ("blackjack", {"equals": "ante"}, "equals names ante, which blackjack does not have"),
        ("blackjack", {"tips": True, "tip_needs": "ante"}, "tip_needs names ante, which blackjack"),
        ("blackjack", {"needs_if": "rainy"}, "needs_if names rainy, which is not posted in"),
        ("blackjack", {"at_most_if": "rainy"}, "at_most_if names rainy, which is not posted in"),
        ("blackjack", {"placed_as": "rainy"}, "placed_as names rainy, which is not posted in"),
        ("blackjack", {"placed": "tomorrow"}, "placed 'tomorrow'; blackjack takes wagers before "
         "the deal, 'before the peek', 'after the peek' or \"before the dealer's hand\""),
        ("3-card-shine", {"placed": BEFORE_DEALER, "resolves": AFTER_DEALER, "reads": ("player",),
         "needs": "ante"}, "3-card-shine takes wagers before the deal"),
        ("blackjack", {"placed": BEFORE_DEALER}, "is placed \"before the dealer's hand\" and "
         "decided 'after the deal', which comes first"),
        ("blackjack", {"because": "so"}, "because is a function, not 'so'"),
        ("blackjack", {"because": lambda: "so"}, "because takes what the rule reads: first_two"),
        ("blackjack", {"clauses_for": lambda a, b: ()}, "clauses_for takes what the rule reads"),
        ("blackjack", {"resolves": "tomorrow"}, "to be decided 'tomorrow'; this table decides"),
    ],
)  # fmt: skip
def test_a_wager_that_this_game_cannot_take(game: str, how: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused) as refused:
        offered(game, odd(how.pop("name", "odd"), **how))
    assert said in str(refused.value)


def test_a_name_stands_for_one_wager() -> None:
    with pytest.raises(Refused, match="blackjack has an odd already"):
        offered("blackjack", odd(), odd())


def test_wagers_may_not_bound_each_other_in_a_ring() -> None:
    with pytest.raises(Refused, match="may not exceed one another in a ring: odd, even"):
        offered("blackjack", odd(at_most="even"), odd("even", at_most="odd"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("book=BOOK", "book=BOOK, least=-500", "the wager 'lucky_pair': least is in whole cents"),
        ("book=BOOK", "book=BOOK, step=0", "the wager 'lucky_pair': step is in whole cents"),
        ('"lucky_pair",', '"tip_main",', "begins with tip_"),
        ("first_two: Sequence[int]", "*first_two", "reads facts one by one"),
        ('"LP-1",', '"LP-1", "LP-9",', "cites LP-9, which stands in no book"),
    ],
)  # fmt: skip
def test_in_a_file_it_is_said_where(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert old in LUCKY
    file = tmp_path / "lucky_pair.py"
    file.write_text(LUCKY.replace(old, new))
    lines = file.read_text().splitlines()
    line = next(i for i, text in enumerate(lines, 1) if text.startswith("LUCKY_PAIR = "))
    with pytest.raises(HousewayError) as refused:
        plugins.load(file)
    assert str(refused.value).startswith(f"{file}: line {line}") and said in str(refused.value)


def test_a_file_that_ends_the_program(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "lucky_pair.py"
    file.write_text(LUCKY + "raise SystemExit(7)\n")
    assert run(["rules", "blackjack", "--plugin", str(file)]) == 2
    said = capsys.readouterr().err
    assert f"line {len(file.read_text().splitlines())}: cannot be run: SystemExit: 7" in said


def test_an_installed_module_that_ends_the_program_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib.metadata import EntryPoint

    (tmp_path / "ends_it_all.py").write_text("raise SystemExit(7)\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.warns(plugins.LeftOut, match="left out: cannot be run: SystemExit: 7"):
        plugins.offer_installed([EntryPoint("lucky", "ends_it_all", "houseway.side_bets")])
