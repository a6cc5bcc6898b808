"""The table sign and rule card of a posted table, as one document for print.

    >>> from houseway.sheets.sign import sign_html, sign_sheet
    >>> html = sign_html(sign_sheet(find("free-bet-blackjack")({"decks": 6})))

The sign shows in large letters the limits, options, pay tables, meters, fees and all notices that
clauses require. The card explains the game to players, in our words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from houseway.game.base import Game
from houseway.game.face.layout_of_game import OF_THE_HOUSE
from houseway.game.words import as_it_is
from houseway.rulebook.versions import version_of
from houseway.sheets import posted_table
from houseway.sheets.jinja import templates
from houseway.sheets.par.manifest import rules_manifest
from houseway.sheets.posted_table import (
    MeterLine,
    Option,
    PostedPay,
    RuleCard,
    bank_fee_words,
    capital,
    card_of,
)
from houseway.sheets.rule_sheet import NOTICE
from houseway.util.english import all_of, between, sentence
from houseway.version import __version__

WARNING = " warning"
SHOWN_ELSEWHERE = ("game", "table limits", "player fee", "player-dealer fee")
"""Facts of a bank that the sign shows elsewhere."""
UNSAID = (*OF_THE_HOUSE, "schedule")
"""Options that do not concern players, or appear with the limits and fees."""
SIZES = ((16, "large"), (46, "middle"))
"""The size of letters by the number of lines: each with its most lines; longer signs are small."""


@dataclass(frozen=True)
class SignWager:
    """An offered wager, with its limits and special features."""

    name: str
    limits: str
    notes: str
    main: bool


@dataclass(frozen=True)
class SignSheet:
    """The content of sign and card."""

    game: Game
    name: str
    place: str
    card: RuleCard
    wagers: tuple[SignWager, ...]
    pay: tuple[PostedPay, ...]
    meters: tuple[MeterLine, ...]
    options: tuple[Option, ...]
    fees: tuple[tuple[str, str], ...]
    notices: tuple[str, ...]
    rights: str
    version: str
    digest: str

    @property
    def size(self) -> str:
        """Return the size of the sign's letters."""
        lines = 2 * len(self.card.headlines) + len(self.wagers) + len(self.meters) + len(self.fees)
        lines += sum(2 + len(table.rows) for table in self.pay)
        return next((size for most, size in SIZES if lines <= most), "small")


def sign_sheet(game: Game) -> SignSheet:
    """Return the sign and the card of a posted game."""
    return SignSheet(
        game=game,
        name=game.name,
        place=f"{game.jurisdiction}, {game.section}",
        card=card_of(game),
        wagers=tuple(_wager(game, wager) for wager in game.offered),
        pay=posted_table.posted_pay(game),
        meters=posted_table.meter_lines(game),
        options=tuple(o for o in posted_table.options(game) if o.key not in UNSAID and o.value),
        fees=tuple(_fees(game)),
        notices=tuple(_notices(game)),
        rights=version_of(game.section).rights(game.owner),
        version=__version__,
        digest=rules_manifest(type(game)).digest[:12],
    )


def _wager(game: Any, wager: Any) -> SignWager:
    """Return a wager for the sign: name, limits and notes on its amount."""
    words = game.words()
    notes = []
    if wager.beside.equals:
        notes.append(f"equal to {words.wager(wager.beside.equals)}")
    elif most := game.at_most(wager):
        notes.append(f"not more than {words.wager(most)}")
    if getattr(game, f"{wager.name}_aggregate", 0):
        paid, per = (
            words.value(key, getattr(game, key))
            for key in (f"{wager.name}_aggregate", f"{wager.name}_aggregate_per")
        )
        notes.append(f"pays {paid} at most, {per}")
    return SignWager(
        capital(words.wager(wager.name)), between(*game.limits(wager)), "; ".join(notes),
        game.requires(wager) or wager.always,
    )  # fmt: skip


def _fees(game: Any) -> list[tuple[str, str]]:
    """Return the room's fees, as posted."""
    fees = getattr(game, "fees", None)
    if fees is not None:
        return [
            ("Each player", fees.player_words if fees.player_fee else "no fee"),
            ("Player-dealer, a hand", bank_fee_words(fees)),
        ]
    words = game.words()
    return [
        (capital(words.posting(key)), words.value(key, getattr(game, key)))
        for key in ("dead_collection_blind", "seat_collection", "pot_collection")
        if getattr(game, key, 0)
    ]


def _notices(game: Game) -> list[str]:
    """Return required notices besides the posting, and pay-table cells that follow a reading."""
    words, found = game.words(), []
    for key, text in game.sign():
        if key in game.posting or key in SHOWN_ELSEWHERE:
            continue
        about = words.wager(key.removesuffix(WARNING)) if key.endswith(WARNING) else as_it_is(key)
        found.append(sentence(f"{about}: {text}"))
    rows = (row for table in posted_table.posted_pay(game) for row in table.rows)
    if readings := sorted({row.reading for row in rows if row.reading}):
        found.append(f"The text is not certain where {all_of(readings)} stands beside a payout.")
    return found


MARGIN = 12
PAGES = {"letter": (215.9, 279.4), "a4": (210.0, 297.0)}
"""Width and height of paper, and the margin, in millimetres."""


def sign_html(sheet: SignSheet, paper: str = "", only: str = "", fitted: bool = False) -> str:
    """Return the document: the sign, then the card; ``only`` selects one of them.

    ``fitted`` is for print: letters are as large as the page allows.
    """
    wide, high = (side - 2 * MARGIN for side in PAGES[paper or "letter"])
    template = templates().get_template("sign.html.j2")
    return template.render(
        s=sheet, paper=paper, only=only, notice=NOTICE, fitted=fitted, wide=wide, high=high
    )
