"""Pai Gow Poker in the lab: small decks dealt out, counts kept, seven cards, simulated rounds."""

from __future__ import annotations

import itertools
import math
import os
import threading
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.analysis.enumeration import hand_dealt
from houseway.analysis.facts.binding import bind_posting
from houseway.analysis.set_hands.pai_gow_poker import best_sheet, main_wager, meeting
from houseway.analysis.set_hands.pai_gow_poker.best import PartialSums, with_itself
from houseway.analysis.set_hands.pai_gow_poker.classes import Deck, classes
from houseway.analysis.set_hands.pai_gow_poker.envy import edge_with_envy, envy_per_hand
from houseway.analysis.set_hands.pai_gow_poker.queries import all_queries
from houseway.analysis.set_hands.pai_gow_poker.seven import seven_ways
from houseway.analysis.set_hands.pai_gow_poker.stored_counts import KeptParts
from houseway.analysis.set_hands.pai_gow_poker.table import set_the_house_way
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.hands.pai_gow_house_way import house_way
from houseway.hands.pai_gow_poker import CHOICES, WILD, may_stand, setting, strengths
from houseway.pieces.cards import JOKER
from houseway.rulebook import find

LONG = "HOUSEWAY_LONG" in os.environ
SMALL = Deck(4)
CARDS = [*range(SMALL.base, 52), JOKER]
"""Jacks to aces and the joker: 17 cards, 19,448 hands, 2,333,760 deals."""


def hands_set(posted: int) -> tuple[list[tuple[int, ...]], Any, Any, Any]:
    """Every hand of the small deck, its cards as bits, and both strengths by the house way."""
    hands = list(itertools.combinations(CARDS, 7))
    found = [strengths(setting(hand, house_way(hand, posted)), posted) for hand in hands]
    bits = np.array([sum(1 << card for card in hand) for hand in hands], np.int64)
    return hands, bits, np.array([f for f, _ in found]), np.array([t for _, t in found])


def no_parts(part: Any, found: Any) -> None:
    """Nothing is kept."""


def test_sets_of_cards_up_to_suits() -> None:
    for n in (1, 2, 3, 5):
        found = classes(Deck(), n)
        assert int(found.ways.sum()) == math.comb(53, n)
    assert len(classes(Deck(), 5).ways) == 134_459 + 16_432  # five cards; four and the joker
    small = classes(SMALL, 5)
    orders = list(itertools.permutations(range(4)))
    names = Counter(
        min(tuple(sorted(c if c == JOKER else c & ~3 | o[c & 3] for c in hand)) for o in orders)
        for hand in itertools.combinations(CARDS, 5)
    )
    mine = {
        min(tuple(sorted(c if c == JOKER else c & ~3 | o[c & 3] for c in row)) for o in orders): n
        for row, n in zip(small.cards.tolist(), small.ways.tolist(), strict=True)
    }
    assert mine == names


@pytest.mark.parametrize("posted", [0, WILD])
def test_a_small_deck_dealt_out(posted: int) -> None:
    """Every pair of hands without a common card, one by one, against inclusion and exclusion."""
    _, bits, five, two = hands_set(posted)
    won = lost = 0
    for i in range(len(bits)):
        apart = bits & bits[i] == 0
        won += int((apart & (five[i] > five) & (two[i] > two)).sum())
        lost += int((apart & (five[i] <= five) & (two[i] <= two)).sum())
    deals = math.comb(17, 7) * math.comb(10, 7)
    found = meeting.meet(set_the_house_way(SMALL, posted), {}, no_parts)
    assert found == (won, deals - won - lost, lost)


def test_settings_of_a_small_deck_dealt_out() -> None:
    """Every setting of some hands, against all hands the bank can then have."""
    hands, bits, five, two = hands_set(0)
    queries = all_queries(SMALL, 0)
    found = with_itself(queries, PartialSums(queries).go_on(lambda trial: None))
    number = {hand: i for i, hand in enumerate(hands)}
    for row in range(0, len(queries.hands.ways), 17):
        hand = tuple(queries.hands.cards[row].tolist())
        ways = int(queries.hands.ways[row])
        apart = bits & bits[number[hand]] == 0
        nets, tried = {}, range(queries.first[row], queries.first[row + 1])
        for choice in range(CHOICES):
            mine = strengths(setting(hand, choice), 0)
            if may_stand(*mine):
                won = int((apart & (mine[0] > five) & (mine[1] > two)).sum())
                lost = int((apart & (mine[0] <= five) & (mine[1] <= two)).sum())
                nets[choice] = (won, lost)
        for at in tried:
            assert (int(found.won[at]), int(found.lost[at])) == tuple(
                ways * n for n in nets[int(queries.choice[at])]
            )
        assert int(queries.choice[tried[0]]) == house_way(hand, 0)
        best = max(int(found.won[at] - found.lost[at]) for at in tried)
        assert best == ways * max(won - lost for won, lost in nets.values())
    first = queries.first[:-1]
    house = meeting.meet(set_the_house_way(SMALL, 0), {}, no_parts)
    assert (int(found.won[first].sum()), int(found.lost[first].sum())) == (house[0], house[2])


def test_a_stopped_count_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr("houseway.analysis.set_hands.pai_gow_poker.stored_counts.EVERY", -1.0)
    whole = meeting.meet(set_the_house_way(SMALL, 0), {}, no_parts)
    asked: list[Any] = []
    count = meeting.count_part

    def counted(*given: Any) -> tuple[int, int]:
        if len(asked) == 3:
            raise KeyboardInterrupt
        asked.append(given[-1])
        return count(*given)

    monkeypatch.setattr(meeting, "count_part", counted)
    main_wager.house_ways.cache_clear()
    with pytest.raises(KeyboardInterrupt):
        main_wager.house_ways(0, SMALL)
    done, asked[:] = len(asked), []
    monkeypatch.setattr(meeting, "count_part", lambda *given: (asked.append(1), count(*given))[1])
    assert main_wager.house_ways(0, SMALL) == whole
    assert len(asked) == len(meeting.parts_of(SMALL)) - done  # only what was left
    main_wager.house_ways.cache_clear()
    asked.clear()
    assert main_wager.house_ways(0, SMALL) == whole
    assert not asked  # the result itself is kept
    (file,) = (tmp_path / "counts").glob("*.json")
    file.write_text(file.read_text().replace(str(whole[0]), str(whole[0] + 1)))
    main_wager.house_ways.cache_clear()
    assert main_wager.house_ways(0, SMALL) == whole  # what is damaged is not believed
    main_wager.house_ways.cache_clear()


def test_the_best_settings_are_told_and_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(best_sheet, "SAVE_EVERY", -1.0)
    game = find("pai-gow-poker")()
    some_sets, calls = PartialSums._some_sets, []

    def stopped(trial: PartialSums, part: Any) -> None:
        calls.append(part)
        if len(calls) == 3:
            raise KeyboardInterrupt
        some_sets(trial, part)

    monkeypatch.setattr(PartialSums, "_some_sets", stopped)
    with pytest.raises(KeyboardInterrupt):
        best_sheet.best_settings(game, SMALL)
    found = best_sheet.best_settings(game, SMALL)
    sets = [part for part in calls if part is not None]
    assert len(sets) == len(meeting.parts_of(SMALL)) + 1  # one was begun twice
    won, pushed, lost = meeting.meet(set_the_house_way(SMALL, 0), {}, no_parts)
    assert found.house_way == Fraction(lost - won, won + pushed + lost)
    assert found.best < found.house_way
    assert found.number >= len(found.better) > 0
    gains = [line.gain * line.ways for line in found.better]
    assert gains == sorted(gains, reverse=True)
    calls.clear()
    assert best_sheet.best_settings(game, SMALL) == found
    assert not calls


def test_two_processes_make_a_count_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    first, second = (KeptParts("a-count", (strengths,), "counted") for _ in range(2))
    waits, read = threading.Event(), list[dict[str, tuple[int, ...]]]()
    monkeypatch.setattr(second, "_wait", waits.set)

    def other() -> None:
        with second.counting():
            read.append(dict(second.parts))

    with first.counting():
        thread = threading.Thread(target=other)
        thread.start()
        assert waits.wait(10) and not read
        first.parts["all"] = (1, 2, 3)
        first.save()
    thread.join(10)
    assert read == [{"all": (1, 2, 3)}]


def fortune_ways(**posted: Any) -> dict[str, int]:
    game = find("fortune-pai-gow-poker")(posted)
    wager = bind_posting(game, game.wager_named["fortune"])
    return dict(zip(wager.rule.outcomes, seven_ways(game, wager), strict=True))


def test_all_hands_of_seven_cards() -> None:
    """Against combinations worked out by hand."""
    ways = fortune_ways()
    assert sum(ways.values()) == math.comb(53, 7)
    assert ways["seven_card_straight_flush"] == 4 * 8
    assert ways["royal_flush_and_royal_match"] == 4 * 3 * (1 + 5)  # the joker for one of five
    assert ways["seven_card_straight_flush_with_joker"] == 4 * (8 * 7 - 7)
    assert ways["five_aces"] == math.comb(48, 2)
    fours = 13 * math.comb(48, 3)  # without the joker
    fours += 12 * math.comb(48, 2)  # with it, but not of aces
    fours += 4 * math.comb(48, 3) - 4 * 3 * 8  # three aces and it, but no straight flush
    assert ways["four_of_a_kind"] == fours
    assert ways["three_pair"] > 0


def test_readings_of_the_bonus_move_what_they_say() -> None:
    pay, rank = fortune_ways(), fortune_ways(fortune_best="rank")
    moved = pay["three_of_a_kind"] - rank["three_of_a_kind"]
    assert moved > 0
    assert rank["straight"] - pay["straight"] == moved
    plain = fortune_ways(match_with_joker=False)
    assert plain["royal_flush_and_royal_match"] == 4 * 3
    assert plain["royal_flush"] - pay["royal_flush"] == 4 * 3 * 5


def test_envy_by_other_hands_and_wager() -> None:
    game = find("fortune-pai-gow-poker")()
    ways = list(fortune_ways().values())
    each = envy_per_hand(ways, game.pay["fortune"])
    envies = (1000, 250, 100, 50, 25, 10, 5)
    cents = sum(n * 100 * dollars for n, dollars in zip(ways, envies, strict=False))
    assert each == Fraction(cents, math.comb(53, 7))
    edge = Fraction(8, 100)
    assert edge_with_envy(edge, each, 0, 500) == edge
    assert edge_with_envy(edge, each, 5, 500) == edge - each / 100
    assert edge_with_envy(edge, each, 2, 1000) == edge_with_envy(edge, each, 1, 500)


@pytest.mark.statistical
def test_simulated_fortune_wagers_are_the_counted_ones() -> None:
    game = find("fortune-pai-gow-poker")()
    rounds = 2_000_000 if LONG else 200_000
    found = simulate(game, rounds, 1)["fortune"]
    total = math.comb(53, 7)
    for name, n in fortune_ways().items():
        seen, p = found.ways[found.outcomes.index(name)], n / total
        assert abs(seen - rounds * p) <= 5 * math.sqrt(rounds * p * (1 - p)) + 1, name


@pytest.mark.slow  # all 154,143,080 hands one by one
def test_hands_of_a_class_are_judged_alike() -> None:
    game = find("fortune-pai-gow-poker")()
    wager = bind_posting(game, game.wager_named["fortune"])
    assert list(hand_dealt(game, wager)) == list(seven_ways(game, wager))


@pytest.mark.statistical
@pytest.mark.slow  # a minute or two: all deals of two hands
def test_all_deals_against_simulated_rounds() -> None:
    ways = main_wager.house_ways(0)
    assert sum(ways) == math.comb(53, 7) * math.comb(46, 7)
    rounds = 4_000_000
    found = simulate(find("pai-gow-poker")(), rounds, 1)["main"]
    for seen, n in zip(found.ways, ways, strict=True):
        p = n / sum(ways)
        assert abs(seen - rounds * p) <= 5 * math.sqrt(rounds * p * (1 - p))
