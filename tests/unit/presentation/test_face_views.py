"""Views: every pile is told in words, hands stay until the round closes, and then no chips are left
where there are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from houseway.game.base import Game
from houseway.game.face.views import Pile, View
from houseway.hands.poker_high import best_high
from houseway.pieces.cards import CARDS
from houseway.rulebook import find
from houseway.table.round import Round
from houseway.table.table import Table
from tests.conformance.test_words import Strict
from tests.support.random_play import GAME_IDS, open_table, play_rounds, random_act

ROUNDS = 6
COVERED = "??"
AGAIN = ("21-hold-em",)
"""Games whose cards are shuffled again in the middle of a round."""


def seen_by_all(round_: Round) -> Iterator[View]:
    yield round_.view(0)
    for person in round_.seats:
        yield round_.view(person.seat)


def looked_at(game_id: str, seed: int) -> Iterator[tuple[Round, list[View]]]:
    """Random rounds without rulings, looked at by everybody after every input."""
    table, rng = open_table(game_id, seed)
    for _ in range(ROUNDS // 2):
        if sum(seat.chips > 0 for seat in table.seats.values()) < table.game.seats_min:
            return
        round_ = table.start()
        yield round_, list(seen_by_all(round_))
        while round_.question is not None:
            table.enter(random_act(round_, rng))
            yield round_, list(seen_by_all(round_))


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_pile_is_whole_and_in_words(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game: type[Game] = find(game_id)
    counted = {zone.name for zone in game().layout().zones if zone.counted}
    words = Strict(game.words())
    monkeypatch.setattr(game, "words", classmethod(lambda cls: words))
    for _, views in looked_at(game_id, 60):
        for view in views:
            assert view.phase_words and view.phase_words == words.phase(view.phase)
            for pile in view.piles:
                check_pile(pile)
                assert bool(pile.count) <= (pile.zone in counted)
                assert len(pile.pieces) < 12, "what is only counted is not sent piece by piece"
            for seat in view.seats:
                in_words(seat.status, seat.did)
                assert seat.at_risk >= 0
            in_words(view.headline, *view.said, *(pot.words for pot in view.pots))
    assert not words.missing, f"no words for {sorted(words.missing)}"


def check_pile(pile: Pile) -> None:
    assert len(pile.up) == len(pile.pieces), pile
    assert len(pile.lit) in (0, len(pile.pieces)) and not (pile.lit and all(pile.lit)), pile
    assert not (pile.count and pile.pieces), pile
    in_words(pile.total, *pile.marks)
    assert all(pile.marks) and len(set(pile.marks)) == len(pile.marks), pile


def in_words(*texts: str) -> None:
    for text in texts:
        assert "_" not in text and text == text.strip() and "  " not in text, text


def hands_of(view: View) -> dict[tuple[int, int], Counter[str]]:
    """The pieces that a seat sees at its own place, hand by hand, wherever they lie there."""
    found: dict[tuple[int, int], Counter[str]] = {}
    for pile in view.piles:
        if pile.seat == view.viewer and view.viewer and pile.zone not in ("hit", "under_chip"):
            pieces = [piece for piece in pile.pieces if piece != COVERED]
            found.setdefault((pile.seat, pile.hand), Counter()).update(pieces)
    return found


SEATLESS = ("3-dice-baccarat", "commission-free-baccarat", "21st-century-baccarat")
"""Games whose hands belong to no seat."""
WITH_HANDS = [game_id for game_id in GAME_IDS if game_id not in SEATLESS]


@pytest.mark.parametrize("game_id", WITH_HANDS)
def test_who_has_seen_a_hand_of_theirs_sees_it_to_the_end(game_id: str) -> None:
    held: dict[tuple[int, int], Counter[str]] = {}
    last: Round | None = None
    hands = 0
    for round_, views in (each for seed in range(75, 79) for each in looked_at(game_id, seed)):
        if round_ is not last:
            held, last = {}, round_
        for view in views:
            for key, pieces in hands_of(view).items():
                held[key] = pieces or held.get(key, pieces)
        if round_.closed and not getattr(round_.state, "void", False):
            now = {key: pieces for view in views for key, pieces in hands_of(view).items()}
            for key, pieces in held.items():
                assert key in now, f"hand {key} of {round_} is gone"
                assert game_id in AGAIN or now[key] == pieces, f"{key}: {pieces} was {now[key]}"
            hands += len(held)
    assert hands, "no hand was dealt: the test shows nothing"


@pytest.mark.parametrize("game_id", WITH_HANDS)
def test_hands_that_have_lost_are_told_from_others(game_id: str) -> None:
    told: Counter[bool] = Counter()
    for round_ in play_rounds(game_id, 25, seed=31):
        view = round_.view(0)
        poker = round_.game.family == "poker"
        for pile in view.piles:
            if not pile.seat or pile.zone in ("dealer", "poker", "under_chip"):
                continue
            spot = "ante" if round_.game.family == "ante_play" else "main"
            rows = [
                row for row in view.results
                if (row.kind == "pot" if poker else row.spot == spot)
                and row.seat == pile.seat and row.hand == pile.hand and not row.circle
                and row.owner == "player" and row.kind in ("wager", "pot")
            ]  # fmt: skip
            if rows and (poker or rows[0].stake):
                beaten = not any(row.back for row in rows) if poker else rows[0].net < 0
                assert pile.lost == beaten, (pile, rows)
                told[pile.lost] += 1
    assert told[True] and told[False], told


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_nothing_lies_on_spots_when_the_round_is_closed(game_id: str) -> None:
    for round_ in play_rounds(game_id, 10, rulings=0.03, seed=12):
        view = round_.view(0)
        assert view.closed and not view.chips
        assert view.bank is None or view.bank.left == 0


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_round_is_told_in_one_sentence(game_id: str) -> None:
    told = 0
    for round_ in play_rounds(game_id, 10, seed=12):
        view = round_.view(0)
        if any(row.seat and row.net for row in view.results):
            assert view.headline and view.headline[0] == view.headline[0].strip()
            told += 1
        assert not Round(round_.game, round_.seats, round_.carry_over).view(0).headline
    assert told


def test_a_22_that_pushes_is_no_bust() -> None:
    seen = set()
    for game_id in ("free-bet-blackjack", "blackjack-switch", "ride-free", "blackjack"):
        for round_ in play_rounds(game_id, 150, seed=3):
            view, game = round_.view(0), round_.game
            dealer = next((pile for pile in view.piles if pile.zone == "dealer"), None)
            if dealer is None or game.count.total(round_.state.dealer) != 22:
                continue
            pushes = game.dealer_22_pushes
            if dealer.total:
                assert ("bust" in dealer.total) != pushes
                assert ("standing hands push" in view.headline) == pushes
                seen.add(pushes)
    assert seen == {True, False}


def names_read(names: list[str]) -> tuple[int, ...]:
    return CARDS.parse(" ".join(names))


@pytest.mark.parametrize("game_id", ("holdem", "omaha", "seven-card-stud"))
def test_the_cards_that_count_make_the_hand(game_id: str) -> None:
    shown = 0
    for round_ in play_rounds(game_id, 60, seed=9):
        view, s = round_.view(0), round_.state
        board = next((pile for pile in view.piles if pile.zone == "board"), None)
        for pile in view.piles:
            if pile.zone != "hole" or pile.seat not in s.shown or not pile.lit:
                continue
            lit = [name for name, counts in zip(pile.pieces, pile.lit, strict=True) if counts]
            if game_id == "omaha":
                assert len(lit) == 2
            lying = board.pieces if board is not None else []
            rest = combinations(lying, 5 - len(lit))
            best = best_high(names_read(pile.pieces) + names_read(lying))
            made = max(best_high(names_read([*lit, *more])) for more in rest)
            assert made == best or game_id == "omaha"
            shown += 1
    assert shown > 10


def test_one_who_folds_still_knows_the_own_cards_and_no_one_else_does() -> None:
    table = Table("holdem", seed=4)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 500_00)
    round_ = table.start()
    seat = round_.view().waiting_for[0]
    before = next(p for p in round_.view(seat).piles if p.zone == "hole" and p.seat == seat)
    table.act(seat, "fold")
    for viewer in (0, 1, 2, 3):
        pile = next(p for p in round_.view(viewer).piles if p.zone == "hole" and p.seat == seat)
        assert pile.lost and pile.marks == ["folded"]
        assert pile.pieces == (before.pieces if viewer == seat else [])
    muck = next(p for p in round_.view(0).piles if p.zone == "muck")
    assert (muck.pieces, muck.count) == ([], 2)


def test_pots_stay_until_the_end_with_who_won_them() -> None:
    several = 0
    for game_id in ("holdem", "omaha-8", "lowball"):
        for round_ in play_rounds(game_id, 40, seed=21):
            view = round_.view(0)
            if round_.state.void or not any(row.kind == "pot" for row in view.results):
                continue
            assert view.pots and all(pot.won and pot.words and pot.cents for pot in view.pots)
            assert {seat for pot in view.pots for seat in pot.won} <= {s.seat for s in view.seats}
            several += len(view.pots) > 1
    assert several


def test_how_many_cards_were_drawn_is_not_told_by_what_someone_did() -> None:
    """It is shown with the hand, and only until there is action (CA-LOW-15)."""
    table, rng = open_table("lowball", 8, {"breakage": "down"})
    draws = 0
    for _ in range(20):
        round_ = table.start()
        while round_.question is not None:
            act = random_act(round_, rng)
            table.enter(act)
            if act.name in ("pat", "discard"):
                did = next(x.did for x in round_.view(0).seats if x.seat == act.seat)
                assert did == "Draw"
                draws += 1
        if sum(seat.chips > 0 for seat in table.seats.values()) < 2:
            break
    assert draws


def test_a_bank_shows_what_is_used_of_it() -> None:
    used = 0
    for round_ in play_rounds("pai-gow-tiles", 40, seed=5):
        bank, s = round_.view(0).bank, round_.state.bank
        if bank is not None:
            assert (bank.put_up, bank.used) == (s.put_up, s.used)
            used += bank.used > 0
    assert used


def test_who_makes_no_wager_sits_out() -> None:
    table = Table("blackjack", seed=2)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 500_00)
    round_ = table.start()
    assert [seat.status for seat in round_.view().seats] == ["", ""]
    table.act(2, "sit_out")
    assert [seat.status for seat in round_.view().seats] == ["", "sits out"]
    table.bet(1, main=10_00)
    assert [seat.status for seat in round_.view().seats] == ["", "sits out"]
