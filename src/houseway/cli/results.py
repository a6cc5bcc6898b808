"""What a round has come to for one player: every wager, fee and tip a row, and rows that add up."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from rich.text import Text

from houseway.cli.flowing import flow, padded
from houseway.cli.told import moved
from houseway.cli.told_money import pot_name
from houseway.events import DROP, Event, Settlement, purse
from houseway.money import shown
from houseway.script import DEALER
from houseway.shapes.poker_room.end_events import PotAwarded
from houseway.table.case import nets
from houseway.table.round import Round
from houseway.words import Words

WIDTH = 80
HEADS = ("your wagers", "how it came out", "bet", "back", "result")
NAME = 24
"""The width of the column with names, at the most."""


class Row(msgspec.Struct, frozen=True):
    """One line of the result: what was bet, what came back, and what that is together."""

    name: str
    words: str
    stake: int
    back: int

    @property
    def net(self) -> int:
        """What it has brought."""
        return self.back - self.stake


def rows(round_: Round, viewer: int) -> list[Row]:
    """Everything that has moved the viewer's chips, in the order in which it came out."""
    words = round_.game.words()
    found = [*_settled(round_, words, viewer), *_pots(round_, viewer)]
    fees = _between(round_, viewer, fees=True)
    if fees:
        found.append(Row("fee", "to the house", fees, 0))
    missing = change(round_, viewer) - sum(row.net for row in found)
    if missing:
        found.append(Row("other chips", "", max(-missing, 0), max(missing, 0)))
    return found


def change(round_: Round, viewer: int) -> int:
    """What the round has changed of the chips in front of the viewer, so far."""
    return sum(_moved(event, viewer) for event in round_.events)


def _moved(event: Event, viewer: int) -> int:
    own = purse(viewer)
    return sum(n * ((to == own) - (of == own)) for of, to, n in event.transfers())


def _settled(round_: Round, words: Words, viewer: int) -> Iterator[Row]:
    for event in round_.events:
        found = event.settlement()
        if found is None or found.seat != viewer or isinstance(event, PotAwarded):
            continue
        name = words.spot(found.wager, found.hand, found.owner, found.circle)
        if found.owner == DEALER and found.outcome not in ("returned", "undone"):
            gets = f"the dealer gets {shown(found.back)}" if found.back else "lost"
            yield Row(name, f"{_why(words, found)}; {gets}", found.stake, 0)
        else:
            yield Row(name, _why(words, found), found.stake, found.back)


def _why(words: Words, found: Settlement) -> str:
    said = words.outcome(found.wager, found.outcome, found.because)
    odds = f", {found.odds}" if any(char.isdigit() for char in found.odds) else ""
    return f"{said}{odds}" + (f" ({found.note.replace('_', ' ')})" if found.note else "")


def _pots(round_: Round, viewer: int) -> Iterator[Row]:
    """In poker everybody's chips lie together: what was put in, and what was won of it."""
    if round_.game.shape != "poker_room":
        return
    put = _between(round_, viewer, fees=False)
    if put:
        yield Row("put into the pot", "and not given back", put, 0)
    for event in round_.events:
        if isinstance(event, PotAwarded) and event.seat == viewer:
            half = f", {event.part} half" if event.part else ""
            won = event.settlement().outcome
            how = "nobody else was left" if won == "uncontested" else won
            yield Row(f"won of {pot_name(event.pot)}{half}", how, 0, event.cents)


def _between(round_: Round, viewer: int, fees: bool) -> int:
    """What has gone from the viewer to the house as fees; or elsewhere, but for pots won."""
    own, total = purse(viewer), 0
    for event in round_.events:
        if isinstance(event, PotAwarded):
            continue
        for of, to, cents in event.transfers():
            if own in (of, to) and (DROP in (of, to)) == fees:
                total += cents if of == own else -cents
    return total


# -- lines -----------------------------------------------------------------------------------


def result_lines(round_: Round, viewer: int, width: int = WIDTH) -> list[Text]:
    """The rows with their sum, and what the others have won or lost."""
    found = rows(round_, viewer)
    if not found:
        return [Text("no wager of yours was settled"), *_sums(round_, viewer, width)]
    table = [[Text(name, "bold") for name in HEADS]]
    for row in found:
        style = "green" if row.net > 0 else "red" if row.net < 0 else ""
        stake, back = (shown(cents) if cents else "" for cents in (row.stake, row.back))
        cells = [Text(text) for text in (row.name, row.words, stake, back)]
        table.append([*cells, Text(moved(row.net) or "0", style)])
    return [*_laid_out(table, width), *_sums(round_, viewer, width)]


def _laid_out(table: list[list[Text]], width: int) -> list[Text]:
    """Rows in columns; names and words that are too long for theirs go on below."""
    money = [max(row[i].cell_len for row in table) for i in (2, 3, 4)]
    name = min(max(row[0].cell_len for row in table), NAME)
    wide = width - name - sum(money) - 2 * 4
    lines: list[Text] = []
    for row in table:
        names, said = flow([row[0]], name), flow([row[1]], wide)
        amounts = [padded(cell, size, True) for cell, size in zip(row[2:], money, strict=True)]
        for number in range(max(len(names), len(said))):
            left = names[number] if number < len(names) else Text()
            middle = said[number] if number < len(said) else Text()
            cells = [padded(left, name), padded(middle, wide), *(amounts if not number else ())]
            lines.append(Text("  ").join(cells))
            lines[-1].rstrip()
    return lines


def _sums(round_: Round, viewer: int, width: int) -> list[Text]:
    chips = round_.game.chips_after(round_.state)[viewer]
    mine = change(round_, viewer)
    names = {str(seat.seat): seat.name for seat in round_.seats if seat.seat != viewer}
    others = [
        f"{names[key]} {moved(cents) or '0'}"
        for key, cents in nets(round_).items()
        if key in names and cents
    ]
    style = "bold green" if mine > 0 else "bold red" if mine < 0 else "bold"
    total = Text(f"you: {moved(mine) or 'nothing won or lost'}, {shown(chips)} in front of you")
    total.stylize(style)
    lines = [total]
    if others:
        lines += flow([Text("others: " + "; ".join(others), style="dim")], width, indent=2)
    return lines
