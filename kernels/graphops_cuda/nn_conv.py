"""Convolutions on a GPU: by cuDNN, and where it is missing or refuses, as matrix products of cuBLAS."""

from __future__ import annotations

from typing import Any, Final

from graphops_cpu.conv_problem import CONVOLUTIONS, HOST_INPUTS
from graphops_cuda.cudnn.conv import CudnnConvolution
from graphops_cuda.gemm_conv import GemmConvolution
from graphops_registry.dtypes import bfloat16, float16, float32, float64
from graphops_registry.kernel_def import add_kernel

_TYPES: Final = (float16, bfloat16, float32, float64)  # integers are the plain kernel's
_PRIORITIES: Final = {CudnnConvolution: 10, GemmConvolution: 5}


def _register(base: type[Any], op: str) -> None:
    """A class of its own for each op, so that a kernel's name says what it computes."""
    add_kernel(
        type(op, (base,), {"__module__": base.__module__, "__doc__": base.__doc__}),
        op,
        "GPU",
        types={"T": _TYPES},
        priority=_PRIORITIES[base],
        label="",
        host_inputs=HOST_INPUTS.get(op, ()),
        host_outputs=(),
        uses=(),
        defined_at=f"{base.__module__}.{base.__qualname__}",
    )


for _op, (_, _depthwise) in CONVOLUTIONS.items():
    if not _op.startswith("_"):
        _register(CudnnConvolution, _op)
        if not _depthwise:
            _register(GemmConvolution, _op)
