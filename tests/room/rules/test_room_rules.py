"""The rulebook over the API: everybody may read it, and what is not in it is said."""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from houseway.room.client.client import RoomClient, RoomRefused
from houseway.room.http.site import ENDPOINTS
from houseway.rulebook import games
from houseway.sheets.sign import sign_html, sign_sheet
from tests.support.room_site import house

pytestmark = pytest.mark.process


def test_everybody_reads_all_of_it(tmp_path: Path) -> None:
    async def ask() -> None:
        async with house(tmp_path) as rooms:
            client = RoomClient(rooms.url)
            assert [line.id for line in await client.rules_index()] == list(games())
            book = await client.rules_of("ride-free")
            assert book.name == "Ride Free" and len(book.pay) == 9
            matrix = await client.rules_matrix("razz")
            assert matrix.counts.owed == 0 and matrix.lines
            dealt = await client.rules_pieces("pai-gow-poker")
            assert (dealt.game, dealt.kind, dealt.sets) == ("Pai Gow Poker", "cards and joker", 1)
            clause = await client.rules_clause("free-bet-blackjack", "7G")
            assert clause.clause == "CO-2116-7G" and clause.code and clause.cases
            found = (await client.search("push 22")).found
            assert found[0].at == "/rules/free-bet-blackjack#wager-push-22"
            await client.close()

    asyncio.run(ask())


def test_a_clause_is_read_without_a_login(tmp_path: Path) -> None:
    async def ask() -> None:
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

    asyncio.run(ask())


def test_what_is_not_there_is_said_with_the_nearest(tmp_path: Path) -> None:
    async def ask() -> None:
        async with house(tmp_path) as rooms:
            client = RoomClient(rooms.url)
            for wrong in (
                client.rules_of("omah"),
                client.rules_matrix("omah"),
                client.rules_clause("omah", "1"),
                client.rules_sign("omah"),
            ):
                with pytest.raises(RoomRefused, match="did you mean omaha") as unknown:
                    await wrong
                assert unknown.value.status == 404
            with pytest.raises(RoomRefused, match="has no clause"):
                await client.rules_clause("omaha", "99Z")
            with pytest.raises(RoomRefused, match="there is no table"):
                await client.rules_at("nowhere")
            with pytest.raises(RoomRefused) as empty:
                await client.search("")
            assert empty.value.status == 422
            await client.close()

    asyncio.run(ask())


def test_a_table_has_the_rules_and_the_sign_of_its_posting(tmp_path: Path) -> None:
    async def ask() -> None:
        async with house(tmp_path, "free-bet-blackjack") as rooms:
            posted = rooms.room.table("T1").live.posted
            client = RoomClient(rooms.url)
            book = await client.rules_at("T1")
            assert {p.key: p.value for p in book.postings}["decks"] == f"{posted.sets()} decks"
            assert await client.table_sign("T1") == sign_html(sign_sheet(posted))
            assert await client.rules_sign("omaha", "card") == sign_html(
                sign_sheet(games()["omaha"]()), only="card"
            )
            await client.close()

    asyncio.run(ask())


def test_a_browser_may_show_a_sign_with_its_own_style_and_nothing_else(tmp_path: Path) -> None:
    async def ask() -> None:
        async with house(tmp_path) as rooms:
            client = RoomClient(rooms.url)
            answer = await client.reply("GET", "/rules/ride-free/sign")
            await client.close()
        style = re.search(r"<style>(.*?)</style>", answer.body.decode(), re.S)
        assert style is not None
        digest = b64encode(sha256(style[1].encode()).digest()).decode()
        policy = answer.headers["content-security-policy"]
        assert f"style-src 'sha256-{digest}'" in policy
        assert "default-src 'none'" in policy and "script-src" not in policy
        assert answer.headers["content-type"].startswith("text/html")

    asyncio.run(ask())


def test_the_rulebook_needs_no_login() -> None:
    parts = [endpoint for endpoint in ENDPOINTS if endpoint.tag == "rulebook"]
    assert len(parts) == 10 and not any(endpoint.command for endpoint in parts)
