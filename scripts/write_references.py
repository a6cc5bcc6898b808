"""Write the generated pages of the documentation.

    python scripts/write_references.py [FOLDER]        # default: docs/reference

cli.md comes from the program, python.md from signatures and docstrings, and rulebook_files.md from
the JSON Schemas.  They are part of the repository, so that a wheel is built without importing
houseway.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
WIDTH = 88
"""Most characters of a signature on one line."""
GROUPS = {
    "Tables and rounds": "games find open_table Game Table Round View Layout Act Bot dollars",
    "Odds": "odds compare strategy simulate tune equity with_pay load_side_bet "
    "Report Run StrategySheet Tuned Equity",
    "Records and settlements": "load save replay rerun settle settle_round other_rules "
    "Record Settled OtherRules",
    "Sheets": "par sign",
    "Errors": "HousewayError Refused BadFile Halted",
}
"""The public names by subject."""
FILES = {
    "clauses": "`clauses.toml` restates each clause of the text in our words. Each kind but `rule` "
    "says why no case can prove it. [Conformance](../check.md) shows what refers to a clause.",
    "cases": "`cases.toml` proves clauses by worked rounds. A case has every key of a "
    "[record](../records.md), and keys that compare what holds where it ends.",
    "pay": "`pay.toml` has a table for each wager, named as the wager, and the fees of a "
    "player-dealer game in `[collection]`.",
    "labels": "`labels.toml` has the words for names that programs use. The nearest file wins "
    "([Words](../words.md)).",
    "event_text": "`event_text.toml` has one sentence for each event, by the name of the event "
    "([Terminal screen](../screen.md)).",
    "appearance": "`appearance.toml` describes the felt ([Layouts](../layouts.md)).",
    "rule_card": "`rule_card.toml` has the lines of the table sign and of the rule card "
    "([Sheets](../sheets.md)).",
    "decisions": "`decisions.toml` lists the words of decisions. A table inside an entry, named as "
    "a family or a game, has what differs there.",
    "glossary": "`glossary.toml` explains terms of the source text (`houseway rules GAME WORD`).",
    "versions": "`versions.toml` has the dates that the sections of a rulebook print.",
    "own_pay": "A file for `--pay` has a pay table of your own "
    "([Post and tune pay tables](../inventing.md)). Its rows stand in `pays`, or at the top.",
}
"""The formats of the files of a game, by schema."""
INNER = {"Game"}
"""Classes whose methods are for the families of games, not for callers."""


def cli_reference() -> str:
    """Return the reference of all commands as Markdown."""
    from houseway.cli.app import app

    text = app.generate_docs(output_format="markdown")
    assert isinstance(text, str)
    text = text.replace("# houseway\n", "# Command line\n", 1)
    text = re.sub(r"^(houseway .*?) -m [\w.]+", r"\1", text, flags=re.M)  # run as a module
    text = re.sub(r"^houseway (\S+) \1 ", r"houseway \1 ", text, flags=re.M)  # a usage of its own
    text = re.sub(r"## Table of Contents\n.*?(?=\n\*\*)", "", text, count=1, flags=re.S)
    opening, *commands = re.split(r"(?m)^(?=##+ houseway )", text)
    options = opening[opening.index("**Global options**") :].strip()
    # Every command repeats the global options.
    return opening + "".join(part.replace(options, "").rstrip() + "\n\n" for part in commands)


def python_reference() -> str:
    """Return the public names of the package as Markdown: signatures, fields and docstrings."""
    import houseway

    parts = [
        "# Python library\n",
        "Every name is importable from `houseway`. Amounts are integer cents (`Cents` is `int`), "
        "odds are fractions.\n",
    ]
    for title, names in GROUPS.items():
        parts += [f"## {title}\n"]
        parts += [_described(name, getattr(houseway, name)) for name in names.split()]
    parts += [
        "## Further types\n",
        "Fields of the classes above hold these. They are not imported from `houseway`.\n",
    ]
    public = [getattr(houseway, name) for names in GROUPS.values() for name in names.split()]
    parts += [_described(cls.__name__, cls) for cls in _held_by(public)]
    return "\n".join(parts)


def _described(name: str, value: object) -> str:
    """Return the part of one name: signature, docstring, fields, properties and methods."""
    parts = [f"### {name}\n", f"```python\n{name}{_signature(value)}\n```\n"]
    parts.append(f"{inspect.getdoc(value) or ''}\n")
    if inspect.isclass(value):
        if rows := list(_fields(value)):
            parts.append("| field | type | |\n|---|---|---|\n" + "\n".join(rows) + "\n")
        if name not in INNER:
            parts += _methods(value)
    return "\n".join(parts)


def _signature(value: object) -> str:
    """Return a signature without quotes around types, one parameter a line where it is long."""
    try:
        found = inspect.signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "(...)"
    plain = _plain(str(found))
    if len(plain) <= WIDTH:
        return plain
    lines, star = [], False
    for parameter in found.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            lines.append("*")
            star = True
        lines.append(_plain(str(parameter)))
    result = plain.rsplit(") -> ", 1)[1:]
    return "(\n    " + ",\n    ".join(lines) + ",\n)" + "".join(f" -> {r}" for r in result)


def _plain(text: str) -> str:
    """Return a signature without quotes around types and without the modules of types."""
    text = re.sub(r"(?<=[:>] )'([^']*)'", r"\1", text).replace("NoneType", "None")
    text = re.sub(r"typing\.Annotated\[int, 'cents'\]", "Cents", text)
    return re.sub(r"\b(?:houseway(?:\.\w+)*|typing|collections\.abc|fractions)\.(\w+)", r"\1", text)


def _fields(cls: type) -> Iterator[str]:
    """Yield a row for each public field of a struct or data class: name, type, docstring."""
    if not hasattr(cls, "__struct_fields__") and not hasattr(cls, "__dataclass_fields__"):
        return
    for base in reversed(cls.__mro__):
        if not base.__module__.startswith("houseway"):
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        assert isinstance(body, ast.ClassDef)
        for line, after in zip(body.body, [*body.body[1:], None], strict=True):
            if not isinstance(line, ast.AnnAssign) or not isinstance(line.target, ast.Name):
                continue
            if line.target.id.startswith("_"):
                continue
            words = ""
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                words = " ".join(str(after.value.value).split()).replace("|", "\\|")
            kind = ast.unparse(line.annotation).replace("|", "\\|")
            yield f"| `{line.target.id}` | `{kind}` | {words} |"


def _methods(cls: type) -> Iterator[str]:
    for name, member in vars(cls).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property) and member.__doc__:
            yield f"**`{name}`**\n\n{inspect.getdoc(member)}\n"
        elif inspect.isfunction(member) and member.__doc__:
            signature = " ".join(_signature(member).replace("(self, ", "(").split())
            signature = re.sub(r"\( ?self,? ?", "(", signature).replace(", )", ")")
            yield f"**`{name}{signature}`**\n\n{inspect.getdoc(member)}\n"


def _held_by(public: list[object]) -> list[type]:
    """Return the structs and data classes in fields of these, and in fields of those."""
    found: dict[str, type] = {}
    known = {value for value in public if inspect.isclass(value)}
    waiting = sorted(known, key=lambda cls: cls.__name__)
    while waiting:
        cls = waiting.pop(0)
        for row in _fields(cls):
            kind = row.split("`")[3]
            for word in re.findall(r"[A-Z]\w+", kind):
                held = vars(sys.modules[cls.__module__]).get(word)
                if not inspect.isclass(held) or not held.__module__.startswith("houseway"):
                    continue
                if held in known or held.__name__ in found or not list(_fields(held)):
                    continue
                found[held.__name__] = held
                waiting.append(held)
    return [found[name] for name in sorted(found)]


def files_reference() -> str:
    """Return the formats of the files of a game as Markdown: the keys of their schemas."""
    parts = [
        "# Rulebook files\n",
        "A game is a folder with `game.py` and TOML files. This page lists the keys of each. "
        "An unknown key is refused with the file and the key. Editors complete the keys where the "
        "first line names the [schema](schemas.md).\n",
    ]
    for name, words in FILES.items():
        path = ROOT / "src" / "houseway" / "schemas" / f"{name}.json"
        schema = json.loads(path.read_text(encoding="utf-8"))
        parts += [
            f"## {name}.toml\n" if f"`{name}.toml`" in words else "## Pay file\n",
            words + "\n",
        ]
        structs = schema.get("$defs", {})
        root = structs.pop(schema.get("$ref", "").rpartition("/")[2], schema)
        parts += [_keys(root)] if root.get("properties") else []
        for title, struct in structs.items():
            parts += [f"### {_spaced(title)}\n", struct["description"].split("\n")[0] + "\n"]
            parts += [_keys(struct)]
    return "\n".join(parts)


def _keys(struct: dict[str, Any]) -> str:
    """Return the table of the keys of a struct."""
    rows = ["| key | type | |", "|---|---|---|"]
    required = struct.get("required", ())
    for key, value in struct["properties"].items():
        words = " ".join(value.get("description", "").split()).replace("|", "\\|")
        needed = "**Required.** " * (key in required)
        kind = _kind(value).replace("|", "\\|")
        rows.append(f"| `{key}` | {kind} | {needed}{words.replace('``', '`')} |")
    return "\n".join(rows) + "\n"


def _kind(value: dict[str, Any]) -> str:
    """Return the type of a key in words."""
    if "anyOf" in value:
        kinds = dict.fromkeys(_kind(each) for each in value["anyOf"] if each.get("type") != "null")
        return " or ".join(kinds)
    if "$ref" in value:
        name = _spaced(value["$ref"].rpartition("/")[2])
        return f"[{name}](#{name.lower().replace(' ', '-')})"
    if "enum" in value:
        return ", ".join(f"`{each}`" for each in value["enum"])
    match value.get("type"):
        case "array":
            return f"list of {_kind(value['items'])}" if value.get("items") else "list"
        case "object" if isinstance(value.get("additionalProperties"), dict):
            return f"table of {_kind(value['additionalProperties'])}"
        case "object":
            return "table"
        case "string":
            return "date" if value.get("format") == "date" else "text"
        case kind:
            words = {"integer": "number", "number": "number", "boolean": "true or false"}
            return words.get(str(kind), "")


def _spaced(name: str) -> str:
    """Return the name of a struct in words: ``_PayRows`` becomes ``Pay rows``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.strip("_")).capitalize()


GENERATED = {
    "cli.md": cli_reference,
    "python.md": python_reference,
    "rulebook_files.md": files_reference,
}
"""The pages of docs/reference that are written here."""


def page(name: str) -> str:
    """Return a generated page as it is written to its file."""
    return GENERATED[name]().rstrip() + "\n"


def main() -> None:
    """Write the generated pages to a folder."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "reference"
    for name in GENERATED:
        (folder / name).write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    main()
