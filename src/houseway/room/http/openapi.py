"""The OpenAPI document (3.1), made from the endpoints and their types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from houseway.room.api.declare import Document, Download, Endpoint, Key, Param
from houseway.room.http import problems
from houseway.room.http.problems import KINDS, Problem

REFERENCE = "#/components/schemas/{name}"
FILES = (Document, Download, bytes)
"""Answers that are no JSON."""
ABOUT = """\
Accounts, the cage, tables, seats, rulings, records and reports of a cardroom. Amounts are whole
cents. Times are milliseconds since 1970, UTC. A table itself is played over the WebSocket at
/api/socket, which is documented message by message in docs/protocol.md. What is refused comes as a
problem (RFC 9457) with a code for programs and a sentence for people."""


def document(endpoints: Iterable[Endpoint], version: str) -> dict[str, Any]:
    """Return the OpenAPI document of these endpoints."""
    listed = list(endpoints)
    schemas, components = _schemas(listed)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in listed:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "houseway cardroom", "version": version, "description": ABOUT},
        "servers": [{"url": "/"}],
        "tags": [{"name": tag} for tag in dict.fromkeys(e.tag for e in listed)],
        "paths": paths,
        "components": {
            "schemas": components,
            "responses": {code: _problem(code) for code in KINDS},
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token that a login gave; never in an address.",
                }
            },
        },
    }


def _types_of(endpoint: Endpoint) -> list[Any]:
    """Return every type that the endpoint takes or returns."""
    gives = [] if endpoint.gives in (type(None), *FILES) else [endpoint.gives]
    body = [] if endpoint.body is None else [endpoint.body]
    return [*body, *gives, *(param.type for param in endpoint.params)]


def _schemas(endpoints: Sequence[Endpoint]) -> tuple[list[tuple[Any, Any]], dict[str, Any]]:
    """Return the schema of every type that is sent or taken, by type, and the components."""
    types: list[Any] = [Problem, Key]
    for endpoint in endpoints:
        types += [kind for kind in _types_of(endpoint) if kind not in types]
    found, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    return list(zip(types, found, strict=True)), components


def _schema(kind: Any, schemas: list[tuple[Any, Any]]) -> Any:
    """Return the JSON Schema of a type."""
    return next(schema for known, schema in schemas if known == kind)


def _operation(endpoint: Endpoint, schemas: list[tuple[Any, Any]]) -> dict[str, Any]:
    """Return the OpenAPI object of an endpoint."""
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "tags": [endpoint.tag],
        "summary": endpoint.summary,
        "description": _description(endpoint),
        "security": [{"token": []}] if endpoint.command else [],
    }
    parameters = [_parameter(param, schemas) for param in endpoint.params]
    if endpoint.key:
        parameters.append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "required": endpoint.needs_key,
                "schema": _schema(Key, schemas),
            }
        )
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        content: dict[str, Any] = {"schema": _schema(endpoint.body, schemas)}
        if endpoint.example is not None:
            content["example"] = msgspec.to_builtins(endpoint.example)
        operation["requestBody"] = {"required": True, "content": {"application/json": content}}
    operation["responses"] = {str(endpoint.status): _success(endpoint, schemas)} | {
        str(status): _either(codes) for status, codes in _refusals(endpoint).items()
    }
    return operation


def _description(endpoint: Endpoint) -> str:
    """Return the endpoint's docstring, and the roles that may call it."""
    commands = " or ".join(f"`{name}`" for name in endpoint.command.split(" or "))
    who = f"Command {commands}." if endpoint.command else "Needs no token."
    return f"{endpoint.says}\n\n{who}"


def _parameter(param: Param, schemas: list[tuple[Any, Any]]) -> dict[str, Any]:
    """Return the OpenAPI object of a parameter."""
    schema = _schema(param.type, schemas)
    if not param.required and param.default is not None:
        schema = {**schema, "default": msgspec.to_builtins(param.default)}
    required = param.where == "path" or param.required
    return {"name": param.name, "in": param.where, "required": required, "schema": schema}


def _success(endpoint: Endpoint, schemas: list[tuple[Any, Any]]) -> dict[str, Any]:
    """Return the OpenAPI object of the answer without problems."""
    if endpoint.gives is type(None):
        return {"description": "Done."}
    if endpoint.gives in FILES:
        return {"description": endpoint.summary, "content": {endpoint.media: {}}}
    content: dict[str, Any] = {"schema": _schema(endpoint.gives, schemas)}
    if endpoint.answer is not None:
        content["example"] = msgspec.to_builtins(endpoint.answer)
    return {"description": endpoint.summary, "content": {endpoint.media: content}}


def _refusals(endpoint: Endpoint) -> dict[int, list[str]]:
    """Return the codes of every problem that this endpoint may answer with, by status."""
    codes = ["rate", "error", "fault", "busy", "refused"]
    if endpoint.command or endpoint.rate == "login":
        codes += ["login", "role"]
    if endpoint.method != "GET":
        codes += ["funds", "stale"]
    if endpoint.params or endpoint.key or endpoint.body is not None:
        codes += ["invalid", "unknown"]
    if endpoint.body is not None:
        codes += ["malformed", "too_large", "media"]
    found: dict[int, list[str]] = {}
    for code, kind in KINDS.items():
        if code in codes:
            found.setdefault(kind.status, []).append(code)
    return found


def _either(codes: list[str]) -> dict[str, Any]:
    """Return the OpenAPI object of one status that stands for several problems."""
    if len(codes) == 1:
        return {"$ref": f"#/components/responses/{codes[0]}"}
    examples = {code: {"value": _example(code)} for code in codes}
    titles = "; or: ".join(f"{KINDS[code].title} (`{code}`)" for code in codes)
    return {
        "description": titles,
        "content": {problems.MEDIA: {"schema": _problem_schema(), "examples": examples}},
    }


def _problem(code: str) -> dict[str, Any]:
    """Return the OpenAPI object of a problem, by its code."""
    kind = KINDS[code]
    found: dict[str, Any] = {
        "description": f"{kind.title}. {kind.says}",
        "content": {problems.MEDIA: {"schema": _problem_schema(), "example": _example(code)}},
    }
    if kind.retry:
        found["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
    return found


def _problem_schema() -> dict[str, Any]:
    """Return a reference to the schema of a problem."""
    return {"$ref": REFERENCE.format(name="Problem")}


def _example(code: str) -> Any:
    """Return an example of a problem as it is sent."""
    error = problems.ApiError(code, KINDS[code].says)
    return msgspec.to_builtins(problems.problem(error, "urn:houseway:request:0-1"))
