"""The PAR sheet of a posted table."""

from __future__ import annotations

from houseway.jobs import Tell
from houseway.odds_service.query import TableQuery
from houseway.sheets.par.sheet import par_html, par_sheet
from houseway.sheets.pdf import pdf_of


def par(query: TableQuery, paper: str, on_pages: bool, tell: Tell) -> bytes:
    """Return the PAR sheet of a posted table, as HTML or as PDF."""
    sheet = par_sheet(query.kind(), query.stated(), progress=tell)
    if not on_pages:
        return par_html(sheet, paper).encode()
    tell(f"{sheet.game.name}: printing")
    return pdf_of(par_html(sheet, paper, unfolded=True))
