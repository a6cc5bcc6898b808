"""The types of the pages are the types of the room."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).parents[2]
spec = importlib.util.spec_from_file_location("contract", ROOT / "web" / "contract.py")
assert spec is not None and spec.loader is not None
contract = importlib.util.module_from_spec(spec)
spec.loader.exec_module(contract)


class Inner(msgspec.Struct, tag_field="shape", tag="inner"):
    """Something inside."""

    n: int


class Outer(msgspec.Struct, omit_defaults=True, rename={"part": "as"}):
    """Two lines

    of words."""

    part: str
    inner: tuple[Inner, ...] = ()
    pairs: list[tuple[str, int]] = []
    due: dict[int, int | None] = {}


def test_types_are_those_of_the_structs() -> None:
    assert contract.FILE.read_text() == contract.written(), "make contract"


def test_types_are_written_as_they_are_sent() -> None:
    found = contract.Contract()
    assert found.of(Outer) == "Outer"
    assert found.written["Inner"].splitlines()[1:] == [
        "export interface Inner {", '  shape: "inner";', "  n: number;", "}",
    ]  # fmt: skip
    assert found.written["Outer"].splitlines()[-6:] == [
        "export interface Outer {",
        "  as: string;",
        "  inner?: readonly Inner[];",
        "  pairs?: readonly (readonly [string, number])[];",
        "  due?: { readonly [key: number]: number | null };",
        "}",
    ]


def test_two_structs_of_one_name_are_refused() -> None:
    found = contract.Contract()
    found.of(type("Same", (msgspec.Struct,), {"__annotations__": {"a": int}}))
    with pytest.raises(TypeError, match="rename one"):
        found.of(type("Same", (msgspec.Struct,), {"__annotations__": {"b": int}}))
