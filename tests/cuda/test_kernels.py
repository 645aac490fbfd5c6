"""Every op that the CPU computes has a kernel for GPUs, for the same dtypes, and each a plain one to fall back on."""

from __future__ import annotations

import pytest

from graphops.testing import standin
from graphops_cuda.runtime.source import C_TYPES
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.kernel_def import KernelDef, kernels_of
from tests.ops import golden_calls
from tests.registry.context_reads import undeclared

HELD = tuple(as_dtype(name) for name in (*C_TYPES, "complex64", "complex128"))  # what CuPy's arrays may hold
pytestmark = pytest.mark.emulator


def taken(definitions: list[KernelDef], attr: str, allowed: tuple[DType, ...]) -> set[DType]:
    """The dtypes that some kernel takes for a type attr."""
    return {d for definition in definitions for d in definition.types.get(attr, allowed) if d in HELD}


def test_every_op_has_a_kernel_for_every_dtype():
    standin.register()
    # Those that begin with "_" are made by passes, where there are kernels for them; Graphops>Network is too.
    ops = [
        op
        for op in golden_calls.own_ops()
        if kernels_of(op.name, "CPU") and not op.name.startswith("_") and op.name != "Graphops>Network"
    ]
    kernels = 0
    for op in ops:
        here, there = kernels_of(op.name, "CPU"), kernels_of(op.name, "GPU")
        kernels += len(there)
        assert there, op.name
        for attr in op.op_def.attrs:
            if attr.base_type == "type":
                every = tuple(dtype for dtype in attr.allowed or HELD if dtype in HELD)
                assert taken(there, attr.name, every) >= taken(here, attr.name, every), (op.name, attr.name)
        plain = [d for d in there if d.is_plain and d.priority == 0]
        assert plain or not any(d.is_plain for d in here), op.name
    print(f"{kernels} kernels for GPUs, of {len(ops)} ops")
    assert kernels > len(ops) > 500


def test_kernels_of_our_own_come_before_the_plain_ones():
    for op in ("Conv2D", "DepthwiseConv2dNative", "FusedBatchNormV3", "MaxPool", "Softmax", "BiasAddGrad", "Relu"):
        best = kernels_of(op, "GPU")[0]
        assert best.cls.__module__.startswith("graphops_cuda."), op
        assert not best.is_plain


def test_kernels_read_of_their_context_what_they_declare():
    count, wrong = undeclared("GPU")
    assert not wrong, "\n".join(wrong)
    assert count > 600
