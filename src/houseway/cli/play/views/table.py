"""The table as one viewer sees it, in few lines: seats, cards, chips, pots, meters."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from houseway.cli.render.pieces import COVERED, count_of, faces, in_order
from houseway.cli.terminal.stdio import is_unicode
from houseway.cli.terminal.wrap import WIDTH, flow, padded, short, width_of
from houseway.game.base import Game
from houseway.game.face.views import BankView, Chips, MeterView, Pile, SeatView, View
from houseway.money import format_dollars

NAME, CHIPS = 12, 9
"""The widths of the columns with names and with chips."""
POKER = "poker"
SORTED = (POKER, "set_hands")
"""Families whose hands are sorted for display."""
TWO_LINES = 60
"""The width below which a seat's chips are printed on a second line."""
OPEN = ("to act",)
"""States of a seat that need no words because another mark shows them: the player to act."""
INDENT = 4 + NAME + CHIPS + 2


def print_table(out: Console, game: Game, view: View) -> None:
    """Draw the table; ``view`` is one viewer's, so nothing hidden can be drawn."""
    for line in table_lines(game, view, width_of(out)):
        out.print(line)


def table_lines(game: Game, view: View, width: int = WIDTH, room: int = 99) -> list[Text]:
    """Return the table in at most ``room`` lines; seats without room are left out."""
    return Felt(game, view, width).lines(room)


class Felt:
    """A table being drawn."""

    def __init__(self, game: Game, view: View, width: int) -> None:
        self.game, self.view, self.width = game, view, width
        self.words = game.words()
        self.bank = view.bank.seat if view.bank is not None else 0

    def lines(self, room: int) -> list[Text]:
        """Return title, middle, seats, pots and meters; seats without room are left out."""
        above, below = [self.title(), *self.middle()], self.rest()
        mine, others, quiet = self.seats()
        idle = self.idle(quiet)
        left = room - len(above) - len(below) - len(mine)
        wanted = sum(len(rows) for _, rows in others)
        if len(idle) + wanted > left:
            idle = []
        drawn, out = [(self.view.viewer, mine)], 0
        for seat, rows in sorted(others, key=lambda each: each[0] != self.bank):
            if wanted <= left or sum(len(each) for _, each in drawn[1:]) + len(rows) < left:
                drawn.append((seat, rows))
            else:
                out += 1
        seats = [row for _, rows in sorted(drawn, key=lambda each: each[0]) for row in rows]
        some = f"{out} more seat{'s' * (out > 1)}"
        more = [Text(f"    and {some}: view shows the whole table", "dim")] if out else []
        return [*above, *seats, *more, *idle, *below]

    def title(self) -> Text:
        """Return the game and the stage of the round."""
        phase = self.words.phase(self.view.phase)
        name = Text.assemble((short(self.game.name, 48), "bold"), " ")
        end = Text(f" {short(phase, self.width - name.cell_len - 4)}")
        bar = ("─" if is_unicode() else "-") * max(self.width - name.cell_len - end.cell_len, 1)
        return Text.assemble(name, (bar, "dim"), end)

    def middle(self) -> list[Text]:
        """Return the piles in the middle; face-down pieces only as a number."""
        found: list[Text] = []
        covered: dict[str, int] = {}
        for pile in self.view.piles:
            if pile.seat:
                continue
            if pile.count or set(pile.pieces) == {COVERED}:
                n = pile.count or len(pile.pieces)
                covered[pile.zone] = covered.get(pile.zone, 0) + n
            else:
                head = padded(Text(f"    {short(self.words.zone(pile.zone), INDENT - 5)}"), INDENT)
                found += self._hanging(head, [self._pile(pile, False)])
        if covered and self.game.family != POKER:
            parts = [f"{self.words.zone(zone)} {count_of(n, self.game.kind)}"
                     for zone, n in covered.items()]  # fmt: skip
            found += self._note("face down: " + "; ".join(parts), "dim")
        return found

    def rest(self) -> list[Text]:
        """Return pots, chips outside seats, markers and meters."""
        view, parts = self.view, []
        for number, pot in enumerate(view.pots):
            who = ", ".join(self._name(seat) for seat in pot.seats)
            among = f" ({who})" if number and who else ""
            parts.append(f"{pot.name} {format_dollars(pot.cents)}{among}")
        parts += [self._chips(chips) for chips in view.chips if not chips.seat]
        parts += [f"{self.words.puck(p.name)} {p.words}".strip() for p in view.pucks if not p.seat]
        found = self._note("; ".join(parts), "bold") if parts else []
        return [*found, *self._meters()]

    def _note(self, words: str, style: str) -> list[Text]:
        """Return a sentence below a seat, indented."""
        lines = flow([Text(words, style=style)], self.width, 4, first=4)
        return [Text.assemble("    ", lines[0]), *lines[1:]]

    def _meters(self) -> list[Text]:
        """Return the contents of the meters, those of one wager side by side."""
        held: dict[str, list[MeterView]] = {}
        for meter in self.view.meters:
            held.setdefault(meter.spot, []).append(meter)
        parts = []
        for spot, meters in held.items():
            name = meters[0].words if len(meters) == 1 else self.words.wager(spot)
            parts.append(f"{name} {' / '.join(format_dollars(meter.cents) for meter in meters)}")
        return self._note("meters: " + "; ".join(parts), "cyan") if parts else []

    def seats(self) -> tuple[list[Text], list[tuple[int, list[Text]]], list[SeatView]]:
        """Return the viewer's rows, others' rows, and idle seats."""
        mine: list[Text] = []
        others: list[tuple[int, list[Text]]] = []
        quiet: list[SeatView] = []
        people = {seat.seat: seat for seat in self.view.seats}
        lying = {pile.seat for pile in self.view.piles if pile.pieces or pile.total}
        lying |= {chips.seat for chips in self.view.chips}
        lying |= {puck.seat for puck in self.view.pucks}
        for number in sorted({*people, *lying} - {0}):
            seat = people.get(number)
            if number == self.view.viewer:
                mine = self.seat(number, seat)
            elif number in lying or seat is None:
                others.append((number, self.seat(number, seat)))
            else:
                quiet.append(seat)
        return mine, others, quiet

    def seat(self, number: int, seat: SeatView | None) -> list[Text]:
        """Return one seat: a row for each hand, and its bets."""
        piles = [p for p in self.view.piles if p.seat == number and (p.pieces or p.total)]
        bets = [c for c in self.view.chips if c.seat == number and c.spot != "bank"]
        status = self._status(seat) if seat is not None else "empty seat"
        own = number == self.view.viewer
        parts = self._piles(piles)
        notes = [status] if status and not any(status in pile.marks for pile in piles) else []
        notes += self._bets(bets, own)
        tail = [Text("; ".join(notes), style="" if own else "dim")] if notes else []
        head = self._head(number, seat, any(pile.turn for pile in piles))
        rows = self._hanging(head, [*parts, *tail])
        for row in rows:
            if own:
                row.stylize_before("bold")
        return rows

    def _head(self, number: int, seat: SeatView | None, turn: bool) -> Text:
        """Return the head of a seat's line: number, name and chips; ``turn`` marks it."""
        mark = Text(">" if turn else " ", style="bold yellow")
        name = short(self._name(number), NAME - 1)
        chips = format_dollars(seat.chips) if seat is not None else ""
        return Text.assemble(
            mark, f"{number:>2} ", padded(Text(name), NAME),
            padded(Text(chips), CHIPS, to_the_right=True), "  ",
        )  # fmt: skip

    def _name(self, number: int) -> str:
        """Return "you", the name at a seat, or the number of a circle without one."""
        if number == self.view.viewer:
            return "you"
        return next((s.name for s in self.view.seats if s.seat == number), f"circle {number}")

    def _status(self, seat: SeatView) -> str:
        """Return its part in the round, and its buttons."""
        bank, found = self.view.bank, []
        holds = bank is not None and bank.seat == seat.seat
        if bank is not None and holds:
            found.append(self._bank(bank))
        elif seat.status not in OPEN:
            found.append(seat.status)
        for puck in self.view.pucks:
            if puck.seat == seat.seat and not (holds and puck.name == "bank"):
                found.append(f"{self.words.puck(puck.name)} {_more(puck.words)}".strip())
        return ", ".join(filter(None, found))

    def _bank(self, bank: BankView) -> str:
        """Return its bank: ``player-dealer: $335 put up, $40 of it used, $315 there now``."""
        turn = next((puck.words for puck in self.view.pucks if puck.name == "bank"), "")
        parts = [f"{format_dollars(bank.put_up)} put up"]
        if bank.used:
            parts.append(f"{format_dollars(bank.used)} used")
        if bank.left not in (0, bank.put_up):
            parts.append(f"{format_dollars(bank.left)} there now")
        which = f" ({turn})" if turn else ""
        return f"{self.words.status('player-dealer')}{which}: {', '.join(parts)}"

    def idle(self, seats: Iterable[SeatView]) -> list[Text]:
        """Return the seats that have folded, only hold a part of the bank, or sit out."""
        groups: dict[str, list[str]] = {}
        for seat in seats:
            status = seat.status or "also here"
            groups.setdefault(status, []).append(
                f"{short(seat.name, NAME)} {format_dollars(seat.chips)}"
            )
        return [
            line
            for status, names in groups.items()
            for line in self._note(f"{status}: {'; '.join(names)}", "dim")
        ]

    def _piles(self, piles: list[Pile]) -> list[Text]:
        """Return the piles of a seat; they name their zone if it is not the usual one."""
        usual = usual_zone(self.game)
        several = len({pile.zone for pile in piles}) > 1
        with_zone = several or any(pile.zone not in (usual, "dealer") for pile in piles)
        return [self._pile(pile, with_zone, len(piles) > 1) for pile in piles]

    def _pile(self, pile: Pile, with_zone: bool, several: bool = False) -> Text:
        """Return a pile: ``K♠ 7♦ 17``; the hand to play is marked, face-down pieces are counted."""
        text = Text(f"{self._zone(pile.zone)} " if with_zone else "", style="dim")
        if several and pile.turn:
            text = Text.assemble((">", "bold yellow"), text)
        if set(pile.pieces) == {COVERED} and len(pile.pieces) > 4:
            text.append(f"{count_of(len(pile.pieces), self.game.kind)}", style="dim")
        elif len(set(pile.up)) > 1 and COVERED not in pile.pieces:
            text.append_text(self._some_down(pile))
        else:
            text.append_text(faces(self._in_order(pile), self.game.kind))
        said = [*filter(None, (pile.total,)), *pile.marks]
        return Text.assemble(text, f" {', '.join(said)}" if said else "")

    def _zone(self, name: str) -> str:
        """Return a word for the place of pieces at a seat; empty if there is none."""
        words = self.words.zone(name)
        return words if len(words) < len("player's") else name.replace("_", " ")

    def _in_order(self, pile: Pile) -> list[str]:
        """Return a hand sorted, if its cards all lie alike and their order does not matter."""
        if pile.seat and len(pile.pieces) > 1 and self.game.family in SORTED:
            return in_order(pile.pieces, self.game.kind)
        return pile.pieces

    def _some_down(self, pile: Pile) -> Text:
        """Return one's own hand with the cards hidden from others in brackets."""
        down = faces([n for n, up in zip(pile.pieces, pile.up, strict=True) if not up],
                     self.game.kind)  # fmt: skip
        up = faces([n for n, up in zip(pile.pieces, pile.up, strict=True) if up], self.game.kind)
        return Text.assemble("(", down, ") ", up)

    def _bets(self, bets: list[Chips], own: bool) -> list[str]:
        """Return one's own wagers (for an onlooker, all) one by one; of others the sums."""
        if own or not self.view.viewer or len(bets) < 3:
            return [self._chips(chips) for chips in bets]
        lying = sum(chips.cents for chips in bets)
        return [f"{format_dollars(lying)} on {len(bets)} wagers"]

    def _chips(self, chips: Chips) -> str:
        """Return chips on a spot in words: dollars, or a number of lammers."""
        name = self.words.spot(chips.spot, chips.hand, chips.owner, chips.circle)
        if chips.lammers:
            return f"{name}: {chips.lammers} lammer{'s' * (chips.lammers > 1)}"
        return f"{name} {format_dollars(chips.cents)}"

    def _hanging(self, head: Text, body: Iterable[Text]) -> list[Text]:
        """Return a heading with its parts, continued below if there is not enough room."""
        if self.width < TWO_LINES:
            return [head, *self._note_of(body)]
        lines = flow(body, self.width, INDENT, first=head.cell_len, gap=2)
        lines[0] = Text.assemble(head, lines[0])
        return lines

    def _note_of(self, body: Iterable[Text]) -> list[Text]:
        """Return texts below a seat, side by side and indented; no line if they are empty."""
        lines = flow(body, self.width, 4, first=4, gap=2)
        return [Text.assemble("    ", lines[0]), *lines[1:]] if lines[0].plain else []


@functools.lru_cache(maxsize=8)
def usual_zone(game: Game) -> str:
    """Return the zone in which a seat's pieces are dealt."""
    zones = game.presenter.bare_layout().zones
    return next((zone.name for zone in zones if zone.at == "seat"), "")


def _more(words: str) -> str:
    """Return the words on a puck; "" if they are a single letter."""
    return words if len(words) > 1 else ""
