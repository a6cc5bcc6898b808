"""The inventor's walk: a side bet of one's own, tuned to 5 %, with its PAR sheet."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.pay_tables.tune import tune
from houseway.cli.main import run
from tests.support.own_rulebook import changed, written

GAME = "3-dice-baccarat"


def test_a_side_bet_is_invented_tuned_and_filed(tmp_path: Path, capsys: Any) -> None:
    plugin, pays, sheet = (tmp_path / name for name in ("rainbow.py", "rainbow.toml", "par.html"))
    plugin.write_text(written("docs/inventing.md", "kept outside houseway as `rainbow.py`"))
    own = ("--plugin", str(plugin))
    with changed():
        assert run(["check", GAME, *own]) == 0
        out = capsys.readouterr().out
        assert "RB-1" in out and "rainbow.py:" in out and "unaccounted" not in out
        assert run(["odds", GAME, "Rainbow", *own]) == 0
        out = capsys.readouterr().out
        assert "7.1373%" in out and "six different faces" in out
        assert run(["tune", GAME, "rainbow", "--edge", "5%", "-o", str(pays), *own]) == 0
        out = capsys.readouterr().out
        assert "many small wins" in out and "proposal 1, for --pay" in out
        first = tune(GAME, "rainbow", "5%").proposals[0]
    with changed():
        assert run(["odds", GAME, "rainbow", *own, "--pay", str(pays)]) == 0
        out = capsys.readouterr().out
        assert f"{float(first.edge):.4%}" in out and "not the regulation's" in out
    assert abs(float(first.edge) - 0.05) <= 0.0025
    with changed():
        assert run(["par", GAME, "-o", str(sheet), *own, "--pay", str(pays)]) == 0
        html = re.sub("<[^>]+>", "", sheet.read_text())
        assert "Rainbow" in html and f"{float(first.edge):.4%}".rstrip("%") in html
        assert "not the regulation" in html and "rainbow.py" in html
    with changed():
        record = tmp_path / "round.toml"
        record.write_text(f'game = "{GAME}"\nbets = {{ player = 10, rainbow = 5 }}\n'
                          'dice = "1 2 3 4 5 6"\n')  # fmt: skip
        assert run(["settle", str(record), *own, "--pay", str(pays)]) == 0
        paid = re.fullmatch("([0-9]+) to 1", first.pays["six_faces"])
        assert paid is not None
        assert f"seat 1 +{10 + 5 * int(paid[1])}" in capsys.readouterr().out.replace(",", "")


def test_what_the_page_says_of_pays(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(written("docs/inventing.md", "## A pay table of your own", "toml"))
    with changed():
        words = ["odds", "golden-21-poker", "golden_21", "-p", "decks=6", "--pay", str(file)]
        assert run(words) == 0
    out = capsys.readouterr().out
    assert "5.0952%" in out and "206/4043" in out
    exec(written("docs/inventing.md", "## From Python"), {})
    out = capsys.readouterr().out
    assert out.startswith("206/4043 0.0509") and "top-heavy" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", GAME, "--pay"), "--pay requires an argument"),
        (("games", "--pay", "x.toml"), "--pay is for a wager of a game"),
        (("odds", "3-dice", "tie", "--pay", "PAY"), "there is no game '3-dice'"),
        (("odds", "blackjack", "main", "--pay", "PAY"), "is a pay table of 3-dice-baccarat"),
        (("odds", GAME, "banker", "--pay", "PAY"), "is a pay table of tie, not of banker"),
        (("settle", "x.toml", "--pay", "BARE"), 'add a line such as game = "blackjack"'),
        (("tune", GAME, "tie", "--edge", "5%", "--decks", "6"), "no number of decks is posted"),
        (("tune", GAME, "tie", "--edge", "5%", "--decks", "x"), "--decks is numbers such as 6"),
        (("tune", GAME, "tie", "--edge", "5%", "--keep", "tie"), "KEY=VALUE"),
        (("tune", GAME, "ties", "--edge", "5%"), "did you mean tie"),
        (("tune", GAME, "tie", "--edge", "-500%"), "a target edge is written like 5% or 0.05"),
    ],
)  # fmt: skip
def test_what_is_brought_along_is_read_with_care(
    words: tuple[str, ...], said: str, tmp_path: Path, capsys: Any
) -> None:
    (tmp_path / "pay.toml").write_text(f'game = "{GAME}"\nwager = "tie"\n[pays]\ntie = 8\n')
    (tmp_path / "bare.toml").write_text("tie = 8\n")
    files = {"PAY": str(tmp_path / "pay.toml"), "BARE": str(tmp_path / "bare.toml")}
    with changed():
        assert run([files.get(word, word) for word in words]) == 2
    assert said in capsys.readouterr().err
