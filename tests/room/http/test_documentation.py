"""The documentation at /docs: files of the built site, each page with its own policy."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from houseway.room.http.documentation import policy_of, routes
from houseway.room.http.headers import SecurityHeaders


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    site = tmp_path / "site"
    (site / "reference").mkdir(parents=True)
    (site / "index.html").write_text("<h1>docs</h1><script>let a = 1</script>")
    (site / "reference" / "index.html").write_text("<h1>reference</h1>")
    (site / "search.json").write_text("{}")
    (tmp_path / "secret.txt").write_text("keys")
    return TestClient(Starlette(routes=routes(site), middleware=[Middleware(SecurityHeaders)]))


def test_pages_and_files_are_served(client: TestClient) -> None:
    assert client.get("/docs").text.startswith("<h1>docs")
    assert client.get("/docs/reference/").text == "<h1>reference</h1>"
    assert client.get("/docs/search.json").headers["content-type"] == "application/json"
    assert client.get("/docs/none.html").status_code == 404


@pytest.mark.parametrize("path", ["..%2Fsecret.txt", "reference%2F..%2F..%2Fsecret.txt",
                                  "%2Fetc%2Fpasswd"])  # fmt: skip
def test_nothing_outside_the_site_is_served(client: TestClient, path: str) -> None:
    answer = client.get(f"/docs/{path}")
    assert answer.status_code == 404 and "keys" not in answer.text


def test_a_link_that_leads_out_of_the_site_is_not_followed(
    client: TestClient, tmp_path: Path
) -> None:
    (tmp_path / "site" / "out.txt").symlink_to(tmp_path / "secret.txt")
    assert client.get("/docs/out.txt").status_code == 404


def test_a_page_may_run_its_own_scripts_only(client: TestClient) -> None:
    policy = client.get("/docs/").headers["content-security-policy"]
    own = b64encode(sha256(b"let a = 1").digest()).decode()
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert scripts == f"script-src 'self' 'sha256-{own}'"
    assert "sha256" not in policy_of(b'<script src="a.js"></script>').partition("style-src")[0]


@pytest.mark.parametrize("path", ["/docs", "/docs/", "/docs/api.html"])
def test_a_site_that_was_not_built_leads_to_the_description(path: str, tmp_path: Path) -> None:
    client = TestClient(Starlette(routes=routes(tmp_path)))
    answer = client.get(path, follow_redirects=False)
    assert answer.status_code == 307 and answer.headers["location"] == "/api/openapi.json"
