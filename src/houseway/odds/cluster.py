"""The numbered streams of a simulation on a Dask cluster: on this machine, or at an address.

A worker that is lost costs only time: its streams are played again by another, and give the same
counts.  The workers need the same houseway installed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from houseway.errors import Refused
from houseway.odds.pool import AHEAD, Job, Played, play_stream

LOCAL = "local"
LOST_MOST = 10
"""So often a stream may be lost with its worker before it is given up."""


def on_cluster(
    job: Job, seed: int, streams: Iterable[tuple[int, int]], address: str, workers: int
) -> Played:
    """On the workers of a cluster."""
    distributed = _distributed()
    client, owned = _connected(distributed, address, workers)
    try:
        todo = iter(streams)
        playing: dict[str, int] = {}
        finished = distributed.as_completed()
        while True:
            most = AHEAD * max(1, len(client.nthreads()))
            for number, rounds in todo:
                future = client.submit(
                    play_stream, job, seed, number, rounds, pure=False, retries=LOST_MOST
                )
                playing[future.key] = number
                finished.add(future)
                if len(playing) >= most:
                    break
            if not playing:
                return
            future = next(finished)
            yield playing.pop(future.key), future.result()
    finally:
        client.close()
        if owned is not None:
            owned.close()


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise Refused("--cluster needs Dask, which is not installed: "
                      "pip install 'houseway[cluster]'") from None  # fmt: skip
    return distributed


def _connected(distributed: Any, address: str, workers: int) -> tuple[Any, Any]:
    """A client, and the cluster that was started for it."""
    if address == LOCAL:
        cluster = distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
        )
        return distributed.Client(cluster), cluster
    try:
        return distributed.Client(address, timeout=10), None
    except (OSError, ValueError, TimeoutError):
        raise Refused(f"no Dask scheduler answers at {address!r}; write local, or an address "
                      "such as tcp://host:8786") from None  # fmt: skip
