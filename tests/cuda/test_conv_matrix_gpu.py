"""The configurations of the convolutions on the emulated GPU, by each of its kernels, against loops in float64."""

from __future__ import annotations

import pytest

from graphops_registry.kernel_def import Mode
from tests.cuda.conv_runs import FLOATS, check, kernel_named
from tests.ops.conv_matrix import (
    CONVOLUTIONS,
    configurations,
    few_configurations,
    few_edges,
    sizes_of,
    special_sizes,
)

pytestmark = pytest.mark.emulator

WAYS = ("cudnn.conv.", "gemm_conv.")
ALIASES = ("Conv2DBackpropInputV2", "Conv2DBackpropFilterV2", "Conv3DBackpropInput", "Conv3DBackpropFilter", "Conv")
DENSE = [op for op in CONVOLUTIONS if not op.startswith("Depthwise")]
CASES = [("cudnn.conv.", op) for op in CONVOLUTIONS] + [("gemm_conv.", op) for op in DENSE]


@pytest.mark.parametrize("way, op", CASES)
def test_every_configuration(way, op, full):
    """Without GRAPHOPS_FULL=1 the few in which every two values meet."""
    definition = kernel_named(op, way)
    found = [c for c in configurations(op) if c.T in FLOATS] if full else few_configurations(op, FLOATS)
    assert found
    assert [fault for c in found for fault in check(definition, c, sizes_of(c))] == []


@pytest.mark.parametrize("way, op", CASES)
def test_the_edges(way, op, full):
    """Without GRAPHOPS_FULL=1 each with each padding, and not of ops that only say the same in other words."""
    if not full and op in ALIASES:
        pytest.skip("said in other words by another op: GRAPHOPS_FULL=1")
    definition = kernel_named(op, way)
    wrong = []
    every = ((c, name, sizes) for c in configurations(op) if c.T in FLOATS for name, sizes in special_sizes(c))
    for c, name, sizes in every if full else few_edges(op, lambda c: c.T in ("half", "float") and not c.grouped):
        wrong += [f"{name}: {fault}" for fault in check(definition, c, sizes)]
    assert wrong == []


@pytest.mark.parametrize(
    ("workspace", "op"),
    [(3000, op) for op in DENSE] + [pytest.param(500, op, marks=pytest.mark.full) for op in DENSE],
)
def test_columns_in_small_pieces(op, workspace, full, monkeypatch):
    """Pieces of few rows of one image, and of few positions; without GRAPHOPS_FULL=1 where every two values meet."""
    from graphops_cuda.blas import gemm_conv_chunks

    monkeypatch.setattr(gemm_conv_chunks, "COLUMN_BYTES", workspace)
    definition = kernel_named(op, "gemm_conv.")
    found = [c for c in configurations(op) if c.T in FLOATS]
    wrong = []
    # Ops that only say the same in other words: enough that they get here at all.
    for c in found if full else found[::40] if op in ALIASES else few_configurations(op, FLOATS):
        # A mode of its own, so that nothing is found that was prepared for larger pieces.
        wrong += check(definition, c, sizes_of(c), Mode(workspace=(1 << 20) + workspace))
    assert wrong == []
