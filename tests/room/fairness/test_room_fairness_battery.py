"""The tests of randomness: right about chance, and each red on something that is not chance."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.analysis.randomness.finding import (
    Finding,
    Ints,
    battery,
    chi_square_tail,
    deviating,
    fitted,
    normal_tail,
)
from houseway.analysis.randomness.orders import dice_tests, order_tests
from houseway.analysis.randomness.raw_bytes import raw_tests
from houseway.cli.commands import rng as command
from houseway.cli.main import run
from houseway.pieces.cards import CARDS, CARDS_AND_JOKER
from houseway.pieces.dice import DICE
from houseway.pieces.kind import Kind
from houseway.pieces.tiles import TILES
from houseway.room.fairness import entropy as entropy_of
from houseway.room.fairness.entropy import RehearsedEntropy, SystemEntropy


def test_tails_of_chi_square_are_those_of_the_tables() -> None:
    """Critical values as every textbook has them; even degrees also by the sum of Poisson."""
    for x, freedom, p in (
        (3.841459, 1, 0.05), (6.634897, 1, 0.01), (18.307038, 10, 0.05), (23.209251, 10, 0.01),
        (124.342113, 100, 0.05), (70.064895, 100, 0.99), (0.000157, 1, 0.99),
    ):  # fmt: skip
        assert chi_square_tail(x, freedom) == pytest.approx(p, rel=1e-3)
    for freedom in (2, 4, 10, 50, 200):
        for x in (0.5, freedom / 2, freedom, 1.5 * freedom, 3.0 * freedom):
            terms = (
                math.exp(k * math.log(x / 2) - x / 2 - math.lgamma(k + 1))
                for k in range(freedom // 2)
            )
            assert chi_square_tail(x, freedom) == pytest.approx(sum(terms), rel=1e-10)
    assert chi_square_tail(15861, 15861) == pytest.approx(0.4985, abs=1e-3)
    assert chi_square_tail(0, 5) == 1
    assert chi_square_tail(10_000, 5) == 0


def test_tails_of_the_normal_are_those_of_the_tables() -> None:
    for z, p in ((0, 0.5), (1.959964, 0.025), (2.575829, 0.005), (-1.644854, 0.95)):
        assert normal_tail(z) == pytest.approx(p, rel=1e-5)


def test_what_fits_too_well_is_out_of_bounds_too() -> None:
    assert not fitted("", "", [1000] * 10, [0.1] * 10).passed
    assert not deviating("", "", 1, 2.6).passed
    assert deviating("", "", 1, 2.5).passed
    assert not deviating("", "", 1, -2.6).passed


def test_rare_cells_are_counted_together() -> None:
    found = fitted("", "", [50, 40, 2, 3, 1, 1, 3], [0.5, 0.4, 0.02, 0.03, 0.02, 0.01, 0.02])
    assert (found.freedom, found.n) == (3, 100)  # 50, 40, 2 + 3, 1 + 1 + 3
    with pytest.raises(ValueError, match="too few"):
        fitted("", "", [1, 2], [0.5, 0.5])


def good(kind: Kind, sets: int, many: int, seed: int) -> Ints:
    rows = np.tile(np.array(kind.one_set(sets)), (many, 1))
    return np.random.default_rng(seed).permuted(rows, axis=1)


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("kind", "sets", "many"),
    [(CARDS, 1, 3000), (CARDS, 6, 600), (CARDS_AND_JOKER, 1, 3000), (TILES, 1, 3000)],
)
def test_chance_passes(kind: Kind, sets: int, many: int) -> None:
    seeds = iter(range(1, 9))
    found = battery(lambda: order_tests(kind, sets, good(kind, sets, many, next(seeds))))
    assert [x.test for x in found if not x.passed] == []
    assert len({x.test for x in found}) == len(found)


@pytest.mark.statistical
def test_chance_passes_as_bytes_and_dice() -> None:
    numbers = random.Random(2)
    assert all(x.passed for x in battery(lambda: raw_tests(numbers.randbytes(50_000))))
    throws = np.random.default_rng(3)
    assert all(x.passed for x in battery(lambda: dice_tests(throws.integers(1, 7, (800, 48)))))


def test_what_is_out_of_bounds_once_is_tried_again() -> None:
    zs = iter((3.0, 0.1))
    (found,) = battery(lambda: [deviating("a", "", 1, next(zs))])
    assert (found.passed, found.again, found.statistic) == (True, True, 0.1)
    zs = iter((3.0, -3.0))
    (found,) = battery(lambda: [deviating("a", "", 1, next(zs))])
    assert not found.passed


def failed(found: list[Finding]) -> set[str]:
    return {x.test for x in found if not x.passed}


def by_modulo(n: int) -> Callable[[], int]:
    """A byte, scaled by modulo: small numbers come more often."""
    numbers = random.Random(n)
    return lambda: numbers.randbytes(1)[0]


def shuffled_by(index: Callable[[int], int], n: int) -> list[int]:
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        other = index(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def modulo_orders() -> Ints:
    byte = by_modulo(4)
    return np.array([shuffled_by(lambda n: byte() % n, 52) for _ in range(6000)])


def naive_orders() -> Ints:
    """Each place swapped with any other: a well-known wrong shuffle."""
    numbers = random.Random(5)
    rows = []
    for _ in range(3000):
        order = list(range(52))
        for i in range(52):
            j = numbers.randrange(52)
            order[i], order[j] = order[j], order[i]
        rows.append(order)
    return np.array(rows)


def stuck_orders() -> Ints:
    """The lowest bit of every index is stuck."""
    numbers = random.Random(6)
    return np.array([shuffled_by(lambda n: numbers.randrange(n) // 2 * 2, 52) for _ in range(3000)])


def cut_orders() -> Ints:
    """A new deck that is only cut."""
    cuts = np.random.default_rng(7).integers(0, 52, 3000)
    return (np.arange(52)[None, :] + cuts[:, None]) % 52


def repeating_orders() -> Ints:
    """Every shoe comes twice."""
    return np.repeat(good(CARDS, 1, 1500, 8), 2, axis=0)


def sorted_start() -> Ints:
    """Four pieces in a row always rise."""
    orders = good(CARDS, 1, 3000, 9)
    for first in range(0, 52, 4):
        orders[:, first : first + 4].sort(axis=1)
    return orders


def suits_together() -> Ints:
    """Suits are shuffled, and ranks within them; hands are all of one suit."""
    numbers = random.Random(10)
    rows = []
    for _ in range(3000):
        suits = numbers.sample(range(4), 4)
        rows.append([4 * r + s for s in suits for r in numbers.sample(range(13), 13)])
    return np.array(rows)


def in_turn() -> Ints:
    """The places that are looked at from order to order have the ranks in turn."""
    orders = good(CARDS, 1, 3000, 11)
    for k in range(len(orders)):
        at, wanted = k % 52, 4 * (k % 13) + k % 4
        there = int(np.flatnonzero(orders[k] == wanted)[0])
        orders[k, [at, there]] = orders[k, [there, at]]
    return orders


ORDERS = {
    modulo_orders: {"pieces and places"},
    naive_orders: {"pieces and places", "starting hands"},
    stuck_orders: {"pieces and places"},
    cut_orders: {"permutations", "runs", "serial correlation", "serial pairs", "repeats",
                 "starting hands", "blackjack hands", "three-card hands", "five-card hands"},
    repeating_orders: {"repeats", "matches"},
    sorted_start: {"permutations", "pieces and places"},
    suits_together: {"serial pairs", "starting hands", "three-card hands", "five-card hands"},
    in_turn: {"order to order", "gap", "poker", "coupon collector"},
}  # fmt: skip


@pytest.mark.statistical
@pytest.mark.parametrize("made", ORDERS, ids=lambda made: made.__name__)
def test_orders_that_are_not_chance_are_found(made: Callable[[], Ints]) -> None:
    assert ORDERS[made] <= failed(order_tests(CARDS, 1, made()))


def test_every_test_of_orders_has_been_seen_red() -> None:
    names = {x.test for x in order_tests(CARDS, 1, good(CARDS, 1, 2000, 12))}
    assert set().union(*ORDERS.values()) == names


def rising_words() -> bytes:
    """Words that creep up and fall back."""
    return (np.arange(20_000, dtype=np.uint64) * 40_503_001 % (1 << 32)).astype(">u4").tobytes()


def restless_bits() -> bytes:
    """A bit differs from the one before it in 52 of 100 cases."""
    changes = np.random.default_rng(15).random(320_000) < 0.52
    return np.packbits(np.cumsum(changes) % 2).tobytes()


RAW: dict[str, tuple[Callable[[], bytes], set[str]]] = {
    "stuck bit": (lambda: bytes(x | 1 for x in random.Random(1).randbytes(40_000)),
                  {"bits set", "frequency", "serial pairs", "poker", "coupon collector"}),
    "bits that like to change": (restless_bits, {"runs of bits"}),
    "rising words": (rising_words, {"serial correlation", "runs"}),
    "one byte too often": (
        lambda: bytes(7 if k % 50 == 0 else x for k, x in
                      enumerate(random.Random(2).randbytes(40_000))), {"frequency"}),
    "every half in turn": (lambda: bytes(range(0, 256, 17)) * 2_000,
                           {"frequency", "gap", "coupon collector", "poker"}),
}  # fmt: skip


@pytest.mark.statistical
@pytest.mark.parametrize("what", RAW)
def test_bytes_that_are_not_chance_are_found(what: str) -> None:
    made, wanted = RAW[what]
    assert wanted <= failed(raw_tests(made()))


def test_every_test_of_bytes_and_dice_has_been_seen_red() -> None:
    names = {x.test for x in raw_tests(random.Random(3).randbytes(40_000))}
    assert set().union(*(wanted for _, wanted in RAW.values())) == names
    by_mod = np.random.default_rng(13).integers(0, 256, (9_000, 48)) % 6 + 1
    in_row = np.arange(48 * 800).reshape(800, 48) % 6 + 1
    found = failed(dice_tests(by_mod)) | failed(dice_tests(in_row))
    seen_twice = np.repeat(np.random.default_rng(14).integers(1, 7, (400, 48)), 2, axis=0)
    found |= failed(dice_tests(seen_twice))
    assert found == {x.test for x in dice_tests(in_row)}
    assert "frequency" in failed(dice_tests(by_mod))


@pytest.fixture
def rehearsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "SystemEntropy", lambda: RehearsedEntropy(1))
    monkeypatch.setattr(command, "from_system", random.Random(1).randbytes)
    monkeypatch.setattr(command, "RAW_BYTES", 1 << 15)
    monkeypatch.setattr(command, "LEAST", 600)


def test_the_command_tests_everything_and_says_what(
    rehearsed: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rng", "test", "--shuffles", "800", "--json"]) == 0
    groups = json.loads(capsys.readouterr().out)
    assert [group["of"] for group in groups] == [
        "bytes of the operating system (32,768)",
        "bytes of the generator (32,768, 4 seeds)",
        "800 orders of 52 cards",
        "400 orders of 6 sets of 52 cards",
        "800 orders of 52 cards and a joker",
        "800 orders of 32 tiles",
        "800 cups of 48 dice",
    ]
    assert all(x["passed"] and x["asked"] for group in groups for x in group["tests"])


def test_a_generator_that_fails_is_said_to_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from houseway.room.fairness import committed_shoe

    monkeypatch.setattr(command, "SystemEntropy", lambda: RehearsedEntropy(1))
    monkeypatch.setattr(
        committed_shoe, "cup_order", lambda seed, context, n: tuple([seed[0] % 6 + 1] * n)
    )
    assert run(["rng", "test", "--kind", "dice", "--shuffles", "2000"]) == 1
    said = capsys.readouterr().out
    assert "FAILED" in said
    assert "failed." in said


def test_a_source_that_is_ill_stops_the_test(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "SystemEntropy", lambda: SystemEntropy(source=bytes))
    assert run(["rng", "test"]) == 1
    assert "nothing may be dealt" in capsys.readouterr().out
    assert run(["rng", "test", "--json"]) == 1
    assert "repetition" in json.loads(capsys.readouterr().out)["unhealthy"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("test --shuffles 5", "from 2,000 to 10,000,000"),
        ("test --decks 2", "goes with --kind"),
        ("test --kind cards --decks 9", "from 1 to 8"),
        ("dump --out {x}", "either --bytes or --shuffles"),
        ("dump --out {x} --bytes 5 --shuffles 5", "either --bytes or --shuffles"),
        ("dump --out {x} --bytes 0", "from 1 to"),
        ("dump --out {x} --shuffles 5 --system", "goes with --bytes"),
        ("dump --out {x}/y --bytes 5", "No such file"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    words: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out"
    assert run(["rng", *words.format(x=path).split()]) == 2
    assert why in capsys.readouterr().err
    assert not path.exists()


def test_what_is_written_out_is_what_tables_get(rehearsed: None, tmp_path: Path) -> None:
    path = tmp_path / "out"

    def dumped(words: str) -> bytes:
        assert run(["rng", "dump", "--out", str(path), *words.split()]) == 0
        return path.read_bytes()

    orders = dumped("--shuffles 3 --decks 2")
    assert len(orders) == 3 * 104
    assert all(sorted(orders[k : k + 104]) == CARDS.one_set(2) for k in (0, 104, 208))
    lines = dumped("--shuffles 3 --decks 2 --text").decode().splitlines()
    assert [CARDS.parse(x) for x in lines] == [tuple(orders[k : k + 104]) for k in (0, 104, 208)]
    assert sorted(TILES.parse(dumped("--shuffles 1 --kind tiles --text").decode())) == (
        TILES.one_set()
    )
    assert set(dumped("--shuffles 9 --kind dice")) == set(range(1, 7))
    assert len(DICE.parse(dumped("--shuffles 1 --kind dice --text").decode())) == 48
    raw = dumped("--bytes 10001")
    assert len(raw) == 10_001
    assert bytes.fromhex(dumped("--bytes 10001 --text").decode().replace("\n", "")) == raw
    assert len(dumped("--bytes 70000 --system")) == 70_000


def test_the_operating_system_is_asked_in_one_place_only() -> None:
    """R1: nothing else in the room knows of randomness."""
    room = Path(entropy_of.__file__).parent.parent
    words = ("import random", "import secrets", "urandom", "SystemRandom", "numpy")
    found: dict[str, Any] = {}
    for path in room.rglob("*.py"):
        text = path.read_text()
        if hits := [word for word in words if word in text]:
            found[path.name] = hits
    assert found == {"entropy.py": ["urandom"]}
