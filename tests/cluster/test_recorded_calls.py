"""Recorded calls on a cluster of two workers give what TensorFlow 2.21 answered, integers exactly.

The full gate makes one call of each op. All of them take about half an hour:
GRAPHOPS_FULL=1 GRAPHOPS_CLUSTER_CALLS=all python -m pytest -s -n 0 tests/cluster/test_recorded_calls.py
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import pytest

import graphops as go
from tests.cluster.target import MODES, on_cluster
from tests.ops import golden_calls
from tests.ops.test_goldens import faults, is_elementwise

pytest.importorskip("distributed")
pytestmark = pytest.mark.full

ALL = os.environ.get("GRAPHOPS_CLUSTER_CALLS") == "all"
WAYS = {"on a cluster": golden_calls.run_in_session}


@pytest.fixture(scope="module")
def counts() -> Iterator[Counter[str]]:
    found: Counter[str] = Counter()
    yield found
    print("\nrecorded calls on a cluster:", ", ".join(f"{count} {what}" for what, count in sorted(found.items())))


@pytest.mark.parametrize("family", golden_calls.FAMILIES)
def test_calls_of_a_family(family: str, counts: Counter[str]) -> None:
    wrong = []
    for number, (op, calls) in enumerate(sorted(golden_calls.recorded(family).items())):
        elementwise = is_elementwise(op)
        counts["ops"] += 1
        with on_cluster(MODES[number % len(MODES)]):
            assert type(go.Session()).__name__ == "ClusterSession"
            for case, expected in calls if ALL else calls[:1]:
                counts["calls"] += 1
                wrong += faults(case, expected, WAYS, elementwise)
    counts["faults"] += len(wrong)
    assert not wrong, "\n".join([f"{len(wrong)} faults:", *wrong[:30]])
