"""The registry of games: found by id, imported one by one."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.rulebook import GAMES, Registry, find, games
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack

LOADED = """
import json, sys
print(json.dumps([sorted(name for name in sys.modules
    if name.startswith(("houseway.rulebook.colorado.", "houseway.rulebook.delta."))
    and name.endswith(".game")), found]))
"""


def alone(code: str) -> Any:
    """The game modules that a fresh process has imported after this code, and its ``found``."""
    ran = subprocess.run(
        [sys.executable, "-c", code + LOADED], capture_output=True, text=True, check=True
    )
    return json.loads(ran.stdout)


@pytest.mark.process
@pytest.mark.parametrize("game_id", ["blackjack", "holdem", "pai-gow-tiles"])
def test_opening_a_table_imports_its_game_alone(game_id: str) -> None:
    code = f"""
import houseway
table = houseway.open_table("{game_id}", seed=7)
for seat in (1, 2):
    table.sit(seat, str(seat), 100_000)
table.start()
table.view(1), table.layout()
found = table.game.fingerprint()
"""
    modules, digest = alone(code)
    assert modules == [GAMES[game_id]]
    assert digest == find(game_id)().fingerprint()


@pytest.mark.process
def test_names_of_games_import_none() -> None:
    code = """
from houseway.rulebook import games
found = [*games()], "holdem" in games(), "no-such" in games(), len(games().folders())
"""
    modules, found = alone(code)
    assert modules == []
    assert found == [[*GAMES], True, False, len(GAMES)]


@pytest.mark.process
@pytest.mark.parametrize("command", ["rules blackjack", "play blackjack --seed 3"])
def test_a_command_about_one_game_imports_it_alone(command: str) -> None:
    code = f"""
import contextlib, io, sys
sys.argv = ["houseway", *{command.split()!r}]
sys.stdin = io.StringIO("quit\\n")
from houseway.cli.main import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main()
found = None
"""
    assert alone(code)[0] == [GAMES["blackjack"]]


def test_every_game_stands_under_its_id_and_in_its_folder() -> None:
    registry = Registry(GAMES)
    before = registry.folders()
    assert all(game.id == game_id for game_id, game in registry.items())
    assert before == {game.folder(): game.id for game in registry.values()}


def test_a_registered_game_is_found_and_forgotten_again() -> None:
    class Mine(StandardBlackjack):
        id = "my-blackjack"

    registry = Registry(GAMES)
    registry["my-blackjack"] = Mine
    assert registry["my-blackjack"] is Mine and [*registry][-1] == "my-blackjack"
    assert registry.loaded() == (Mine,)
    assert registry.folders()[Mine.folder()] == "my-blackjack"
    del registry["my-blackjack"]
    assert "my-blackjack" not in registry and len(registry) == len(GAMES)
    with pytest.raises(KeyError):
        registry["my-blackjack"]


def test_an_unknown_game_is_refused_with_what_there_is() -> None:
    with pytest.raises(Refused, match="there is no game 'holdme'; did you mean holdem"):
        find("holdme")
    assert "holdme" not in games()
