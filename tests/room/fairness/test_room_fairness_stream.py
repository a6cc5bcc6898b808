"""The generator, the seeds and their health tests, and the clock of a room."""

from __future__ import annotations

import os
import random
from collections import Counter
from fractions import Fraction
from itertools import count, permutations
from math import comb

import pytest

from houseway.analysis.randomness.finding import fitted
from houseway.room.clock import RealClock, SimulatedClock
from houseway.room.fairness import health
from houseway.room.fairness.drbg import WORDS, Stream, derive
from houseway.room.fairness.entropy import KNOWN_KEY, RehearsedEntropy, SystemEntropy, from_system
from houseway.room.fairness.health import Health, Unhealthy


def test_blocks_are_those_another_program_makes() -> None:
    """The vectors are of OpenSSL: HMAC-SHA256 of eight zero bytes, then of 1, under 00 to 1f."""
    stream = Stream(KNOWN_KEY)
    assert stream.block().hex() == (
        "9f0cd9b94097fe4929918d2b8942b34439574261a35dc50163f06c67d4e48899"
    )
    assert stream.block().hex() == (
        "c432e059c378eef7fe2f1181a4050836f51e0856fd74937be81784fa0efa7a1c"
    )
    words = Stream(KNOWN_KEY)
    assert [words.word() for _ in range(9)] == [
        0x9F0CD9B9, 0x4097FE49, 0x29918D2B, 0x8942B344, 0x39574261, 0xA35DC501, 0x63F06C67,
        0xD4E48899, 0xC432E059,
    ]  # fmt: skip


class Given(Stream):
    """A stream of words that are given."""

    __slots__ = ("_given",)

    def __init__(self, *words: int) -> None:
        super().__init__(bytes(32))
        self._given = iter(words)

    def word(self) -> int:
        return next(self._given)


def test_words_that_would_favour_small_numbers_are_passed_over() -> None:
    """2^32 is 1 more than a multiple of 5 and of 3: their last word is one too many."""
    assert WORDS % 5 == 1
    assert Given(WORDS - 1, 7).below(5) == 2
    assert Given(WORDS - 2).below(5) == 4
    assert Given(WORDS - 1).below(1 << 31) == (1 << 31) - 1
    assert Given(WORDS - 1, WORDS - 2, WORDS - 3, 4).below(WORDS - 3) == 4
    assert Given(12).below(1) == 0


@pytest.mark.parametrize("n", [0, -1, WORDS + 1])
def test_nothing_is_below_nothing(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Stream(KNOWN_KEY).below(n)


def test_every_order_of_four_pieces_comes_equally_often() -> None:
    entropy = RehearsedEntropy(4)
    found = Counter(Stream(entropy.seed()).shuffled(range(4)) for _ in range(12_000))
    counts = [found[order] for order in permutations(range(4))]
    assert sum(counts) == 12_000
    assert fitted("orders", "", counts, [1 / 24] * 24).passed


def test_keys_for_different_purposes_differ() -> None:
    """Lengths are hashed too: what is joined otherwise is another purpose."""
    key = bytes(32)
    assert len({derive(key, b"a", b"bc"), derive(key, b"ab", b"c"), derive(key, b"abc")}) == 3


def test_the_bounds_of_the_health_tests_are_worked_out_exactly() -> None:
    alpha, p = Fraction(1, 1 << 30), Fraction(1, 256)

    def tail(n: int, chance: Fraction, least: int) -> Fraction:
        return sum(
            (comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(least, n + 1)),
            Fraction(0),
        )

    assert p ** (health.REPEATED - 1) <= alpha < p ** (health.REPEATED - 2)
    others = health.WINDOW - 1
    assert tail(others, p, health.PROPORTION - 1) <= alpha
    assert tail(others, p, health.PROPORTION - 2) > alpha
    half, middle = Fraction(1, 2), health.BITS_WINDOW // 2
    assert 16 * tail(health.BITS_WINDOW, half, middle + health.BITS_OFF) <= alpha
    assert 16 * tail(health.BITS_WINDOW, half, middle + health.BITS_OFF - 1) > alpha


def test_chance_is_healthy() -> None:
    watch = Health()
    for n in (1, 31, 32, 33, 4096, 100_000):
        watch.see(random.Random(n).randbytes(n))


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        (b"\x07" * 5, "repetition count"),
        (bytes(x if k % 20 else 9 for k, x in enumerate(random.Random(1).randbytes(2000))),
         "adaptive proportion"),
        (bytes(x | 16 for x in random.Random(2).randbytes(2048)), "bit 4"),
        (bytes(x & 127 for x in random.Random(2).randbytes(2048)), "bit 7"),
    ],
)  # fmt: skip
def test_what_is_not_chance_is_found_and_stays_found(bad: bytes, named: str) -> None:
    watch = Health()
    with pytest.raises(Unhealthy, match=named):
        watch.see(bad)
    with pytest.raises(Unhealthy, match=named):
        watch.see(random.Random(3).randbytes(64))


def test_four_equal_bytes_are_still_chance() -> None:
    Health().see(b"\x07" * 4)


def test_seeds_differ_and_are_mixed_with_a_pool() -> None:
    """The same bytes of the operating system give the same seeds, unless the pool was stirred."""
    numbers = random.Random(5)
    first = SystemEntropy(source=numbers.randbytes)
    same = SystemEntropy(source=random.Random(5).randbytes)
    seeds = [first.seed() for _ in range(50)]
    assert len(set(seeds)) == 50
    assert [same.seed() for _ in range(50)] == seeds
    cycled = SystemEntropy(source=random.Random(5).randbytes)
    cycled.cycle()
    assert cycled.seed() not in seeds


def test_starting_cycling_and_failing_are_noted_and_never_a_seed() -> None:
    noted: list[str] = []
    good = random.Random(6)
    dead = False

    def source(n: int) -> bytes:
        return bytes(n) if dead else good.randbytes(n)

    entropy = SystemEntropy(noted.append, source)
    seed = entropy.seed()
    entropy.cycle()
    dead = True
    for _ in range(2):
        with pytest.raises(Unhealthy):
            entropy.seed()
    with pytest.raises(Unhealthy):
        SystemEntropy(noted.append, bytes)
    assert [line.split(",")[0] for line in noted[:2]] == [
        "randomness: started", "randomness: reseeded (background cycling)",
    ]  # fmt: skip
    assert len(noted) == 5
    assert all(word not in "".join(noted) for word in (seed.hex(), str(seed)))


def test_a_source_that_repeats_itself_or_runs_dry_is_found() -> None:
    numbers = random.Random(7)
    kept = numbers.randbytes(32)
    calls = count()

    def source(n: int) -> bytes:
        return numbers.randbytes(n) if next(calls) < 3 else kept[:n]

    entropy = SystemEntropy(source=source)
    entropy.seed()
    entropy.seed()
    with pytest.raises(Unhealthy, match="twice"):
        entropy.seed()
    with pytest.raises(Unhealthy, match="bytes of"):
        SystemEntropy(source=lambda n: numbers.randbytes(n - 1))


def test_a_forked_process_stirs_its_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[str] = []
    here = SystemEntropy(noted.append, random.Random(8).randbytes)
    there = SystemEntropy(source=random.Random(8).randbytes)
    wanted = there.seed()
    monkeypatch.setattr(os, "getpid", lambda: 4_194_000)
    assert here.seed() != wanted
    assert "forked" in noted[-1]


def test_the_operating_system_is_healthy_now() -> None:
    entropy = SystemEntropy()
    assert len({entropy.seed() for _ in range(200)}) == 200
    assert len(from_system(7)) == 7


def test_rehearsals_repeat() -> None:
    one, other, third = RehearsedEntropy(1), RehearsedEntropy(1), RehearsedEntropy(2)
    assert [one.seed(), one.seed()] == [other.seed(), other.seed()]
    assert third.seed() != RehearsedEntropy(1).seed()


def test_a_simulated_clock_moves_when_it_is_moved() -> None:
    clock = SimulatedClock(1_000)
    clock.advance(1_500)
    assert (clock.now_ms(), clock.monotonic()) == (2_500, 1.5)
    clock.jump(-2_000)
    assert (clock.now_ms(), clock.monotonic()) == (500, 1.5)
    with pytest.raises(ValueError, match="back"):
        clock.advance(-1)


def test_the_real_clock_goes_on() -> None:
    clock = RealClock()
    then, began = clock.now_ms(), clock.monotonic()
    assert clock.now_ms() >= then > 1_600_000_000_000
    assert clock.monotonic() >= began
