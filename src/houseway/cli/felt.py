"""The table as one viewer sees it, drawn in few lines: seats, cards, chips, pots, meters."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from houseway.cli.faces import COVERED, count_of, faces
from houseway.cli.flowing import flow, padded, right, short
from houseway.cli.value import poker_words
from houseway.game import Game
from houseway.money import shown
from houseway.views import Chips, Pile, SeatView, View

WIDTH = 80
NAME, CHIPS = 14, 9
"""The widths of the columns with names and with chips."""
INDENT = 3 + NAME + CHIPS + 2


def print_table(out: Console, game: Game, view: View) -> None:
    """Draw the table; ``view`` is of one viewer, so nothing else can be drawn."""
    for line in table_lines(game, view, min(out.width, WIDTH)):
        out.print(line)


def table_lines(game: Game, view: View, width: int = WIDTH, room: int = 99) -> list[Text]:
    """The table in at most so many lines: if there is no room for all, others are left out."""
    return Felt(game, view, width).lines(room)


class Felt:
    """A table in the course of being drawn."""

    def __init__(self, game: Game, view: View, width: int) -> None:
        self.game, self.view, self.width = game, view, width
        self.words = game.words()
        self.zones = {pile.zone for pile in view.piles if pile.seat}

    def lines(self, room: int) -> list[Text]:
        """Title, middle, seats, pots and meters."""
        above, below = [self.title(), *self.middle()], self.rest()
        mine, others, quiet = self.seats()
        idle = self.idle(quiet)
        left = room - len(above) - len(below) - len(mine) - len(idle)
        shown_, used, out = [], 0, 0
        for seat, rows in others:
            if used + len(rows) <= left - (used + len(rows) < sum(len(r) for _, r in others)):
                shown_.append((seat, rows))
                used += len(rows)
            else:
                out += 1
        rows = [*shown_, (self.view.viewer, mine)] if mine else shown_
        seats = [row for _, found in sorted(rows, key=lambda each: each[0]) for row in found]
        more = [Text(f"   and {out} more seats: type view to see them", "dim")] if out else []
        return [*above, *seats, *more, *idle, *below]

    # -- title and middle --------------------------------------------------------------------

    def title(self) -> Text:
        """The game and how far the round has come."""
        phase = self.words.phase(self.view.phase)
        text = Text(short(self.game.name, 44), style="bold")
        return right(text, Text(short(phase, 30), style="dim"), self.width)

    def middle(self) -> list[Text]:
        """What lies in the middle; of covered pieces only how many there are."""
        found, covered = [], {}
        for pile in self.view.piles:
            if pile.seat:
                continue
            if set(pile.pieces) == {COVERED}:
                covered[pile.zone] = covered.get(pile.zone, 0) + len(pile.pieces)
            else:
                head = padded(Text(f"   {short(self.words.zone(pile.zone), NAME)}"), INDENT)
                found += self._hanging(head, self._pile(pile, False))
        if covered:
            parts = [f"{self.words.zone(zone)} {count_of(n, self.game.kind)}"
                     for zone, n in covered.items()]  # fmt: skip
            words = Text("   face down: " + "; ".join(parts), style="dim")
            found += flow([words], self.width, indent=3, first=0)
        return found

    def rest(self) -> list[Text]:
        """Pots, what lies on no seat's spot, markers and meters."""
        view, parts = self.view, []
        for number, pot in enumerate(view.pots):
            name = "pot" if not number else f"side pot {number}"
            who = ", ".join(self._name(seat) for seat in pot.seats)
            among = f" ({who})" if number and who else ""
            parts.append(f"{name} {shown(pot.cents)}{among}")
        parts += [self._chips(chips) for chips in view.chips if not chips.seat]
        parts += [f"{self.words.puck(p.name)} {p.words}".strip() for p in view.pucks if not p.seat]
        found = flow([Text("   " + "; ".join(parts), "bold")], self.width, 3) if parts else []
        return [*found, *self._meters()]

    def _meters(self) -> list[Text]:
        parts = [f"{meter.words} {shown(meter.cents)}" for meter in self.view.meters]
        words = Text("   meters: " + "; ".join(parts), style="cyan")
        return flow([words], self.width, indent=3) if parts else []

    # -- seats -------------------------------------------------------------------------------

    def seats(self) -> tuple[list[Text], list[tuple[int, list[Text]]], list[SeatView]]:
        """The rows of the viewer, those of others, and the seats of which there is nothing to see."""
        mine: list[Text] = []
        others: list[tuple[int, list[Text]]] = []
        quiet: list[SeatView] = []
        people = {seat.seat: seat for seat in self.view.seats}
        for number in sorted({*people, *(p.seat for p in self.view.piles if p.seat)}):
            seat = people.get(number)
            rows = self.seat(number, seat)
            if number == self.view.viewer:
                mine = rows
            elif rows:
                others.append((number, rows))
            elif seat is not None:
                quiet.append(seat)
        return mine, others, quiet

    def seat(self, number: int, seat: SeatView | None) -> list[Text]:
        """One seat: a row for each of its hands, what it has bet beside them."""
        piles = [pile for pile in self.view.piles if pile.seat == number]
        bets = [chips for chips in self.view.chips if chips.seat == number]
        status = self._status(seat) if seat is not None else "nobody sits here"
        own = number == self.view.viewer
        if seat is not None and not (piles or bets or status or own):
            return []
        parts = self._piles(piles, number)
        notes = [status] if status else []
        notes += self._bets(bets, own)
        tail = Text("; ".join(notes), style="" if own else "dim")
        head = self._head(number, seat, any(pile.turn for pile in piles))
        rows = self._hanging(head, Text("   ").join([*parts, tail] if notes else parts))
        for row in rows:
            if own:
                row.stylize_before("bold")
        return rows

    def _head(self, number: int, seat: SeatView | None, turn: bool) -> Text:
        mark = Text(">" if turn else " ", style="bold yellow")
        name = short(self._name(number), NAME - 1)
        chips = shown(seat.chips) if seat is not None else ""
        return Text.assemble(
            mark, f"{number:>2} ", padded(Text(name), NAME),
            padded(Text(chips), CHIPS, to_the_right=True), "  ",
        )  # fmt: skip

    def _name(self, number: int) -> str:
        if number == self.view.viewer:
            return "you"
        return next((s.name for s in self.view.seats if s.seat == number), f"circle {number}")

    def _status(self, seat: SeatView) -> str:
        marks = [
            f"{self.words.puck(puck.name)} {puck.words}".strip()
            for puck in self.view.pucks
            if puck.seat == seat.seat
        ]
        return ", ".join(filter(None, [*marks, self.words.status(seat.status)]))

    def idle(self, seats: Iterable[SeatView]) -> list[Text]:
        """Those who sit there, and no more."""
        parts = [f"{short(seat.name, NAME)} {shown(seat.chips)}" for seat in seats]
        words = Text("   also here: " + "; ".join(parts), style="dim")
        return flow([words], self.width, indent=3) if parts else []

    # -- pieces and chips --------------------------------------------------------------------

    def _piles(self, piles: list[Pile], seat: int) -> list[Text]:
        with_zone = len({pile.zone for pile in piles}) > 1 or len(self.zones) > 1
        found = [self._pile(pile, with_zone, len(piles) > 1) for pile in piles]
        if words := poker_words(self.game, self.view, seat):
            found.append(Text(words, style="italic"))
        return found

    def _pile(self, pile: Pile, with_zone: bool, several: bool = False) -> Text:
        """``K♠ 7♦ 17``; of several hands the one to play is marked; covered ones are counted."""
        text = Text(f"{self.words.zone(pile.zone)} " if with_zone else "", style="dim")
        if several and pile.turn:
            text = Text.assemble((">", "bold yellow"), text)
        if set(pile.pieces) == {COVERED} and len(pile.pieces) > 4:
            text.append(f"{count_of(len(pile.pieces), self.game.kind)}", style="dim")
        elif len(set(pile.up)) > 1 and COVERED not in pile.pieces:
            text.append_text(self._some_down(pile))
        else:
            text.append_text(faces(pile.pieces, self.game.kind))
        said = [pile.total] if pile.total else []
        said += [n for n in _notes(pile) if n]
        return Text.assemble(text, f" {', '.join(said)}" if said else "")

    def _some_down(self, pile: Pile) -> Text:
        """One's own cards, of which others see some only: those that lie down are in brackets."""
        down = faces([n for n, up in zip(pile.pieces, pile.up, strict=True) if not up],
                     self.game.kind)  # fmt: skip
        up = faces([n for n, up in zip(pile.pieces, pile.up, strict=True) if up], self.game.kind)
        return Text.assemble("(", down, ") ", up)

    def _bets(self, bets: list[Chips], own: bool) -> list[str]:
        """One's own wagers one by one; of others what they come to."""
        if own or len(bets) < 3:
            return [self._chips(chips) for chips in bets]
        lying = sum(chips.cents for chips in bets if chips.spot != "bank")
        return [f"{shown(lying)} on {len(bets)} wagers"]

    def _chips(self, chips: Chips) -> str:
        name = self.words.spot(chips.spot, chips.hand, chips.owner, chips.circle)
        if chips.lammers:
            return f"{name}: {chips.lammers} lammer{'s' * (chips.lammers > 1)}"
        return f"{name} {shown(chips.cents)}"

    def _hanging(self, head: Text, body: Text) -> list[Text]:
        """A head with what stands beside it, going on below if there is much of it."""
        lines = flow([body], self.width, INDENT, first=head.cell_len)
        lines[0] = Text.assemble(head, lines[0])
        return lines


def _notes(pile: Pile) -> list[str]:
    """What is said of a pile besides its total and whose turn it is."""
    note = pile.note.replace(pile.total, "", 1) if pile.total else pile.note
    return [part for part in (p.strip() for p in note.split(",")) if part and part != "to play"]
