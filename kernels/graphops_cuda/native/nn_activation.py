"""Activations and their gradients in one pass each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import cupy

from graphops_cpu.lib.precision import compute_dtype
from graphops_cuda.lib.vectors import FLOATS, instance, packed, widths
from graphops_cuda.priorities import NATIVE
from graphops_cuda.runtime import source
from graphops_registry.kernel_def import KernelSpec, Prepared, register_kernel

Array = Any

# Numbers as in cuda/activation.cu.
_FUNCTIONS: Final = {
    "Relu": 0, "Relu6": 1, "LeakyRelu": 2, "Elu": 3, "Selu": 4, "Softplus": 5, "Softsign": 6,
}  # fmt: skip
_THREADS: Final = 256
_UNROLL: Final = 4  # vectors of each thread


class PreparedActivation(Prepared):
    """A function of one or two tensors of one shape."""

    fresh = True

    def __init__(self, spec: KernelSpec, kernel: str, number: int) -> None:
        self.output_shapes = spec.output_shapes
        dtype = spec.dtypes[0]
        vector = widths(dtype)[0]
        self._dtype = dtype.numpy_dtype
        self._name = instance(kernel, dtype, number, vector)
        self._block_elements = _THREADS * _UNROLL * vector
        self._alpha = compute_dtype(dtype).type(spec.attrs.get("alpha", 0))

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        operands = [packed(x) for x in inputs]
        y = cupy.empty(operands[0].shape, self._dtype)
        if y.size:
            grid = (-(-y.size // self._block_elements),)
            args = (*operands, y, cupy.int64(y.size), self._alpha)
            source.kernel("activation", self._name)(grid, (_THREADS,), args)
        return (y,)


class _Activation:
    """Base of the registered kernels."""

    kernel: ClassVar[str]
    number: ClassVar[int]

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedActivation(spec, self.kernel, self.number)


def _register(op: str, kernel: str, number: int) -> None:
    cls = type(op, (_Activation,), {"kernel": kernel, "number": number, "__module__": __name__, "__doc__": f"{op}."})
    register_kernel(op, "GPU", types={"T": FLOATS}, priority=NATIVE)(cls)
    source.declare("activation", [instance(kernel, dtype, number, widths(dtype)[0]) for dtype in FLOATS])


for _function, _number in _FUNCTIONS.items():
    _register(_function, "forward", _number)
    _register(f"{_function}Grad", "backward", _number)
