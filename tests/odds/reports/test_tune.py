"""Pays that meet a target: exact, in steps, rarer never less, and refused where none can."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from houseway.analysis.pay_tables.custom import own_game, read_pay
from houseway.analysis.pay_tables.search import FINE
from houseway.analysis.pay_tables.tune import Tuned, pay_text, tune
from houseway.analysis.report import report
from houseway.errors import HousewayError
from houseway.game.pay_tables import parse_payout
from houseway.rulebook import find

GAME, WAGER = "golden-21-poker", "golden_21"


@pytest.fixture(scope="module")
def found() -> Tuned:
    return tune(GAME, WAGER, "5%", decks=(6, 1))


def test_every_proposal_meets_the_target_exactly_as_told(found: Tuned) -> None:
    assert len(found.proposals) >= 3 and found.method == "exact"
    assert len({tuple(p.pays.values()) for p in found.proposals}) == len(found.proposals)
    for proposal in found.proposals:
        nets = {name: parse_payout(text).net() for name, text in proposal.pays.items()}
        edge = -sum((Fraction(found.chances[name]) * net for name, net in nets.items()), Fraction())
        assert edge == proposal.edge and abs(edge - Fraction(1, 20)) <= found.within
        assert sum(proposal.shares.values()) == 1 - edge
        wins = sum(found.chances[name] for name, net in nets.items() if net > 0)
        assert proposal.hit_frequency == wins


def test_pays_are_round_and_rarer_never_pays_less(found: Tuned) -> None:
    for proposal in found.proposals:
        nets = {name: parse_payout(text).net() for name, text in proposal.pays.items()}
        won = sorted((name for name in nets if nets[name] > 0), key=found.chances.__getitem__)
        assert all(nets[rarer] >= nets[other] for rarer, other in pairwise(won))
        assert all(nets[name] in FINE for name in won)


def test_characters_differ_in_how_much_they_swing(found: Tuned) -> None:
    by_name = {proposal.character: proposal for proposal in found.proposals}
    assert by_name["flat"].volatility == min(p.volatility for p in found.proposals)
    assert by_name["top-heavy"].volatility == max(p.volatility for p in found.proposals)


def test_a_proposal_is_a_pay_file_and_the_lab_finds_the_same(found: Tuned, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(pay_text(found, 2))
    kind = own_game(find(GAME), WAGER, read_pay(file))
    for decks, edge in found.proposals[1].edges.items():
        (row,) = report(kind, WAGER, {"decks": decks}, own=True).rows
        assert row.house_edge == edge
        assert float(row.variance) ** 0.5 == pytest.approx(found.proposals[1].volatility) or (
            decks != 6
        )


def test_the_same_question_has_the_same_answer(found: Tuned) -> None:
    assert tune(GAME, WAGER, 0.05, decks=(6, 1)) == found
    assert tune(find(GAME), "Golden 21 Poker", Fraction(1, 20), decks=(6, 1)) == found


def test_rows_that_are_kept_are_kept() -> None:
    kept = tune(GAME, WAGER, "5%", keep={"pair": "3 to 1", "golden 21": 40}, decks=(6,))
    for proposal in kept.proposals:
        assert proposal.pays["pair"] == "3 to 1" and proposal.pays["golden_21"] == "40 to 1"
        assert parse_payout(proposal.pays["straight"]).net() <= 3
        assert 3 <= parse_payout(proposal.pays["straight_flush"]).net() <= 40


@pytest.mark.parametrize(
    ("edge", "more", "said"),
    [
        ("99%", {}, r"no pays .* 99.000%; .* between -[0-9,.]+% and 60.4"),
        ("5", {}, "from 0% to 100%, not '5'; did you mean 5%?"),
        ("-5%", {}, "written like 5% or 0.05"),
        ("150%", {}, "from 0% to 100%"),
        ("5%" * 30, {}, "written like 5%"),
        ("5%", {"within": "0"}, "more than nothing"),
        ("5%", {"within": "30%"}, "from 0% to 20%"),
        ("5.00001%", {"within": "0.0001%", "keep": {"pair": 3, "blackjack": 3, "straight": 1}},
         "the nearest have"),
        ("5%", {"keep": {"paire": 3}}, "did you mean pair?"),
        ("5%", {"keep": {"pair": 40, "golden_21": 30, "straight": 50}}, "leaves no pay for"),
        ("5%", {"keep": dict.fromkeys(
            ("golden_21", "straight_flush", "pair", "blackjack", "straight"), 1)}, "every row"),
        ("5%", {"decks": (60,)}, "1, 2 or 6 decks"),
        ("5%", {"decks": (6,), "posting": {"decks": 6}}, "say it once"),
    ],
)  # fmt: skip
def test_what_cannot_be_met_is_refused_with_what_is_possible(
    edge: str, more: dict[str, object], said: str
) -> None:
    wanted = {"posting": {"decks": 6}, **more} if "decks" not in more else more
    with pytest.raises(HousewayError, match=said.replace("?", r"\?")):
        tune(GAME, WAGER, edge, **wanted)  # type: ignore[arg-type]
