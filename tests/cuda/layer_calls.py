"""Running this package's own kernel of an op on the GPU, and the recorded calls there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphops.build.binding import bind
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.plugins.packages import load_kernels
from graphops.testing import difference
from graphops.testing.tolerances import RELATIVE
from graphops_registry.device_def import device_type
from graphops_registry.kernel_def import KernelDef, kernels_of
from graphops_registry.op_def import lookup_op
from tests.ops import golden_calls

Array = np.ndarray[Any, Any]
# TensorFlow rounds every intermediate result of half and bfloat16.
_GOLDEN = RELATIVE | {"float16": 1e-3, "bfloat16": 1e-2}


def kernel_of(op: str, attrs: Mapping[str, Any]) -> KernelDef:
    """The kernel of the package, which is not a plain one."""
    load_kernels()
    (found,) = [d for d in kernels_of(op, "GPU") if d.name.startswith("graphops_cuda.native.nn_") and d.takes(attrs)]
    return found


class GpuCall:
    """A call of an op's own kernel.

    Attributes:
        refusal: why it does not take the call, or ``None``.
        arrays: the inputs, on the device but for host inputs.
    """

    def __init__(self, op: str, inputs: Mapping[str, Any], attrs: Mapping[str, Any]) -> None:
        definition = lookup_op(op)
        bound = bind(definition.op_def, {**inputs, **attrs})
        kernel = kernel_of(op, bound.attrs)
        kernels = NodeKernels(definition, bound.attrs, "GPU", definitions=[kernel])
        values = [x if index in kernels.host_inputs else None for index, x in enumerate(bound.inputs)]
        shapes = tuple(x.shape for x in bound.inputs)
        spec = kernels.spec(shapes, values, (True,) * len(kernels.output_dtypes))
        self._device = device_type("GPU")
        self._context = EagerContext(self._device)
        self.refusal = kernel.refuses(spec)
        self.arrays = [
            self._device.copy_in(np.asarray(x)) if value is None else x
            for x, value in zip(bound.inputs, values, strict=True)
        ]
        self._on_device = [value is None for value in values]
        if self.refusal is None:
            self._prepared = kernel.prepare(kernel.make(bound.attrs), spec)

    def __call__(self, arrays: list[Any] | None = None) -> list[Array]:
        """The outputs, on the host."""
        return [self._device.copy_out(y) for y in self.on_device(arrays)]

    def on_device(self, arrays: list[Any] | None = None) -> list[Any]:
        """The outputs."""
        return list(self._prepared.run(self._context, arrays or self.arrays, None))

    def stored(self, how: str) -> list[Any]:
        """The inputs on the device with gaps between their elements, or at odd addresses."""
        return [STORED[how](x) if moves else x for x, moves in zip(self.arrays, self._on_device, strict=True)]


def _spread(x: Any) -> Any:
    import cupy

    wide = cupy.zeros((*x.shape[:-1], 2 * x.shape[-1] + 1), x.dtype)[..., 1::2]
    wide[...] = x
    return wide


def _shifted(x: Any) -> Any:
    import cupy

    longer = cupy.zeros((x.size + 1,), x.dtype)[1:].reshape(x.shape)
    longer[...] = x
    return longer


STORED = {"spread": _spread, "shifted": _shifted}


def run(op: str, inputs: Mapping[str, Any], attrs: Mapping[str, Any]) -> list[Array]:
    """The outputs of an op's own kernel."""
    return GpuCall(op, inputs, attrs)()


def golden_faults(op: str) -> list[str]:
    """What is wrong with the recorded calls of ``op`` in a Session on the GPU."""
    wrong, count = [], 0
    for family, name in golden_calls.operations():
        if name != op:
            continue
        for case, expected in golden_calls.recorded(family)[op]:
            count += 1
            outputs = golden_calls.run_in_session(case, "/device:GPU:0")
            for index, (got, want) in enumerate(zip(outputs, expected, strict=True)):
                found = difference(got, want, relative=_GOLDEN.get(want.dtype.name))
                if found is not None:
                    wrong.append(f"{case}: output {index} {found}")
    return wrong if count else [f"nothing is recorded of {op}"]
