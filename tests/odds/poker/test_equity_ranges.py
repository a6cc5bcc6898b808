"""Notation of equity: hands, ranges, dead cards, and refusals."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.analysis.poker.bot import seen_of
from houseway.analysis.poker.equity import draw_strategy, equity, flop
from houseway.analysis.poker.equity.chance import VisibleCards, chance
from houseway.analysis.poker.equity.forms import Form, form_of
from houseway.analysis.poker.equity.joint import explain_conflict
from houseway.analysis.poker.equity.notation import read_spot
from houseway.analysis.poker.equity.outcomes import chances
from houseway.analysis.poker.equity.ranges import BEST_FIRST, Range, read_range
from houseway.analysis.poker.showdown_simulation import stay
from houseway.cli.main import run
from houseway.engine.questions import Asking
from houseway.families.poker import Poker
from houseway.pieces.cards import CARDS, CARDS_AND_JOKER
from houseway.rulebook import find, games
from houseway.table.table import Table
from tests.support.random_play import random_act


def form(name: str) -> Form:
    return form_of(find(name)({}))  # type: ignore[arg-type]


def hands_in(text: str, n: int = 2) -> list[str]:
    cards = read_range(text, n, 52, "hold'em").cards
    return sorted(CARDS.show(sorted(hand, reverse=True)) for hand in cards.T.tolist())


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("QQ+", 18), ("22-77", 36), ("77-22", 36), ("A5s-A2s", 16), ("KTo+", 36), ("AK", 16),
        ("AKs", 4), ("AKo", 12), ("akS", 4), ("AhKd", 1), ("Ah x", 51), ("JTs-76s", 20),
        ("QQ+, AKs, AKs", 22), ("random", 1326), ("*", 1326), ("100%", 1326), ("0.1%", 6),
        ("1%", 12), ("AK, KK-JJ", 34),
    ],
)  # fmt: skip
def test_ranges_have_as_many_hands_as_they_say(text: str, n: int) -> None:
    found = read_range(text, 2, 52, "hold'em")
    assert found.cards.shape == (2, n) and (found.weights == 1).all()
    assert len(set(hands_in(text))) == n


def test_ranges_hold_what_they_say() -> None:
    assert hands_in("KTo+") == sorted(
        f"K{a} {other}{b}" for other in "TJQ" for a in "cdhs" for b in "cdhs" if a != b
    )
    assert hands_in("A5s-A4s") == sorted(f"A{a} {x}{a}" for x in "54" for a in "cdhs")
    assert hands_in("22-33") == sorted(
        f"{x}{a} {x}{b}" for x in "23" for a, b in ("dc", "hc", "hd", "sc", "sd", "sh")
    )


def test_four_cards_by_what_they_hold() -> None:
    """Two aces or more; two named hearts with a pair of kings."""
    assert len(hands_in("AAxx", 4)) == 6 * 1128 + 4 * 48 + 1
    assert len(hands_in("KK2h3h", 4)) == 6
    assert len(hands_in("AhAsxx", 4)) == 50 * 49 // 2
    assert len(hands_in("random", 4)) == 270_725


def test_weights_are_whole_and_the_last_word_counts() -> None:
    found = read_range("AKs:0.5, QQ, AhKh:0.25", 2, 52, "hold'em")
    assert sorted(found.weights.tolist()) == [1, 2, 2, 2, 4, 4, 4, 4, 4, 4]
    assert set(read_range("QQ:0.5, KK:0.5", 2, 52, "hold'em").weights.tolist()) == {1}
    assert read_range("QQ:0, KK", 2, 52, "hold'em").cards.shape == (2, 6)


def test_the_best_hands_are_all_hands_in_an_order() -> None:
    assert len(BEST_FIRST) == len({*BEST_FIRST}) == 169
    sizes = [6 if len(name) == 2 else 4 if name[2] == "s" else 12 for name in BEST_FIRST]
    assert sum(sizes) == 1326
    fifteen = read_range("15%", 2, 52, "hold'em").cards.shape[1]
    fits = [sum(sizes[:n]) for n in range(170) if sum(sizes[:n]) <= 198.9]
    assert fifteen == fits[-1] > 186


@pytest.mark.slow
def test_the_order_of_the_best_hands_is_their_share_against_a_random_hand() -> None:
    """A tenth of them, and the first and last; every one is counted, no deal left out."""
    found = []
    for name in (*BEST_FIRST[:3], *BEST_FIRST[5:165:10], *BEST_FIRST[-2:]):
        suits = "hh" if name.endswith("s") else "hs"
        hand = name[0] + suits[0] + name[1] + suits[1]
        found.append(equity("holdem", [hand, "random"]).chances[0].share)
    assert found == sorted(found, reverse=True)
    assert round(float(found[0]), 6) == 0.852037 and round(float(found[-1]), 6) == 0.323032


def test_stud_hands_have_down_cards_in_brackets() -> None:
    known = form("seven-card-stud")
    spot = read_spot(known, "stud", ["(AhKd)7s", "(xx)2c", "random", "(QQ+)3c"], "", "4c")
    assert [hand.known for hand in spot.hands] == [3, 1, 0, 3]
    assert spot.hands[0].fixed == CARDS.parse("Ah Kd 7s")
    assert spot.hands[3].range.cards.shape[1] == 6 + 3 + 3  # the king and the ace are gone
    last = read_spot(known, "stud", ["(AhKd)7s8s9sTs(2c)", "(QsQd)3c3d3h4c"], "", "")
    assert [hand.known for hand in last.hands] == [7, 6]


def test_draw_hands_have_the_discard_in_brackets() -> None:
    known = form("lowball")
    spot = read_spot(known, "lowball", ["2h3h4h7d(Kc)", "Jk5h 6h(AcAd)", "4c5c"], "", "")
    assert [hand.known for hand in spot.hands] == [4, 3, 2]
    assert spot.gone == (*CARDS.parse("Kc"), *CARDS.parse("Ac Ad")) and len(spot.left) == 53 - 12
    one = read_spot(known, "lowball", ["2h3h4h7d8c", "Jk5h6h8d9c"], "", "")
    assert equity_of(one) == [1, 0]  # an eight before a nine, the joker as its ace


def equity_of(spot: Any) -> list[float]:
    from houseway.analysis.poker.equity import weigh

    ways, _, _ = weigh(spot, None, 1)
    return [float(each.share) for each in chances(ways, len(spot.hands), spot.form.parts, False)]


REFUSED: tuple[tuple[str, Sequence[str], str, str, str], ...] = (
    ("holdem", ["AhAs"], "", "", "two to 23, not 1"),
    ("holdem", ["AhAs", "AsKs"], "", "", "As stands twice: in hand 1 and in hand 2"),
    ("holdem", ["AhAs", "KdKs"], "2c 3c Kd", "", "Kd stands twice: in the board and in hand 2"),
    ("holdem", ["AhAs", "KdKs"], "", "2c 2c", "2c stands twice: in the dead cards"),
    ("holdem", ["AhAh", "KdKs"], "", "", "holds a card twice"),
    ("holdem", ["AhAsKd", "QQ"], "", "", "'AhAsKd' has 3 cards; a hand of Texas Hold'em has 2"),
    ("holdem", ["AhAs", "QQ"], "2c 3c", "", "a board has 3, 4 or 5 cards, or none yet, not 2"),
    ("holdem", ["AhAs", "QQ"], "2c 3c 4c 5c 6c 7c", "", "or none yet, not 6"),
    ("holdem", ["AhAs", "QQ"], "QxQd2c", "", "the board: 'QxQd2c' is not written in cards"),
    ("holdem", ["AhAs", "QQ"], "Qh Qd Qs", "", "no hand of this range is left"),
    ("holdem", ["AhAs", "QQ:0"], "", "", "every hand of this range has the weight 0"),
    ("holdem", ["AhAs", ""], "", "", "a hand is missing"),
    ("holdem", ["AhAs", "hello"], "", "", "'hello' is not a hand of Texas Hold'em; write AhKd"),
    ("holdem", ["AhAs", "AKs:x"], "", "", "a weight is a number such as 0.5, of three"),
    ("holdem", ["QQ,JJ:0.999", "KK:9,AA:0.997"], "2c 3c 4c", "", "too fine together"),
    ("holdem", ["AhAs", "0%"], "", "", "0% is not a share of all hands"),
    ("holdem", ["AhAs", "101%"], "", "", "101% is not a share of all hands"),
    ("holdem", ["AhAs", "A5s-K2s"], "", "", "must share their higher card"),
    ("holdem", ["AhAs", "A5s-A2o"], "", "", "is not a range of hands"),
    ("holdem", ["AhAs", "hm+"], "", "", "is not a range of hands"),
    ("holdem", ["AhAs", "(KdKs)"], "", "", "nothing stands in brackets in Texas Hold'em"),
    ("holdem", ["AhAs", "Jk2c"], "", "", "the joker"),
    ("holdem", ["AhAs", "JcJd"], "", "Jk", "the joker"),
    ("holdem", ["AA", "AA", "AA"], "", "", "cannot be held together"),
    ("holdem", ["random"] * 23, "", "2c 3c", "needs 53 cards; the deck has 52"),
    ("omaha", ["AhAsKdKs", "15%"], "", "", "known in order for hold'em only"),
    ("omaha", ["AhAsKdKs", "QQ"], "", "", "'QQ' has 2 cards; a hand of Omaha has 4"),
    ("blackjack", ["AhAs", "KdKs"], "", "", "is not poker"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "hands", "board", "dead", "says"), REFUSED)
def test_refusals_are_sentences(
    name: str, hands: Sequence[str], board: str, dead: str, says: str
) -> None:
    with pytest.raises(houseway.Refused) as refused:
        equity(name, hands, board, dead)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("name", "hands", "says"),
    [
        ("seven-card-stud", ["(AhKd)7s", "(QsQd2c3c)4c5c6c7c"], "has 8 cards"),
        ("seven-card-stud", ["(AhKd)7s", "(QsQd2c"], "a bracket is opened and not closed"),
        ("seven-card-stud", ["(AhKd)7s", "QQ"], "write down cards in brackets"),
        ("seven-card-stud", ["(AhKd)7s7s", "random"], "7s stands twice in one hand"),
        ("seven-card-stud", ["random"] * 8, "needs 56 cards; the deck has 52"),
        ("lowball", ["2h3h4h7d(KcKd)", "random"], "has 6 cards; a hand of lowball has 5"),
        ("lowball", ["2h3h4h7d(Kc)", "Kc2c3c4c5c"], "Kc stands twice: in what hand 1 gave up and"),
        ("lowball", ["2h3h4h7d(Kc)", "QQ"], "write the cards that are kept"),
        ("crazy-pineapple", ["AhAsKd(2c)", "random"], "has 3 cards; a hand of crazy-pineapple"),
        ("crazy-pineapple", ["AhAs(2c3c)", "random"], "one card is thrown away"),
    ],
)
def test_refusals_of_other_hands(name: str, hands: Sequence[str], says: str) -> None:
    with pytest.raises(houseway.Refused) as refused:
        read_spot(form(name), name, hands, "", "")
    assert says in str(refused.value)


def test_a_hand_of_pineapple_has_three_cards_until_one_is_thrown_away() -> None:
    for board in ("", "4c 5c 6c"):
        with pytest.raises(houseway.Refused, match=r"'AhAs' has 2 cards; .* has 3 until"):
            equity("crazy-pineapple", ["AhAs", "KhKsKd"], board)
    assert equity("crazy-pineapple", ["AhAs(2d)", "KhKs(2c)"], "4c 5c 6c").method == "exact"
    unknown_discards = equity("crazy-pineapple", ["AhAs", "KhKs"], "4c 5c 6c 7c")
    assert unknown_discards.deals == 44


@pytest.mark.parametrize(
    ("text", "meant"), [("KhKx", "KhK"), ("KxKx", "KK"), ("Ax Kd", "A Kd"), ("10x10h", "1010h")]
)
def test_an_x_in_the_place_of_a_suit_is_explained(text: str, meant: str) -> None:
    with pytest.raises(houseway.Refused) as refused:
        equity("holdem", [text, "22"])
    assert f"x is a whole card, not a suit; a rank alone has any suit, so write {meant}" in str(
        refused.value
    )
    assert equity("holdem", [meant, "22"]).method == "exact"


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        (["AAxx"] * 3, "they need 6 cards of A, and 4 are left"),
        (["AAAx", "AAxx"], "each needs cards of another"),
        (["AAxx,KKxx"] * 5, "they need 10 cards of K and A, and 8 are left"),
        (["AhAxx", "AhKxx"], "two of them always hold Ah"),
        (["AAAx", "AAxx", "KKxx"], "they need 5 cards of A, and 4 are left"),
        (["AAxx", "AAxx", "KKxx", "KKxx"], ""),
    ],
)
def test_ranges_that_exclude_each_other_are_refused_at_once(hands: list[str], why: str) -> None:
    begun = time.process_time()
    if why:
        with pytest.raises(houseway.Refused, match=f"cannot be held together: {why}"):
            equity("omaha", hands)
        with pytest.raises(houseway.Refused, match=f"cannot be held together: {why}"):
            equity("omaha", hands, exact=True)
    else:
        assert equity("omaha", hands, deals=20).method == "simulated"
    assert time.process_time() - begun < 6  # 18 s when it was found out by dealing


def test_suits_can_run_out_too() -> None:
    """Eight players with two clubs each need sixteen of thirteen clubs."""
    clubs = np.arange(0, 52, 4, dtype=np.uint8)
    pairs = np.array(list(combinations(clubs.tolist(), 2)), np.uint8).T
    ranges = [Range(pairs, np.ones(pairs.shape[1], np.int64))] * 8
    found = explain_conflict(ranges, range(52))
    assert found in ("they need 16 cards of c, and 13 are left",)
    assert explain_conflict(ranges[:6], range(52)) == ""


def test_after_the_flop_of_pineapple_the_discard_is_known() -> None:
    with pytest.raises(houseway.Refused, match="put it in brackets"):
        read_spot(form("crazy-pineapple"), "x", ["AhAsKd", "2c2d(3d)"], "4c 5c 6c 7c", "")


def test_a_stud_or_draw_game_has_no_board() -> None:
    with pytest.raises(houseway.Refused, match="has no board"):
        read_spot(form("razz"), "Razz", ["(AhKd)7s", "random"], "2c 3c 4c", "")


def test_counting_and_dealing_do_not_go_together() -> None:
    with pytest.raises(houseway.Refused, match="not both"):
        equity("holdem", ["AhAs", "KhKs"], exact=True, deals=5)
    with pytest.raises(houseway.Refused, match="deal 1 to"):
        equity("holdem", ["AhAs", "KhKs"], deals=0)
    with pytest.raises(houseway.Refused, match="too many deals"):
        equity("omaha", ["random", "random"], exact=True)


def test_the_command_prints_and_says_how_it_knows(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["equity", "holdem", "AhAs", "KhKs", "--dead", "2c"]) == 0
    said = capsys.readouterr().out
    assert "exact: every deal counted, 1,533,939" in said and "KhKs" in said
    words = ["equity", "omaha-8", "AhAs2h3s", "random", "--board", "4c 5d Ts", "--json"]
    assert run([*words, "--deals", "2e4", "--seed", "4"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["method"] == "simulated" and found["deals"] == 20_000
    assert {*found["hands"][0]} == {
        *("hand", "win", "tie", "share", "high", "low", "scoop", "error"),
    }  # fmt: skip


def test_the_command_refuses_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["equity", "holdem", "AhAs", "AsKs"]) == 2
    assert capsys.readouterr().err.strip() == "houseway: As stands twice: in hand 1 and in hand 2"
    assert run(["equity", "holdem", "AhAs", "KsKd", "--deals", "many"]) == 2
    assert "--deals is a whole number" in capsys.readouterr().err


def test_the_chance_of_winning_is_near_the_equity() -> None:
    rng = np.random.default_rng(3)
    known = form("holdem")
    seen = VisibleCards(CARDS.parse("Ah Kd"), ((),), CARDS.parse("Qs 7d 2c"))
    told = equity("holdem", ["AhKd", "random"], "Qs7d2c").chances[0].share
    assert abs(chance(known, seen, rng, 20_000) - float(told)) < 0.02
    stud = VisibleCards(CARDS.parse("Ah Kd 7s 8s 9s"), (CARDS.parse("2c Qd 3c"),))
    assert abs(chance(form("seven-card-stud"), stud, rng, 20_000) - 0.4897) < 0.02
    both = VisibleCards(CARDS.parse("Ah As 2h 3s"), ((), ()), CARDS.parse("4h 5h 8d"))
    assert chance(form("omaha-8"), both, rng) > 0.6
    assert chance(known, VisibleCards(CARDS.parse("2h 7d"), ()), rng) == 1.0


def test_the_chance_knows_draws_and_discards() -> None:
    rng = np.random.default_rng(3)
    low = form("lowball")
    made, drawing_one = CARDS.parse("2h 3h 4h 7d 8c"), CARDS.parse("2h 3h 4h 7d Kc")
    pat = chance(low, VisibleCards(made, ((),), drawn=True), rng, 4000)
    before = chance(low, VisibleCards(drawing_one, ((),)), rng, 4000)
    kept = chance(low, VisibleCards(drawing_one[:4], ((),), dead=drawing_one[4:]), rng, 4000)
    after = chance(low, VisibleCards(drawing_one, ((),), drawn=True), rng, 4000)
    assert pat > 0.85 and abs(before - kept) < 0.04 and after < before - 0.15
    three = VisibleCards(CARDS.parse("Ah As Kd"), ((), ()))
    assert 0.45 < chance(form("crazy-pineapple"), three, rng, 4000) < 0.7
    assert 0 < chance(form("seven-card-stud"), VisibleCards((0, 1, 2), ((9,),) * 7), rng) < 1


def test_plain_players_keep_what_is_worth_keeping() -> None:
    def kept(keep: Any, text: str) -> str:
        cards = np.array(CARDS_AND_JOKER.parse(text), np.uint8)[:, None]
        return CARDS_AND_JOKER.show(cards[keep(cards)].tolist())

    assert kept(draw_strategy.keep_low, "2h 3h 2c Kd 8s") == "2h 3h 8s"
    assert kept(draw_strategy.keep_low, "Jk 3h Ac Td 8s") == "Jk 3h Ac Td 8s"
    assert kept(draw_strategy.keep_low, "Jk 3h Ac Jd 8s") == "Jk 3h Ac 8s"
    assert kept(draw_strategy.keep_low27, "2h 3h 4c 5d 6s") == "2h 3h 4c 5d"
    assert kept(draw_strategy.keep_low27, "2h 3h 4c 5d As") == "2h 3h 4c 5d"
    assert kept(draw_strategy.keep_low27, "2h 3h 4c 7d Ts") == "2h 3h 4c 7d Ts"
    assert kept(draw_strategy.keep_high, "Jh Js 4c 7d Ts") == "Jh Js"
    assert kept(draw_strategy.keep_high, "Jh Js 4c 4d Ts") == "Jh Js 4c 4d"
    assert kept(draw_strategy.keep_high, "Ah Jk 4c 4d Ts") == "Ah Jk 4c 4d"
    assert kept(draw_strategy.keep_high, "2h 9h 4h Kh Ts") == "2h 9h 4h Kh"
    assert kept(draw_strategy.keep_high, "2h 9h 4h Jk Ts") == "2h 9h 4h Jk"
    assert kept(draw_strategy.keep_high, "2h 9c 4h Ks Ts") == "Ks"
    assert kept(draw_strategy.keep_high, "5h 6c 7h 8s 9s") == "5h 6c 7h 8s 9s"
    assert kept(draw_strategy.keep_high, "5h 5c 5d 5s 9s") == "5h 5c 5d 5s"


POKER = tuple(name for name, game in games().items() if issubclass(game, Poker))


@pytest.mark.parametrize("name", POKER)
def test_a_view_gives_away_no_covered_card(name: str) -> None:
    """At every decision of some hands, the cards that a player sees and no others; and a chance."""
    game: Any = find(name)({})
    table, rng, drawn = Table(game, seed=5), random.Random(5), set()
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 4000_00)
    for _ in range(12):
        drawn |= {seen.drawn for seen in seen_in_a_hand(table, game, rng)}
        if drawn == ({False, True} if game.id in DRAWING else {False}):
            return
    raise AssertionError("no draw was seen")


DRAWING = ("draw-jacks-or-better", "lowball", "lowball-27")


def seen_in_a_hand(table: Table, game: Any, rng: random.Random) -> Iterator[VisibleCards]:
    round_ = table.start()
    while round_.question is not None:
        assert isinstance(round_.question, Asking)
        seat, s = round_.question.seats()[0], round_.state
        if seat in s.live and s.hole[seat] and not s.shown:
            seen = seen_of(game, table.view(seat))
            others = [other for other in s.live if other != seat]
            assert sorted(seen.own) == sorted(s.hole[seat]) and seen.board == s.board
            assert [sorted(up) for up in seen.others] == [sorted(s.up[x]) for x in others]
            own_chip = s.under_chip if seat == s.opener else ()
            assert sorted(seen.dead) == sorted((*s.back, *own_chip))
            assert 0 <= chance(form_of(game), seen, np.random.default_rng(1), 50) <= 1
            yield seen
        act = stay(round_.question, seat) if rng.random() < 0.7 else random_act(round_, rng)
        table.enter(act)


@pytest.mark.process
def test_the_chance_needs_no_compiler() -> None:
    code = (
        "import sys, numpy; "
        "from houseway.analysis.poker.equity.chance import VisibleCards, chance; "
        "from houseway.analysis.poker.equity.forms import form_of; "
        "from houseway.rulebook import find; "
        "chance(form_of(find('omaha-8')({})), VisibleCards((48, 49, 0, 1), ((),)), "
        "numpy.random.default_rng(1)); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_counting_by_hand_what_a_range_says() -> None:
    """Two cards to come, a range of two hands, gone through in plain Python."""
    spot = read_spot(form("holdem"), "x", ["AhKh", "QsQd,JsTs"], "2h 7h 9s Td", "")
    won: dict[int, int] = {1: 0, 2: 0, 3: 0}
    from houseway.hands.poker_high import high_any

    for other in (CARDS.parse("Qs Qd"), CARDS.parse("Js Ts")):
        board = CARDS.parse("2h 7h 9s Td")
        mine = CARDS.parse("Ah Kh")
        for river in range(52):
            if river not in (*mine, *other, *board):
                one, two = (high_any([*hand, *board, river]) for hand in (mine, other))
                won[(one >= two) + 2 * (two >= one)] += 1
    assert dict(flop.count(spot)) == {key: n for key, n in won.items() if n}
