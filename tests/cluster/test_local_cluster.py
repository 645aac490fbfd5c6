"""LocalCluster: its port, and what it refuses."""

from __future__ import annotations

import gc
import socket
import warnings
from typing import Any
from unittest.mock import Mock

import pytest

from graphops.cluster import LocalCluster
from graphops.errors import FailedPreconditionError, InvalidArgumentError, UnavailableError
from graphops.plugins.extras import optional

pytest.importorskip("distributed")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"workers": 0}, "workers of LocalCluster must be a number of 1 or more, got 0"),
        ({"threads": True}, "threads of LocalCluster must be a number of 1 or more, got True"),
        ({"port": 1 << 16}, "port of LocalCluster must be from 0 to 65535, got 65536"),
        ({"memory_limit": "much"}, "memory_limit of LocalCluster must be 'auto', or a size of 1 byte or more"),
        ({"memory_limit": -1}, "memory_limit of LocalCluster must be 'auto', or a size of 1 byte or more"),
        ({"memory_limit": []}, "memory_limit of LocalCluster must be 'auto', or a size of 1 byte or more"),
    ],
)
def test_what_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        LocalCluster(**options)


@pytest.mark.skipif(optional("bokeh") is not None, reason="bokeh is installed")
def test_a_dashboard_without_bokeh() -> None:
    with pytest.raises(FailedPreconditionError, match="must have bokeh"):
        LocalCluster(dashboard=True)


def test_a_port_of_your_own() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(UnavailableError, match=f"port {port} must be free for a LocalCluster, but .*in use"):
            LocalCluster(workers=1, port=port)
    with warnings.catch_warnings(action="ignore", category=ResourceWarning):  # of a socket that Dask leaves open
        gc.collect()
    with LocalCluster(workers=1, port=port) as cluster:
        assert cluster.scheduler_address == f"tcp://127.0.0.1:{port}"


def test_a_worker_that_is_slow_to_end() -> None:
    dask, cluster = Mock(), object.__new__(LocalCluster)
    dask.close.side_effect = TimeoutError
    vars(cluster)["_cluster"] = dask
    cluster.close()
    assert dask.sync.call_args.args == (dask.scheduler.close,)
