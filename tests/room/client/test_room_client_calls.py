"""The calls of the client are made from the endpoints."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from houseway.room.api.declare import Download, Endpoints, Key

ROOT = Path(__file__).parents[3]
spec = importlib.util.spec_from_file_location("write_client", ROOT / "scripts" / "write_client.py")
assert spec is not None and spec.loader is not None
write_client = importlib.util.module_from_spec(spec)
spec.loader.exec_module(write_client)


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """A body."""

    cents: Annotated[int, Meta(ge=1)]
    how: Literal["fast", "slow"] = "slow"


api = Endpoints("test")


@api.post("/things/{thing}", "", "Do it?")
async def do_it(room: object, thing: str, body: Wish, most: int = 3, key: Key = "") -> list[Wish]:
    """Do something."""
    return []


@api.get("/file", "", "A file")
async def a_file(room: object) -> Download:
    """Return a file."""
    raise NotImplementedError


@pytest.mark.process
def test_the_client_has_the_calls_of_the_endpoints() -> None:
    assert write_client.FILE.read_text() == write_client.written(), "make contract"


def test_a_method_takes_path_body_query_and_key() -> None:
    names = write_client.Names()
    found = [write_client.method(endpoint, names) for endpoint in api.endpoints]
    assert found[0].splitlines() == [
        "    async def do_it(",
        '        self, thing: str, cents: int, how: Literal["fast", "slow"] = "slow", '
        "most: int = 3,",
        '        key: str = "",',
        "    ) -> list[Wish]:",
        '        """POST /things/{thing}: Do it."""',
        "        return await self.typed(",
        '            "POST", f"/things/{thing}", list[Wish], body=Wish(cents=cents, how=how),',
        '            query={"most": most}, key=key,',
        "        )",
    ]
    assert found[1].splitlines()[0] == "    async def a_file(self) -> bytes:"
    assert 'return await self.file("GET", "/file")' in found[1]


def test_two_types_of_one_name_are_refused() -> None:
    names = write_client.Names()
    names.of(type("Same", (), {"__module__": "one"}))
    with pytest.raises(TypeError, match="rename one"):
        names.of(type("Same", (), {"__module__": "two"}))
