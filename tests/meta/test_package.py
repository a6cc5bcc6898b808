"""The page of a package index: version, links, classifiers, and a README that works there."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

import pytest

import houseway

ROOT = Path(__file__).parents[2]
ADDRESS = "https://git.example.org/owner/houseway"
PREPARE = """
import sys
from setuptools.build_meta import prepare_metadata_for_build_wheel as prepare
sys.stdout = sys.stderr
prepare(sys.argv[1])
"""


@pytest.fixture(scope="module")
def setup() -> Any:
    spec = importlib.util.spec_from_file_location("houseway_setup", ROOT / "setup.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def metadata(tmp_path_factory: pytest.TempPathFactory) -> Message:
    """The metadata of a package whose repository has an address."""
    folder = tmp_path_factory.mktemp("metadata")
    subprocess.run(
        [sys.executable, "-c", PREPARE, str(folder)],
        cwd=ROOT, check=True, capture_output=True,
        env={**os.environ, "HOUSEWAY_REPOSITORY": f"{ADDRESS}/"},
    )  # fmt: skip
    [found] = folder.glob("*.dist-info/METADATA")
    return HeaderParser().parsestr(found.read_text(encoding="utf-8"))


@pytest.mark.process
def test_the_metadata_are_complete(metadata: Message) -> None:
    assert metadata["Version"] == houseway.__version__ == "0.2.0"
    assert metadata["Requires-Python"] == ">=3.11" and metadata["License-Expression"] == "MIT"
    assert metadata["Author"] and metadata["Summary"] and "rules as code" in metadata["Keywords"]
    assert "Typing :: Typed" in (classifiers := metadata.get_all("Classifier", []))
    assert len(classifiers) > 10
    links = dict(link.split(", ") for link in metadata.get_all("Project-URL", []))
    assert set(links) == {"Repository", "Documentation", "Changelog", "Issues"}
    assert links["Repository"] == ADDRESS


@pytest.mark.process
def test_every_link_of_the_readme_is_absolute_and_leads_to_a_file(metadata: Message) -> None:
    text = str(metadata.get_payload())
    assert metadata["Description-Content-Type"] == "text/markdown"
    found = re.findall(r"(!?)\[[^]]*\]\(([^)]*)\)", text)
    assert len(found) > 25 and len([mark for mark, _ in found if mark]) >= 5
    for mark, target in found:
        start = f"{ADDRESS}/{'raw' if mark else 'blob'}/HEAD/"
        assert target.startswith(start), target
        assert (ROOT / target.removeprefix(start)).exists(), target


def test_without_an_address_the_readme_stays_as_it_is(setup: Any) -> None:
    assert setup.urls("") == {}
    assert setup.readme("[a](b.md) ![c](d.png)", "") == "[a](b.md) ![c](d.png)"


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        (f"{ADDRESS}.git", ADDRESS),
        (ADDRESS, ADDRESS),
        ("git@git.example.org:owner/houseway.git", ADDRESS),
        ("ssh://git@git.example.org/owner/houseway", ADDRESS),
        ("https://name:token@git.example.org/owner/houseway", ADDRESS),
        ("../houseway", ""),
        ("", ""),
    ],
)
def test_the_address_of_a_remote(setup: Any, remote: str, address: str) -> None:
    assert setup.web_address(remote) == address


def test_other_files_name_the_same_version() -> None:
    version = re.findall(r'^version: "?([\d.]+)', (ROOT / "CITATION.cff").read_text(), re.M)
    assert version == [houseway.__version__]
