"""What a Session can do with a cluster; the slot ``CLUSTERS``."""

from __future__ import annotations

from graphops.cluster.maps.session_map import map_chunks
from graphops.cluster.session import on_cluster

__all__ = ["map_chunks", "on_cluster"]
