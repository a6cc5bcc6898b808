"""``houseway sign``: the table sign and the rule card of a posted game, for print."""

from __future__ import annotations

from houseway.cli.app import OK, GameId, Out, Posting
from houseway.cli.options import read_pairs
from houseway.cli.terminal.files import demand_place, write_bytes
from houseway.errors import HousewayError, short_repr

PARTS = ("sign", "card")


def sign(
    game: GameId,
    /,
    *,
    out: Out = None,
    only: str = "",
    posting: Posting = [],  # noqa: B006
    paper: str = "letter",
) -> int:
    """Write the table sign and the rule card of a game as posted, ready for print.

    Parameters
    ----------
    out
        A file .html or .pdf.
    only
        One of the two: sign or card.
    paper
        The pages of a PDF: letter or a4.
    """
    from houseway.rulebook import find
    from houseway.sheets.par.sheet import PAPERS
    from houseway.sheets.pdf import for_paper, pdf_of
    from houseway.sheets.sign import sign_html, sign_sheet

    if out is None:
        raise HousewayError("say where the sign goes: --out FILE.pdf or --out FILE.html")
    if only and only not in PARTS:
        raise HousewayError(f"--only cannot be {short_repr(only)}; it may be {' or '.join(PARTS)}")
    if paper not in PAPERS:
        raise HousewayError(
            f"--paper cannot be {short_repr(paper)}; it may be {' or '.join(PAPERS)}"
        )
    table = find(game)(read_pairs(posting))
    on_paper = for_paper(out, "a sign")
    demand_place(out)
    text = sign_html(sign_sheet(table), paper if on_paper else "", only, fitted=on_paper)
    write_bytes(out, pdf_of(text) if on_paper else text.encode())
    print(f"{out}: {table.name}, {only or 'sign and card'} as posted")
    return OK
