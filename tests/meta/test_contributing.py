"""The recipes for contributors run as they are written, each in a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from houseway.errors import Refused
from houseway.families.banked.settlement import PostedFact
from houseway.game.progressives import Progressive
from houseway.game.wagers import declare_wager
from houseway.rulebook import games

ROOT = Path(__file__).parents[2]
SIDE_BET = (ROOT / "docs" / "tutorials" / "side_bet.md").read_text()
FACTS = (ROOT / "docs" / "reference" / "facts.md").read_text()

FOLLOW = """
import sys, types
module = types.ModuleType("houseway.side_bets.lucky_pair")
module.__file__ = sys.argv[1]
sys.modules[module.__name__] = module
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), module.__dict__)
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
StandardBlackjack.wagers = (*StandardBlackjack.wagers, module.LUCKY_PAIR)

from houseway.sheets.conformance.matrix import matrix
rows = {row.clause: row for row in matrix("blackjack") if row.clause.startswith("LP-")}
assert set(rows) == {"LP-1", "LP-2"}, rows
for row in rows.values():
    assert not row.missing and row.passing >= 2, (row.clause, row.missing)

from houseway.table.table import Table
table = Table("blackjack", {"lucky_pair": "B", "lucky_pair_limits": "1..50"}, seed=3)
table.sit(1, "Ann", 100_000)
table.start()
table.bet(1, main=1000, lucky_pair=500)
spots = {sheet.wager: sheet.column for sheet in table.layout().pay}
assert spots["lucky_pair"] == "B"
try:
    from houseway.errors import Refused
    Table("blackjack", {"lucky_pair": "C"})
except Refused as refused:
    assert "A, B or off" in str(refused)
else:
    raise AssertionError("column C does not exist")
assert module.lucky_pair.jit()((4, 7)) == module.lucky_pair((4, 7)) == 1
print("followed")
"""


@pytest.mark.process
def test_the_side_bet_recipe_works_as_written(tmp_path: Path) -> None:
    text = SIDE_BET
    code = re.search(r"lucky_pair.py`:\n\n```python\n(.*?)```", text, re.S)
    assert code is not None
    file = tmp_path / "lucky_pair.py"
    file.write_text(code[1])
    done = subprocess.run(
        [sys.executable, "-c", FOLLOW, str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "followed" in done.stdout, done.stderr


BANKED = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("players_blackjack", sys.argv[1])
module = importlib.util.module_from_spec(spec)
sys.modules[spec.name] = module
spec.loader.exec_module(module)
from houseway.errors import Refused
from houseway.records.cases import nets, settlements
from houseway.table.table import Table

table = Table(module.GAME({"coverage": "action"}), seed=5)
for seat in (1, 2, 3):
    table.sit(seat, f"player {seat}", 100_00)
round_ = table.start()
table.act(1, "bank", 15_00)
table.bet(2, main=10_00)
try:
    table.bet(3, main=100_00)
except Refused as refused:
    assert "the fee of $1" in str(refused) and "PB-2" in str(refused), refused
else:
    raise AssertionError("there is no dollar left for the fee")
table.bet(3, main=20_00)
assert round_.state.fees == {2: 100, 3: 100, 1: 200}
while (question := round_.question) is not None:
    seat = question.seats()[0]
    names = [choice.name for choice in question.choices_of(seat)]
    table.act(seat, "stand" if "stand" in names else question.late)
results = nets(round_)
assert sum(results.values()) == 0 and results["drop"] == 400 and results["house"] == 0
found = {s.label: s for s in settlements(round_) if s.seat != 1}
moved = sum(abs(s.net) for s in settlements(round_) if s.wager == "main")
assert 0 < moved <= 1500, moved
assert any(s.note or s.outcome == "returned" for s in settlements(round_)), "all was covered"
assert table.carry_over.position.held == {"player 1": 1}
print("followed")
"""


@pytest.mark.process
def test_the_recipe_of_a_game_on_another_bank_works_as_written(tmp_path: Path) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    for name, kind in (("game.py", "python"), ("pay.toml", "toml")):
        code = re.search(rf"players_blackjack/{name}`.*?```{kind}\n(.*?)```", text, re.S)
        assert code is not None, name
        (tmp_path / name).write_text(code[1])
    done = subprocess.run(
        [sys.executable, "-c", BANKED, str(tmp_path / "game.py")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0 and "followed" in done.stdout, done.stderr


def test_every_fact_is_in_the_table() -> None:
    """And nothing else: of what is posted, each game speaks for itself."""
    text = FACTS
    rows = re.findall(r"^\| (`.*?) \|", text, re.M)
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    known = {
        name
        for game in games().values()
        for name, fact in getattr(game, "facts", {}).items()
        if not isinstance(fact, PostedFact)
    }
    assert told == known


def test_the_defaults_of_a_wager_are_as_told() -> None:
    text = SIDE_BET
    wager = declare_wager("x", "X")
    fields = {
        wager: ("tips",),
        wager.amounts: ("least", "most", "step"),
        Progressive(): ("meters", "seed", "rate"),
    }
    for declared, names in fields.items():
        for name in names:
            told = re.search(rf"\| `{name}=([\w]+)`", text)
            assert told is not None, name
            assert eval(told[1]) == getattr(declared, name), name


def test_every_moment_is_told_and_another_is_refused() -> None:
    text = SIDE_BET
    import houseway.game.wagers as module

    names = {value: name for name, value in vars(module).items() if isinstance(value, str)}
    for game in games().values():
        for moment in getattr(game, "moments", ()):
            assert f"`{names[moment]}`" in text
    blackjack = games()["golden-21-poker"]
    main, golden = blackjack.wagers
    late = msgspec.structs.replace(golden, resolves="some day")
    kind = type("Late", (blackjack,), {"wagers": (main, late)})
    with pytest.raises(Refused, match=r"some day.*after the deal"):
        kind()
