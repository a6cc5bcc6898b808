"""The result of a round for one player: a row for each wager, fee and tip, and their sum."""

from __future__ import annotations

import msgspec
from rich.text import Text

from houseway.cli.play.narration.course import Course
from houseway.cli.play.narration.event_log import moved
from houseway.cli.play.narration.money_lines import why
from houseway.cli.terminal.wrap import WIDTH, flow, padded
from houseway.engine.events import Settlement
from houseway.engine.ledger import BANK, FEES, OTHERS, POT, TIPS, changes, entries
from houseway.game.words import Words
from houseway.money import format_dollars
from houseway.table.round import GameLog

HEADS = ("your wagers", "how it came out", "bet", "back", "result")
NAME = 24
"""The greatest width of the column with names."""


class Row(msgspec.Struct, frozen=True):
    """One line of the result: the bet, the return, and the net."""

    name: str
    words: str
    stake: int
    back: int

    @property
    def net(self) -> int:
        """Return the net in cents."""
        return self.back - self.stake


def rows(round_: GameLog, viewer: int) -> list[Row]:
    """Return every change of the viewer's chips, in the order of settlement."""
    words, found = round_.game.words(), []
    for entry in entries(round_):
        net = entry.moves.get(str(viewer), 0)
        if entry.seat == viewer and entry.settlement is not None:
            found.append(_settled(words, entry.kind, entry.settlement, net))
        elif net:
            name, said = REST[entry.kind]
            found.append(Row(name, said, max(-net, 0), max(net, 0)))
    return found


REST = {
    POT: ("put into the pot", "and not given back"),
    FEES: ("fee", "to the house"),
    BANK: ("put up for the bank", ""),
    OTHERS: ("other chips", ""),
}
"""Labels of rows that settle no wager, by kind."""


def _settled(words: Words, kind: str, found: Settlement, net: int) -> Row:
    """Return the row of a settled wager, or of winnings from a pot."""
    if kind == POT:
        how = "no other player was left" if found.outcome == "uncontested" else found.outcome
        return Row(f"won of {words.wager(found.wager)}", how, 0, found.back)
    name = words.spot(found.wager, found.hand, found.owner, found.circle)
    said = why(words, found)
    if kind == TIPS and net:
        gets = f"the dealer gets {format_dollars(found.back)}" if found.back else "lost"
        return Row(name, f"{said}; {gets}", found.stake, 0)
    return Row(name, said, found.stake, found.stake + net)


def change(round_: GameLog, viewer: int) -> int:
    """Return the change of the viewer's chips by the round, in cents."""
    return changes(round_).get(viewer, 0)


def outcome_lines(course: Course, width: int = WIDTH) -> list[Text]:
    """Return the result of a round; without its beginning, only the change of chips."""
    log, view = course.log, course.view
    if course.is_whole:
        return result_lines(log, view.viewer, width)
    now = sum(seat.chips for seat in view.seats if seat.seat == view.viewer)
    came = sum(seat.chips for seat in log.seats if seat.seat == view.viewer)
    words = (
        f"you: {moved(now - came) or 'nothing won or lost'}, {format_dollars(now)} in front of "
        "you (you have not seen this round from its beginning, so its wagers are not listed)"
    )
    return flow([Text(words, "bold")], width, indent=2)


def result_lines(round_: GameLog, viewer: int, width: int = WIDTH) -> list[Text]:
    """Return the rows with their sum, and the results of others."""
    found = rows(round_, viewer)
    if not found:
        return [Text("no wager of yours was settled"), *_sums(round_, viewer, width)]
    table = [[Text(name, "bold") for name in HEADS]]
    for row in found:
        style = "green" if row.net > 0 else "red" if row.net < 0 else ""
        stake, back = (format_dollars(cents) if cents else "" for cents in (row.stake, row.back))
        cells = [Text(text) for text in (row.name, row.words, stake, back)]
        table.append([*cells, Text(moved(row.net) or "0", style)])
    return [*_laid_out(table, width), *_sums(round_, viewer, width)]


def _laid_out(table: list[list[Text]], width: int) -> list[Text]:
    """Return rows in columns; long names and words are continued on further lines."""
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


def _sums(round_: GameLog, viewer: int, width: int) -> list[Text]:
    """Return the viewer's result and chips after the round, and the results of others."""
    mine = change(round_, viewer)
    chips = sum(seat.chips for seat in round_.seats if seat.seat == viewer) + mine
    names = {seat.seat: seat.name for seat in round_.seats if seat.seat != viewer}
    others = [
        f"{names[seat]} {moved(cents)}"
        for seat, cents in changes(round_).items()
        if seat in names and cents
    ]
    style = "bold green" if mine > 0 else "bold red" if mine < 0 else "bold"
    total = Text(
        f"you: {moved(mine) or 'nothing won or lost'}, {format_dollars(chips)} in front of you"
    )
    total.stylize(style)
    lines = [total]
    if others:
        lines += flow([Text("others: " + "; ".join(others), style="dim")], width, indent=2)
    return lines
