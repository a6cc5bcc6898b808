"""Batches of hands: the rules' own answers, the textbook counts, refusals, and the disk cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.analysis.compiler.compile import fingerprint
from houseway.analysis.evaluator import batch, kernels, store, tables
from houseway.hands.blackjack import is_soft, points
from houseway.hands.omaha import omaha_high, omaha_low
from houseway.hands.pai_gow_tiles import hand_rank
from houseway.hands.pai_gow_tiles_house_way import arranging_aid, house_way
from houseway.hands.poker_high import high_any
from houseway.hands.poker_low import low_any
from houseway.pieces.cards import CARDS
from houseway.pieces.tiles import TILES

HANDS = 100_000
QUALIFIERS = (0, 5, 7, 8, 12, 13)

SEVEN_CARDS = {
    0: 23_294_460, 1: 58_627_800, 2: 31_433_400, 3: 6_461_620, 4: 6_180_020, 5: 4_047_644,
    6: 3_473_184, 7: 224_848, 8: 41_584,
}  # fmt: skip
SIX_CARDS = (
    *(6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792),
    *(165_984, 14_664, 1_844),
)
FIVE_CARDS = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)


def deal(pieces: list[int], n: int, hands: int = HANDS, seed: int = 1) -> Any:
    """Random hands of n pieces, each from the whole set given."""
    chance = np.random.default_rng(seed)
    order = np.argsort(chance.random((hands, len(pieces)), np.float32), axis=1)[:, :n]
    return np.array(pieces, np.uint8)[order]


def cards(n: int, of: int = 52) -> Any:
    """Hands of n cards from the whole deck and, for the rare ones, as many from a short one."""
    every = CARDS.one_set()
    return np.vstack(
        (deal(every, n), deal(every[-of:], n, HANDS // 2, 2), deal(every[:of], n, 999))
    )


def asked(rule: Any, *columns: Any) -> list[int]:
    """Return the results of the rule's compiled twin by row; that twins are true is tested
    apart."""
    twin = rule.jit()
    return [twin(*row) for row in zip(*columns, strict=True)]


def repeated(value: object, rows: Any) -> list[object]:
    return [value] * len(rows)


@pytest.mark.parametrize("n", [5, 6, 7])
@pytest.mark.parametrize("trusted", [False, True])
def test_high_is_the_rule(n: int, trusted: bool) -> None:
    hands = cards(n, of=24)
    found = batch.high(hands, trusted)
    assert found.dtype == np.int32 and found.tolist() == asked(high_any, hands)
    assert set((found >> 20).tolist()) == set(range(9))


@pytest.mark.parametrize("n", [5, 6, 7])
@pytest.mark.parametrize("qualifier", QUALIFIERS)
def test_low_is_the_rule(n: int, qualifier: int) -> None:
    hands = cards(n, of=16)
    truth = asked(low_any, hands, repeated(qualifier, hands))
    assert batch.low(hands, qualifier).tolist() == truth
    assert batch.low(hands, qualifier, trusted=True).tolist() == truth


@pytest.mark.parametrize("of", [52, 20])
def test_omaha_high_is_the_rule(of: int) -> None:
    nine = cards(9, of)
    hole, board = nine[:, :4], nine[:, 4:]
    truth = asked(omaha_high, hole, board)
    assert batch.omaha_high(hole, board).tolist() == truth
    assert batch.omaha_high(hole, board, trusted=True).tolist() == truth
    assert {strength >> 20 for strength in truth} == set(range(9))


def test_omaha_flushes_of_every_width_are_the_rule() -> None:
    """Two suits only, so that hand and board hold up to four and five of one."""
    nine = deal([card for card in CARDS.one_set() if card & 3 < 2], 9)
    assert batch.omaha_high(nine[:, :4], nine[:, 4:]).tolist() == asked(
        omaha_high, nine[:, :4], nine[:, 4:]
    )


@pytest.mark.parametrize("qualifier", QUALIFIERS)
def test_omaha_low_is_the_rule(qualifier: int) -> None:
    nine = cards(9, of=20)
    hole, board = nine[:, :4], nine[:, 4:]
    truth = asked(omaha_low, hole, board, repeated(qualifier, hole))
    assert batch.omaha_low(hole, board, qualifier).tolist() == truth
    assert batch.omaha_low(hole, board, qualifier, trusted=True).tolist() == truth


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8])
def test_blackjack_is_the_rule(n: int) -> None:
    hands = deal(CARDS.one_set(6), n)
    wide = hands.astype(np.int64)
    assert batch.points21(hands).tolist() == asked(points, wide)
    assert batch.soft21(hands).tolist() == asked(is_soft, wide)


@pytest.mark.parametrize("lowest", [False, True])
def test_tiles_are_the_rules(lowest: bool) -> None:
    four = deal(TILES.one_set(), 4)
    rows = four.astype(np.int64).T.tolist()
    flag = repeated(lowest, four)
    assert batch.tiles_rank(four[:, :2], lowest).tolist() == asked(hand_rank, *rows[:2], flag)
    assert batch.arranging_aid(four, lowest).tolist() == asked(arranging_aid, *rows, flag)
    for guard in (False, True):
        truth = asked(house_way, *rows, repeated(guard, four), flag)
        assert batch.house_way(four, guard, lowest).tolist() == truth


def test_all_hands_of_seven_cards() -> None:
    assert batch.all_seven_card_counts() == SEVEN_CARDS
    assert sum(SEVEN_CARDS.values()) == comb(52, 7)


def every(n: int) -> Any:
    flat = np.fromiter(
        (card for hand in combinations(range(52), n) for card in hand), np.uint8, comb(52, n) * n
    )
    return flat.reshape(-1, n)


def test_all_hands_of_five_cards() -> None:
    found = batch.high(every(5))
    assert tuple(np.bincount(found >> 20).tolist()) == FIVE_CARDS
    assert len(np.unique(found)) == 7462


def test_all_hands_of_six_cards() -> None:
    assert sum(SIX_CARDS) == comb(52, 6)
    grown = np.zeros(9, np.int64)
    five = every(5)
    for card in range(5, 52):  # the sixth card is the highest, so that each hand comes once
        lower = five[five[:, 4] < card]
        sixth = np.full((len(lower), 1), card, np.uint8)
        grown += np.bincount(batch.high(np.hstack((lower, sixth))) >> 20, minlength=9)
    assert tuple(grown.tolist()) == SIX_CARDS


def test_no_hands_and_views() -> None:
    none = np.zeros((0, 7), np.uint8)
    assert batch.high(none).shape == batch.low(none, 8).shape == (0,)
    assert batch.omaha_high(none[:, :4], none[:, :5]).shape == (0,)
    assert batch.house_way(none[:, :4]).shape == batch.tiles_rank(none[:, :2]).shape == (0,)
    hands = deal(CARDS.one_set(), 8, 500)
    backwards = hands[::-2, 7:0:-1]
    assert batch.high(backwards).tolist() == batch.high(backwards.copy()).tolist()


SEVEN = np.arange(7, dtype=np.uint8)[None]
FOUR = np.array([[0, 1, 2, 3]], np.uint8)
NO_ARRAY: Any = [[1, 2, 3, 4, 5]]
NO_INT: Any = 8.0
FIVE = np.array([[4, 5, 6, 7, 8]], np.uint8)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: batch.high(NO_ARRAY), "cards must be a NumPy array of uint8, not a list"),
        (lambda: batch.high(SEVEN.astype(np.int64)), "of uint8, not one of int64"),
        (lambda: batch.high(SEVEN[0]), r"5 to 7 columns, not the shape \(7,\)"),
        (lambda: batch.high(SEVEN[:, :4]), r"5 to 7 columns, not the shape \(1, 4\)"),
        (lambda: batch.low(np.zeros((1, 8), np.uint8), 8), "5 to 7 columns"),
        (lambda: batch.high(SEVEN + np.uint8(46)), "row 0 .* a card is a number from 0 to 51"),
        (lambda: batch.high(np.vstack((SEVEN, SEVEN // 2))), "row 1 .* holds a card twice"),
        (lambda: batch.low(np.vstack((SEVEN, SEVEN * 0))), "row 1 .* holds a card twice"),
        (lambda: batch.low(SEVEN, 14), "a qualifier is a number from 0"),
        (lambda: batch.low(SEVEN, -1), "a qualifier is a number from 0"),
        (lambda: batch.low(SEVEN, NO_INT), "a qualifier is a number from 0"),
        (lambda: batch.omaha_high(FIVE, FIVE), "hole must have one hand a row and 4 columns"),
        (lambda: batch.omaha_high(FOUR, FOUR), "board must have one hand a row and 5 columns"),
        (lambda: batch.omaha_high(FOUR, np.vstack((FIVE, FIVE))), "1 rows and board 2"),
        (lambda: batch.omaha_high(FOUR, FIVE - 1), "row 0 .* holds a card twice"),
        (lambda: batch.omaha_low(FOUR + 1, FIVE, 8), "row 0 .* holds a card twice"),
        (lambda: batch.omaha_low(FOUR, FIVE, 99), "a qualifier is a number from 0"),
        (
            lambda: batch.points21(np.full((2, 2), 52, np.uint8)),
            "a card is a number from 0 to 51",
        ),
        (lambda: batch.points21(np.zeros((2, 0), np.uint8)), "columns, not the shape"),
        (
            lambda: batch.tiles_rank(np.array([[0, 21]], np.uint8)),
            "a tile is a number from 0 to 2",
        ),
        (
            lambda: batch.tiles_rank(np.array([[3, 3], [11, 11]], np.uint8)),
            "row 1 .* more of one",
        ),
        (
            lambda: batch.house_way(np.array([[0, 0, 1, 0]], np.uint8)),
            "row 0 .* more of one tile",
        ),
        (lambda: batch.arranging_aid(FIVE), "4 columns"),
    ],
)
def test_refusals_are_sentences(call: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        call()


def test_a_card_on_the_edge_is_a_card() -> None:
    assert batch.high(np.arange(45, 52, dtype=np.uint8)[None]).tolist() == [high_any(range(45, 52))]
    assert batch.points21(np.array([[51, 47]], np.uint8)).tolist() == [21]


def test_a_trusted_wrong_hand_stays_inside_the_tables() -> None:
    """Not checked, so any answer will do; a lookup outside would read foreign memory."""
    for n in (5, 6, 7):
        offsets, strengths, _ = tables.high_tables(n)
        most = n * tables.WEIGHTS[-1]
        assert most >> tables.SHIFT < len(offsets)
        assert int(offsets.max()) + (1 << tables.SHIFT) <= len(strengths)
        assert len(batch.high(np.full((9, n), 51, np.uint8), trusted=True)) == 9


def test_tables_and_loops_are_named_by_the_rules_they_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    makers = (
        *(tables.high_tables, tables.low_tables, tables.omaha_high_tables),
        *(tables.omaha_low_tables, tables.tile_ranks, tables.every_setting),
        *(tables.low27_tables, tables.joker_high_tables, tables.joker_low_tables),
        *(kernels.high_of(7, True), kernels.count_sevens),
    )
    before = [fingerprint(f) for f in makers]
    assert before == [fingerprint(f) for f in makers]
    assert len({*before, fingerprint(kernels.high_of(6, True))}) == len(makers) + 1
    monkeypatch.setattr("houseway.hands.poker_high.straight_to", lambda mask: -1)
    monkeypatch.setattr("houseway.hands.poker_high.high_in_order", lambda *given: 0)
    monkeypatch.setattr("houseway.hands.poker_low.ranks_low", lambda *given: 0)
    monkeypatch.setattr("houseway.hands.pai_gow_tiles.points", lambda a, b: 0)
    monkeypatch.setattr(kernels, "place_of", lambda key, offsets: 0)
    assert not {*before} & {fingerprint(f) for f in makers}


def test_a_spoilt_or_forbidden_file_only_costs_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    (ranks,) = store.kept(tables.tile_ranks, what="tiles")
    (file,) = (tmp_path / "tables").iterdir()
    for spoilt in (b"", b"nothing", file.read_bytes()[:900]):
        file.write_bytes(spoilt)
        assert (store.kept(tables.tile_ranks, what="tiles")[0] == ranks).all()
        assert len(file.read_bytes()) > 1000
    monkeypatch.setenv("HOUSEWAY_CACHE", os.devnull)
    assert (store.kept(tables.tile_ranks, what="tiles")[0] == ranks).all()


SCRIPT = """
import numpy as np
from houseway.analysis.evaluator import batch as batch
print(batch.points21(np.array([[51, 0]], np.uint8))[0],
      batch.tiles_rank(np.array([[0, 0]], np.uint8))[0],
      batch.low(np.array([[0, 4, 8, 12, 48]], np.uint8), 8)[0])
"""

EDITS = {
    "hands/blackjack.py": ("return hard + 10, True", "return hard + 9, True"),
    "hands/pai_gow_tiles.py": ("PAIR * STEP + pair_rank", "PAIR * STEP + 1 + pair_rank"),
    "analysis/evaluator/kernels.py": ("out[i] = by_ranks[", "out[i] = 1 + by_ranks["),
}
"""A rule that a loop asks, a rule that fills a table, and a loop; each answer grows or shrinks."""


@pytest.mark.process
def test_an_edit_is_noticed_and_the_first_use_says_so(tmp_path: Path) -> None:
    shutil.copytree(Path(houseway.__file__).parent, tmp_path / "src" / "houseway")
    places = {"PYTHONPATH": str(tmp_path / "src"), "HOUSEWAY_CACHE": str(tmp_path / "cache")}

    def run() -> tuple[list[int], str]:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False,
            env={**os.environ, **places},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return [int(word) for word in done.stdout.split()], done.stderr

    first, said = run()
    assert said.count("houseway: preparing ") == 3 and "first use only" in said
    assert run() == (first, "")
    for name, (old, new) in EDITS.items():
        file = tmp_path / "src" / "houseway" / name
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))
    edited, said = run()
    assert edited == [first[0] - 1, first[1] + 1, first[2] + 1]
    assert said.count("houseway: preparing ") == 3


def test_the_weights_are_the_least_that_keep_seven_card_sums_apart() -> None:
    def sums(weights: list[int]) -> list[int]:
        every = [(0, 0)]
        for weight in weights:
            every = [(n + k, s + k * weight) for n, s in every for k in range(5) if n + k <= 7]
        return [s for n, s in every if n == 7]

    weights = [0, 1]
    while len(weights) < 6:
        weight = weights[-1] + 1
        while len(set(found := sums([*weights, weight]))) < len(found):
            weight += 1
        weights.append(weight)
    assert tuple(weights) == tables.WEIGHTS[:6]
