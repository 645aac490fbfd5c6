"""Plain kernels of activations. NaN stays NaN."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Final

import numpy as np

from graphops_cpu.calls.casts import cast_kernel
from graphops_cpu.calls.numpy_loops import OUTPUT, Passes, passes_kernel, ufunc_kernel
from graphops_cpu.lib.elementwise import INTEGERS, REALS, Elementwise
from graphops_cpu.lib.precision import compute_dtype
from graphops_registry.dtypes import float32
from graphops_registry.kernel_def import Array, KernelSpec, register_kernel
from graphops_registry.kernels.call_list import JoinedKernel, MachineKernel, Parts, Temporary

SELU_SCALE: Final = 1.0507009873554804934193349852946
SELU_SCALE_ALPHA: Final = 1.7580993408473768599402175208123  # scale times alpha


@register_kernel("Relu", "CPU", types={"T": INTEGERS + REALS})
class Relu(Elementwise):
    def apply(self, x: Array) -> Array:
        return self.xp.maximum(x, x.dtype.type(0))

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        dtype = spec.dtypes[0]
        if compute_dtype(dtype) != dtype.numpy_dtype:
            return None
        maximum, zero = self.xp.maximum, self.xp.zeros((), dtype.numpy_dtype)
        if self.xp is np:
            return (lambda x, out=None: maximum(x, zero, out=out, order="C")), True
        return (lambda x, out=None: maximum(x, zero, out=out)), True

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        zero = np.zeros(1, spec.dtypes[0].numpy_dtype)
        return passes_kernel(spec, constants, [(np.maximum, (0, zero, OUTPUT))], 5e-7, max)


@register_kernel("ReluGrad", "CPU")
class ReluGrad(Elementwise):
    def apply(self, gradients: Array, features: Array) -> Array:
        # As in TensorFlow, what is not a number stays so where the features are negative.
        return gradients * (features > 0).astype(gradients.dtype)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        shape, dtype = spec.shapes[0], np.dtype(np.float32)
        if spec.dtypes[0] is not float32 or any(each is not None for each in constants) or spec.shapes[1] != shape:
            return None
        test = ufunc_kernel(np.greater, [shape, (1,), shape], [dtype, dtype, np.dtype(bool)])
        cast = cast_kernel(prod(shape), np.dtype(bool), dtype)
        product = ufunc_kernel(np.multiply, [shape] * 3, [dtype] * 3)
        if test is None or cast is None or product is None:
            return None
        above = Temporary(shape, np.dtype(bool))
        parts: Parts = [(test, [1, np.zeros(1, dtype), above]), (cast, [above, 2]), (product, [0, 2, 2])]
        return JoinedKernel(parts, 3e-6, max)


@register_kernel("Relu6", "CPU")
class Relu6(Elementwise):
    def apply(self, x: Array) -> Array:
        return self.xp.minimum(self.xp.maximum(x, x.dtype.type(0)), x.dtype.type(6))

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        zero, six = (np.full(1, number, np.float32) for number in (0, 6))
        if spec.dtypes[0] is not float32:
            return None
        passes: Passes = [(np.maximum, (0, zero, OUTPUT)), (np.minimum, (OUTPUT, six, OUTPUT))]
        return passes_kernel(spec, constants, passes, 1e-6, lambda _: 6.0)


@register_kernel("Relu6Grad", "CPU")
class Relu6Grad(Elementwise):
    def apply(self, gradients: Array, features: Array) -> Array:
        inside = (features > 0) & (features < 6)
        return gradients * inside.astype(gradients.dtype)


@register_kernel("LeakyRelu", "CPU")
class LeakyRelu(Elementwise):
    def apply(self, x: Array) -> Array:
        return self.xp.where(x > 0, x, x * x.dtype.type(self.attrs["alpha"]))


@register_kernel("LeakyReluGrad", "CPU")
class LeakyReluGrad(Elementwise):
    def apply(self, gradients: Array, features: Array) -> Array:
        return self.xp.where(features > 0, gradients, gradients * gradients.dtype.type(self.attrs["alpha"]))


@register_kernel("Elu", "CPU")
class Elu(Elementwise):
    def apply(self, x: Array) -> Array:
        return self.xp.where(x < 0, self.xp.expm1(self.xp.minimum(x, x.dtype.type(0))), x)


@register_kernel("EluGrad", "CPU")
class EluGrad(Elementwise):
    def apply(self, gradients: Array, outputs: Array) -> Array:
        return self.xp.where(outputs < 0, gradients * (outputs + 1), gradients)


@register_kernel("Selu", "CPU")
class Selu(Elementwise):
    def apply(self, x: Array) -> Array:
        low = x.dtype.type(SELU_SCALE_ALPHA) * self.xp.expm1(self.xp.minimum(x, x.dtype.type(0)))
        return self.xp.where(x < 0, low, x.dtype.type(SELU_SCALE) * x)


@register_kernel("SeluGrad", "CPU")
class SeluGrad(Elementwise):
    def apply(self, gradients: Array, outputs: Array) -> Array:
        kind = gradients.dtype.type
        return self.xp.where(outputs < 0, gradients * (outputs + kind(SELU_SCALE_ALPHA)), gradients * kind(SELU_SCALE))


@register_kernel("Softplus", "CPU")
class Softplus(Elementwise):
    def apply(self, x: Array) -> Array:
        return self.xp.maximum(x, x.dtype.type(0)) + self.xp.log1p(self.xp.exp(-abs(x)))


@register_kernel("SoftplusGrad", "CPU")
class SoftplusGrad(Elementwise):
    def apply(self, gradients: Array, features: Array) -> Array:
        return gradients / (self.xp.exp(-features) + 1)


@register_kernel("Softsign", "CPU")
class Softsign(Elementwise):
    def apply(self, x: Array) -> Array:
        return x / (abs(x) + 1)


@register_kernel("SoftsignGrad", "CPU")
class SoftsignGrad(Elementwise):
    def apply(self, gradients: Array, features: Array) -> Array:
        size = abs(features) + 1
        return gradients / (size * size)
