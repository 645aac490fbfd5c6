"""Sessions without a target run on a cluster: tests that were written for this process, unchanged on two workers.

GRAPHOPS_TEST_TARGET=anywhere leaves the choice of the worker to Dask.  =halves cuts every graph: the first half of what
has no device runs on one worker, the rest on the other, so that values, variables and order cross between them.
``on_cluster`` does the same within a block.

GRAPHOPS_TEST_TARGET=halves python -m pytest -n 0 tests/session/test_session.py tests/autodiff tests/ops/test_state*.py
tests/ops/test_tensor_*.py tests/compat/test_{session_programs,sessions,loops,queues,rnn_cells,tutorials}.py
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any, Final
from unittest import mock

import pytest

import graphops as go
import graphops.compat.v1 as tf

MODE: Final = os.environ.get("GRAPHOPS_TEST_TARGET", "")
MODES: Final = ("anywhere", "halves")
_PUBLIC: Final = (go.Session, tf.Session, tf.InteractiveSession)  # what tests make; others are parts of the library


_OWN_OPS = "registers ops in this process, which workers do not know"
_OWN_FILES = (
    "a worker takes every graph for one from elsewhere, which reads and writes no files unless the config says so"
)
NOT_HERE: Final = {
    "tests/session/test_session.py::test_anything_can_be_fed": _OWN_OPS,
    "tests/session/test_session.py::test_control_inputs_run": _OWN_OPS,
    "tests/session/test_session.py::test_missing_kernels_are_all_named": _OWN_OPS,
    "tests/session/test_session.py::test_devices": "a job in a device is a place of the cluster",
    "tests/compat/test_queues.py::test_as_tensorflow[files_once]": _OWN_FILES,
    "tests/compat/test_queues.py::test_a_graph_from_elsewhere_reads_no_files": _OWN_FILES,
    "tests/compat/test_queues.py::test_a_script_writes_a_file": _OWN_FILES,
    "tests/ops/test_state.py::test_values_live_where_they_are_used_and_move_when_they_must": "uses the stand-in device",
    "tests/ops/test_state_ref.py::test_two_temporary_variables_of_a_name[CPU]": "each worker has its own of that name",
}
"""Tests that mean this process, and why."""


def skip(items: Iterable[pytest.Item]) -> None:
    """Skip the tests that mean this process."""
    for item in items:
        standin = "the stand-in device is registered in this process alone" if "STANDIN" in item.nodeid else ""
        if reason := NOT_HERE.get(item.nodeid, standin):
            item.add_marker(pytest.mark.skip(reason=reason))


def install(config: pytest.Config) -> None:
    """Do as GRAPHOPS_TEST_TARGET says, until the end of the tests."""
    if MODE not in MODES:
        raise pytest.UsageError(f"GRAPHOPS_TEST_TARGET must be {' or '.join(map(repr, MODES))}, got '{MODE}'")
    block = on_cluster(MODE)
    block.__enter__()
    config.add_cleanup(lambda: block.__exit__(None, None, None))


@contextmanager
def on_cluster(mode: str) -> Iterator[None]:
    """Within the block, Sessions that name no target run on a cluster of two workers that the process shares.

    Args:
        mode: one of ``MODES``.
    """
    from graphops.cluster import connection, pieces

    for_target, place_atoms, begin = go.Session.for_target.__func__, pieces.place_atoms, connection.Connection.__init__

    def for_this_target(cls: type[Any], target: Any) -> type[Any]:
        return for_target(cls, target or (_client() if cls in _PUBLIC else target))

    def begin_here(self: Any, target: Any) -> None:
        begin(self, target or _client())

    def place_halves(atoms: Sequence[Any], *rest: Any) -> dict[Any, Any]:
        found = place_atoms(atoms, *rest)
        loose = [atom for atom in atoms if found[atom] == pieces.Place()]
        for number, atom in enumerate(loose):
            found[atom] = pieces.Place("worker", int(number >= len(loose) / 2))
        return found

    with ExitStack() as patches:
        patches.enter_context(mock.patch.object(go.Session, "for_target", classmethod(for_this_target)))
        patches.enter_context(mock.patch.object(connection.Connection, "__init__", begin_here))
        if mode == "halves":
            patches.enter_context(mock.patch.object(pieces, "place_atoms", place_halves))
        yield


@cache
def _client() -> Any:
    from distributed import Client

    from graphops.cluster import LocalCluster

    cluster = LocalCluster(workers=2, worker_timeout=10)
    client = Client(cluster.scheduler_address, set_as_default=False)
    atexit.register(cluster.close)
    atexit.register(client.close)
    return client


__all__ = ["MODE", "MODES", "NOT_HERE", "install", "on_cluster", "skip"]
