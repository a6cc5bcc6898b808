"""The numbered streams of a simulation on a Dask cluster, local or at an address.

A lost worker costs only time: another worker plays its streams again, with the same counts. The
workers need the same version of houseway.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from houseway.analysis.simulation_runs.pool import AHEAD, Played, StreamJob, play_stream
from houseway.errors import Refused

LOCAL = "local"
LOST_MOST = 10
"""The number of lost workers after which a stream is given up."""


class Cluster:
    """The workers at an address, or local ones.

    An address must answer at once. Local workers are started with the first stream.
    """

    def __init__(self, address: str, workers: int) -> None:
        self._distributed = _distributed()
        self._workers = workers
        self._client: Any = None
        self._owned: Any = None
        if address != LOCAL:
            self._client = _connected(self._distributed, address)

    def play(self, job: StreamJob, seed: int, streams: Iterable[tuple[int, int]]) -> Played:
        """Yield number and counts of each stream, played on the workers of the cluster."""
        client = self._started()
        todo = iter(streams)
        playing: dict[str, int] = {}
        finished = self._distributed.as_completed()
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

    def _started(self) -> Any:
        """Return the client; start a local cluster if there is none yet."""
        if self._client is None:
            self._owned = self._distributed.LocalCluster(
                n_workers=self._workers, threads_per_worker=1, processes=True,
                dashboard_address=None,
            )  # fmt: skip
            self._client = self._distributed.Client(self._owned)
        return self._client

    def close(self) -> None:
        """Disconnect, and stop a local cluster."""
        for opened in (self._client, self._owned):
            if opened is not None:
                opened.close()


def _distributed() -> Any:
    """Return the module of Dask; Refused if it is not installed."""
    try:
        import distributed
    except ImportError:
        raise Refused("--cluster needs Dask, which is not installed: "
                      "pip install 'houseway[cluster]'") from None  # fmt: skip
    return distributed


def _connected(distributed: Any, address: str) -> Any:
    """Return a client of the scheduler at an address; Refused if it does not answer."""
    try:
        if not address.strip():
            raise ValueError(address)  # Dask would start a cluster of its own
        return distributed.Client(address, timeout=10)
    except Exception:
        raise Refused(f"no Dask scheduler answers at {address!r}; write local, or an address "
                      "such as tcp://host:8786") from None  # fmt: skip
