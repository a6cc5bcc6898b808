"""Files of PHH hands: a bad one leaves the others as they are; commands; the hand as it is told."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from houseway import phh
from houseway.cli.main import run
from houseway.engine.questions import Act
from houseway.phh import files
from houseway.phh.variants import GAMES, VARIANTS
from houseway.records.files import save
from tests.unit.phh.test_phh import BOARD, THREE, TWO, check_down, hand, require_written_as_played
from tests.unit.phh.test_phh_export import deal, seated

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


def test_a_file_that_cannot_be_read_leaves_the_folder_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = phh.write(hand(WON, finishing_stacks=[108, 98, 94]))
    (tmp_path / "a.phh").write_bytes(b"\xff\xfe")
    (tmp_path / "b.phh").write_text(right.replace("min_bet = 2", "min_bet = inf"))
    (tmp_path / "c.phh").write_text(right.replace("[100, 100, 100]", "[1e40000000, 100, 100]"))
    (tmp_path / "d.phh").write_text(right.replace("cbr 6", "cbr 1e400275"))
    (tmp_path / "e.phh").write_text(right)
    assert run(["replay", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "5 hands: 4 bad, 1 as stated" in said
    assert "a.phh: bad: cannot be read: it is not UTF-8 text (byte 1)" in said
    assert "c.phh: bad: starting_stacks: 1E+40000000 is too large" in said


FOLDED = [*THREE, "p3 cbr 10", "p1 f", "p2 f"]
CONVENTIONS = {
    "the pots": (FOLDED, [0, 0, 5]),
    "the pots and the uncalled bet": (FOLDED, [0, 0, 13]),
    "not recorded": (FOLDED, [0, 0, 0]),
    "the pots, and every bet was called": (WON, [14, 0, 0]),
}


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_winnings_are_compared_by_the_convention_of_the_file(convention: str) -> None:
    actions, winnings = CONVENTIONS[convention]
    outcome = files.play(files.FoundHand("", hand(actions, winnings=winnings)))
    became = files.NOTHING_STATED if convention == "not recorded" else files.AS_STATED
    assert (outcome.became, outcome.winnings_are) == (became, convention)


@pytest.mark.parametrize(
    ("actions", "winnings"),
    [
        (FOLDED, [0, 13, 0]),  # another winner
        (FOLDED, [0, 0, 9]),  # neither the pots nor the uncalled bet with them
        (FOLDED, [0, 8, 5]),  # the uncalled bet goes to another player
        (WON, [0, 0, 14]),
        (WON, [12, 0, 0]),  # a rake of a seventh
    ],
)
def test_another_result_is_different_in_every_convention(
    actions: list[str], winnings: list[int]
) -> None:
    outcome = files.play(files.FoundHand("", hand(actions, winnings=winnings)))
    assert outcome.became == files.DIFFERENT and outcome.why.startswith("winnings: p")


def test_a_loser_may_have_an_uncalled_bet_among_the_winnings() -> None:
    """The larger stack loses, and the file counts what goes back to it; a rake is missing too."""
    actions = [*TWO, "p2 cbr 100", "p1 cc", *BOARD, "p1 sm AhAd", "p2 sm KhKd"]
    made = hand(
        actions, starting_stacks=[40, 100], antes=[0, 0], blinds_or_straddles=[1, 2],
        winnings=[78, 60],
    )  # fmt: skip
    played = phh.replay(made)
    assert not played.difference and played.rake == 2
    assert played.winnings_are == "the pots and the uncalled bet"


def test_stacks_decide_which_convention_it_is() -> None:
    """The uncalled bet is smaller than the rake: without the stacks both conventions fit."""
    actions = [*THREE, "p3 cbr 60", "p1 cc", "p2 f", *check_down(1, 3)[:1], "p1 cbr 2", "p3 f"]
    alone = phh.replay(hand(actions, winnings=[118, 0, 0]))
    assert alone.winnings_are == "the pots" and alone.rake == 4
    both = phh.replay(hand(actions, winnings=[118, 0, 0], finishing_stacks=[156, 98, 40]))
    assert both.winnings_are == "the pots and the uncalled bet" and both.rake == 6
    assert not both.difference


def test_the_summary_says_which_conventions_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "many.phhs"
    phh.write_hands(file, [hand(actions, winnings=won) for actions, won in CONVENTIONS.values()])
    assert run(["replay", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"{file}: winnings are the pots in 1 hand, the pots and the uncalled bet in 1 hand, "
        "not recorded in 1 hand"
    )
    assert run(["replay", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["winnings"] == dict.fromkeys(CONVENTIONS, 1)
    one = tmp_path / "one.phh"
    phh.write_hands(one, [hand(FOLDED, winnings=[0, 0, 13])])
    assert run(["replay", str(one)]) == 0
    said = capsys.readouterr().out.splitlines()[0]
    assert said == f"{one}: as stated; winnings are the pots and the uncalled bet"


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
    assert set(found) == {"a", "b c"} and found["a"].more == {"_x": {"y": 1}}
    inside = "['1']\n" + phh.write(hand(THREE, _x="z")).replace("'z'", "'''\n[2]\n'''")
    (only,) = phh.read_all(inside)
    assert only[1].more == {"_x": "[2]\n"}
    assert [x for _, x in phh.read_all("")] == []


def unseen_cards(lines: list[str]) -> bool:
    """Return whether hands that were never shown stay unnamed: kings and queens."""
    return not any(card in line for line in lines for card in ("Kh", "Kd", "Qh", "Qd"))


def test_a_history_that_hides_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    played = phh.replay(hand(WON)).round
    assert unseen_cards(phh.history(played)) and not unseen_cards(phh.history(played, 2))
    monkeypatch.setattr(type(played), "events_for", lambda round_, viewer: round_.events)
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
        "Ann wins $14: no other player is left in the hand",
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
    assert "no player sits at seat 7; the seats are 1, 2, 3" in capsys.readouterr().err


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
    page = (Path(__file__).parents[3] / "docs" / "phh.md").read_text()
    (code,) = re.findall("```python\n(.*?)```", page, re.DOTALL)
    exec(compile(code, "docs/phh.md", "exec"), {})
    for game, letters in GAMES.items():
        assert f"| `{game}` | `{letters}` |" in page
    for variant in VARIANTS:
        assert f"`{variant}`" in page
    words = str(files.play(files.FoundHand("session.phhs: hand 4", hand([*THREE, "p3 cbr 3"]))).why)
    assert f"session.phhs: hand 4: bad: {words}" in page


@pytest.mark.skipif(
    "HOUSEWAY_PHH" not in os.environ, reason="HOUSEWAY_PHH names no folder of hands"
)
def test_a_folder_of_hands_is_as_stated() -> None:
    outcomes = [files.play(found) for found in files.hands_in(Path(os.environ["HOUSEWAY_PHH"]))]
    told = [f"{x.where}: {x.became} {x.why}" for x in outcomes if x.became != files.AS_STATED]
    assert outcomes and not told
    for outcome in outcomes:
        assert outcome.replayed is not None
        require_written_as_played(outcome.replayed)
