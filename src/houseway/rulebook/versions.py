"""Versions of the sections: the dates printed with their text."""

from __future__ import annotations

import datetime
import functools

import msgspec

from houseway.rulebook.clauses import HERE
from houseway.util.toml import decode_as, read_file


class Version(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The dates on which a section took effect and was amended, if it prints them."""

    id: str
    """The section, such as CO-2116."""
    effective: datetime.date | None = None
    """The date on which it took effect."""
    amended: tuple[datetime.date, ...] = ()
    """The dates of its amendments."""
    rights_assigned: bool = True
    """True if the section says that its rights may be transferred or assigned."""

    @property
    def words(self) -> str:
        """The dates in words: ``effective 2018-05-15, amended 2020-01-30``; "" if none is
        printed."""
        found = [f"effective {self.effective}"] if self.effective else []
        if self.amended:
            found.append(f"amended {' and '.join(map(str, self.amended))}")
        return ", ".join(found)

    def rights(self, owner: str) -> str:
        """Return the holder of the rights to a game of this section, in words."""
        return f"{owner}, its successors and assigns" if owner and self.rights_assigned else owner


class _Versions(msgspec.Struct, forbid_unknown_fields=True):
    """A ``versions.toml``."""

    section: list[Version]
    """The sections of the rulebook."""


@functools.cache
def _versions() -> dict[str, Version]:
    """Return the dates of all sections by id."""
    files = [
        decode_as(read_file(p), _Versions, str(p)) for p in sorted(HERE.glob("*/versions.toml"))
    ]
    return {version.id: version for file in files for version in file.section}


def version_of(section: str) -> Version:
    """Return the version of a section; empty dates if it prints none."""
    return _versions().get(section) or Version(section)
