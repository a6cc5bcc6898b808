"""The rulebook over the API: everything that the text asks is there, once, in words."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from houseway.room.client import RoomClient, RoomRefused
from houseway.rulebook import games
from houseway.rulebook.clauses import all_clauses, clauses_of
from houseway.sheets.told_clause import clause_told, games_with
from room_site import house


def test_every_clause_is_told_by_its_number() -> None:
    for clause in all_clauses().values():
        told = clause_told(clause.id)
        assert told.says == " ".join(clause.says.split()) and told.title and told.source
        assert told.game == told.games[0] and told.kind_words


def test_a_clause_stands_first_where_its_own_text_is() -> None:
    assert games_with()["CO-2116-7G"] == ("free-bet-blackjack",)
    assert games_with()["CA-HOLDEM-01"][0] == "holdem"
    told = clause_told("CO-ALL-4", "ride-free")
    assert (told.game.name, len(told.games)) == ("Ride Free", 16)
    for game in games():
        for clause in clauses_of(game):
            assert game in games_with()[clause.id]


def test_a_clause_is_read_without_a_login(tmp_path: Path) -> None:
    async def asked() -> None:
        async with house(tmp_path) as rooms:
            client = RoomClient(rooms.url)
            told = await client.one_clause("CO-2116-7G")
            assert "22 does not bust" in told.says and told.ref == "(7)(G)"
            assert told.game.id == "free-bet-blackjack"
            with pytest.raises(RoomRefused, match="did you mean CO-2116-7G") as unknown:
                await client.one_clause("CO-2116-7GG")
            assert (unknown.value.status, unknown.value.code) == (404, "unknown")
            with pytest.raises(RoomRefused, match="no clause of 'razz'"):
                await client.one_clause("CO-2116-7G", "razz")
            await client.close()

    asyncio.run(asked())
