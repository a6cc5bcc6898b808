"""Which text of a section the rulebook follows: the dates printed with it."""

from __future__ import annotations

import datetime
import functools

import msgspec

from houseway.rulebook.clauses import HERE
from houseway.util.toml import decode_as, read_file


class Version(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """When a section took effect and was amended, as far as it says so."""

    id: str
    effective: datetime.date | None = None
    amended: tuple[datetime.date, ...] = ()
    rights_assigned: bool = True
    """Whether the section says that the rights it names may be transferred or assigned."""

    @property
    def words(self) -> str:
        """``effective 2018-05-15, amended 2020-01-30``; empty where no date is printed."""
        found = [f"effective {self.effective}"] if self.effective else []
        if self.amended:
            found.append(f"amended {' and '.join(map(str, self.amended))}")
        return ", ".join(found)

    def rights(self, owner: str) -> str:
        """Who holds the rights of a game of this section."""
        return f"{owner}, its successors and assigns" if owner and self.rights_assigned else owner


class _Versions(msgspec.Struct, forbid_unknown_fields=True):
    section: list[Version]


@functools.cache
def _versions() -> dict[str, Version]:
    files = [
        decode_as(read_file(p), _Versions, str(p)) for p in sorted(HERE.glob("*/versions.toml"))
    ]
    return {version.id: version for file in files for version in file.section}


def version_of(section: str) -> Version:
    """The version of a section; one without printed dates has none."""
    return _versions().get(section) or Version(section)
