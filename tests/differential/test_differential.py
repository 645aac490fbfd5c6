"""The comparison with TensorFlow, and the page that lists what differs.

The comparison needs another Python, one that has TensorFlow: its path in GRAPHOPS_PEER.
"""

from __future__ import annotations

import os
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path

import numpy as np
import pytest

from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import lookup_op
from tests.differential import compare, page, values
from tests.differential.differences import IN_GRAPH
from tests.differential.generate import Generator
from tests.differential.known import SECTIONS, explanation
from tests.differential.seeds import ELSEWHERE, seeds
from tests.golden.case import Case, cases_digest
from tests.ops.golden_calls import own_ops

ROOT = Path(__file__).parents[2]
PEER = os.environ.get("GRAPHOPS_PEER")
OPS = [op.name for op in own_ops() if list(kernels_of(op.name, "CPU"))]


@pytest.mark.full
@pytest.mark.skipif(PEER is None, reason="GRAPHOPS_PEER names no Python that has TensorFlow")
def test_every_difference_is_explained() -> None:
    path = os.pathsep.join([str(ROOT / "registry"), str(ROOT / "kernels"), str(ROOT)])
    done = subprocess.run(
        [str(PEER), "-m", "tests.differential", "--examples"],
        env=os.environ | {"PYTHONPATH": path}, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2000:]


def test_every_op_is_compared_or_named() -> None:
    named = {op for op in OPS for patterns in ELSEWHERE for pattern in patterns if fnmatchcase(op, pattern)}
    assert [op for op in OPS if op not in named and not seeds(op)] == []
    assert [file for file in ELSEWHERE.values() if not (ROOT / file).exists()] == []


def test_page_has_the_known_differences() -> None:
    assert page.PAGE.read_text(encoding="utf-8") == page.page(), "write it again: python -m tests.differential --page"


def test_rules_name_ops() -> None:
    patterns = {pattern for rules in SECTIONS.values() for rule in rules for pattern in rule.ops.split()}
    assert [pattern for pattern in sorted(patterns) if not any(fnmatchcase(op, pattern) for op in OPS)] == []


@pytest.mark.parametrize("op", ["AddV2", "Conv2D", "GatherV2", "ResourceApplyAdam", "StringJoin"])
def test_calls_are_the_same_on_every_run(op: str) -> None:
    def first() -> list[str]:
        calls = Generator(lookup_op(op), seeds(op)).calls()
        return [cases_digest([case]) for _, (_, case) in zip(range(60), calls, strict=False)]

    found = first()
    assert len(set(found)) == 60
    assert first() == found


def test_wrong_answers_are_seen() -> None:
    one = np.array([1.0, 2.0], "float32")
    assert compare.different([one], [one], True) is None
    assert compare.different([one], [one * np.float32(1 + 1e-4)], True) is not None
    assert compare.different([one], [np.array([1.0, np.nan], "float32")], False) is not None
    assert compare.different([one], [one.astype("float64")], False) is not None
    assert compare.different([one], [one[None]], False) is not None
    assert compare.different([np.array([1, 2])], [np.array([1, 3])], False) is not None
    assert compare.different([one + 1j], [one + 1.01j], False) is not None
    assert compare.different([one], [], False) is not None


def test_only_what_the_rules_say_is_explained() -> None:
    case = Case("Round", {"x": np.array([1, 2])})
    real = Case("Round", {"x": np.array([1.0, 2.0])})
    assert explanation("Round", "different", case, "differs") is not None
    assert explanation("Round", "different", real, "differs") is None
    assert explanation("Round", "foreign error", case, "differs") is None
    assert explanation("Add", "refused here", case, f"{IN_GRAPH}: ...") is not None
    assert explanation("Add", "refused here", case, "...") is None


@pytest.mark.parametrize("how", range(4))
def test_layouts_keep_the_values(how: int) -> None:
    x = np.arange(24.0).reshape(2, 3, 4)
    np.testing.assert_array_equal(values.laid_out(x, how), x)
    assert values.laid_out(x, how).flags.c_contiguous == (how == 0)
