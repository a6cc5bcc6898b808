"""A purse kept between visits: what is in it, what it refuses, and its arithmetic."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.cli.play.local import bankroll_file as module
from houseway.cli.play.local.bankroll_file import KeptPurse, read_purse
from houseway.errors import HousewayError
from tests.support.keyboard import Typing, typing

__all__ = ["typing"]
PLAY = ("play", "blackjack", "--seed", "4", "--purse")


def test_a_purse_is_begun_kept_and_taken_along(typing: Typing, tmp_path: Path) -> None:
    file = tmp_path / "ann.toml"
    ran = typing(*PLAY, str(file), "--rounds", "1", lines="10\nstand\n")
    assert ran.code == 0 and f"A new purse, {file}: $500 in it." in ran.out
    assert f"In the purse {file}: $510." in ran.out
    assert (read_purse(file).cents, read_purse(file).visits) == (510_00, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["ann.toml"]
    ran = typing(*PLAY, str(file), "--chips", "100", "--rounds", "1", lines="10\nstand\n")
    assert f"The purse of ann, {file}: $510, 1 visit so far." in ran.out
    assert "$100" in ran.out  # this amount is on the table, the rest stays in the purse
    assert (read_purse(file).cents, read_purse(file).visits) == (520_00, 2)


def test_who_leaves_in_mid_hand_takes_what_the_hand_leaves(typing: Typing, tmp_path: Path) -> None:
    file = tmp_path / "ann.toml"
    ran = typing("play", "blackjack", "--seed", "8", "--purse", str(file), lines="25\n")
    assert "You have $25 in this round. If you leave, the table decides" in ran.out
    left = int(ran.out.rpartition("You leave the table with $")[2].split(".")[0])
    assert left in (475, 500, 525) and read_purse(file).cents == left * 100


def test_the_money_of_a_hand_that_is_left_is_not_forgotten(
    typing: Typing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tried with the fault it guards against: a visit that ends without playing the hand out."""
    monkeypatch.setattr("houseway.cli.play.local.table.play_out", lambda *_: False)
    file = tmp_path / "ann.toml"
    typing("play", "blackjack", "--seed", "4", "--purse", str(file), lines="25\n")
    assert read_purse(file).cents == 500_00  # the stake would have come back
    monkeypatch.undo()
    file.unlink()
    typing("play", "blackjack", "--seed", "2", "--purse", str(file), lines="25\n")
    assert read_purse(file).cents != 500_00


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "format"),
        ("format = 1\nname = 'Ann'\nchips = 'much'\n", "'much' is not money"),
        ("format = 1\nname = 'Ann'\nchips = '-5'\n", "never negative"),
        ("format = 9\nname = 'Ann'\nchips = '5'\n", "format 9 is not known"),
        ("format = 1\nname = 'Ann'\nchips = '5'\nmoon = 1\n", "moon"),
        ("chips = [", "TOML"),
        ("format = 1\nname = 'Ann'\nchips = '0'\n", "is empty"),
    ],
)
def test_a_damaged_purse_is_refused_and_left_alone(
    text: str, why: str, typing: Typing, tmp_path: Path
) -> None:
    file = tmp_path / "ann.toml"
    file.write_text(text, encoding="utf-8")
    ran = typing(*PLAY, str(file))
    assert ran.code == 2 and why in ran.err and ran.err.count("\n") == 1, ran.err
    assert file.read_text(encoding="utf-8") == text


def test_more_than_is_in_it_cannot_be_brought(typing: Typing, tmp_path: Path) -> None:
    file = tmp_path / "ann.toml"
    KeptPurse(file, 20_00).keep(20_00)
    ran = typing(*PLAY, str(file), "--chips", "100")
    assert ran.code == 2 and "$20, 1 visit so far" in ran.err


def test_two_visits_at_once_do_not_double_the_chips(tmp_path: Path) -> None:
    file = tmp_path / "ann.toml"
    KeptPurse(file, 100_00).keep(100_00)
    one, other = KeptPurse(file, 0), KeptPurse(file, 0)
    one.keep(150_00)
    with pytest.raises(HousewayError, match="was changed by another program during this visit"):
        other.keep(180_00)
    assert read_purse(file).cents == 150_00


def test_a_purse_is_never_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ann.toml"
    KeptPurse(file, 100_00).keep(100_00)
    before = file.read_text(encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.os, "fsync", full)
    with pytest.raises(HousewayError, match=r"cannot write the purse .*No space left"):
        KeptPurse(file, 0).keep(200_00)
    assert file.read_text(encoding="utf-8") == before
    assert [path.name for path in tmp_path.iterdir()] == ["ann.toml"]


def test_where_a_purse_cannot_be_kept_is_said_before_one_plays(tmp_path: Path) -> None:
    with pytest.raises(HousewayError, match="there is no folder"):
        KeptPurse(tmp_path / "nowhere" / "ann.toml", 5_00)
    with pytest.raises(HousewayError, match="that is a folder"):
        KeptPurse(tmp_path, 5_00)
