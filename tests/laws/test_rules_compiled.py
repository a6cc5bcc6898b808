"""Every rule compiled is the rule as it stands: same answers on random pieces, for each of them.

Arguments are made from the names of the parameters, so a new rule needs nothing here unless it
brings a new name; then its test fails and says what to add.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import json
import os
import pkgutil
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.analysis.blackjack.simulation.compiled_round import PostedRules
from houseway.analysis.blackjack.strategy.basic import basic, splits
from houseway.analysis.compiler.compile import UnprintableError, fingerprint
from houseway.cite import RULES
from houseway.hands.poker_high import count_ranks
from houseway.pieces.cards import CARDS, CARDS_AND_JOKER
from houseway.pieces.tiles import TILES
from houseway.rulebook import games
from houseway.rulebook.delta.three_card_poker.game import QUEEN_HIGH
from tests.support.random_play import LONG

ROUNDS = 300 if LONG else 100

ONE_DECK = ("poker_high", "poker_low", "omaha", "up_cards", "pai_jack", "funtazee_21")
WITH_JOKER = (
    "poker_low.joker_low5",
    "poker_joker",
    "pai_gow_poker",
    "pai_gow_house_way",
    "fortune",
)
ONE_SET = ("pai_gow_tiles", "pai_gow_tiles_house_way")
"""Modules whose pieces come from one deck, with or without a joker, or from one set of tiles; all
others deal from six decks."""

PIECES = {
    *("card", "tile", "a", "b", "c", "d", "e", "p", "q", "x", "y", "t0", "t1", "t2", "t3"),
    *("dealer_up", "hole"),
    *("player_a", "player_b", "dealer_a", "dealer_b"),
    *("ph_a", "ph_b", "pl_a", "pl_b", "dh_a", "dh_b", "dl_a", "dl_b"),
}
"""One card or tile each."""

HANDS = {
    "pocket": (3, 3), "community": (2, 2), "rules.best_two.cards": (2, 9),
    "cards": (1, 9), "hand": (1, 9), "player": (2, 9), "dealer": (2, 9), "first_two": (2, 2),
    "dealer_two": (2, 2), "original": (2, 9), "run": (0, 6), "first_three": (3, 3),
    "first_four": (4, 4), "opening": (2, 3), "split_aces": (0, 4),
    "bonus.of_two_cards.cards": (2, 3), "counting.pair": (2, 2), "counting.dealt": (2, 2),
    "hole": (4, 4), "board": (5, 5), "poker_high.high5.cards": (5, 5),
    "poker_low.low5.cards": (5, 5), "poker_high.cards": (1, 7),
    "poker_low.cards": (5, 7), "up_cards.cards": (1, 5),
    "poker_low.joker_low5.cards": (5, 5), "poker_joker.cards": (5, 5),
    "poker_low.low27.cards": (5, 5),
    "game.shine_rank.cards": (3, 3), "game.ante_bonus.player": (3, 3),
    "game.pair_xxx.player": (3, 3), "both_hands": (6, 6),
    "pai_jack.cards": (5, 5), "pai_jack.hand": (5, 5), "pai_jack.player": (5, 5),
    "pai_jack.dealer": (5, 5), "pai_jack.dealt": (5, 5),
    "pai_gow_poker.hand": (7, 7), "pai_gow_poker.player": (7, 7), "pai_gow_poker.bank": (7, 7),
    "pai_gow_poker.cards": (7, 7), "pai_gow_house_way.cards": (7, 7), "fortune.dealt": (7, 7),
    "funtazee_21.cards": (5, 5), "funtazee_21.hand": (5, 5), "funtazee_21.player": (5, 5),
    "funtazee_21.bank": (5, 5), "funtazee_21.dealt": (5, 5),
    "pots.put": (2, 10), "pots.claims": (0, 6),
    "game.three_card_rank.cards": (3, 3), "game.bonus.player": (3, 3),
}  # fmt: skip
"""Sequences of pieces, with the fewest and the most."""

DICE = {"dice", "player_dice", "banker_dice"}
"""Three dice each."""

QUEEN_OR_NOT = (QUEEN_HIGH - 8, QUEEN_HIGH + 8)
"""Strengths about the least that qualifies in Three Card Poker, so near that some are equal."""

NUMBERS = {
    "rules.two_card_poker.mine": (0, 511), "rules.two_card_poker.theirs": (0, 511),
    "player_points": (0, 9), "banker_points": (0, 9), "mine": (0, 9), "other": (0, 9),
    "choice": (0, 2), "together": (0, 2), "spots": (2, 12), "low_value": (0, 12),
    "rank": (0, 511), "high": (0, 511), "low": (0, 511), "poker_low.low": (0, 6 << 20),
    "bank_high": (0, 511), "bank_low": (0, 511),
    "strength": (0, 9 << 20), "mask": (0, (1 << 13) - 1), "qualifier": (0, 13),
    "lammers": (0, 7), "dealer_22": (0, 2), "double_on": (0, 2),
    "three_card_suit": (0, 3), "blackjack_suit": (0, 3),
    "pai_jack.choice": (0, 10), "pai_jack.high": (3, 30), "pai_jack.low": (2, 21),
    "funtazee_21.choice": (0, 11), "funtazee_21.totals_of.choice": (0, 9),
    "made": (11, 60), "front": (4, 22), "back": (3, 30),
    "bank_front": (4, 21), "bank_back": (3, 21),
    "player_high": (3, 21), "player_low": (2, 21), "dealer_high": (3, 21), "dealer_low": (2, 21),
    "game.shine_showdown.player": (0, 7 << 20), "game.shine_showdown.dealer": (0, 7 << 20),
    "queen_king_ace": (0, 1), "game.suited_aces.suit": (0, 3),
    "split_aces_match": (0, 1), "match": (0, 1), "ranks": (0, 2),
    "counting.hands": (1, 4), "most": (20, 21), "must_hit": (4, 11), "must_stand": (12, 21),
    "posted": (0, 31), "top": (-1, 12), "pai_gow_poker.choice": (0, 20),
    "five": (0, 10 << 20), "two": (0, 2 << 20), "bank_five": (0, 10 << 20),
    "bank_two": (0, 2 << 20), "pai_gow_poker.mask": (0, (1 << 12) - 1),
    "pai_gow_poker.best": (0, 10 << 20), "alike": (0, (1 << 6) - 1),
    "poker_joker.mask": (0, (1 << 12) - 1),
    "suits": (0, (1 << 52) - 1), "fortune.suit": (0, 3), "joker": (0, 1),
    "match_with_joker": (0, 1), "fortune_best": (0, 1),
    "claim": (-5000, 5000), "put_up": (1000, 3000), "used": (0, 1000), "result": (-1000, 1000),
    "bank": (1, 8), "count": (1, 18), "positions": (8, 10), "direction": (-1, 1),
    "structure": (0, 3), "full_bets_seen": (-1, 2), "full_bets": (0, 2), "able": (1, 3),
    "level": (0, 40),
    "size": (1, 40), "upto": (0, 60), "to_call": (0, 60), "pot": (0, 200), "all_in": (1, 150),
    "limits.bet": (0, 60), "in_play": (0, 200), "unit": (1, 5), "big_blind": (1, 20),
    "times": (2, 4), "more": (0, 60), "raises": (0, 7), "limits.most": (3, 6),
    "players": (2, 4), "above": (-1, 60), "cents": (0, 200), "sharers": (1, 5), "chip": (1, 9),
    "place": (0, 5), "dealing.players": (1, 8), "left": (0, 9), "burns": (0, 4),
    "lying": (0, 4), "antes.limit": (1, 4), "callers": (0, 3), "dealt": (1, 8),
    "sevens.low": (0, 6 << 20), "sevens.bet": (0, 9), "full": (1, 9), "draw.cards": (0, 5),
    "draw.limit": (0, 5), "positions.chips": (0, 9), "blind": (1, 9), "old": (0, 9), "new": (0, 9),
    "bank_points": (0, 9), "points": (0, 9), "chart.player": (0, 9), "chart.banker": (0, 9),
    "third": (-1, 9), "mine_natural": (0, 1), "other_natural": (0, 1),
    "player_natural": (0, 1), "banker_natural": (0, 1),
    "game.compared_from.dealer": QUEEN_OR_NOT, "game.showdown.player": QUEEN_OR_NOT,
    "game.showdown.dealer": QUEEN_OR_NOT, "game.showdown_ties_to_bank.player": QUEEN_OR_NOT,
    "game.showdown_ties_to_bank.dealer": QUEEN_OR_NOT,
}  # fmt: skip
"""Counts, ranks and postings, with the least and the most; flags are known by their type."""


def every_rule() -> list[str]:
    """The rules of all games, hands, families and side bets, once every module is imported."""
    for module in pkgutil.walk_packages(houseway.__path__, "houseway."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    games()
    return sorted(name for name in RULES if name.startswith("houseway."))


def known(table: dict[str, tuple[int, int]], name: str, parameter: str) -> tuple[int, int] | None:
    """The entry of a parameter: of this rule, of its module, or of any."""
    module, rule = name.split(".")[-2:]
    for key in (f"{module}.{rule}.{parameter}", f"{module}.{parameter}", parameter):
        if key in table:
            return table[key]
    return None


def shuffled(name: str, chance: random.Random) -> list[int]:
    """The pieces that the rules of this module are about."""
    module, rule = name.split(".")[-2:]
    pieces = TILES.one_set() if module in ONE_SET else CARDS.one_set(1 if module in ONE_DECK else 6)
    if module in WITH_JOKER or f"{module}.{rule}" in WITH_JOKER:
        pieces = CARDS_AND_JOKER.one_set()
    chance.shuffle(pieces)
    return pieces


def arguments(name: str, chance: random.Random) -> list[Any]:
    """Random arguments for a rule, lists for its sequences; fails on an unknown parameter."""
    pieces = shuffled(name, chance)
    given: list[Any] = []
    for parameter in inspect.signature(RULES[name]).parameters.values():
        sizes = known(HANDS, name, parameter.name)
        bounds = known(NUMBERS, name, parameter.name)
        if parameter.annotation == "bool":
            given.append(chance.random() < 0.5)
        elif parameter.annotation.startswith("Sequence") and parameter.name in DICE:
            given.append([chance.randint(1, 6) for _ in range(3)])
        elif parameter.annotation.startswith("Sequence") and sizes:
            given.append([pieces.pop() for _ in range(chance.randint(*sizes))])
        elif parameter.annotation == "int" and parameter.name == "counts":
            given.append(count_ranks([pieces.pop() for _ in range(chance.randint(5, 7))]))
        elif parameter.annotation == "int" and bounds:
            given.append(chance.randint(*bounds))
        elif parameter.annotation == "int" and parameter.name in PIECES:
            given.append(pieces.pop())
        else:
            pytest.fail(
                f"no arguments are known for {parameter.name!r} ({parameter.annotation}) of the "
                f"rule {name}; add the name to PIECES, HANDS or NUMBERS in tests/"
                "test_rules_compiled.py, with the sizes or bounds it may have"
            )
    return given


def test_there_are_rules_of_every_kind() -> None:
    modules = {name.split(".")[-2] for name in every_rule()}
    joker = {name.partition(".")[0] for name in WITH_JOKER}
    assert {"blackjack", "rules", "game", *ONE_DECK, *joker, *ONE_SET} <= modules


def test_an_unknown_parameter_says_what_to_add(monkeypatch: pytest.MonkeyPatch) -> None:
    def odd(envy: int) -> int:
        return envy

    odd.__annotations__["envy"] = "int"
    monkeypatch.setitem(RULES, "houseway.hands.blackjack.odd", odd)
    with pytest.raises(pytest.fail.Exception, match=r"'envy'.*add the name to PIECES"):
        arguments("houseway.hands.blackjack.odd", random.Random(1))


@pytest.mark.parametrize("name", every_rule())
def test_a_rule_takes_lists_and_tuples_and_gives_an_outcome(name: str) -> None:
    rule, chance = RULES[name], random.Random(name)
    answers = set()
    for _ in range(ROUNDS):
        given = arguments(name, chance)
        plain = rule(*given)
        assert rule(*map(tuple_if_list, given)) == plain, given
        answers.add(plain)
    if rule.outcomes:
        assert answers <= set(range(len(rule.outcomes)))


@pytest.mark.parametrize("name", every_rule()[:: 1 if LONG else 5])
def test_compiled_is_interpreted(name: str) -> None:
    """Every fifth in the short form: the compiler takes half a second for each."""
    rule, chance = RULES[name], random.Random(name)
    twin = rule.jit()
    for _ in range(ROUNDS):
        given = arguments(name, chance)
        arrays = [np.array(x, np.int64) if isinstance(x, list) else x for x in given]
        assert twin(*arrays) == rule(*given), given


def tuple_if_list(x: Any) -> Any:
    """Records hold tuples where tables hold lists; a rule takes either."""
    return tuple(x) if isinstance(x, list) else x


def of(value: Any) -> str:
    """The fingerprint of one and the same function over another value."""

    def reads() -> Any:
        return value

    return fingerprint(reads)


class Posting(enum.IntEnum):
    HIT = 1


def test_a_fingerprint_covers_whatever_is_read() -> None:
    long: Any = np.arange(5000)
    other = long.copy()
    other[2500] = 7  # in the middle, where a repr shows dots
    changed: Any = enum.IntEnum("changed", {"HIT": 2})
    different: list[Any] = [
        1, True, 1.0, "1", (1, 2), (1, (2,)), [1, 2], {1: 2}, {1, 2}, {1, 3}, range(3), range(4),
        long, other, (long, 1), (other, 1), long.astype(np.int32), long.reshape(50, 100),
        Posting, changed, Posting.HIT, changed.HIT, basic, splits, PostedRules,
    ]  # fmt: skip
    assert len({of(value) for value in different}) == len(different)
    assert of((long, 1)) == of((long.copy(), 1))
    assert of(lambda: 1) != of(lambda: 2)


def test_what_has_no_fingerprint_is_not_kept() -> None:
    class Odd:
        pass

    with pytest.raises(UnprintableError, match="no fingerprint can be taken of Odd"):
        of(Odd())
    hidden = Odd()

    def answers() -> int:
        return 0 if hidden is None else 1

    with pytest.raises(UnprintableError):
        fingerprint(answers)


CALLER = """
from houseway.cite import rule
from {package} import tables
from {package}.callee import judge

@rule()
def total(cards):
    return sum([judge(c) for c in cards]) + tables.BONUS[0] + tables.step(cards[0])
"""
CALLEE = "def judge(card, extra=0):\n    return card + 1 + extra\n"
TABLES_ = "BONUS = (10, 20)\ndef step(card):\n    return (lambda x: x * 2)(card)\n"
RUN = """
import importlib, json, os, sys
import numpy as np

folder = sys.argv[1]
for files in json.loads(sys.argv[2]):
    for name, text in files.items():
        path = os.path.join(folder, name + ".py")
        with open(path, "w") as file:
            file.write(text)
        os.utime(path, (1_000_000_000, 1_000_000_000))
    for name in [name for name in sys.modules if name.split(".")[0] == "{package}"]:
        del sys.modules[name]
    importlib.invalidate_caches()
    total = importlib.import_module("{package}.caller").total
    twin, cards = total.jit(), np.array([1, 2, 3])
    assert twin(cards) == total([1, 2, 3]), (twin(cards), total([1, 2, 3]))
    print(twin(cards), sum(twin.stats.cache_hits.values()))
"""


@pytest.mark.process
@pytest.mark.parametrize("package", ["houserules", "houseway_house"])
def test_an_edit_anywhere_below_a_rule_is_noticed(tmp_path: Path, package: str) -> None:
    """A package of rules that two processes compile into one cache, edited; its file times are
    kept.

    The second process imports it again after each edit, which compiles it as another process would.
    """
    folder = tmp_path / package
    folder.mkdir()
    (folder / "__init__.py").write_text("")

    def run(*edits: dict[str, str]) -> list[tuple[int, int]]:
        env = os.environ | {
            "HOUSEWAY_CACHE": str(tmp_path / "cache"),
            "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        words = [RUN.replace("{package}", package), str(folder)]
        done = subprocess.run(
            [sys.executable, "-c", *words, json.dumps(edits).replace("{package}", package)],
            env=env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        found = [line.split() for line in done.stdout.splitlines()]
        return [(int(answer), int(hits)) for answer, hits in found]

    first = {"caller": CALLER, "callee": CALLEE, "tables": TABLES_}
    assert run(first) == [(9 + 10 + 2, 0)]
    another = {"callee": CALLEE.replace("+ 1", "+ 5")}  # a constant in another file
    if package == "houseway_house":  # a package that only begins like ours: one edit tells
        assert run({}, another) == [(21, 1), (33, 0)]
        return
    edited = run(
        {},  # nothing edited: from the cache
        another,
        {"callee": CALLEE.replace("=0", "=7")},  # a default
        {"callee": CALLEE, "tables": TABLES_.replace("10", "90")},  # a table, by its module
        {"tables": TABLES_.replace("* 2", "* 3")},  # an inner function
        {"tables": TABLES_},  # the first text again: its own entry is still right
    )
    assert edited == [(21, 1), (33, 0), (42, 0), (101, 0), (22, 0), (21, 1)]
