"""Checks of a kernel's outputs: number, dtypes and shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphops_registry.errors import InternalError
from graphops_registry.kernels.faults import add_place
from graphops_registry.kernels.prepared import Prepared
from graphops_registry.kernels.registered import kernels_of
from graphops_registry.kernels.spec import KernelSpec


def check_outputs(prepared: Prepared, spec: KernelSpec, outputs: Sequence[Any], kernel: str) -> None:
    """Compare what a kernel returned with what was promised (done the first time a Prepared runs).

    Raises:
        InternalError: another number of outputs, another shape or another dtype; a note says where the kernel is.
    """
    problem = _output_problem(prepared, spec, outputs, kernel)
    if problem is not None:
        error = InternalError(problem)
        for definition in kernels_of(spec.op.name):
            if definition.name == kernel:
                add_place(error, definition.defined_at)
                break
        raise error


def _output_problem(prepared: Prepared, spec: KernelSpec, outputs: Sequence[Any], kernel: str) -> str | None:
    if not isinstance(outputs, Sequence):
        return f"kernel {kernel} must return a list of outputs, got {type(outputs).__name__}"
    if len(outputs) != len(spec.output_dtypes):
        return f"kernel {kernel} must return {len(spec.output_dtypes)} outputs, got {len(outputs)}"
    for index, (array, dtype, shape) in enumerate(
        zip(outputs, spec.output_dtypes, prepared.output_shapes, strict=True)
    ):
        if array is None:
            if spec.wanted[index]:
                return f"kernel {kernel} must return output {index}, got None"
            continue
        if not hasattr(array, "shape") or not hasattr(array, "dtype"):
            return f"kernel {kernel} must return arrays, got {type(array).__name__} as output {index}"
        if shape is not None and tuple(array.shape) != shape:
            return f"output {index} of kernel {kernel} must have shape {shape}, got {tuple(array.shape)}"
        if array.dtype != dtype.numpy_dtype:
            return f"output {index} of kernel {kernel} must have dtype {dtype}, got {array.dtype}"
    return None
