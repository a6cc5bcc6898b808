"""The odds lab of a room: what it answers is the library's, once, from other processes."""

from __future__ import annotations

import asyncio
import csv
import io
import os
from collections.abc import Awaitable, Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest

import houseway
from houseway.analysis.bankroll import BankrollPlan, risk_of
from houseway.analysis.simulation_runs.run import run as simulate
from houseway.jobs import Pool
from houseway.odds_service import answer_cache
from houseway.odds_service.jobs import MustOf, OddsOf
from houseway.odds_service.query import TableQuery
from houseway.room.api.lab_types import OddsAnswer
from houseway.room.client.client import RoomClient
from houseway.room.client.requests import RoomRefused
from houseway.rulebook import find
from tests.support.room_site import House, house

DICE, FREE = "3-dice-baccarat", "free-bet-blackjack"
LONG = 600


async def whole(client: RoomClient, game: str, posting: str = "") -> OddsAnswer:
    """The odds when all of them are there."""
    async with asyncio.timeout(LONG):
        while True:
            answer = await client.lab_odds(game, posting)
            if answer.pending is None:
                return answer


Test: TypeAlias = Callable[[House, RoomClient], Awaitable[None]]
Lab: TypeAlias = Callable[[Test], None]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A room with a table of dice and one of poker, and a client without a login, for all tests
    here.
    """
    with asyncio.Runner() as runner:
        opened = house(tmp_path_factory.mktemp("lab"), DICE, "lightning-holdem")
        found = runner.run(opened.__aenter__())
        client = RoomClient(found.url)
        found.clients.append(client)

        def run(test: Test) -> None:
            async def alone() -> None:
                await test(found, client)

            runner.run(alone())
            assert found.room.workers.pids and os.getpid() not in found.room.workers.pids

        yield run
        runner.run(opened.__aexit__(None, None, None))
        assert not found.room.workers.pids


@pytest.mark.process
def test_rows_are_the_librarys_to_the_last_digit(lab: Lab) -> None:
    async def test(found: House, client: RoomClient) -> None:
        answer = (await whole(client, DICE)).found
        assert answer is not None and answer.main == "player"
        rows = {row.wager: row for row in answer.rows}
        library = {row.wager: row for row in houseway.odds(DICE).rows if row.table in
                   (rows[row.wager].table,)}  # fmt: skip
        assert len(rows) == len(library) == 19
        for name, row in rows.items():
            known = library[name]
            assert Fraction(row.exactly) == known.house_edge and row.method == "exact"
            assert row.edge == float(known.house_edge) and row.wins == float(known.hit_frequency)
            assert row.variance == float(known.variance)
            shares = sum(line.share or 0 for line in row.lines)
            assert abs(shares - row.returned) < 1e-12, "what comes back comes back by the rows"
            assert sum(line.chance for line in row.lines) == pytest.approx(1)

    lab(test)


@pytest.mark.process
def test_pays_of_ones_own_are_exact_to_the_fraction_and_at_once(lab: Lab) -> None:
    def priced(wager: str, outcome: str, pay: str) -> Fraction:
        table = find(DICE).pay_tables()[next(w.paid_by for w in find(DICE).wagers
                                             if w.name == wager)]  # fmt: skip
        column = next(iter(table.columns.values()))
        pays = {o: p.text for o, p in zip(table.outcomes, column, strict=True)}
        (row,) = houseway.odds(DICE, wager, pay={**pays, outcome: pay}).rows
        assert isinstance(row.house_edge, Fraction)
        return row.house_edge

    async def test(found: House, client: RoomClient) -> None:
        printed = (await whole(client, DICE)).found
        assert printed is not None
        done = found.room.workers.done
        posting = "golden_talons_player.wins_by_9=77+to+1&moon_8.moon_8=9+to+1"
        mine = (await client.lab_odds(DICE, posting, wait=0)).found
        assert mine is not None and found.room.workers.done == done + 1
        rows = {row.wager: row for row in mine.rows}
        base = {row.wager: row for row in printed.rows}
        talons = priced("golden_talons_player", "wins_by_9", "77 to 1")
        for wager, edge in (
            ("golden_talons_player", talons),
            ("golden_talons_banker", talons),  # both are paid by one table
            ("moon_8", priced("moon_8", "moon_8", "9 to 1")),
        ):
            assert rows[wager].own and not base[wager].own
            assert Fraction(rows[wager].exactly) == edge != Fraction(base[wager].exactly)
            assert Fraction(rows[wager].others[0].exactly) == Fraction(base[wager].exactly)
        assert rows["player"] == base["player"], "other wagers are as they were"

    lab(test)


def test_pays_that_change_the_play_are_worked_out_anew(lab: Lab) -> None:
    """An ante is played for the best, and that depends on what it pays: nothing is re-weighed."""
    game = "3-card-shine"

    async def test(found: House, client: RoomClient) -> None:
        answer = (await whole(client, game, "ante.win=2+to+1")).found
        assert answer is not None
        (row,) = [row for row in answer.rows if row.wager == "ante"]
        assert row.own and not row.at_once
        table = find(game).pay_tables()["ante"]
        column = next(iter(table.columns.values()))
        pays = {o: p.text for o, p in zip(table.outcomes, column, strict=True)}
        (known,) = houseway.odds(game, "ante", pay={**pays, "win": "2 to 1"}).rows
        assert Fraction(row.exactly) == known.house_edge

    lab(test)


REFUSED = [
    (FREE, "decks=7", "cannot be '7'; it may be 5, 6 or 8", "CO-2116-1"),
    (FREE, "deks=6", "there is nothing called 'deks' to post here; did you mean decks", ""),
    (FREE, "push_22.suited_22=a+lot", "22 in one suit: ", ""),
    (FREE, "push_22.suited_23=5+to+1", "Push 22 has no row 'suited_23'", ""),
    (FREE, "main.win=5+to+1", "main has no pay table", "CO-2116-2"),
    (FREE, "decks=6&decks=8", "'decks' is said twice", ""),
    (FREE, "decks", "is no posting: write key=value", ""),
    ("no-such-game", "", "there is no game 'no-such-game'", ""),
    ("blackjack-switch", "super_match=2", "is for 8 decks only; with 6 post 1", "CO-"),
    (DICE, "golden_talons_player.wins_by_9=5&golden_talons_banker.wins_by_9=6",
     "is paid by the same table as another wager", "CO-2899.09"),
]  # fmt: skip


def test_what_cannot_be_posted_is_refused_with_its_clause(lab: Lab) -> None:
    async def test(found: House, client: RoomClient) -> None:
        for game, posting, said, clause in REFUSED:
            with pytest.raises(RoomRefused) as refused:
                await client.lab_posting(game, posting)
            assert said in refused.value.what and refused.value.code == "refused"
            assert any(c.startswith(clause) for c in refused.value.clauses) or not clause

    lab(test)


def test_controls_say_what_fits_with_what(lab: Lab) -> None:
    async def test(found: House, client: RoomClient) -> None:
        game, table = "rocket-aces", "MEDIUM-SINGLE-ACE-6D"
        posted = await client.lab_posting(game, f"decks=6&rocket_aces={table}&soft_17=hit")
        controls = {control.key: control for control in posted.controls}
        decks = {value.written: value for value in controls["decks"].values}
        assert controls["decks"].written == "6" and controls["decks"].clauses
        assert decks["2"].frees == ("rocket_aces",), "that pay table is for 6 decks only"
        assert "6 decks only" in decks["2"].why and decks["2"].clauses
        assert not decks["6"].why and controls["rocket_aces"].written == table
        assert "decks=6" in posted.posting and "peek" not in posted.posting
        again = await client.lab_posting(game, posted.posting)
        assert again.rules == posted.rules and again.posting == posted.posting
        default = controls["soft_17"].values[0].written
        assert ("soft_17" in posted.posting) == (default != "hit"), "only what differs is carried"
        for control in posted.controls:
            said = [control.words, control.value, *(v.words for v in control.values)]
            assert not [text for text in said if "_" in text]

    lab(test)


@pytest.mark.process
def test_a_table_of_the_room_and_the_lobby(lab: Lab) -> None:
    async def test(found: House, client: RoomClient) -> None:
        assert [edge.edge for edge in await client.lab_edges()] == [None, None]
        async with asyncio.timeout(LONG):
            while (edges := await client.lab_edges())[0].edge is None:
                await asyncio.sleep(0.02)
        assert edges[0].table == "T1" and edges[0].wager == "Player"
        assert Fraction(edges[0].exactly) == Fraction(11, 864) and edges[0].method == "exact"
        assert edges[1].edge is None, "among players there is no house edge"
        async with asyncio.timeout(LONG):
            while (answer := await client.table_odds("T1")).pending is not None:
                pass
        assert answer.found is not None and answer.found.rows[0].edge == edges[0].edge
        async with asyncio.timeout(LONG):
            while (poker := await client.table_odds("T2")).pending is not None:
                pass
        assert poker.found is not None and not poker.found.rows
        assert "no house edge" in poker.found.notes[0] and poker.found.grids

    lab(test)


@pytest.mark.process
def test_files_to_take_along(lab: Lab) -> None:
    async def test(found: House, client: RoomClient) -> None:
        answer = (await whole(client, DICE)).found
        assert answer is not None
        lines = list(csv.DictReader(io.StringIO((await client.lab_csv(DICE)).decode())))
        assert [line["exactly"] for line in lines] == [row.exactly for row in answer.rows]
        assert [float(line["house edge"]) for line in lines] == [row.edge for row in answer.rows]
        told = msgspec.json.decode(await client.lab_json(DICE, "sun_7.sun_7=15+to+1"))
        assert told["pay"] == {"sun_7": {"sun_7": "15 to 1"}} and told["game"] == DICE
        assert len(told["odds"]["rows"]) == len(answer.rows)
        async with asyncio.timeout(LONG):
            while not (await client.lab_par(DICE)).ready:
                pass
        page = await client.lab_par_html(DICE)
        assert "3 Dice Baccarat" in page and "11/864" in page

    lab(test)


def test_bankroll_and_pays_for_an_edge(lab: Lab) -> None:
    wager = "golden_talons_player"

    async def test(found: House, client: RoomClient) -> None:
        async with asyncio.timeout(LONG):
            while (risk := await client.lab_bankroll(DICE, "player", unit=10_00,
                                                     rounds=500)).found is None:  # fmt: skip
                pass
            while (tuned := await client.lab_tune(DICE, wager, "5%")).found is None:
                pass
        plan = BankrollPlan(Fraction(10), Fraction(500), 70.0, 500)
        (player,) = houseway.odds(DICE, "player").rows
        known = risk_of(player, plan).plain()
        assert risk.found.ruin == pytest.approx(known["ruin_within"]["chance"])
        assert risk.found.ahead == pytest.approx(known["after"]["ahead"])
        assert risk.found.mean_hour == pytest.approx(-70 * 10 * 11 / 864)
        for proposal in tuned.found.proposals:
            assert abs(proposal.edge - 0.05) <= 0.0025
            priced = (await whole(client, DICE, proposal.posting)).found
            assert priced is not None
            (row,) = [row for row in priced.rows if row.wager == wager]
            assert row.exactly == proposal.exactly
        with pytest.raises(RoomRefused, match="the nearest have"):
            async with asyncio.timeout(LONG):
                while (await client.lab_tune(DICE, "moon_8", "5%")).found is None:
                    pass

    lab(test)


def test_a_simulation_runs_as_long_as_someone_looks(lab: Lab) -> None:
    async def test(found: House, client: RoomClient) -> None:
        run = await client.lab_simulate(DICE, "player", rounds=100_000, seed=5)
        again = await client.lab_simulate(DICE, "player", rounds=100_000, seed=5)
        assert again.id == run.id, "the same is not begun twice"
        async with asyncio.timeout(LONG):
            while (run := await client.lab_simulation(run.id)).state == "runs":
                await asyncio.sleep(0.02)
        assert run.state == "done" and run.rounds == 100_000 and run.edge is not None
        assert [at.rounds for at in run.points] == [32_768, 65_536, 98_304, 100_000]
        alone = simulate(
            find(DICE)(), 100_000, seed=5, strategy="best", wagers=(), chunk=32_768, workers=1
        )
        assert run.edge == float(alone.estimates["player"].here.edge)
        assert abs(run.edge - 11 / 864) < 5 * (run.stderr or 0)
        long = await client.lab_simulate(DICE, "player", rounds=10**9)
        async with asyncio.timeout(LONG):
            while not (await client.lab_simulation(long.id)).points:
                await asyncio.sleep(0.02)
        await client.lab_stop(long.id)
        assert (await client.lab_simulation(long.id)).state == "stopped"
        left = await client.lab_simulate(DICE, "banker", rounds=10**9)
        found.clock.advance(60_000)
        async with asyncio.timeout(LONG):
            while (gone := found.room.lab.runs._runs[left.id]).state == "runs":
                await asyncio.sleep(0.02)
        assert gone.words == "no page shows it any more"
        bad = await client.lab_simulate(DICE, "no-wager")
        async with asyncio.timeout(LONG):
            while (told := await client.lab_simulation(bad.id)).state == "runs":
                await asyncio.sleep(0.02)
        assert told.state == "refused" and "does not offer this wager" in told.words

    lab(test)


def test_an_answer_depends_on_the_code_that_makes_it() -> None:
    files = answer_cache.sources()
    for package in answer_cache.PARTS:
        assert [path for path in files if package in path.parts], package
    assert Path(answer_cache.__file__) in files


def test_an_answer_is_kept_under_all_that_could_change_it() -> None:
    def key(posting: str, *question: object) -> str:
        return answer_cache.key_of(TableQuery.read(FREE, posting).table(), *question)

    keys = [
        key("", "rows", "main"),
        key("", "rows", "push_22"),
        key("decks=8", "rows", "main"),
        key("push_22=B", "rows", "main"),
        key("push_22.suited_22=40+to+1", "rows", "main"),
        key("push_22.suited_22=41+to+1", "rows", "main"),
        answer_cache.key_of(find("blackjack")(), "rows", "main"),
    ]
    assert len(set(keys)) == len(keys)
    assert keys[0] == key("", "rows", "main")


def test_an_answer_on_the_disk_is_found_again_and_never_believed_when_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    times: list[int] = []

    def found() -> tuple[int, ...]:
        times.append(1)
        return (1, 2, 3)

    assert answer_cache.kept("a" * 64, tuple[int, ...], found) == (1, 2, 3)
    assert answer_cache.kept("a" * 64, tuple[int, ...], found) == (1, 2, 3) and len(times) == 1
    (file,) = (tmp_path / "lab").iterdir()
    file.write_bytes(file.read_bytes()[:-1] + b"\x09")
    assert answer_cache.kept("a" * 64, tuple[int, ...], found) == (1, 2, 3) and len(times) == 2
    file.write_bytes(b"")
    assert answer_cache.kept("a" * 64, tuple[int, ...], found) == (1, 2, 3) and len(times) == 3
    assert answer_cache.kept("a" * 64, dict[str, int], lambda: {"b": 1}) == {"b": 1}, (
        "another struct"
    )
    monkeypatch.setattr(answer_cache, "MOST_FILES", 3)
    for name in "bcdefgh":
        answer_cache.kept(name * 64, tuple[int, ...], found)
    assert len(list((tmp_path / "lab").iterdir())) <= 4
    monkeypatch.setenv("HOUSEWAY_CACHE", str(file / "no-folder"))
    assert answer_cache.kept("z" * 64, tuple[int, ...], found) == (1, 2, 3), "nowhere to keep it"


@pytest.mark.process
def test_the_next_start_has_it_and_it_is_worked_out_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))

    async def run() -> tuple[object, object, int]:
        workers = Pool()
        try:
            asked = TableQuery.read(DICE, "")
            both = [workers.run(OddsOf(asked), LONG, caller=f"{n}") for n in range(3)]
            first, *others = await asyncio.gather(*both)
            assert all(other is first for other in others)
            main = await workers.run(MustOf(asked), LONG)
            return first, main, len(list((tmp_path / "lab").iterdir()))
        finally:
            await workers.close()

    first, main, files = asyncio.run(run())
    stamps = {path: path.read_bytes() for path in (tmp_path / "lab").iterdir()}
    again, same, still = asyncio.run(run())
    assert (first, main) == (again, same) and files == still > 0
    assert stamps == {path: path.read_bytes() for path in (tmp_path / "lab").iterdir()}
