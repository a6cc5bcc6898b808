"""A real room on PostgreSQL: its server is killed, its database is restarted, nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.loading.house import Served, furnish
from benchmarks.loading.players import Crowd
from benchmarks.loading.postgres_server import PostgresServer
from scripts.restart_database import drill, missing, play

from houseway.cli.main import run as main
from tests.support.postgres_server import own_server

pytestmark = pytest.mark.process
FEW = ("free-bet-blackjack", "omaha-8")


@pytest.fixture
def database() -> Iterator[PostgresServer]:
    with own_server() as found:
        yield found


@pytest.mark.parametrize(
    ("tables", "kills", "actions"),
    [(2, 2, 60), pytest.param(20, 8, 1_000, marks=pytest.mark.slow)],
)
def test_a_server_is_killed_and_the_next_one_goes_on(
    tmp_path: Path, database: PostgresServer, tables: int, kills: int, actions: int,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    dsn = database.dsn()

    async def evening() -> Crowd:
        crowd = Crowd(await furnish(tmp_path, tables, FEW, dsn))
        for _ in range(kills):
            server = Served(tmp_path, books=dsn)
            try:
                crowd.hold()
                await crowd.join(server.host, server.port)
                await crowd.all_shown()
                crowd.go()
                await play(crowd, server, actions)
            finally:
                server.kill()
            crowd.leave()
            while crowd.open:
                await asyncio.sleep(0.01)
        return crowd

    crowd = asyncio.run(evening())
    assert missing(tmp_path, dsn, crowd) == []
    crowd.tally.acked["T0"].append((1, "a key of nobody"))
    assert missing(tmp_path, dsn, crowd) == ["a key of nobody"]
    commands_take_the_address(tmp_path, dsn, capsys)


def commands_take_the_address(folder: Path, dsn: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command that opens books opens those in a database, too."""

    def run(*words: object) -> tuple[int, str]:
        code = main([*map(str, words), "--data", str(folder), "--books", dsn])
        said = capsys.readouterr()
        return code, " ".join((said.out + said.err).split())

    code, said = run("audit")
    assert code == 0 and "All checks passed" in said and "on 127.0.0.1" in said
    code, said = run("export", "--out", folder / "exported")
    assert code == 0 and (folder / "exported" / "rounds.csv").exists()
    code, said = run("export-heads", "--out", folder / "heads.json")
    assert code == 0
    code, said = run("audit", "--heads", folder / "heads.json")
    assert code == 0 and "exported before" in said
    code, said = run("unlock", "9001")
    assert code == 0 and "The card of Sue was not locked" in said
    code, said = run("backup", "--out", folder / "copy.db")
    assert code == 2 and "pg_basebackup" in said and not (folder / "copy.db").exists()
    keys = folder / "keys.toml"
    keys.rename(folder / "elsewhere.toml")
    code, said = run("serve", "--room", folder / "room.toml", "--port", "0")
    assert code == 2 and "the keys of this room are not at" in said and not keys.exists()
    code = main(["audit", "--data", str(folder), "--books", "mysql://localhost/books"])
    assert code == 2 and "begins with postgresql://" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("restarts", "tables", "actions"),
    [(2, 2, 60), pytest.param(10, 12, 1_000, marks=pytest.mark.slow)],
)
def test_the_database_is_restarted_and_every_table_goes_on(
    tmp_path: Path, database: PostgresServer, restarts: int, tables: int, actions: int
) -> None:
    games = FEW if tables == 2 else ()
    made, crowd, wrong = asyncio.run(
        drill(tmp_path, database, restarts, tables, actions, *([games] if games else []))
    )
    assert len(made) == restarts and wrong == []
    assert crowd.tally.acks >= (restarts + 1) * actions
    assert crowd.tally.refused.get("busy", 0), "nothing was asked while the database was away"
