"""A cluster with TLS: by a client of Dask, by its configuration, and without certificates."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.errors import FailedPreconditionError

distributed = pytest.importorskip("distributed")

_MAKE = (
    "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=cluster "
    "-addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem"
)


@pytest.fixture
def secured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Any]]:
    """The address of a cluster with a worker of this process, and what a client needs to be let in."""
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl to make a certificate with")
    subprocess.run(_MAKE.split(), cwd=tmp_path, check=True, capture_output=True, timeout=60)
    monkeypatch.chdir(tmp_path)
    roles = ("client", "scheduler", "worker")
    files = {f"tls_{role}_{kind}": f"{kind}.pem" for role in roles for kind in ("cert", "key")}
    security = distributed.Security(tls_ca_file="cert.pem", require_encryption=True, **files)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tls", security=security,
        dashboard_address="127.0.0.1:0",
    ) as cluster:  # fmt: skip
        yield cluster.scheduler_address, security


def test_certificates(secured: tuple[str, Any]) -> None:
    import dask

    address, security = secured
    assert address.startswith("tls://")
    x = go.placeholder(go.float32, (None,), name="x")
    y = x * 2.0
    with (
        distributed.Client(address, security=security, set_as_default=False) as client,
        go.Session(target=client) as session,
    ):
        np.testing.assert_array_equal(session.run(y, {x: [1.0, 2.0]}), [2.0, 4.0])
    ours = {"distributed.comm.tls.ca-file": "cert.pem", "distributed.comm.tls.client.cert": "cert.pem",
            "distributed.comm.tls.client.key": "key.pem"}  # fmt: skip
    with dask.config.set(ours), go.Session(target=address) as session:
        np.testing.assert_array_equal(session.run(y, {x: [1.0, 2.0]}), [2.0, 4.0])
    with pytest.raises(FailedPreconditionError, match="must come with certificates"):
        go.Session(target=address)
