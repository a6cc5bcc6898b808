"""Files of PHH hands: a bad one leaves the others as they are; commands; the hand as it is told."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from test_phh import THREE, check_down, hand
from test_phh_written import deal, seated

from houseway import phh
from houseway.cli.app import run
from houseway.engine.questions import Act
from houseway.phh import files
from houseway.phh.variants import GAMES, VARIANTS
from houseway.records.files import save

WON = [*THREE, "p3 cbr 6", "p1 cc", "p2 f", *check_down(1, 3), "p1 sm AhAd", "p3 sm"]
NAMES = ["Ann", "Bob", "Cat"]


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A file of hands: as stated, wrong, not TOML, against the rules, unfinished, raked, silent."""
    right = {"finishing_stacks": [108, 98, 94], "players": NAMES}
    hands = [
        phh.write(hand(WON, **right)),
        phh.write(hand(WON, finishing_stacks=[108, 97, 94])),
        "variant = 'NT\n",
        phh.write(hand([*THREE, "p3 cbr 3", "p1 f", "p2 f"])),
        phh.write(hand(THREE)),
        phh.write(hand(WON, finishing_stacks=[107, 98, 94])),
        phh.write(hand(WON)),
        phh.write(hand(WON, **right)),
    ]
    path = tmp_path / "session.phhs"
    path.write_text("# a session\n" + "\n".join(f"[{i}]\n{x}" for i, x in enumerate(hands, 1)))
    return path


def test_a_bad_hand_leaves_the_others_as_they_are(many: Path) -> None:
    outcomes = [files.play(found) for found in files.hands_in(many)]
    assert [outcome.became for outcome in outcomes] == [
        "as stated", "different", "bad", "bad", "unfinished", "as stated, less a rake",
        "nothing stated", "as stated",
    ]  # fmt: skip
    assert outcomes[2].where.endswith("session.phhs: hand 3") and "not TOML" in outcomes[2].why
    assert "action 4 'p3 cbr 3'" in outcomes[3].why and "CA-NL-07" in outcomes[3].why
    assert files.summary(outcomes)["bad"] == 2


def test_replay_tells_what_is_wrong_and_goes_on(
    many: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(many)]) == 1
    said = capsys.readouterr().out
    assert "hand 2: different: finishing_stacks: p2 has 98 by the rules, not 97" in said
    assert "8 hands: 2 as stated, 1 different, 2 bad, 1 unfinished" in said
    assert run(["replay", str(many), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["hands"] == 8 and told["bad"] == 2 and len(told["told"]) == 3


@pytest.mark.parametrize(("text", "words"), [("", "no hands"), ("[1]\n", "1 hand: 1 bad")])
def test_the_summary_of_few_hands_is_english(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    file = tmp_path / "few.phhs"
    file.write_text(text)
    run(["replay", str(file)])
    assert capsys.readouterr().out.splitlines()[-1] == f"{file}: {words}"


def test_replay_of_one_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.phh"
    path.write_text(phh.write(hand(WON, finishing_stacks=[108, 98, 94], players=NAMES)))
    assert run(["replay", str(path)]) == 0
    assert capsys.readouterr().out.split("\n")[1:4] == ["  Ann: 108", "  Bob: 98", "  Cat: 94"]
    path.write_text(phh.write(hand([*THREE, "p3 cbr 3"])))
    assert run(["replay", str(path)]) == 2
    assert "raise must be from $4" in capsys.readouterr().err
    assert run(["replay", str(tmp_path / "none.phh")]) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert run(["replay", str(tmp_path), "-p", "raises_max=9"]) == 2
    assert "raises_max cannot be '9'" in capsys.readouterr().err


def test_replay_of_a_folder_writes_all_to_one_file(
    many: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (many.parent / "more").mkdir()
    (many.parent / "more" / "x.phh").write_text(phh.write(hand(WON)))
    out = many.parent.parent / "all.phhs"
    assert run(["replay", str(many.parent), "--phh", str(out)]) == 1
    assert "9 hands" in capsys.readouterr().out
    assert sum(1 for _ in files.hands_in(out)) == 8  # all but the one that cannot be read
    files.write_hands(out, [hand(WON)])
    again = list(files.hands_in(out))
    assert len(again) == 9 and again[-1].where.endswith("hand 9") and again[-1].hand == hand(WON)


def test_tables_that_are_no_plain_heads() -> None:
    nested = "[1]\nvariant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
    nested += "starting_stacks = [\n[1][0],\n]\n"
    assert [type(x) for _, x in phh.read_all(nested)] == [phh.BadHand]
    text = phh.write(hand(THREE)).replace("actions = [", "actions = [\n")
    body = "[a]\n" + text + "[a._x]\ny = 1\n['b c']\n" + text
    found = dict(phh.read_all(body))
    assert set(found) == {"a", "b c"} and found["a"].more == {"_x": {"y": 1}}  # type: ignore[union-attr]
    inside = "['1']\n" + phh.write(hand(THREE, _x="z")).replace("'z'", "'''\n[2]\n'''")
    (only,) = phh.read_all(inside)
    assert only[1].more == {"_x": "[2]\n"}  # type: ignore[union-attr]
    assert [x for _, x in phh.read_all("")] == []


# -- the hand as it is told ----------------------------------------------------------------------


def unseen_cards(lines: list[str]) -> bool:
    """Whether nothing is told of hands that were never shown: kings and queens."""
    return not any(card in line for line in lines for card in ("Kh", "Kd", "Qh", "Qd"))


def test_a_history_that_hides_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    played = phh.replay(hand(WON)).round
    assert unseen_cards(phh.history(played)) and not unseen_cards(phh.history(played, 2))
    monkeypatch.setattr(type(played), "told", lambda round_, viewer: round_.events)
    assert not unseen_cards(phh.history(played))


def test_a_history_tells_what_its_viewer_may_see() -> None:
    played = phh.replay(hand(WON, players=NAMES)).round
    everything = phh.history(played, phh.EVERYTHING)
    assert "Bob is dealt Kh Kd" in everything and "Cat mucks" in everything
    bob, onlooker = phh.history(played, 2), phh.history(played)
    assert "Bob is dealt Kh Kd" in bob and "Ann is dealt ?? ??" in bob
    assert "Cat is dealt ?? ??" in bob and "Ann shows Ah Ad" in bob
    assert "Bob is dealt ?? ??" in onlooker and not any("Kh" in x or "Qh" in x for x in onlooker)
    assert onlooker[0] == "Texas Hold'em, no limit, Cat has the button"
    assert onlooker[-4:] == [
        "Ann wins $14: nobody else is left in the hand",
        "seat 1: Ann has $108", "seat 2: Bob has $98", "seat 3: Cat has $94",
    ]  # fmt: skip
    assert "board [2c 3c 8s] 9s" in onlooker and "Ann calls $5" in onlooker
    shown = phh.history(phh.replay(hand(WON[:-1], players=NAMES)).round)
    assert "Ann wins $14 with a pair of aces, J-9-8 kickers" in shown and "Cat shows Qh Qd" in shown


def test_a_card_that_is_not_told_is_not_made_up() -> None:
    unknown = ["d dh p1 ??Ad", "d dh p2 ????", "d dh p3 QhQd", "p3 cbr 6", "p1 f", "p2 f"]
    played = phh.replay(hand(unknown, players=NAMES))
    told = phh.history(played.round, phh.EVERYTHING, played.unknown)
    assert "Ann is dealt ?? Ad" in told and "Bob is dealt ?? ??" in told


def test_history_and_seat_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "one.phh"
    path.write_text(phh.write(hand(WON, players=NAMES)))
    assert run(["replay", str(path), "--history", "--seat", "2"]) == 0
    said = capsys.readouterr().out
    assert "Ann is dealt ?? ??" in said and "Bob is dealt Kh Kd" in said
    assert run(["replay", str(path), "--history", "--seat", "7"]) == 2
    assert "nobody sits at seat 7; the seats are 1, 2, 3" in capsys.readouterr().err


def test_a_record_is_told_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    round_ = seated("holdem", {"structure": "no_limit"}, 100, 100)
    deal(round_)
    round_.act(Act(4, "fold"))
    record, out = tmp_path / "hand.toml", tmp_path / "hand.phh"
    record.write_text(save(round_))
    assert run(["replay", str(record), "--history", "--phh", str(out)]) == 0
    assert "seat 2 wins $2" in capsys.readouterr().out
    (found,) = files.hands_in(out)
    assert isinstance(found.hand, phh.Hand) and phh.replay(found.hand).inputs == round_.inputs
    assert run(["replay", str(out)]) == 0


def test_play_adds_its_hands_to_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import io

    out = tmp_path / "played.phhs"
    monkeypatch.setattr("sys.stdin", io.StringIO("fold\n" * 40))
    assert run(["play", "holdem", "--rounds", "3", "--seed", "4", "--phh", str(out)]) == 0
    outcomes = [files.play(found) for found in files.hands_in(out)]
    assert [outcome.became for outcome in outcomes] == ["as stated"] * 3
    assert run(["play", "holdem", "--phh", str(tmp_path / "x.phh")]) == 2
    assert "added to a .phhs file" in capsys.readouterr().err
    assert run(["play", "free-bet-blackjack", "--phh", str(out)]) == 2
    assert "is not a poker game" in capsys.readouterr().err


def test_the_page_says_what_is_so() -> None:
    page = (Path(__file__).parents[2] / "docs" / "phh.md").read_text()
    (code,) = re.findall("```python\n(.*?)```", page, re.DOTALL)
    exec(compile(code, "docs/phh.md", "exec"), {})
    for game, letters in GAMES.items():
        assert f"| `{game}` | `{letters}` |" in page
    for variant in VARIANTS:
        assert f"`{variant}`" in page
    words = str(files.play(files.Found("session.phhs: hand 4", hand([*THREE, "p3 cbr 3"]))).why)
    assert f"session.phhs: hand 4: bad: {words}" in page


# -- hands of others, where somebody has them ----------------------------------------------------


@pytest.mark.skipif(
    "HOUSEWAY_PHH" not in os.environ, reason="HOUSEWAY_PHH names no folder of hands"
)
def test_a_folder_of_hands_is_as_stated() -> None:
    outcomes = [files.play(found) for found in files.hands_in(Path(os.environ["HOUSEWAY_PHH"]))]
    told = [f"{x.where}: {x.became} {x.why}" for x in outcomes if x.became != files.AS_STATED]
    assert outcomes and not told
