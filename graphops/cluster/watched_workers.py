"""A SpecCluster that keeps its workers, however often they end."""

from __future__ import annotations

from distributed import SpecCluster
from distributed.deploy.cluster import Cluster


class WatchedWorkers(SpecCluster):  # type: ignore[misc]  # Dask has no types
    """A SpecCluster of Nannies, which start their workers again themselves.

    A SpecCluster looks 15 s after it has lost a worker whether that one is there, and otherwise closes its Nanny. A
    worker that ended once more just before is never started again, and what must run in its place waits in vain.
    """

    def _update_worker_status(self, op: str, msg: str) -> None:
        Cluster._update_worker_status(self, op, msg)  # noqa: SLF001  # without what SpecCluster adds


__all__ = ["WatchedWorkers"]
