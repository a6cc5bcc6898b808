"""The numbered streams of a simulation on a Dask cluster: on this machine, or at an address.

A worker that is lost costs only time: its streams are played again by another, and give the same
counts.  The workers need the same houseway installed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from houseway.analysis.simulation.pool import AHEAD, Job, Played, play_stream
from houseway.errors import Refused

LOCAL = "local"
LOST_MOST = 10
"""So often a stream may be lost with its worker before it is given up."""


class Cluster:
    """The workers at an address, which must answer at once, or some on this machine.

    Those on this machine are started when there is something to play: that cannot be misspelt.
    """

    def __init__(self, address: str, workers: int) -> None:
        self._distributed = _distributed()
        self._workers = workers
        self._client: Any = None
        self._owned: Any = None
        if address != LOCAL:
            self._client = _connected(self._distributed, address)

    def play(self, job: Job, seed: int, streams: Iterable[tuple[int, int]]) -> Played:
        """The streams on the workers of the cluster."""
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
        """The client, of a cluster on this machine if there is none yet."""
        if self._client is None:
            self._owned = self._distributed.LocalCluster(
                n_workers=self._workers, threads_per_worker=1, processes=True,
                dashboard_address=None,
            )  # fmt: skip
            self._client = self._distributed.Client(self._owned)
        return self._client

    def close(self) -> None:
        """Leave the cluster, and end what was started for it."""
        for opened in (self._client, self._owned):
            if opened is not None:
                opened.close()


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise Refused("--cluster needs Dask, which is not installed: "
                      "pip install 'houseway[cluster]'") from None  # fmt: skip
    return distributed


def _connected(distributed: Any, address: str) -> Any:
    """A client of the scheduler at an address; whatever goes wrong there, nobody answers."""
    try:
        if not address.strip():
            raise ValueError(address)  # Dask would start a cluster of its own
        return distributed.Client(address, timeout=10)
    except Exception:
        raise Refused(f"no Dask scheduler answers at {address!r}; write local, or an address "
                      "such as tcp://host:8786") from None  # fmt: skip
