"""Both sides of a wager that a player banks, and the value of a turn as the bank, for print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.analysis.odds_row import OddsRow
from houseway.analysis.player_bank_edges import SIZES, banked_by_player, middle, reach
from houseway.money import format_dollars

SIDES = "bank_side"
AN_HOUR = 30
"""The number of hands in an hour, for figures per hour."""


@dataclass(frozen=True)
class Grid:
    """A printed table; columns from ``words`` on hold numbers."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    words: int = 1


@dataclass(frozen=True)
class SideLine:
    """One size of a wager under one schedule of fees."""

    schedule: str
    posted: bool
    wager: str
    player_before: str
    player_after: str
    bank_before: str
    bank_after: str
    earns_at: str

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the line as a row of a table."""
        return (
            self.schedule, self.wager, self.player_before, self.player_after,
            self.bank_before, self.bank_after, self.earns_at,
        )  # fmt: skip


HEAD = (
    "Table limits", "Wager", "Player, before fee", "Player, after fee", "Bank, before fee",
    "Bank, after fee", "Fee earned at",
)  # fmt: skip
NOTE = (
    "Shares of the wager. The bank's after its fee are as if this wager were alone against it; "
    "the last column is the action on this wager at which its edge has earned the fee."
)


def side_lines(game: Any, row: OddsRow) -> tuple[SideLine, ...]:
    """Return the lines of a row, the posted schedule of fees first; none if the house banks."""
    sides: Sequence[Mapping[str, Any]] = row.details.get(SIDES, ())
    posted = getattr(game, "schedule", "")
    ordered = sorted(sides, key=lambda side: side["schedule"] != posted)
    return tuple(line for side in ordered for line in _lines(game, side, posted))


def _lines(game: Any, side: Mapping[str, Any], posted: str) -> Iterator[SideLine]:
    """Yield a line for each size of wager, with player's and bank's edge before and after fees."""
    earns = side["bank_earns_fee_at_action"]
    limits = schedule_words(game, side["schedule"], side["limits"])
    for n, at in enumerate(side["sizes"]):
        yield SideLine(
            "" if n else limits, side["schedule"] == posted, f"${at['wager']} ({at['size']})",
            _signed(at["player_before_fees"]), _signed(at["player_after_fees"]),
            _signed(at["bank_before_fees"]), _signed(at["bank_after_fees"]),
            "" if n else f"${earns}" if earns is not None else "never",
        )  # fmt: skip


def schedule_words(game: Any, name: str, limits: str) -> str:
    """Return a schedule of fees by its table limits, with its number if it has one."""
    schedule = game.schedules().get(name)
    if schedule is None:
        return limits or "no fees"
    numbered = name == str(schedule.number)
    return f"{limits} (no. {name})" if numbered else limits


def cents_shown(cents: float) -> str:
    """Return an expectation in dollars and cents, with a true minus sign."""
    return format_dollars(round(cents)).replace("-", "−")


def _signed(share: float) -> str:
    text = f"{share * 100:+.3f} %"
    return text.replace("-", "−")


def turn_grids(game: Any, rows: Sequence[OddsRow]) -> tuple[Grid, ...]:
    """Return the value of banking two hands against a table, and the room's share of it."""
    if not banked_by_player(game):
        return ()
    base = [row for row in rows if row.wager in _carrying(game)]
    players = game.seats_max - 1
    turn = game.bank.rotation.turns_max
    worth = Grid(
        "What a turn at the bank is worth",
        ("Wager", "Each bets", "Action", "The bank expects", "Its fee", "After the fee",
         f"A turn of {turn} hands"),
        tuple(_turn(game, row, cents, size, players, turn)
              for row in base for size, cents in _sizes(game, row)),
        f"Against {players} players who each make this wager alone, all of it covered; what the "
        "bank expects is its edge on the action. Results of single hands lie far from it on both "
        "sides.",
    )  # fmt: skip
    return (worth, *_taken(game, players)) if base else _taken(game, players)


def _carrying(game: Any) -> frozenset[str]:
    """Return the wagers that admit a seat to a hand: those that carry a fee, or are required."""
    if game.fees is not None and game.fee_spots:
        return frozenset(game.fee_spots)
    return frozenset(wager.name for wager in game.offered if game.requires(wager))


def _sizes(game: Any, row: OddsRow) -> Iterator[tuple[str, int]]:
    """Yield the least, the middle and the greatest wager in cents, with its name."""
    wager = game.wager_named[row.wager]
    least, most = reach(game, wager)
    yield from zip(SIZES, (least, middle(least, most, wager.amounts.step), most), strict=True)


def _turn(
    game: Any, row: OddsRow, cents: int, size: str, players: int, turn: int
) -> tuple[str, ...]:
    """Return the cells of a bank's turn: action, expectation and fee in dollars."""
    action = players * cents
    expects = float(row.house_edge) * action
    fee = game.fees.bank_fee(action) if game.fees is not None else 0
    name = game.words().wager(row.wager)
    return (
        name[:1].upper() + name[1:], f"{format_dollars(cents)} ({size})", format_dollars(action),
        cents_shown(expects), format_dollars(fee), cents_shown(expects - fee),
        cents_shown(turn * (expects - fee)),
    )  # fmt: skip


def _taken(game: Any, players: int) -> tuple[Grid, ...]:
    """Return the table of fees that the room takes for a hand and an hour; none without fees."""
    fees = game.fees
    if fees is None:
        return ()
    bank = fees.bank_fee_most
    of_players = players * fees.player_fee
    whole = of_players + bank
    return (
        Grid(
            "What the room takes",
            ("From", "A hand", f"{AN_HOUR} hands"),
            (
                (f"{players} players, {fees.player_words} each", format_dollars(of_players),
                 format_dollars(AN_HOUR * of_players)),
                ("The player-dealer, at the highest tier" if len(fees.bank) > 1
                 else "The player-dealer", format_dollars(bank), format_dollars(AN_HOUR * bank)),
                ("Together, from a full "
                 "table", format_dollars(whole), format_dollars(AN_HOUR * whole)),
            ),
            f"{AN_HOUR} hands stand for an hour; that is an assumption. The fees are flat and no "
            "share of wagers or winnings.",
        ),
    )  # fmt: skip


def room_grids(game: Any) -> tuple[Grid, ...]:
    """Return, for a poker game, the room's fees, and the cost for a seat that only waits."""
    if game.family != "poker":
        return ()
    taken = _collections(game)
    grids = [_waiting(game, taken)]
    if taken:
        rows = tuple(
            (words, format_dollars(each), format_dollars(a_hand), format_dollars(AN_HOUR * a_hand),
             cents_shown(AN_HOUR * a_hand / game.seats_max))
            for words, each, a_hand in taken
        )  # fmt: skip
        head = ("Collection", "Amount", "A hand", f"{AN_HOUR} hands", "Of it, each seat")
        note = (
            f"At a full table of {game.seats_max}; {AN_HOUR} hands stand for an hour, an "
            "assumption. It is flat, as posted, and no part of any bet."
        )
        grids.insert(0, Grid("What the room takes", head, rows, note))
    return tuple(grids)


def _collections(game: Any) -> list[tuple[str, int, int]]:
    """Return each posted collection: in words, its amount, and its cost for a hand."""
    words, found = game.words(), []
    for key, times in (
        ("dead_collection_blind", 1), ("seat_collection", game.seats_max), ("pot_collection", 1)
    ):  # fmt: skip
        if cents := getattr(game, key, 0):
            found.append((words.posting(key), cents, cents * times))
    return found


def _waiting(game: Any, taken: Sequence[tuple[str, int, int]]) -> Grid:
    """Return the cost of one hand for a seat in each position that never plays."""
    seats, words = game.seats_max, game.words()
    forced = [
        (words.posting(key), cents, times)
        for key, times in (("small_blind", 1), ("big_blind", 1), ("second_blind", 1),
                           ("button_blind", 1), ("ante", seats), ("dead_collection_blind", 1),
                           ("seat_collection", seats))
        if (cents := getattr(game, key, 0))
    ]  # fmt: skip
    around = sum(cents * times for _, cents, times in forced)
    rows = [
        (
            name[:1].upper() + name[1:],
            format_dollars(cents),
            str(times),
            format_dollars(cents * times),
            cents_shown(AN_HOUR * cents * times / seats),
        )
        for name, cents, times in forced
    ]
    rows.append(("Together", "", "", format_dollars(around), cents_shown(AN_HOUR * around / seats)))
    return Grid(
        "What a seat pays that plays no hand",
        ("Paid", "Amount", f"Times in {seats} hands", f"In {seats} hands", f"In {AN_HOUR} hands"),
        tuple(rows),
        f"At a full table of {seats}, where everybody has every place once in {seats} hands. "
        "What a hand wins or loses beyond it is between the players.",
    )
