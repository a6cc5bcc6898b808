"""JSON Schemas of the TOML formats: as the structs are, and every file of ours fits its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from scripts.write_schemas import FOLDER, schemas, text_of

from houseway.util.toml import read_toml

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "houseway"
FILES = sorted([*SOURCE.rglob("*.toml"), *(ROOT / "examples").glob("*.toml")])
MARK = "#:schema "


def check(name: str, data: Any) -> list[str]:
    schema = json.loads((FOLDER / f"{name}.json").read_text())
    data = json.loads(json.dumps(data, default=str))  # a date is text in JSON
    return [str(error.message) for error in jsonschema_rs.validator_for(schema).iter_errors(data)]


def test_the_schemas_are_those_of_the_structs() -> None:
    made = schemas()
    assert {path.stem for path in FOLDER.glob("*.json")} == set(made)
    for name, schema in made.items():
        assert (FOLDER / f"{name}.json").read_text() == text_of(schema), (
            f"{name}: run python scripts/write_schemas.py"
        )


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_names_its_schema_and_fits_it(path: Path) -> None:
    text = path.read_text()
    first = text.partition("\n")[0]
    assert first.startswith(MARK), f"the first line is {MARK}PATH"
    schema = (path.parent / first.removeprefix(MARK)).resolve()
    assert schema.is_file() and schema.parent == FOLDER.resolve()
    faults = check(schema.stem, read_toml(text, str(path)))
    assert not faults, faults


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("record", {"game": "blackjack", "dael": "As"}, "dael"),
        ("cases", {"case": [{"clause": "CO-1"}]}, "title"),
        ("clauses", {"clauses": []}, "clauses"),
        ("room", {"room": {"name": "A", "pin": "1"}}, "pin"),
        ("room", {"room": {"name": "A"}, "table": [{"name": "1", "game": 7}]}, "7"),
        ("pay", {"main": {"clause": "CO-1", "columns": ["A"]}}, "rows"),
        ("own_pay", {"pays": {"pair": True}}, "true"),
        ("decisions", {"hit": {"taks": "nothing"}}, "nothing"),
    ],
)
def test_a_fault_is_found(name: str, data: Any, says: str) -> None:
    faults = check(name, data)
    assert faults and any(says in fault for fault in faults), faults


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_every_key_is_explained(path: Path) -> None:
    """Editors show the description of a key, or that of the table it holds."""
    schema = json.loads(path.read_text())
    parts = schema.get("$defs", {})

    def is_explained(key: dict[str, Any]) -> bool:
        inner = key.get("items") or key.get("additionalProperties") or {}
        refers = key.get("$ref") or (inner.get("$ref") if isinstance(inner, dict) else None)
        return bool(key.get("description") or (refers and parts[refers[8:]].get("description")))

    for name, part in {**parts, "": schema}.items():
        assert not name or part.get("description"), name
        silent = [
            key for key, value in part.get("properties", {}).items() if not is_explained(value)
        ]
        assert not silent, (name, silent)


def test_a_schema_explains_keys() -> None:
    server = json.loads((FOLDER / "room.json").read_text())["$defs"]["server"]["properties"]
    assert "HTTPS" in server["certificate"]["description"]
