"""Headers that every answer has: nothing is framed, sniffed, referred or kept."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
PAGE_POLICY = POLICY.replace("default-src 'none'", "default-src 'none'; style-src 'self'")
ALWAYS = {
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""An answer that has one of these already keeps its own."""
_STYLE = re.compile(r"<style>(.*?)</style>", re.S)
HTTPS_ONLY = "max-age=31536000"


def policy_for(html: str) -> str:
    """Return the content security policy of a page: its own styles and nothing else."""
    digests = [sha256(style.encode()).digest() for style in _STYLE.findall(html)]
    allowed = " ".join(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)
    return POLICY.replace("default-src 'none'", f"default-src 'none'; style-src {allowed}")


class SecurityHeaders:
    """The application with its headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in ALWAYS.items():
                    headers.setdefault(name, value)
                if scope["scheme"] == "https":
                    headers.setdefault("strict-transport-security", HTTPS_ONLY)
            await send(message)

        await self.app(scope, receive, with_headers)
