"""A cluster of two workers for the tests of this folder."""

from collections.abc import Iterator
from typing import Any

import pytest

import graphops as go


@pytest.fixture(scope="package")  # no longer: its threads would allocate memory while other tests measure theirs
def cluster() -> Iterator[Any]:
    """``/job:worker/task:0`` and ``task:1``, each a process. A worker that is killed has time to come back."""
    pytest.importorskip("distributed")
    from graphops.cluster import LocalCluster

    with LocalCluster(workers=2, worker_timeout=30) as made:
        yield made


@pytest.fixture(scope="package")
def client(cluster: Any) -> Iterator[Any]:
    from distributed import Client

    with Client(cluster.scheduler_address, set_as_default=False) as made:
        yield made


@pytest.fixture(autouse=True)
def graph() -> Iterator[go.Graph]:
    """Each test has a default graph of its own."""
    with go.Graph().as_default() as made:
        yield made
