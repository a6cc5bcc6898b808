"""Properties of the poker games, and views of a hand."""

from __future__ import annotations

from houseway.cite import CITED
from houseway.engine.questions import Button
from houseway.rulebook import find
from houseway.util.toml import read_file
from tests.support.poker_table import GAMES, hand


def test_every_clause_is_cited() -> None:
    folder = find("holdem").folder().parent
    for game_id in GAMES:
        find(game_id)()
    missing = [
        clause["id"]
        for name in ("holdem", "omaha", "omaha_8", "no_limit", "pot_limit", "kill_pots")
        for clause in read_file(folder / name / "clauses.toml")["clause"]
        if clause["kind"] == "rule" and "games" not in clause and clause["id"] not in CITED
    ]
    assert missing == []


def test_view_of_a_hand() -> None:
    round_ = hand("raise 10; call; call", "2c 3c 4c 2d 3d 4d")
    view = round_.view(1)
    piles = {(pile.zone, pile.seat): pile.pieces for pile in view.piles}
    assert piles["hole", 1] == ["2c", "2d"] and piles["hole", 2] == ["??", "??"]
    assert [pot.cents for pot in view.pots] == [30_00]
    assert view.prompt is not None and isinstance(view.prompt.actions[0], Button)
    assert "call" in {no.name for no in view.prompt.forbidden}
    assert view.pucks[0].seat == 3 and view.phase == "flop"
