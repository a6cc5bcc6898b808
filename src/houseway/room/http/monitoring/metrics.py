"""Figures for Prometheus, in a registry of their own.

Events are counted as they happen. States (tables, queues, sockets) are read from the room on
request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import msgspec
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
_TIMES = ("0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5")
_SIZES = ("1", "2", "4", "8", "16", "32", "64", "128")


class RoomGauges(msgspec.Struct, frozen=True, kw_only=True):
    """The present state of the room: tables by state, commands waiting, seats taken."""

    tables: Mapping[str, int] = {}
    queues: Mapping[str, int] = {}
    """Commands that wait, by table."""
    writing: int = 0
    """Batches that wait for the books."""
    seated: int = 0
    healthy: bool = True
    """The random numbers pass their tests."""
    failures: int = 0
    """Errors of the program at tables."""


class _Standing(Collector):
    """Reads the room when Prometheus asks."""

    def __init__(self, look: Callable[[], RoomGauges]) -> None:
        self._look = look

    def collect(self) -> Iterable[Metric]:
        """Yield the gauges of this moment."""
        now = self._look()
        tables = GaugeMetricFamily("houseway_tables", "Tables by state", labels=["state"])
        for state, number in now.tables.items():
            tables.add_metric([state], number)
        queues = GaugeMetricFamily("houseway_queue", "Commands that wait", labels=["table"])
        for table, number in now.queues.items():
            queues.add_metric([table], number)
        yield tables
        yield queues
        yield GaugeMetricFamily("houseway_writing", "Batches that wait", value=now.writing)
        yield GaugeMetricFamily("houseway_seated", "Seats taken", value=now.seated)
        says = "1 while the random numbers pass their tests"
        yield GaugeMetricFamily("houseway_rng_healthy", says, value=int(now.healthy))
        says = "Errors of the program at tables"
        yield CounterMetricFamily("houseway_failures", says, value=now.failures)


class Metrics:
    """All figures of a server."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._actions = Counter(
            "houseway_actions", "Commands done at tables", ["game", "command"], registry=registry
        )
        self._refusals = Counter(
            "houseway_refusals", "What was refused, by code", ["code"], registry=registry
        )
        self._groups = Histogram(
            "houseway_commit_batches", "Batches of one commit", buckets=_SIZES, registry=registry
        )
        self._commits = Histogram(
            "houseway_commit_seconds", "Time of one commit", buckets=_TIMES, registry=registry
        )
        self._failed = Counter("houseway_commits_failed", "Commits that failed", registry=registry)
        self._rounds = Counter(
            "houseway_rounds", "Rounds that ended", ["game", "outcome"], registry=registry
        )
        self._requests = Histogram(
            "houseway_request_seconds",
            "Time of a request",
            ["method", "route", "status"],
            buckets=_TIMES,
            registry=registry,
        )
        self._sockets = Gauge("houseway_sockets", "Open sockets", ["as"], registry=registry)
        self._dropped = Counter("houseway_sockets_dropped", "Closed", ["why"], registry=registry)

    def watch(self, look: Callable[[], RoomGauges]) -> None:
        """Read what stands from here when asked."""
        self.registry.register(_Standing(look))

    def acted(self, game: str, command: str) -> None:
        """Count a command at a table."""
        self._actions.labels(game, command).inc()

    def refused(self, code: str) -> None:
        """Count a refusal by its code."""
        self._refusals.labels(code).inc()

    def committed(self, batches: int, microseconds: int, done: bool = True) -> None:
        """Count a written group, or one of unknown fate."""
        self._groups.observe(batches)
        self._commits.observe(_seconds(microseconds, 10**6))
        if not done:
            self._failed.inc()

    def round_ended(self, game: str, outcome: str) -> None:
        """Count a round that was closed or voided."""
        self._rounds.labels(game, outcome).inc()

    def answered(self, method: str, route: str, status: int, milliseconds: int) -> None:
        """Count an answered request."""
        took = _seconds(milliseconds, 1000)
        self._requests.labels(method, route, str(status)).observe(took)

    def socket(self, kind: str, change: int) -> None:
        """Change the number of open sockets by 1 or -1."""
        self._sockets.labels(kind).inc(change)

    def dropped(self, why: str) -> None:
        """Count a socket that the server closed."""
        self._dropped.labels(why).inc()

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)


def _seconds(number: int, parts: int) -> float:
    """Return parts of a second as seconds, the unit of Prometheus."""
    return float(Fraction(number, parts))
