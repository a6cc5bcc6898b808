"""The page of the protocol and the messages themselves say the same."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from houseway.room.api import messages
from houseway.room.api.messages import INCOMING, OUTGOING
from houseway.room.errors import Code

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text()
SECTIONS = {
    part.partition("\n")[0].strip(): part.partition("\n## ")[0] for part in PAGE.split("\n### ")[1:]
}
BY_NAME = {str(kind.__struct_config__.tag): kind for kind in (*INCOMING, *OUTGOING)}


def test_every_message_has_its_section_and_only_those() -> None:
    assert list(SECTIONS) == list(BY_NAME)


@pytest.mark.parametrize("name", BY_NAME)
def test_a_section_lists_the_fields_and_has_an_example_that_can_be_read(name: str) -> None:
    kind, text = BY_NAME[name], SECTIONS[name]
    assert kind.__doc__
    listed = re.findall(r"^\| `(\w+)` \|", text, re.M)
    fields = msgspec.structs.fields(kind)
    assert sorted(listed) == sorted(field.encode_name for field in fields)
    example = re.search(r"```json\n(.*)\n```", text)
    assert example
    decoder = messages.incoming if kind in INCOMING else messages.outgoing
    found = decoder.decode(example[1])
    assert type(found) is kind
    assert set(msgspec.json.decode(example[1])) - {"type"} <= set(listed)


def test_the_codes_of_a_no_are_those_of_the_room() -> None:
    codes = re.findall(r"`(\w+)`", SECTIONS["no"].split("`code` | word |")[1].split("\n")[0])
    assert sorted(codes) == sorted(Code.__args__)


def test_every_string_and_list_of_a_station_has_a_limit() -> None:
    """Inputs are bounded field by field, so that no refusal repeats a novel."""
    _, found = msgspec.json.schema_components(INCOMING, ref_template="{name}")
    for schema in found.values():
        for name, field in schema["properties"].items():
            if "enum" in field:
                continue
            if field["type"] == "string":
                assert "maxLength" in field, name
            if field["type"] == "integer":
                assert "maximum" in field and "minimum" in field, name
            if field["type"] == "array":
                assert "maxItems" in field, name
