"""Errors as RFC 9457 has them: a problem that programs read by its code and people by its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from starlette.responses import Response

from houseway.errors import HousewayError, Refused
from houseway.room.errors import Denied
from houseway.room.store.interface import Overdrawn, SealBroken, StoreError
from houseway.util.toml import in_words

MEDIA = "application/problem+json"


class Problem(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The reason why a request was not done (RFC 9457), with a code and the clauses of a rule."""

    type: str
    title: str
    status: int
    detail: str = ""
    instance: str = ""
    """The number of the request: it stands in the server's log."""
    code: str
    clauses: tuple[str, ...] = ()
    where: str = ""
    """The place in what was sent, such as ``$.cents``."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of problem: its status, its title, and what a caller can do."""

    status: int
    title: str
    says: str
    retry: int = 0
    """After how many seconds it is worth another try."""


KINDS: dict[str, Kind] = {
    "malformed": Kind(400, "This is no JSON", "The body cannot be read as JSON."),
    "login": Kind(401, "Log in first", "No token was sent, or it is not valid (any more)."),
    "role": Kind(403, "Not in this role", "A person in another role may do it."),
    "unknown": Kind(
        404, "There is no such thing", "What the address or the body names is not here."
    ),
    "method": Kind(405, "Not by this method", "The header Allow has the methods that are."),
    "refused": Kind(409, "The rules do not allow it", "The detail says why, the clauses by which."),
    "stale": Kind(409, "That question stands no more", "Look at the newest view and decide again."),
    "funds": Kind(409, "There is not enough money", "An account would stand below zero."),
    "too_large": Kind(413, "Too large", "A body has at most 16 kB."),
    "media": Kind(415, "JSON only", "Bodies are sent as application/json."),
    "invalid": Kind(422, "Something in it is not valid", "The field where has the place."),
    "rate": Kind(429, "Too many requests", "Wait as long as Retry-After says.", retry=1),
    "error": Kind(500, "An error of the program", "It is in the log under this instance."),
    "fault": Kind(503, "Out of order", "The table or the books have stopped; the floor knows."),
    "busy": Kind(503, "Busy", "The same request, with the same key, in a moment.", retry=1),
}
"""All problems there are."""


class ApiError(Exception):
    """A request that ends in a problem of the server's own finding."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        where: str = "",
        clauses: Iterable[str] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.code, self.detail, self.where, self.clauses = code, detail, where, tuple(clauses)
        self.headers = dict(headers or {})


def invalid(error: msgspec.ValidationError, where: str = "") -> ApiError:
    """Return a problem for an error of msgspec, with its place and in our words."""
    what, _, path = str(error).rpartition(" - at `")
    if not what:
        return ApiError("invalid", in_words(str(error)), where=where)
    return ApiError("invalid", in_words(what), where=where or path.rstrip("`"))


def known(error: BaseException) -> ApiError | None:
    """Return the problem that an expected error is; None for an error of the program.

    A request that msgspec refuses has been made an ``ApiError`` where it was read: a
    ``ValidationError`` from anywhere else is an error of the program.
    """
    match error:
        case ApiError():
            return error
        case Denied():
            return ApiError(error.code, error.what, clauses=error.clauses)
        case Refused():
            return ApiError("refused", error.what, clauses=error.clauses)
        case Overdrawn():
            return ApiError("funds", "there is not enough in the account for this")
        case SealBroken():
            return ApiError("fault", f"{error}; see the audit")
        case StoreError():
            return ApiError("busy", "the books cannot be read now; ask again with the same key")
        case HousewayError():
            return ApiError("refused", str(error))
    return None


def problem(error: ApiError, instance: str = "") -> Problem:
    """Return an error as the body that is sent; ``instance`` identifies the request."""
    kind = KINDS[error.code]
    return Problem(
        type=f"/problems#{error.code}",
        title=kind.title,
        status=kind.status,
        detail=error.detail,
        instance=instance,
        code=error.code,
        clauses=error.clauses,
        where=error.where,
    )


def answer(error: ApiError, instance: str = "") -> Response:
    """The response of a request that was not done."""
    kind = KINDS[error.code]
    headers = dict(error.headers)
    if kind.retry:
        headers.setdefault("Retry-After", str(kind.retry))
    if error.code == "login":
        headers.setdefault("WWW-Authenticate", "Bearer")
    body = msgspec.json.encode(problem(error, instance))
    return Response(body, kind.status, headers, MEDIA)
