"""Graphs on several machines, with Dask distributed as the engine: Sessions, maps over chunks, training on shards.

Begin with ``session``; ``pieces`` says how a graph is cut, ``worker`` what happens to a piece on the other side.
Needs the extra ``cluster``; nothing here is imported before you ask for a cluster.

>>> with go.cluster.LocalCluster(workers=2) as cluster:
...     with go.Session(graph, target=cluster) as session:
...         session.run(y, {x: value})
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_MODULES = {
    "LocalCluster": "graphops.cluster.local_cluster",
    "ClusterSession": "graphops.cluster.session",
    "to_zarr": "graphops.cluster.maps.zarr_files",
    "AllReduce": "graphops.cluster.training.hook",
    "DataParallel": "graphops.cluster.training.data_parallel",
    "Round": "graphops.cluster.training.hook",
}

__all__ = ["AllReduce", "ClusterSession", "DataParallel", "LocalCluster", "Round", "to_zarr"]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module 'graphops.cluster' has no attribute '{name}'")


def __dir__() -> list[str]:
    return [*__all__]
