"""Pages as they are served: policy, caches, compression, and the sentence where there are none."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from houseway.room.http.app import build
from houseway.room.http.static import FOLDER, read_built
from tests.support.room_http import Site

MAP = '{"imports":{}}'


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    """A site with one page and two files, as a build writes them."""
    static = tmp_path / "static"
    (static / "js").mkdir(parents=True)
    (static / "js" / "one.0123.js").write_text("export const one = 1;\n" * 100)
    small = gzip.compress(("export const one = 1;\n" * 100).encode())
    (static / "js" / "one.0123.js.gz").write_bytes(small)
    (static / "font.0123.woff2").write_bytes(b"a font")
    (tmp_path / "one.html").write_text(f'<script type="importmap">{MAP}</script>')
    page = {"file": "one.html", "at": ["/", "/one/{name}"], "policy": "p", "first_view": 1}
    (tmp_path / "missing.html").write_text("nothing here")
    missing = {"file": "missing.html", "at": [], "policy": "m", "first_view": 1}
    pages = {"one": page, "missing": missing}
    (tmp_path / "pages.json").write_text(json.dumps({"made": "x", "pages": pages}))
    site = Site()
    app = build(site.served, (), site.sockets, built=read_built(tmp_path))
    return TestClient(app, raise_server_exceptions=False)


def test_files_are_kept_for_good(client: TestClient) -> None:
    found = client.get("/static/js/one.0123.js")
    assert found.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert found.headers["content-type"] == "text/javascript; charset=utf-8"
    assert found.headers["x-content-type-options"] == "nosniff"
    assert found.text.startswith("export const one")
    assert client.get("/static/font.0123.woff2").headers["content-type"] == "font/woff2"


@pytest.mark.parametrize(
    ("takes", "small"),
    [("gzip", True), ("br, gzip;q=0.5", True), ("", False), ("br", False), ("gzip;q=0", False)],
)
def test_files_are_compressed_for_who_takes_them_so(
    client: TestClient, takes: str, small: bool
) -> None:
    found = client.get("/static/js/one.0123.js", headers={"accept-encoding": takes})
    assert (found.headers.get("content-encoding") == "gzip") == small
    assert found.headers["vary"] == "accept-encoding"
    assert found.text.startswith("export const one")


def test_what_is_not_there_is_a_problem(client: TestClient) -> None:
    for path in ("/static/js/one.js", "/static/../pages.json", "/static/%2e%2e/pages.json"):
        found = client.get(path)
        assert found.status_code == 404 and found.json()["code"] == "unknown"


def test_people_get_a_page_where_nothing_is(client: TestClient) -> None:
    found = client.get("/nowhere", headers={"accept": "text/html,*/*;q=0.8"})
    assert (found.status_code, found.text) == (404, "nothing here")
    assert found.headers["content-security-policy"] == "m"
    program = client.get("/nowhere", headers={"accept": "application/json"})
    assert program.status_code == 404 and program.json()["code"] == "unknown"


def test_a_page_is_asked_for_anew(client: TestClient) -> None:
    found = client.get("/one/anything")
    assert found.headers["content-security-policy"] == "p"
    assert found.headers["cache-control"] == "no-cache"
    again = client.get("/", headers={"if-none-match": found.headers["etag"]})
    assert again.status_code == 304 and not again.content
    assert again.headers["content-security-policy"] == "p"


def test_without_pages_a_plain_one_says_so(tmp_path: Path) -> None:
    assert read_built(tmp_path) is None
    found = Site().client().get("/")
    assert "make web builds them" in found.text and "One &amp; all" in found.text


@pytest.mark.skipif(not FOLDER.exists(), reason="the pages were not built (make web)")
def test_the_policy_allows_the_import_map_and_no_other_script() -> None:
    found = read_built()
    assert found is not None
    for name, page in found.listed.pages.items():
        text = found.documents[name].content.decode()
        scripts = re.findall(r"<script([^>]*)>(.*?)</script>", text, re.S)
        inline = [inner for _, inner in scripts if inner]
        assert len(inline) == 1
        digest = b64encode(sha256(inline[0].encode()).digest()).decode()
        policy = dict(part.strip().split(" ", 1) for part in page.policy.split(";"))
        assert policy["script-src"] == f"'self' 'sha256-{digest}'"
        assert policy["default-src"] == "'none'" and policy["style-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert "unsafe" not in page.policy and "http" not in page.policy
        names = json.loads(inline[0])["imports"].values()
        assert {name.removeprefix("/static/") for name in names} <= found.files.keys()
        assert " style=" not in text and " on" not in re.sub(r">[^<]*<", "><", text)
