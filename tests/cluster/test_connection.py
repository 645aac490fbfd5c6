"""Connections to clusters: what is refused when a Session connects, and schedulers that end."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.cluster import LocalCluster, connection
from graphops.errors import FailedPreconditionError, UnavailableError

pytest.importorskip("distributed")


def test_other_versions_are_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "versions", lambda: (str(os.getpid()), "3.0"))  # another one in each process
    go.constant(1.0)
    with pytest.raises(FailedPreconditionError, match="must run the client's versions of graphops and Python"):
        go.Session(target=cluster)


@pytest.mark.full
def test_a_scheduler_that_ends_leaves_the_variables() -> None:
    v = go.Variable([1.0, 2.0], name="v")
    step = v.assign_add([1.0, 1.0])
    with LocalCluster(workers=1) as cluster:
        session = go.Session(target=cluster)
        session.run(go.global_variables_initializer())
        session.run(step)
    with pytest.raises(UnavailableError, match="the scheduler at"):
        session.run(step, timeout=30)
    np.testing.assert_array_equal(session.variables.snapshot()["v"], [2.0, 3.0])
    session.close()
