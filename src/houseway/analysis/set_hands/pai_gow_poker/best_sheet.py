"""Hands of Pai Gow Poker with a better setting than the house way, and its value.

Every setting of every hand is tried (``best``), which takes some minutes the first time.
Intermediate results are stored, so a stopped count continues.
"""

from __future__ import annotations

import math
import os
import time
import zipfile
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from houseway.analysis.set_hands.pai_gow_poker.best import (
    PartialSums,
    Results,
    gather,
    look_up,
    try_sets,
    with_itself,
)
from houseway.analysis.set_hands.pai_gow_poker.classes import Deck
from houseway.analysis.set_hands.pai_gow_poker.queries import Queries, all_queries, list_settings
from houseway.analysis.set_hands.pai_gow_poker.stored_counts import KeptParts, Numbers
from houseway.analysis.set_hands.pai_gow_poker.table import HAND, spread_out
from houseway.analysis.strategy_sheet import BestSettings, BetterSetting
from houseway.hands.pai_gow_poker import setting
from houseway.pieces.cards import CARDS_AND_JOKER

TOP = 200
"""The number of hands listed, ordered by overall gain."""
SAVE_EVERY = 240.0
"""Seconds between two saves of the sums, which take some hundred megabytes."""


def best_settings(game: Any, deck: Deck | None = None) -> BestSettings:
    """Return the gain of a player who always takes the best setting against a bank of the house
    way.
    """
    deck = deck or Deck()
    kept = KeptParts(
        f"pai-gow-poker-best-{deck.ranks}-{game.as_posted}",
        (list_settings, gather, look_up, try_sets, spread_out),
        "every setting of every hand of Pai Gow Poker is tried, which takes some minutes; what is "
        "done is kept, and a stopped count goes on",
    )
    if "all" not in kept.parts:
        with kept.counting():
            if "all" not in kept.parts:
                kept.parts |= _tried(all_queries(deck, game.as_posted), kept)
                kept.save()
    return _best_settings(kept.parts, deck)


def _tried(queries: Queries, kept: KeptParts) -> dict[str, Numbers]:
    """Return the whole sum, resumed from stored parts."""
    trial, file = PartialSums(queries), kept.path.with_suffix(".npz")
    _take_up(trial, file)
    kept.tell(trial.done / len(trial.parts))
    saved = reported = time.monotonic()

    def on(trial: PartialSums) -> None:
        nonlocal saved, reported
        now = time.monotonic()
        if now - saved > SAVE_EVERY:
            _put_down(trial, file)
            saved = time.monotonic()
        if now - reported > SAVE_EVERY / 8:
            kept.tell(trial.done / len(trial.parts))
            reported = now

    try:
        found = with_itself(queries, trial.go_on(on))
    except KeyboardInterrupt:
        _put_down(trial, file)
        raise
    with suppress(OSError):
        file.unlink(missing_ok=True)
    return summed_up(queries, found)


def _take_up(trial: PartialSums, file: Path) -> None:
    """Resume from stored sums, if they can be read."""
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as stored:
            won, lost, done = stored["won"], stored["lost"], int(stored["done"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return
    if won.shape == lost.shape == (len(trial.cells),) and 0 <= done <= len(trial.parts):
        trial.take_up(Results(won, lost), done)


def _put_down(trial: PartialSums, file: Path) -> None:
    """Store the sums so far atomically."""
    part = Path(f"{file}.{os.getpid()}.part")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as opened:
            found = trial.found
            np.savez(opened, won=found.won, lost=found.lost, done=trial.done)
        os.replace(part, file)


def summed_up(queries: Queries, found: Results) -> dict[str, Numbers]:
    """Return deals by outcome of both players, and the hands that gain most, as plain numbers to
    store.
    """
    first = queries.first[:-1]
    nets = found.won - found.lost
    most = np.maximum.reduceat(nets, first)
    gains = most - nets[first]
    rows = np.repeat(np.arange(len(first)), np.diff(queries.first))
    best = np.zeros(len(first), np.int64)
    at = np.nonzero(nets == most[rows])[0][::-1]
    best[rows[at]] = at  # the first of those that are as good
    best = np.where(gains == 0, first, best)
    better = gains > 0
    parts: dict[str, Numbers] = {
        "all": tuple(
            int(n)
            for n in (
                found.won[first].sum(), found.lost[first].sum(), found.won[best].sum(),
                found.lost[best].sum(), better.sum(), queries.hands.ways[better].sum(),
            )
        )
    }  # fmt: skip
    order = np.argsort(-gains, kind="stable")[: min(TOP, int(better.sum()))]
    for i, row in enumerate(order.tolist()):
        choices = queries.choice[[first[row], best[row]]].tolist()
        cards = queries.hands.cards[row].tolist()
        ways = int(queries.hands.ways[row])
        parts[f"top {i}"] = (*cards, *choices, int(gains[row]), ways)
    return parts


def _best_settings(parts: dict[str, Numbers], deck: Deck) -> BestSettings:
    """Return the sheet's figures from the sums over all deals."""
    won, lost, best_won, best_lost, number, ways = parts["all"]
    deals = math.comb(deck.size, HAND) * math.comb(deck.size - HAND, HAND)
    rows = [parts[f"top {i}"] for i in range(TOP) if f"top {i}" in parts]
    return BestSettings(
        "the player-dealer", Fraction(lost - won, deals), Fraction(best_lost - best_won, deals),
        tuple(_better(row, deck) for row in rows), math.comb(deck.size, HAND),
        note="before fees", in_all=(number, ways),
    )  # fmt: skip


def _better(row: Numbers, deck: Deck) -> BetterSetting:
    """Return a setting that gains on the house way: both settings, the gain and its ways."""
    cards, (house, best, gain, ways) = row[:HAND], row[HAND:]
    return BetterSetting(
        CARDS_AND_JOKER.show(cards[::-1]), _parts(cards, house), _parts(cards, best),
        Fraction(gain, ways * math.comb(deck.size - HAND, HAND)), ways,
    )  # fmt: skip


def _parts(cards: Numbers, choice: int) -> str:
    """Return a setting in notation: the five cards / the two cards."""
    found = setting(cards, choice)
    return f"{CARDS_AND_JOKER.show(found[4::-1])} / {CARDS_AND_JOKER.show(found[:4:-1])}"
