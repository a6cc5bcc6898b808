"""``houseway sign``: the table sign and the rule card of a posted game, for print."""

from __future__ import annotations

from houseway.cli.options import GameId, Out, Paper, Posting, SignPart, read_pairs
from houseway.cli.terminal.output import OK, require_writable, write_bytes
from houseway.errors import HousewayError


def sign(
    game: GameId,
    /,
    *,
    out: Out = None,
    only: SignPart = None,
    posting: Posting = [],  # noqa: B006
    paper: Paper = "letter",
) -> int:
    """Write the table sign and the rule card of a game as posted, ready for print.

    Parameters
    ----------
    out
        A file .html or .pdf.
    only
        Write only one of the two.
    paper
        The pages of a PDF.
    """
    from houseway.rulebook import find
    from houseway.sheets.pdf import for_paper, pdf_of
    from houseway.sheets.sign import sign_html, sign_sheet

    if out is None:
        raise HousewayError("say where the sign goes: --out FILE.pdf or --out FILE.html")
    table = find(game)(read_pairs(posting))
    on_paper = for_paper(out, "a sign")
    require_writable(out)
    text = sign_html(sign_sheet(table), paper if on_paper else "", only or "", fitted=on_paper)
    write_bytes(out, pdf_of(text) if on_paper else text.encode())
    print(f"{out}: {table.name}, {only or 'sign and card'} as posted")
    return OK
