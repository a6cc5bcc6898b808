"""Blackjack and Free Bet Blackjack as people see them: layouts, views, the shoe."""

from __future__ import annotations

import pytest

from houseway.engine.events import line
from houseway.engine.questions import Act, Chance
from houseway.errors import Refused
from houseway.families.blackjack.game import Blackjack
from houseway.pieces.cards import CARDS
from houseway.records.cases import settlements
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
from houseway.rulebook.colorado.free_bet_blackjack.game import FreeBetBlackjack
from houseway.table.round import Round
from houseway.table.table import Table


def test_the_layout_shows_what_is_posted() -> None:
    game = FreeBetBlackjack(
        {"push_22": "B", "kings_bounty": "off", "pot_of_gold_limits": "1..50", "decks": 8,
         "predominant": "poker"}
    )  # fmt: skip
    plan = game.layout()
    assert plan.game == "free-bet-blackjack" and plan.seats == 7
    laid_out = [w for w in game.wagers if w.name != "kings_bounty"]
    wanted = [*((w.name, w.required) for w in laid_out), ("insurance", False)]
    assert [(spot.name, spot.required) for spot in plan.spots] == wanted
    spots = {spot.name: spot for spot in plan.spots}
    assert (spots["pot_of_gold"].least, spots["pot_of_gold"].most) == (100, 5000)
    sheets = {sheet.wager: sheet for sheet in plan.pay}
    assert set(sheets) == {w.name for w in laid_out if w.rule is not None}
    assert sheets["push_22"].column == "B"
    row = sheets["push_22"].rows[2]
    assert (row.outcome, row.words, row.pays) == ("other_22", "any other 22", "7 to 1")
    signs = {sign.key: sign.posted for sign in plan.signage}
    assert signs["felt"] == "free-bet-blackjack"
    assert signs["decks"] == "8" and signs["accounts"] == "poker, Rule 11"
    assert dict(FreeBetBlackjack().sign())["accounts"] == "blackjack, Rule 9"


def dealt(text: str, game: Blackjack, acts: str = "", **bets: int) -> Round:
    """A round of one seat with these cards and decisions, as far as they go."""
    table = Table(game)
    table.sit(1, "Ann", 100_000)
    round_ = Round(game, tuple(table.seats.values()))
    round_.act(Act(1, "bet", places=tuple(bets.items())))
    cards = list(CARDS.parse(text))
    todo = acts.split()
    while round_.question is not None:
        if isinstance(round_.question, Chance):
            n = round_.question.n
            round_.deal(tuple(cards[:n]))
            del cards[:n]
        elif todo:
            round_.act(Act(1, todo.pop(0)))
        else:
            break
    return round_


def test_a_view_tells_whose_turn_it_is_and_where_the_lammers_lie() -> None:
    cards = "8s 7h 8d Tc 6s Ts Th"
    round_ = dealt(cards, FreeBetBlackjack(), "split_free hit", main=1000, pot_of_gold=100)
    view = round_.view(1)
    dealer, first, second = view.piles
    assert (dealer.pieces, dealer.total) == (["7h", "??"], "")
    assert (first.pieces, first.total) == (["8s", "6s", "Ts"], "bust 24")
    assert (first.marks, first.lost, first.turn) == (["split", "under the wager"], True, False)
    assert (second.pieces, second.total) == (["8d", "Th"], "18")
    assert (second.marks, second.lost, second.turn) == (["split free"], False, True)
    chips = [(c.spot, c.hand, c.cents, c.lammers) for c in view.chips]
    assert chips == [("main", 0, 1000, 0), ("pot_of_gold", 0, 100, 0), ("main", 1, 0, 1)]
    assert view.prompt is not None and view.prompt.default_action == "stand"
    assert {f.name for f in view.prompt.forbidden} >= {"double_free", "split", "split_free"}
    round_.act(Act(1, "stand"))
    view = round_.view(0)
    assert view.closed and view.piles[0].pieces == ["7h", "Tc"]
    assert not view.chips, "what was settled has left the table"


def test_lammers_that_count_for_nothing_leave_the_table() -> None:
    round_ = dealt("6s 7h 5d Tc 9s", FreeBetBlackjack(), "double_free", main=1000)
    assert round_.closed and round_.view(0).chips == []


def test_the_hole_card_is_hidden_until_it_is_turned() -> None:
    round_ = dealt("Ts Kh 9d 8c", StandardBlackjack(), main=1000)
    assert round_.view(1).piles[0].pieces == ["Kh", "??"]
    assert all("8c" not in line(event, CARDS) for event in round_.events_for(1))
    round_.act(Act(1, "stand"))
    assert round_.view(1).piles[0].pieces == ["Kh", "8c"]


@pytest.mark.parametrize(("decks", "cut", "left"), [(6, 75, 78), (1, 50, 26), (8, 95, 20)])
def test_the_shoe_is_shuffled_at_the_cut_card(decks: int, cut: int, left: int) -> None:
    game = StandardBlackjack({"decks": decks, "cut_card": cut})
    assert game.reshuffle_at() == left
    table = Table(game, seed=1)
    table.sit(1, "Ann", 1_000_000)
    shuffled = 0
    for _ in range(300):
        before = len(table.shoe.pieces)
        table.start()
        whole = len(table.shoe.pieces) == 52 * decks
        assert whole == (before <= left or before == 52 * decks)
        shuffled += whole
        table.bet(1, main=500)
        while table.round is not None and not table.round.closed:
            table.time_up(1)
    assert shuffled > 2


def test_a_tip_follows_free_splits_only() -> None:
    """A free split of a hand split off with money carries no tip either."""
    acts = "split stand split_free stand stand"
    cards = "8s 7h 8d Tc Ts 8h Th Td"
    round_ = dealt(cards, FreeBetBlackjack(), acts, main=1000, tip_main=500)
    assert round_.closed
    lines = {s.label: s.net for s in settlements(round_)}
    assert lines == {"main": 1000, "main.tip": 500, "main.2": 1000, "main.3": 1000}


def test_postings_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(Refused, match="late surrender"):
        FreeBetBlackjack({"surrender": "late", "peek": False})
    with pytest.raises(Refused, match="hands_max is fixed"):
        FreeBetBlackjack({"hands_max": 5})
