"""Custody: the people who could act as a person because they alone made what identifies them.

A person who alone sets the card, PIN or duty of another can log in as the other, or made the other
up.
Two people count as two only if no third person stands behind both. The people log has every such
row, so custody is folded from it. It has no time limit, and a person's own change of PIN does not
end it: the maker of the PIN could have made that change. A card, PIN or duty that was set by two
people, whose custodies do not meet, leaves a person in their own custody.
"""

from __future__ import annotations

import msgspec

from houseway.room.store.interface import Books, Row

STREAM = "people"
ASPECTS: dict[str, tuple[str, ...]] = {
    "opened": ("card", "pin", "duty"),
    "new_card": ("card",),
    "pin_reset": ("pin",),
    "role": ("duty",),
}
"""Kind of row -> what it sets of a person."""
MACHINE = -1
"""The custodian of a PIN that was reset at the machine of the server."""


class _SetBy(msgspec.Struct, frozen=True):
    """The fields of a row of the people log that custody depends on."""

    person: int
    asked_by: int = 0
    """The person who asked, if the one of the row approved it; 0: no second person."""
    at_machine: bool = False


class Custody:
    """The custodians of each person, folded from the people log."""

    def __init__(self, books: Books) -> None:
        self._books, self._seen = books, 0
        self._makers: dict[int, dict[str, frozenset[int]]] = {}

    def of(self, person: int) -> frozenset[int]:
        """Return the person, everyone who alone set their card, PIN or duty, and theirs in turn."""
        self.catch_up()
        return self._closed(person)

    def shared(self, first: int, second: int) -> frozenset[int]:
        """Return who stands behind both people; empty if they are two."""
        return self.of(first) & self.of(second)

    def catch_up(self) -> None:
        """Apply the rows of the people log that were written since."""
        if not self._seen:
            head = self._books.head(STREAM)
            if head is None or not head.seq:
                return
            for row in reversed(self._books.rows_of(STREAM, tuple(ASPECTS), 0)):
                self._apply(row)
            self._seen = head.seq
        for row in self._books.rows(STREAM, self._seen):
            self._apply(row)

    def _apply(self, row: Row) -> None:
        """Apply a row: who set which aspects of whom."""
        self._seen = max(self._seen, row.seq)
        if row.kind not in ASPECTS:
            return
        body = msgspec.msgpack.decode(row.body, type=_SetBy)
        makers = frozenset(by for by in (row.by, body.asked_by) if by) - {body.person}
        if body.asked_by and not self._closed(row.by) & self._closed(body.asked_by):
            makers = frozenset()
        if body.at_machine:
            makers = frozenset((MACHINE,))
        kept = self._makers.setdefault(body.person, {})
        kept.update(dict.fromkeys(ASPECTS[row.kind], makers))

    def _closed(self, person: int) -> frozenset[int]:
        """Return a person with all who stand behind them, directly or through others."""
        found, look = {person}, [person]
        while look:
            for makers in self._makers.get(look.pop(), {}).values():
                look += makers - found
                found |= makers
        return frozenset(found)
