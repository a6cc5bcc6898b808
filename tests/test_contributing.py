"""The recipe of CONTRIBUTING.md is followed word for word, in a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

FOLLOW = """
import sys, types
module = types.ModuleType("houseway.side_bets.lucky_pair")
module.__file__ = sys.argv[1]
sys.modules[module.__name__] = module
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), module.__dict__)
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
StandardBlackjack.wagers = (*StandardBlackjack.wagers, module.LUCKY_PAIR)

from houseway.sheets.matrix import matrix
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
    assert "A or B or off" in str(refused)
else:
    raise AssertionError("column C does not exist")
assert module.lucky_pair.jit()((4, 7)) == module.lucky_pair((4, 7)) == 1
print("followed")
"""


def test_the_side_bet_recipe_works_as_written(tmp_path: Path) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    code = re.search(r"lucky_pair.py`:\n\n```python\n(.*?)```", text, re.S)
    assert code is not None
    file = tmp_path / "lucky_pair.py"
    file.write_text(code[1])
    done = subprocess.run(
        [sys.executable, "-c", FOLLOW, str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "followed" in done.stdout, done.stderr
