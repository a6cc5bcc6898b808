"""What a round has come to: the structs whose fields events set."""

from __future__ import annotations

from typing import Any

import msgspec


class _Settable(msgspec.StructMeta):
    """Fields are set as those of a class with slots, which the interpreter does by itself.

    msgspec sets a field by a call of its own, to tell the collector of a struct that begins to
    hold other objects; a state holds some from the beginning.  A hand sets over a hundred fields.
    """

    def __init__(self, name: str, bases: tuple[type, ...], fields: dict[str, Any], **_: Any):
        super().__init__(name, bases, fields)
        type.__setattr__(self, "__setattr__", object.__setattr__)
        type.__setattr__(self, "__delattr__", object.__delattr__)


class State(msgspec.Struct, metaclass=_Settable):
    """A state, or a part of one."""
