"""``settle`` names the reading on which a result rests, and what the other reading would pay."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.cli.main import run
from houseway.game.base import Seat
from houseway.records.files import load
from houseway.rulebook import find
from houseway.sheets.settlement.readings import Change, readings_behind
from houseway.sheets.settlement.settle import settle
from houseway.table.round import Round

TWENTY_TWO = """
game   = "free-bet-blackjack"
posted = {{ {posted} }}
seats  = {{ 1 = 100, 2 = 100 }}
deal   = "{deal}"
play   = ["1 bet main=10", "2 bet main=10", "2 stand"]
"""
AGAINST_22 = "As 9s 6h Kd 9d Tc | 6d"
AGAINST_20 = "As 9s 6h Kd 9d Tc | 4d"


def record(posted: str = "", deal: str = AGAINST_22) -> str:
    return TWENTY_TWO.format(posted=posted, deal=deal)


def test_a_blackjack_against_22_rests_on_f5() -> None:
    (found,) = settle(load(record())).readings
    assert found.reading == "F5" and found.posted == "blackjack_against_22=pushed"
    assert found.taken.startswith("No: a blackjack is paid as soon as the dealer")
    assert found.other == "A dealer 22 pushes a blackjack like every other standing hand."
    assert found.changes == (Change(1, "initial bet", 1500, 0),)


@pytest.mark.parametrize(
    "text",
    [record(deal=AGAINST_20), record('blackjack_against_22 = "pushed"')],
    ids=["no 22", "posted by the house"],
)
def test_a_result_that_rests_on_no_reading(text: str) -> None:
    assert settle(load(text)).readings == ()


def test_the_other_reading_is_what_the_house_may_post() -> None:
    """The amounts are those of the same round at a table that posts the other reading."""
    (found,) = settle(load(record())).readings
    key, _, value = found.posted.partition("=")
    posted = settle(load(record(f'{key} = "{value}"')))
    nets = {(wager.seat, wager.wager_words): wager.net for wager in posted.wagers}
    for change in found.changes:
        assert nets[change.seat, change.wager_words] == change.other_net


def test_a_round_without_settled_wagers_rests_on_nothing() -> None:
    assert readings_behind(Round(find("blackjack")(), [Seat(1, "you", 10_000)])) == ()


def test_it_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "disputed.toml"
    file.write_text(record())
    assert run(["settle", str(file)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "F5 Does a dealer 22 push a player's blackjack too?" in said
    assert "Then seat 1, initial bet: $0 instead of +$15." in said
