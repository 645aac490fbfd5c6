"""Activations, their gradients and a few sums and differences, in one pass over memory, with SIMD vectors and threads.

Registered without Numba being imported; the loops are in :mod:`graphops_cpu.simd.layers.activation_kernels`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.precision import compute_dtype
from graphops_cpu.plain.nn_activation import SELU_SCALE, SELU_SCALE_ALPHA
from graphops_cpu.simd.compile.arrays import flat
from graphops_cpu.simd.compile.loops import Loops
from graphops_cpu.simd.compile.machine_calls import OperandArray
from graphops_cpu.simd.layers import constants as number
from graphops_cpu.simd.layers.base import LayerKernel, register_layer
from graphops_cpu.simd.layers.results import PreparedLayer, work_of
from graphops_registry.dtypes import bfloat16, float16
from graphops_registry.kernel_def import KernelSpec, Prepared
from graphops_registry.kernels.call_list import MachineKernel

Array = np.ndarray[Any, Any]

_MODULE: Final = "graphops_cpu.simd.layers.activation_kernels"
LOOPS: Final = {
    1: Loops(_MODULE, "activation", "activations"),
    2: Loops(_MODULE, "activation_of_two", "gradients of activations"),
}

# Elements from which on these loops are worth it: where NumPy takes one pass, only threads can gain.
_MANY: Final = 500_000
_SOME: Final = 16384


@dataclass(frozen=True)
class Function:
    """A function as the loops know it.

    Attributes:
        inputs: how many there are.
        number: of the function among those with so many inputs.
        constants: the two numbers that it needs, from the attrs.
        from_elements: how large an array of float32 or float64 has to be.
    """

    inputs: int
    number: int
    constants: Callable[[Mapping[str, Any]], tuple[float, float]] = lambda attrs: (1.0, 0.0)
    from_elements: int = _SOME


def _alpha(attrs: Mapping[str, Any]) -> tuple[float, float]:
    return attrs["alpha"], 0.0


def _six(attrs: Mapping[str, Any]) -> tuple[float, float]:
    return 6.0, 0.0


def _selu(attrs: Mapping[str, Any]) -> tuple[float, float]:
    return SELU_SCALE_ALPHA, SELU_SCALE


FUNCTIONS: Final = {
    "Relu": Function(1, number.RELU, from_elements=_MANY),
    "Relu6": Function(1, number.RELU6, _six),
    "LeakyRelu": Function(1, number.LEAKY_RELU, _alpha),
    "Elu": Function(1, number.ELU),
    "Selu": Function(1, number.SELU, _selu),
    "Sigmoid": Function(1, number.SIGMOID),
    "Rsqrt": Function(1, number.RSQRT),
    "ReluGrad": Function(2, number.RELU_GRAD),
    "Relu6Grad": Function(2, number.RELU6_GRAD, lambda attrs: (1.0, 6.0)),
    "LeakyReluGrad": Function(2, number.LEAKY_RELU_GRAD, _alpha),
    "EluGrad": Function(2, number.ELU_GRAD),
    "SeluGrad": Function(2, number.SELU_GRAD, _selu),
    "SigmoidGrad": Function(2, number.SIGMOID_GRAD),
    "TanhGrad": Function(2, number.TANH_GRAD),
    "SquaredDifference": Function(2, number.SQUARED_DIFFERENCE),
    "AddN": Function(2, number.SUM, from_elements=_MANY),
}


_GROWING_NOTHING: Final = [FUNCTIONS[name] for name in ("Relu", "Relu6", "Elu", "Sigmoid", "ReluGrad", "Relu6Grad")]
"""None of their results is larger than 1 and all operands."""

_ROUNDING: Final = 1.01


class PreparedFunction(PreparedLayer):
    """A function of one array, or of two of one shape."""

    direct_out = True

    def __init__(self, spec: KernelSpec, function: Function) -> None:
        super().__init__(spec)
        dtype = spec.dtypes[0]
        size = prod(spec.shapes[0])
        self._function = function
        self._numbers = np.array(function.constants(spec.attrs), compute_dtype(dtype))
        self._sizes = np.array([size, function.number], np.intp)
        self._blocks = -(-size // number.ACTIVATION_BLOCK)
        self._code = LOOPS[function.inputs].compile(dtype, work_of(size))
        self.direct = self._of_one if function.inputs == 1 else self._of_two

    def _of_one(self, x: Array, out: Array | None = None) -> Array:
        y = self.result(None if out is None else (out,))
        self._code(self._blocks, flat(x), flat(y), self._numbers, self._sizes)
        return self.delivered(y, (out,))

    def _of_two(self, x: Array, y: Array, out: Array | None = None) -> Array:
        z = self.result(None if out is None else (out,))
        self._code(self._blocks, flat(x), flat(y), flat(z), self._numbers, self._sizes)
        return self.delivered(z, (out,))

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        given = out[0] if out is not None else None
        compute: Any = self.direct
        return (compute(*inputs, given),)

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        if any(each is not None for each in constants):
            return None
        size, itemsize = int(self._sizes[0]), self._dtypes[0].itemsize
        arrays = [OperandArray(place, size, itemsize) for place in range(len(constants) + 1)]
        return self._code.in_list(self._blocks, [*arrays, self._numbers, self._sizes], self._bound)

    def _bound(self, bounds: Sequence[float]) -> float:
        """See :class:`graphops_registry.kernels.call_list.MachineKernel`."""
        function = self._function
        if function == FUNCTIONS["AddN"]:
            return sum(bounds) * _ROUNDING
        return max(1.0, *bounds) if function in _GROWING_NOTHING else inf


class _ActivationKernel(LayerKernel):
    function: ClassVar[Function]

    @classmethod
    def refuses(cls, spec: KernelSpec) -> str | None:
        if len(spec.shapes) != cls.function.inputs:
            return f"there are not {cls.function.inputs} inputs"
        return None if len(set(spec.shapes)) == 1 else "the inputs are not of one shape"

    @classmethod
    def is_worth_it(cls, spec: KernelSpec) -> bool:
        wide = spec.dtypes[0] not in (float16, bfloat16)
        return prod(spec.shapes[0]) >= (cls.function.from_elements if wide else _SOME)

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedFunction(spec, self.function)


for _op, _function in FUNCTIONS.items():
    register_layer(_ActivationKernel, _op, function=_function)
