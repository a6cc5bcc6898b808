"""Calls of the client to the odds lab."""

from __future__ import annotations

from urllib.parse import quote

from houseway.odds_service.controls import Posted
from houseway.room.api.lab_types import (
    BankrollAnswer,
    ChancesAnswer,
    OddsAnswer,
    PlayAnswer,
    SheetAnswer,
    SimulationWish,
    TablesAnswer,
    TunedAnswer,
)
from houseway.room.client.calls import Calls
from houseway.room.lab.odds import TableEdge
from houseway.room.lab.simulations import Simulation

WAIT_MS = 5_000


def _of(game: str, wager: str = "") -> str:
    path = f"/lab/games/{quote(game, safe='')}"
    return f"{path}/wagers/{quote(wager, safe='')}" if wager else path


class LabCalls(Calls):
    """The odds lab; nobody needs a login to ask it.  ``posting`` is the query of an address."""

    async def lab_posting(self, game: str, posting: str = "") -> Posted:
        """What may be posted of a game."""
        return await self.get(f"{_of(game)}/posting", Posted, posting=posting)

    async def lab_odds(self, game: str, posting: str = "", wait: int = WAIT_MS) -> OddsAnswer:
        """What each wager returns, or how far that is."""
        return await self.get(f"{_of(game)}/odds", OddsAnswer, posting=posting, wait=wait)

    async def lab_csv(self, game: str, posting: str = "") -> bytes:
        """What each wager returns, as a table of values."""
        return await self.text(f"{_of(game)}/odds.csv", posting=posting)

    async def lab_json(self, game: str, posting: str = "") -> bytes:
        """What each wager returns, as a file."""
        return await self.text(f"{_of(game)}/odds.json", posting=posting)

    async def lab_tables(
        self, game: str, wager: str, posting: str = "", wait: int = WAIT_MS
    ) -> TablesAnswer:
        """A wager by pay table and decks."""
        path = f"{_of(game, wager)}/tables"
        return await self.get(path, TablesAnswer, posting=posting, wait=wait)

    async def lab_play(self, game: str, posting: str = "", wait: int = WAIT_MS) -> PlayAnswer:
        """How a game is played best."""
        return await self.get(f"{_of(game)}/play", PlayAnswer, posting=posting, wait=wait)

    async def lab_bankroll(
        self, game: str, wager: str, posting: str = "", **plan: int
    ) -> BankrollAnswer:
        """What a wager does to a bankroll: ``unit``, ``purse`` in cents, ``rounds``, ``hour``."""
        path = f"{_of(game, wager)}/bankroll"
        asked = {"wait": WAIT_MS, **plan}
        return await self.get(path, BankrollAnswer, posting=posting, **asked)

    async def lab_tune(
        self, game: str, wager: str, edge: str, posting: str = "", wait: int = WAIT_MS
    ) -> TunedAnswer:
        """Pays that meet a target edge."""
        path = f"{_of(game, wager)}/tune"
        return await self.get(path, TunedAnswer, edge=edge, posting=posting, wait=wait)

    async def lab_equity(
        self, game: str, hands: str, board: str = "", posting: str = "", wait: int = WAIT_MS
    ) -> ChancesAnswer:
        """What hands of poker may expect, with / between them."""
        path = f"{_of(game)}/equity"
        asked = {"hands": hands, "board": board, "posting": posting, "wait": wait}
        return await self.get(path, ChancesAnswer, **asked)

    async def lab_par(
        self, game: str, posting: str = "", form: str = "html", wait: int = WAIT_MS
    ) -> SheetAnswer:
        """Have a PAR sheet made; whether it is ready."""
        return await self.get(
            f"{_of(game)}/par", SheetAnswer, posting=posting, form=form, wait=wait
        )

    async def lab_par_html(self, game: str, posting: str = "") -> bytes:
        """The PAR sheet of a game."""
        return await self.text(f"{_of(game)}/par.html", posting=posting)

    async def lab_par_pdf(self, game: str, posting: str = "") -> bytes:
        """The PAR sheet of a game, on pages."""
        return await self.text(f"{_of(game)}/par.pdf", posting=posting)

    async def lab_simulate(self, wish: SimulationWish) -> Simulation:
        """Begin a simulation."""
        return await self.post("/lab/simulations", Simulation, wish)

    async def lab_simulation(self, run: str) -> Simulation:
        """How far a simulation is."""
        return await self.get(f"/lab/simulations/{quote(run, safe='')}", Simulation)

    async def lab_stop(self, run: str) -> None:
        """Stop a simulation."""
        await self.delete(f"/lab/simulations/{quote(run, safe='')}")

    async def table_odds(self, table: str, wait: int = WAIT_MS) -> OddsAnswer:
        """What each wager of a table returns."""
        return await self.get(f"/tables/{quote(table, safe='')}/odds", OddsAnswer, wait=wait)

    async def lab_edges(self) -> list[TableEdge]:
        """The house edge at every table."""
        return await self.get("/lab/tables", list[TableEdge])
