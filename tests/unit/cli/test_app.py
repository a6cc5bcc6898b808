"""The application: help by task, global options, earlier names, completion."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from houseway.cli.app import GROUPS, HIDDEN, NEXT_STEPS, app
from houseway.cli.main import run

COMMANDS = [name for commands in GROUPS.values() for name in commands]


def test_help_lists_every_command_once_below_its_task(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    titles = [out.index(f"─ {title} ─") for title in GROUPS]
    assert titles == sorted(titles)
    for name, text in ((n, c.text) for each in GROUPS.values() for n, c in each.items()):
        assert sum(line.startswith((f"│ {name} ", f"│ {name}(")) for line in out.splitlines()) == 1
        assert text.split(".")[0][:40] in out, name
    assert len(COMMANDS) == len(set(COMMANDS))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_the_global_options(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert f"houseway {name}" in out
    assert all(option in out for option in ("--plugin", "--pay", "--no-pager"))
    assert "[default: False]" not in out
    assert "[default: []]" not in out and '[default: ""]' not in out


def test_houseway_alone_says_what_to_do_next(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    out = capsys.readouterr().out
    for line, text in NEXT_STEPS:
        assert line in out and text in out
        command = line.split()[1]
        assert command == "--help" or command in COMMANDS


def test_global_options_stand_anywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = str(tmp_path / "none.py")
    for words in (["games", "--plugin", missing], ["--plugin", missing, "games"]):
        assert run(words) == 2
        assert "none.py" in capsys.readouterr().err
    assert run(["--no-pager", "games", "--json"]) == 0


def test_words_after_two_hyphens_are_no_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["settle", "--", "-no-such-file.toml"]) == 2
    assert "-no-such-file.toml" in capsys.readouterr().err


def test_earlier_names_of_commands_work(capsys: pytest.CaptureFixture[str]) -> None:
    for earlier, name in HIDDEN.items():
        assert run([earlier, "--help"]) == 0
        assert GROUPS["Run a cardroom"][name].text in capsys.readouterr().out


@pytest.mark.process
def test_completion_offers_commands_and_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "houseway.bash"
    words = ["install-completion", "--shell", "bash", "--out", str(script), "--no-startup"]
    assert run(words) == 0
    assert str(script) in capsys.readouterr().out

    def complete(*typed: str) -> set[str]:
        asked = (
            f"source {script}; COMP_WORDS=({' '.join(map(repr, typed))}); "
            f"COMP_CWORD={len(typed) - 1}; {function}; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        )
        ran = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True)
        return set(ran.stdout.split())

    function = "_houseway"
    assert "settle" in complete("houseway", "set")
    assert "--json" in complete("houseway", "settle", "--j")


def test_the_app_names_no_command_that_is_missing() -> None:
    for name in COMMANDS:
        assert app[name].name
