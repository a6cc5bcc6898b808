"""The odds lab: any game as posted, open to all.

A long question is answered at once with its progress. The same question again continues it; a
question without a reader is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl

from houseway.errors import Refused
from houseway.odds_service.answers import Odds
from houseway.odds_service.controls import PostedControls
from houseway.odds_service.jobs import (
    BankrollOf,
    ChancesOf,
    PlayOf,
    PostingOf,
    SheetOf,
    TablesOf,
    TunedOf,
)
from houseway.odds_service.query import TableQuery
from houseway.odds_service.sheet_text import csv_of, json_of
from houseway.room.api.declare import Document, Download, Endpoints
from houseway.room.api.lab_types import (
    AnHour,
    BankrollAnswer,
    Cards,
    ChancesAnswer,
    Edge,
    Hands,
    KeptRows,
    OddsAnswer,
    PaperSize,
    PlayAnswer,
    PostingText,
    Purse,
    RunId,
    SheetAnswer,
    SheetForm,
    Simulation,
    SimulationWish,
    TableEdge,
    TablesAnswer,
    TunedAnswer,
    Unit,
    Visit,
    WagerName,
    WaitMs,
    Within,
)
from houseway.room.api.types import GameId, TableName
from houseway.room.errors import Denied
from houseway.room.http.headers import policy_for
from houseway.room.lab.odds import posted_at
from houseway.room.room import Room

api = Endpoints("lab")
GAME = "/lab/games/{game}"
WAGER = GAME + "/wagers/{wager}"


@api.get(GAME + "/posting", "", "Get the posted options of a game")
async def lab_posting(
    room: Room, game: GameId, address: str, posting: PostingText = ""
) -> PostedControls:
    """Return every posted choice: its values in words, its clauses, and the values that go with the
    rest.
    """
    return await room.lab.at_once(PostingOf(TableQuery.read(game, posting)), address)


@api.get(GAME + "/odds", "", "Get the odds of each wager")
async def lab_odds(
    room: Room, game: GameId, address: str, posting: PostingText = "", wait: WaitMs = 400
) -> OddsAnswer:
    """Return edge, exact fraction, hits, swing, outcomes and method of every wager as posted."""
    answer = await room.lab.odds(TableQuery.read(game, posting), wait, address)
    return OddsAnswer(answer.found, answer.pending)


@api.get(GAME + "/odds.csv", "", "Get the odds as CSV", media="text/csv")
async def lab_csv(
    room: Room, game: GameId, address: str, posting: PostingText = "", wait: WaitMs = 10_000
) -> Download:
    """Return the odds with a line for each wager."""
    odds = await _whole(room, TableQuery.read(game, posting), wait, address)
    return Download("text/csv; charset=utf-8", f"{_file(game)}-odds.csv", _once(csv_of(odds)))


@api.get(GAME + "/odds.json", "", "Get the odds as a file")
async def lab_json(
    room: Room, game: GameId, address: str, posting: PostingText = "", wait: WaitMs = 10_000
) -> Download:
    """Return all odds, with the posting."""
    query = TableQuery.read(game, posting)
    odds = await _whole(room, query, wait, address)
    return Download("application/json", f"{_file(game)}-odds.json", _once(json_of(query, odds)))


@api.get(WAGER + "/tables", "", "Get a wager's edge by pay table and decks")
async def lab_tables(
    room: Room, game: GameId, wager: WagerName, address: str, posting: PostingText = "",
    wait: WaitMs = 400,
) -> TablesAnswer:  # fmt: skip
    """Return a wager's edge under every pay table with every number of decks, the rest as
    posted.
    """
    answer = await room.lab.ask(TablesOf(TableQuery.read(game, posting), wager), wait, address)
    return TablesAnswer(answer.found, answer.pending)


@api.get(GAME + "/play", "", "Get the best play of a game")
async def lab_play(
    room: Room, game: GameId, address: str, posting: PostingText = "", wait: WaitMs = 400
) -> PlayAnswer:
    """Return the best play as charts, tables of figures and sentences."""
    answer = await room.lab.ask(PlayOf(TableQuery.read(game, posting)), wait, address)
    return PlayAnswer(answer.found, answer.pending)


@api.get(WAGER + "/bankroll", "", "Get the effect of a wager on a bankroll")
async def lab_bankroll(
    room: Room, game: GameId, wager: WagerName, address: str, posting: PostingText = "",
    unit: Unit = 10_00, purse: Purse = 500_00, rounds: Visit = 1_000, hour: AnHour = 70,
    wait: WaitMs = 400,
) -> BankrollAnswer:  # fmt: skip
    """Return the results of a visit and of an hour, and the risk of ruin."""
    known = await room.lab.row(TableQuery.read(game, posting), wager, wait, address)
    if known.found is None:
        return BankrollAnswer(None, known.pending)
    job = BankrollOf(known.found, unit, purse, rounds, hour)
    answer = await room.lab.ask(job, wait, address)
    return BankrollAnswer(answer.found, answer.pending)


@api.get(WAGER + "/tune", "", "Find pays for a target edge")
async def lab_tune(
    room: Room, game: GameId, wager: WagerName, edge: Edge, address: str,
    posting: PostingText = "", within: Within = "", keep: KeptRows = "", wait: WaitMs = 400,
) -> TunedAnswer:  # fmt: skip
    """Return several pay tables for an edge, each as a posting."""
    kept = dict(parse_qsl(keep, keep_blank_values=True))
    job = TunedOf(TableQuery.read(game, posting), wager, edge, within, kept)
    answer = await room.lab.ask(job, wait, address)
    return TunedAnswer(answer.found, answer.pending)


@api.get(GAME + "/equity", "", "Get the equity of poker hands")
async def lab_equity(
    room: Room, game: GameId, hands: Hands, address: str, posting: PostingText = "",
    board: Cards = "", dead: Cards = "", wait: WaitMs = 400,
) -> ChancesAnswer:  # fmt: skip
    """Return the equity of hands and ranges in common notation."""
    held = tuple(hand.strip() for hand in hands.split("/"))
    answer = await room.lab.ask(
        ChancesOf(TableQuery.read(game, posting), held, board, dead), wait, address
    )
    return ChancesAnswer(answer.found, answer.pending)


@api.get(GAME + "/par", "", "Order a PAR sheet")
async def lab_par(
    room: Room, game: GameId, address: str, posting: PostingText = "", form: SheetForm = "html",
    paper: PaperSize = "a4", wait: WaitMs = 400,
) -> SheetAnswer:  # fmt: skip
    """Return the state of a sheet; a PDF needs Chromium on the server's machine."""
    job = SheetOf(TableQuery.read(game, posting), paper, form == "pdf")
    answer = await room.lab.ask(job, wait, address)
    return SheetAnswer(answer.found is not None, answer.pending)


@api.get(GAME + "/par.html", "", "Get the PAR sheet of a game", media="text/html")
async def lab_par_html(
    room: Room, game: GameId, address: str, posting: PostingText = "", paper: PaperSize = "a4"
) -> Document:
    """Return the PAR sheet of a game on one page; it is made beforehand."""
    made = await room.lab.at_once(SheetOf(TableQuery.read(game, posting), paper, False), address)
    html = made.decode()
    return Document(html, policy_for(html))


@api.get(GAME + "/par.pdf", "", "Get the PAR sheet as PDF", media="application/pdf")
async def lab_par_pdf(
    room: Room, game: GameId, address: str, posting: PostingText = "", paper: PaperSize = "a4"
) -> Download:
    """Return the PAR sheet as a PDF."""
    made = await room.lab.at_once(SheetOf(TableQuery.read(game, posting), paper, True), address)
    return Download("application/pdf", f"{_file(game)}-par.pdf", _once(made))


@api.post(
    "/lab/simulations", "", "Begin a simulation", remembers=True,
    example=SimulationWish("3-dice-baccarat", "player", rounds=1_000_000),
)  # fmt: skip
async def lab_simulate(room: Room, address: str, body: SimulationWish) -> Simulation:
    """Simulate rounds dealt from real shoes; the run ends when it is no longer watched."""
    query = TableQuery.read(body.game, body.posting)
    return room.lab.runs.start(query, body.wager, body.seed, body.rounds, address)


@api.get("/lab/simulations/{run}", "", "Get the progress of a simulation")
async def lab_simulation(room: Room, run: RunId) -> Simulation:
    """Return every point that a simulation has passed: rounds, edge, standard error."""
    return room.lab.runs.look(run)


@api.delete("/lab/simulations/{run}", "", "Stop a simulation", remembers=True)
async def lab_stop(room: Room, run: RunId) -> Simulation:
    """Stop a simulation; its results stay."""
    return room.lab.runs.stop(run)


@api.get("/tables/{table}/odds", "", "Get the odds of a table")
async def table_odds(room: Room, table: TableName, address: str, wait: WaitMs = 400) -> OddsAnswer:
    """Return the odds of the table as it is posted."""
    answer = await room.lab.odds(posted_at(room.table(table)), wait, address)
    return OddsAnswer(answer.found, answer.pending)


@api.get("/lab/tables", "", "Get the house edge of every table")
async def lab_edges(room: Room) -> list[TableEdge]:
    """Return the edge of the required bet at every table; unknown ones are computed in idle
    time.
    """
    return await room.lab.edges(room.tables.values())


async def _whole(room: Room, query: TableQuery, wait: int, address: str) -> Odds:
    """Return the complete odds of a table; Denied (busy) while some are computed."""
    answer = await room.lab.odds(query, wait, address)
    if answer.found is None or answer.pending is not None:
        raise Denied("this is still being worked out; ask again", "busy")
    return answer.found


def _once(body: bytes) -> Iterator[bytes]:
    """Yield a body as a stream of one part."""
    yield body


def _file(game: str) -> str:
    """Return a game's id as the name of a file; an unknown game is refused."""
    if not game.replace("-", "").isalnum() or not game.isascii():
        raise Refused("there is no such game in the rulebook")
    return game
