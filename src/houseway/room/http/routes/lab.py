"""The odds lab: any game as posted, for everybody.

What takes long answers at once with how far it is; whoever asks again with the same words asks for
the same, and who does not is not waited for.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl

from houseway.errors import Refused
from houseway.odds_service.answers import Odds
from houseway.odds_service.controls import Posted
from houseway.odds_service.jobs import (
    BankrollOf,
    ChancesOf,
    PlayOf,
    PostingOf,
    SheetOf,
    TablesOf,
    TunedOf,
)
from houseway.odds_service.query import Asked
from houseway.odds_service.sheet_text import csv_of, json_of
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
    SimulationWish,
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
from houseway.room.http.api import Api
from houseway.room.http.endpoint import Document, Download
from houseway.room.http.headers import policy_for
from houseway.room.lab.odds import TableEdge, posted_at
from houseway.room.lab.simulations import Simulation
from houseway.room.room import Room

api = Api("lab")
GAME = "/lab/games/{game}"
WAGER = GAME + "/wagers/{wager}"


@api.get(GAME + "/posting", "", "What may be posted of a game")
async def lab_posting(room: Room, game: GameId, address: str, posting: PostingText = "") -> Posted:
    """Every choice with its values in words, its clauses, and which values go with the rest."""
    return await room.lab.at_once(PostingOf(Asked.read(game, posting)), address)


@api.get(GAME + "/odds", "", "What each wager returns")
async def lab_odds(
    room: Room, game: GameId, address: str, posting: PostingText = "", wait: WaitMs = 400
) -> OddsAnswer:
    """Edge, exact fraction, hits, swing, outcomes and method of every wager as posted."""
    answer = await room.lab.odds(Asked.read(game, posting), wait, address)
    return OddsAnswer(answer.found, answer.pending)


@api.get(GAME + "/odds.csv", "", "What each wager returns, as a table of values", media="text/csv")
async def lab_csv(
    room: Room, game: GameId, address: str, posting: PostingText = "", wait: WaitMs = 10_000
) -> Download:
    """A line for each wager."""
    odds = await _whole(room, Asked.read(game, posting), wait, address)
    return Download("text/csv; charset=utf-8", f"{_file(game)}-odds.csv", _once(csv_of(odds)))


@api.get(GAME + "/odds.json", "", "What each wager returns, as a file")
async def lab_json(
    room: Room, game: GameId, address: str, posting: PostingText = "", wait: WaitMs = 10_000
) -> Download:
    """Everything that is known, with the posting."""
    asked = Asked.read(game, posting)
    odds = await _whole(room, asked, wait, address)
    return Download("application/json", f"{_file(game)}-odds.json", _once(json_of(asked, odds)))


@api.get(WAGER + "/tables", "", "A wager by pay table and decks")
async def lab_tables(
    room: Room, game: GameId, wager: WagerName, address: str, posting: PostingText = "",
    wait: WaitMs = 400,
) -> TablesAnswer:  # fmt: skip
    """Its edge under every pay table with every number of decks, the rest as posted."""
    answer = await room.lab.ask(TablesOf(Asked.read(game, posting), wager), wait, address)
    return TablesAnswer(answer.found, answer.pending)


@api.get(GAME + "/play", "", "How a game is played best")
async def lab_play(
    room: Room, game: GameId, address: str, posting: PostingText = "", wait: WaitMs = 400
) -> PlayAnswer:
    """Charts, tables of figures and sentences."""
    answer = await room.lab.ask(PlayOf(Asked.read(game, posting)), wait, address)
    return PlayAnswer(answer.found, answer.pending)


@api.get(WAGER + "/bankroll", "", "What a wager does to a bankroll")
async def lab_bankroll(
    room: Room, game: GameId, wager: WagerName, address: str, posting: PostingText = "",
    unit: Unit = 10_00, purse: Purse = 500_00, rounds: Visit = 1_000, hour: AnHour = 70,
    wait: WaitMs = 400,
) -> BankrollAnswer:  # fmt: skip
    """Results of a visit and of an hour, and the chance of ruin."""
    known = await room.lab.row(Asked.read(game, posting), wager, wait, address)
    if known.found is None:
        return BankrollAnswer(None, known.pending)
    job = BankrollOf(known.found, unit, purse, rounds, hour)
    answer = await room.lab.ask(job, wait, address)
    return BankrollAnswer(answer.found, answer.pending)


@api.get(WAGER + "/tune", "", "Pays that meet a target edge")
async def lab_tune(
    room: Room, game: GameId, wager: WagerName, edge: Edge, address: str,
    posting: PostingText = "", within: Within = "", keep: KeptRows = "", wait: WaitMs = 400,
) -> TunedAnswer:  # fmt: skip
    """Several proposals, each with the posting that has its pays."""
    kept = dict(parse_qsl(keep, keep_blank_values=True))
    job = TunedOf(Asked.read(game, posting), wager, edge, within, kept)
    answer = await room.lab.ask(job, wait, address)
    return TunedAnswer(answer.found, answer.pending)


@api.get(GAME + "/equity", "", "What hands of poker may expect")
async def lab_equity(
    room: Room, game: GameId, hands: Hands, address: str, posting: PostingText = "",
    board: Cards = "", dead: Cards = "", wait: WaitMs = 400,
) -> ChancesAnswer:  # fmt: skip
    """Hands and ranges as people write them, held against each other."""
    held = tuple(hand.strip() for hand in hands.split("/"))
    answer = await room.lab.ask(
        ChancesOf(Asked.read(game, posting), held, board, dead), wait, address
    )
    return ChancesAnswer(answer.found, answer.pending)


# -- sheets --------------------------------------------------------------------------------------


@api.get(GAME + "/par", "", "Have a PAR sheet made")
async def lab_par(
    room: Room, game: GameId, address: str, posting: PostingText = "", form: SheetForm = "html",
    paper: PaperSize = "a4", wait: WaitMs = 400,
) -> SheetAnswer:  # fmt: skip
    """Whether it is ready; a PDF needs Chromium on the server's machine."""
    job = SheetOf(Asked.read(game, posting), paper, form == "pdf")
    answer = await room.lab.ask(job, wait, address)
    return SheetAnswer(answer.found is not None, answer.pending)


@api.get(GAME + "/par.html", "", "The PAR sheet of a game", media="text/html")
async def lab_par_html(
    room: Room, game: GameId, address: str, posting: PostingText = "", paper: PaperSize = "a4"
) -> Document:
    """What a laboratory files about a game, on one page; it is made beforehand."""
    made = await room.lab.at_once(SheetOf(Asked.read(game, posting), paper, False), address)
    html = made.decode()
    return Document(html, policy_for(html))


@api.get(GAME + "/par.pdf", "", "The PAR sheet of a game, on pages", media="application/pdf")
async def lab_par_pdf(
    room: Room, game: GameId, address: str, posting: PostingText = "", paper: PaperSize = "a4"
) -> Download:
    """The same to be printed."""
    made = await room.lab.at_once(SheetOf(Asked.read(game, posting), paper, True), address)
    return Download("application/pdf", f"{_file(game)}-par.pdf", _once(made))


# -- simulations ---------------------------------------------------------------------------------


@api.post(
    "/lab/simulations", "", "Begin a simulation",
    example=SimulationWish("3-dice-baccarat", "player", rounds=1_000_000),
)  # fmt: skip
async def lab_simulate(room: Room, address: str, body: SimulationWish) -> Simulation:
    """Rounds dealt from real shoes; it runs as long as somebody looks."""
    asked = Asked.read(body.game, body.posting)
    return room.lab.runs.start(asked, body.wager, body.seed, body.rounds, address)


@api.get("/lab/simulations/{run}", "", "How far a simulation is")
async def lab_simulation(room: Room, run: RunId) -> Simulation:
    """Every point it has passed: rounds, edge, standard error."""
    return room.lab.runs.look(run)


@api.delete("/lab/simulations/{run}", "", "Stop a simulation")
async def lab_stop(room: Room, run: RunId) -> Simulation:
    """What is known by then stays."""
    return room.lab.runs.stop(run)


# -- tables of the room --------------------------------------------------------------------------


@api.get("/tables/{table}/odds", "", "What each wager of a table returns")
async def table_odds(room: Room, table: TableName, address: str, wait: WaitMs = 400) -> OddsAnswer:
    """The odds of the table as it is posted."""
    answer = await room.lab.odds(posted_at(room.table(table)), wait, address)
    return OddsAnswer(answer.found, answer.pending)


@api.get("/lab/tables", "", "The house edge at every table")
async def lab_edges(room: Room) -> list[TableEdge]:
    """Of what has to be bet there; what is not known yet is worked out when there is time."""
    return room.lab.edges(room.tables.values())


async def _whole(room: Room, asked: Asked, wait: int, address: str) -> Odds:
    answer = await room.lab.odds(asked, wait, address)
    if answer.found is None or answer.pending is not None:
        raise Denied("this is still being worked out; ask again", "busy")
    return answer.found


def _once(body: bytes) -> Iterator[bytes]:
    yield body


def _file(game: str) -> str:
    """A game's id as the name of a file; anything else is no game."""
    if not game.replace("-", "").isalnum() or not game.isascii():
        raise Refused("there is no such game in the rulebook")
    return game
