"""Records that last: they say under which rules they were made, and what has changed since."""

from __future__ import annotations

import ast
import datetime
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houseway
from houseway.cli.main import run
from houseway.engine.questions import Chance, Ruling
from houseway.engine.refusals import explain_ruling
from houseway.game.base import Seat
from houseway.game.posting import Declared
from houseway.players.bots import Bot, play_round
from houseway.records import files
from houseway.records.cases import nets, settlements
from houseway.records.compat import clauses_read, other_rules
from houseway.records.record import Playback, open_game
from houseway.rulebook import clauses, code_digest, find, fingerprint, games, versions
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.random_play import GAME_IDS

OLD = sorted((Path(__file__).parent.parent.parent / "old_records").iterdir())


def played(game_id: str, **posting: Any) -> Round:
    table = Table(game_id, posting, seed=6)
    for seat in range(1, max(2, table.game.seats_min) + 1):
        table.sit(seat, f"player {seat}", 500_00, who=f"card {seat}")
    return play_round(table, Bot(6))


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_record_holds_everything_that_is_posted(game_id: str) -> None:
    round_ = played(game_id)
    record = files.load(files.save(round_))
    assert set(record.posted) == set(round_.game.posting)
    assert open_game(record).posting == round_.game.posting
    assert record.version == houseway.__version__
    assert record.rules == round_.game.fingerprint()
    assert set(clauses_read(record.digests)) == {c.id for c in clauses.clauses_of(game_id)}
    assert other_rules(record) is None
    assert files.replay(record).other_rules is None
    assert open_game(record).fingerprint() == record.rules
    assert Playback(record).round.seats == round_.seats


def test_another_default_does_not_re_read_an_old_dispute(monkeypatch: pytest.MonkeyPatch) -> None:
    record = files.load(files.save(played("blackjack")))
    declared: Declared = StandardBlackjack.declared()["soft_17"]
    monkeypatch.setattr(declared, "default", "stand")
    assert StandardBlackjack().posting["soft_17"] == "stand"
    assert open_game(record).posting["soft_17"] == "hit"


def test_the_fingerprint_is_of_the_table() -> None:
    one = find("free-bet-blackjack")
    prints = [
        one().fingerprint(),
        one({"decks": 8}).fingerprint(),
        one({"push_22": "B"}).fingerprint(),
        one({"main_limits": "5..200"}).fingerprint(),
        *(game().fingerprint() for game in games().values() if game is not one),
    ]
    assert len(set(prints)) == len(prints)
    assert one().fingerprint() == one({"decks": 6}).fingerprint()
    assert all(re.fullmatch("[0-9a-f]{64}", text) for text in prints)


@pytest.mark.process
def test_the_same_rules_have_the_same_prints_in_every_process() -> None:
    """Neither where things lie in memory nor the order of sets may count."""
    program = (
        "from houseway.rulebook import find\n"
        "from houseway.rulebook.fingerprint import clause_prints\n"
        "for name in ('ride-free', 'pai-gow-tiles', 'holdem'):\n"
        "    print(find(name)().fingerprint(), sorted(clause_prints(find(name)).items()))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(said) == 1


BEFORE = """
'''A rule.'''
from houseway.hands.blackjack import points

LIMIT = 21


def over(hand: list[int]) -> bool:
    return points(hand) > LIMIT  # too much
"""


def printed(text: str) -> str:
    return code_digest.tree_print(ast.parse(text))


def test_words_and_lay_out_leave_a_print_alone() -> None:
    same = (
        BEFORE.replace("A rule.", "Another word for it."),
        BEFORE.replace("# too much", "# over the limit, that is"),
        BEFORE.replace("hand: list[int]", "hand: object"),
        BEFORE.replace("points(hand) > LIMIT", "(\n        points(hand)\n        > LIMIT\n    )"),
        BEFORE.replace(") -> bool:", ") -> bool:\n    'Whether it is over.'"),
    )
    assert {printed(text) for text in same} == {printed(BEFORE)}
    other = (
        BEFORE.replace("21\n", "22\n"),
        BEFORE.replace("> LIMIT", ">= LIMIT"),
        BEFORE.replace("points(hand)", "points(hand[1:])"),
    )
    assert len({printed(text) for text in (BEFORE, *other)}) == 4


@pytest.fixture
def afresh(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Compute all fingerprints again, as another process would with files that were edited."""
    caches = (code_digest.parsed, code_digest._body, code_digest.place_print,
              code_digest._imported, code_digest._defined, code_digest._from, code_digest._named,
              code_digest._place, code_digest.modules_in, fingerprint._of_class,
              fingerprint._code_of, fingerprint.clause_prints, fingerprint.files_of,
              clauses.filed, clauses.all_clauses, clauses.all_readings,
              clauses.clauses_of, clauses.readings_of,
              versions._versions)  # fmt: skip

    def clear() -> None:
        for cache in caches:
            cache.cache_clear()

    edits: dict[str, tuple[str, str]] = {}
    read = Path.read_text

    def edited(path: Path, *args: Any, **options: Any) -> str:
        text = read(path, *args, **options)
        for end, (old, new) in edits.items():
            if path.as_posix().endswith(end):
                assert old in text, end
                text = text.replace(old, new)
        return text

    def edit(end: str, old: str, new: str) -> None:
        edits[end] = (old, new)
        clear()

    monkeypatch.setattr(Path, "read_text", edited)
    yield edit
    monkeypatch.undo()
    clear()


def test_a_changed_rule_is_told_by_its_clauses(afresh: Any) -> None:
    record = files.load(files.save(played("free-bet-blackjack")))
    other = files.load(files.save(played("holdem")))
    afresh(
        "free_bet_blackjack/game.py",
        "NOT_22 if player_over_21",
        "NOT_22 if not player_over_21",
    )
    found = other_rules(record)
    assert found is not None and found.version == houseway.__version__
    assert {"CO-2116-3a", "CO-2116-3c"} <= set(found.changed)
    assert "CO-2116-7A" not in found.changed and not found.new and not found.gone
    assert "changed since: CO-2116-" in found.sentence
    assert files.replay(record).other_rules == found
    assert other_rules(other) is None


def test_a_changed_helper_is_told_by_the_clauses_of_those_who_call_it(afresh: Any) -> None:
    record = files.load(files.save(played("free-bet-blackjack")))
    afresh("hands/blackjack.py", "def natural(", "def natural(extra=0, *, ")
    found = other_rules(record)
    assert found is not None and "BJ-1" in found.changed
    assert "CO-2116-7H" not in found.changed


def test_an_edited_comment_changes_nothing(afresh: Any) -> None:
    record = files.load(files.save(played("free-bet-blackjack")))
    afresh("free_bet_blackjack/game.py", "from __future__", "# a word\nfrom __future__")
    assert other_rules(record) is None


def test_code_that_no_clause_cites_is_said_to_be_shared(afresh: Any) -> None:
    record = files.load(files.save(played("free-bet-blackjack")))
    afresh("houseway/game/progressives.py", "PARTS = 10_000", "PARTS = 20_000")
    found = other_rules(record)
    assert found is not None
    assert not found.changed or "CO-2116-7A" not in found.changed


def test_a_changed_word_of_a_clause_is_told(monkeypatch: pytest.MonkeyPatch, afresh: Any) -> None:
    record = files.load(files.save(played("blackjack")))
    changed = {
        key: msgspec.structs.replace(clause, says="something else") if key == "BJ-7" else clause
        for key, clause in clauses.all_clauses().items()
    }
    afresh("nothing", "", "")
    monkeypatch.setattr(clauses, "all_clauses", lambda: changed)
    found = other_rules(record)
    assert found is not None and found.changed == ("BJ-7",)


def test_a_pay_table_and_a_section_of_another_date_are_told(
    monkeypatch: pytest.MonkeyPatch, afresh: Any
) -> None:
    record = files.load(files.save(played("free-bet-blackjack")))
    afresh("nothing", "", "")
    game = find("free-bet-blackjack")
    tables = dict(game.pay_tables())
    table = tables["push_22"]
    turned = {name: tuple(reversed(column)) for name, column in table.columns.items()}
    tables["push_22"] = msgspec.structs.replace(table, columns=turned)
    monkeypatch.setattr(game, "pay_tables", classmethod(lambda cls: tables))
    found = other_rules(record)
    assert found is not None and "CO-2116-10" in found.changed
    amended = (datetime.date(2030, 1, 1),)
    monkeypatch.setattr(fingerprint, "version_of", lambda s: versions.Version(s, None, amended))
    afresh("nothing", "", "")
    later = other_rules(record)
    assert later is not None and re.search(r"CO-2116 \(all \d+ clauses\)", later.sentence)


def test_clauses_that_came_and_went_are_told() -> None:
    record = files.record_of(played("blackjack"))
    record.rules = "0" * 64
    record.digests = {"BJ": record.digests["BJ"].partition(" ")[2] + " 99=abcd"}
    found = other_rules(record)
    assert found is not None
    assert found.new == ("BJ-1",) and found.gone == ("BJ-99",) and not found.changed
    assert "new: BJ-1; gone: BJ-99" in found.sentence
    record.digests = files.record_of(played("blackjack")).digests
    found = other_rules(record)
    assert found is not None and "code that they share does" in found.sentence


def test_the_commands_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = files.record_of(played("blackjack"))
    record.rules, record.version = "0" * 64, "0.0.9"
    file = tmp_path / "r.toml"
    file.write_text(files.to_toml(record), encoding="utf-8")
    assert run(["replay", str(file)]) == 0
    assert "made under other rules, by houseway 0.0.9" in capsys.readouterr().out
    assert run(["settle", str(file)]) == 0
    assert "made under other rules" in " ".join(capsys.readouterr().out.split())
    assert run(["settle", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["other_rules"]["version"] == "0.0.9"
    record.posted["moon"] = "full"
    file.write_text(files.to_toml(record), encoding="utf-8")
    assert run(["settle", str(file)]) == 2
    error = capsys.readouterr().err
    assert "nothing called 'moon'" in error and "made under other rules" in error


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.name)
def test_a_record_of_the_first_version_still_plays_to_the_same_cent(path: Path) -> None:
    (record,) = files.load_file(path)
    assert not record.rules and not record.version and not record.digests
    round_ = Playback(record).finish()
    claimed = {k: v for k, v in record.nets.items() if k != "meter"}
    found = {k: houseway.dollars(str(v)) for k, v in claimed.items()}
    assert {k: v for k, v in nets(round_).items() if k in found} == found
    assert len(settlements(round_)) >= len(record.pays)
    assert files.replay(record).other_rules is None


FOUR = tuple(Seat(seat, f"player {seat}", 500_00) for seat in range(1, 5))


def test_a_round_saved_while_a_shuffle_is_due_waits_for_it_again() -> None:
    waited = 0
    for game_id in ("holdem", "omaha", "omaha-8"):
        for seed in range(8):
            round_ = Round(find(game_id)(), FOUR)
            rng = random.Random(seed)
            for _ in range(60):
                question = round_.question
                if question is None:
                    break
                if isinstance(question, Chance) and question.kind == "shuffle":
                    waited += 1
                    again = files.replay(files.load(files.save(round_)))
                    assert again.difference is None
                    assert again.round.events == round_.events
                    assert again.round.question == question
                    assert again.round.inputs == round_.inputs
                one_step(round_, rng)
    assert waited > 5


def one_step(round_: Round, rng: random.Random) -> None:
    """An answer to what is asked, or a ruling that makes the deck whole again."""
    question = round_.question
    for name in ("premature_flop", "premature_turn", "premature_river"):
        ruling = Ruling(name)
        if rng.random() < 0.2 and explain_ruling(round_.game, round_.state, ruling) is None:
            round_.ruling(ruling)
            return
    if isinstance(question, Chance):
        if question.kind == "shuffle":
            round_.deal(())
        elif question.kind == "dice":
            round_.deal(tuple(rng.randint(1, 6) for _ in range(question.n)))
        else:
            round_.deal(tuple(rng.sample(round_.unseen(), question.n)))
    elif question is not None:
        round_.act(Bot(rng.randrange(99)).choose(round_, rng.choice(question.seats())))


def test_files_that_do_not_count_as_rules_exist() -> None:
    root = code_digest.ROOT
    names = {path.name for path in root.rglob("*.py")}
    assert set(code_digest.FOR_PEOPLE) <= names
    missing = [a for a in code_digest.APART
               if not (root / a).is_dir() and not (root / f"{a}.py").exists()]  # fmt: skip
    assert not missing
