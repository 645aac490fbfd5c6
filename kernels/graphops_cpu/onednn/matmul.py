"""Matrix products in float32 and bfloat16, with fused bias and activation.

NumPy's BLAS is as fast for large float32 products, but its threads and OpenMP's compete for the cores: a convolution
after a product may take twice as long.  So products that are large enough for BLAS to use threads run here, with the
threads that all fast kernels share.  bfloat16 is multiplied without copies in float32.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.numpy_loops import direct_kernel
from graphops_cpu.lib.best_kernel import best_kernel, plain_kernel
from graphops_cpu.lib.finite import is_finite, is_tame
from graphops_cpu.onednn.arrays import Array, delivered, dense, result_for
from graphops_cpu.onednn.by_constants import run_program, settled_weights
from graphops_cpu.onednn.library import library, why_not_dtype
from graphops_cpu.onednn.machine_kernels import LinearBound, ProductCalls, ProgramCalls
from graphops_cpu.onednn.matmul_desc import (
    ACTIVATIONS,
    Product,
    product_descs,
    product_of,
    threads_for,
    why_not_product,
)
from graphops_cpu.onednn.objects import OneDnnError
from graphops_cpu.onednn.program import Program
from graphops_cpu.onednn.tame import TameWeights
from graphops_cpu.onednn.weights_cache import is_constant
from graphops_cpu.priorities import ONEDNN_PRODUCT, ONEDNN_PRODUCT_AFTER_NUMPY
from graphops_cpu.runtime.addresses import address_of
from graphops_cpu.runtime.aligned import Block
from graphops_registry.dtypes import DType, bfloat16, float32
from graphops_registry.kernel_def import KernelSpec, Prepared, register_kernel
from graphops_registry.kernels.call_list import JoinedKernel, MachineKernel
from graphops_registry.kernels.context import Context
from graphops_registry.op_def import lookup_op
from graphops_registry.ops.fused import fused_steps

SMALL: Final = {float32: 2 * 64**3, bfloat16: 40**3}
"""Products up to which NumPy is as fast, and its BLAS (OpenBLAS) takes no second thread."""

_QUICK: Final = 500_000  # products: a few microseconds of work

# A constant b in a layout of the primitive's own makes a product of few rows up to three times as fast, and one of very
# many rows hardly faster; where b is narrow there is nothing to gain.
_MOST_ROWS: Final = 512
_FEWEST_COLS: Final = 32
_MOST_BYTES: Final = 32 << 20  # beyond this, reading b takes equally long in every layout

_ACTIVATIONS: Final = ("Relu", "Relu6", "Elu", "LeakyRelu", "Tanh", "Sigmoid")


def why_not(product: Product) -> str | None:
    """Why a product is left to others, or ``None``."""
    if 0 < product.products <= SMALL[product.dtype]:
        return "the product is small, NumPy takes microseconds"
    return why_not_product(product)


def priority(product: Product) -> int:
    """The priority for a product."""
    by_column = product.dtype is float32 and product.cols == 1 and not product.stack
    return ONEDNN_PRODUCT_AFTER_NUMPY if by_column else ONEDNN_PRODUCT


class PreparedProduct(Prepared):
    """A product, as programs for each number of threads that was in use."""

    fresh = True

    def __init__(self, spec: KernelSpec, product: Product) -> None:
        self.output_shapes = spec.output_shapes
        self._product = product
        self._shape = spec.output_shapes[0] or ()
        self._dtype = spec.output_dtypes[0].numpy_dtype
        self._found = library()
        self._serial = product.is_serial
        self._programs: dict[tuple[int, bool], Program] = {}
        self.workspace_bytes = self._program(threads_for(product)).scratch_bytes
        self._keeps_b = (
            not product.b_stack
            and product.rows <= _MOST_ROWS
            and product.cols >= _FEWEST_COLS
            and product.sizes[1] * product.dtype.size <= _MOST_BYTES
        )

    def _program(self, threads: int, *, any_b: bool = False) -> Program:
        found = self._programs.get((threads, any_b))
        if found is None:
            descs = product_descs(self._product, threads, any_b=any_b)
            if isinstance(descs, str):
                if any_b:
                    return self._program(threads)
                raise OneDnnError(3, f"multiply on {threads} threads: {descs}")
            quick = self._product.products < _QUICK
            found = Program(
                descs.desc,
                descs.operands,
                small=quick,
                threads=threads,
                products=self._product.products,
                others=partial(product_descs, self._product, any_b=any_b),
            )
            self._programs[threads, any_b] = found
        return found

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        ctx.check_cancelled()
        result = result_for(self._shape, self._dtype, out, 0)
        self.multiply(ctx, inputs, result)
        return (delivered(result, out, 0),)

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        a, b, *added = constants
        if self._dtype != np.float32:
            return None
        if a is not None or b is None or not all(each is not None for each in added):
            # Products that take threads find out at each run how many of them there are.
            if not self._serial or self._product.activation:
                return None
            return ProductCalls(
                partial(self._program, 1), [None if each is None else dense(each) for each in constants]
            )
        b, arguments = dense(b), [dense(each) for each in added if each is not None]
        activation = self._product.activation
        if activation and not (is_tame(b) and all(map(is_finite, arguments))):
            return None
        keeps = self._keeps_b and is_constant(b)
        addresses = (0, address_of(b), 0, *map(address_of, arguments))

        def program() -> Program:
            return self._program(1 if self._serial else self._found.threads(), any_b=keeps)

        def kept(program: Program) -> Block | None:
            return settled_weights(program, b, addresses) if keeps else None

        summed = (b.ndim - 1 if self._product.transpose_b else b.ndim - 2,)
        bound = LinearBound(b, summed, arguments, cubed=activation == "GeluApproximate")
        return ProgramCalls(program, b, arguments, kept, bound, bool(activation))

    def multiply(self, ctx: Context, inputs: Sequence[Array], result: Array) -> None:
        """Write the product of the first two inputs, with the others added, to ``result``."""
        a, b, *added = map(dense, inputs)
        addresses = (address_of(a), address_of(b), address_of(result), *map(address_of, added))
        threads = 1 if self._serial else self._found.threads()
        if not (self._keeps_b and ctx.arrays_are_constant and is_constant(b)):
            self._program(threads).run(addresses)
            return
        # The same program whether there is a copy of b by now or not: other ones add in another order.
        run_program(self._program(threads, any_b=True), b, addresses, ctx)


class OneDnnMatMul:
    """The product of two matrices, or of two stacks of them."""

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Any) -> str | None:
        dtype: DType = attrs["Ta"] if "Ta" in attrs else attrs["T"]
        if "Ta" in attrs and (attrs["Tb"] is not dtype or attrs["Tout"] not in (dtype, float32)):
            return "it multiplies operands of one dtype, to that or to float32"
        return why_not_dtype(dtype, at_run=shapes is not None)

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        return why_not(product_of(spec))

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        return priority(product_of(spec))

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedProduct(spec, product_of(spec))


class PreparedFusedMatMul(PreparedProduct):
    """A product, to which oneDNN adds, and an activation.

    Some activations are part of the primitive; then operands from which a NaN could arise are left to the plain kernel.
    The others are done in place by the kernel that is best at it: to look for a NaN takes longer than that."""

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec, _fused_product(spec))
        self._spec = spec
        self._activation: Prepared | None = None
        self._plain: Prepared | None = None
        self._tame = TameWeights()
        last = spec.attrs["fused_ops"][-1]
        if last in _ACTIVATIONS:
            attrs = {"T": float32, "alpha": spec.attrs["leakyrelu_alpha"]}
            shape = self._shape
            self._of_activation = KernelSpec(
                lookup_op(last), attrs, (shape,), (float32,), (None,), (shape,), (float32,), (True,)
            )
            definition = best_kernel(self._of_activation)
            self._activation = definition.prepare(definition.make(attrs), self._of_activation)

    def machine_kernel(self, constants: Sequence[Array | None]) -> MachineKernel | None:
        product = super().machine_kernel(constants)
        if product is None or self._activation is None:
            return product
        activation = self._activation.machine_kernel((None,))
        if activation is None and self._activation.direct is not None:
            activation = direct_kernel(self._activation.direct, self._of_activation)
        if activation is None:
            return None
        varying = list(range(sum(each is None for each in constants)))
        result = len(varying)

        def largest(bounds: Sequence[float]) -> float:
            return activation.bound([product.bound(bounds)])

        return JoinedKernel(
            [(product, [*varying, result]), (activation, [result, result])], product.saves + activation.saves, largest
        )

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        if self._product.activation:
            a, b, *added = map(dense, inputs)
            if not (is_tame(a) and all(map(is_finite, added)) and self._tame.has(ctx, inputs[1], b)):
                if self._plain is None:
                    self._plain = plain_kernel(self._spec)
                results: Sequence[Any] = self._plain.run(ctx, inputs, out)
                return results
        (result,) = super().run(ctx, inputs, out)
        inner = self._activation
        if inner is None:
            return (result,)
        with np.errstate(all="ignore"):
            if inner.direct is not None and inner.direct_out:
                return (inner.direct(result, result),)
            activated: Any = inner.run(ctx, (result,), None)[0]
        return (delivered(activated, out, 0),)


def _fused_product(spec: KernelSpec) -> Product:
    steps = fused_steps(spec.op.name, spec.attrs)
    names = {"BiasAdd": "bias", "Add": "whole"}
    last = steps[-1].op
    adds = tuple(names[step.op] for step in steps if step.op in names)
    return product_of(spec, adds, last if last in ACTIVATIONS else "")


class OneDnnFusedMatMul:
    """A product and what follows it, in float32."""

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Any) -> str | None:
        if any(name not in ("BiasAdd", "Add", *_ACTIVATIONS, *ACTIVATIONS) for name in attrs["fused_ops"]):
            return f"its activations are {', '.join([*_ACTIVATIONS, *ACTIVATIONS])}"
        return why_not_dtype(attrs["T"], at_run=shapes is not None)

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        return why_not(_fused_product(spec))

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        return priority(_fused_product(spec))

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedFusedMatMul(spec)


_BOTH: Final = [float32, bfloat16]


@register_kernel("MatMul", "CPU", types={"T": _BOTH}, priority=ONEDNN_PRODUCT, uses=["cancel"])
class MatMul(OneDnnMatMul):
    pass


@register_kernel("BatchMatMul", "CPU", types={"T": _BOTH}, priority=ONEDNN_PRODUCT, uses=["cancel"])
class BatchMatMul(OneDnnMatMul):
    pass


@register_kernel("BatchMatMulV2", "CPU", types={"T": _BOTH}, priority=ONEDNN_PRODUCT, uses=["cancel"])
class BatchMatMulV2(OneDnnMatMul):
    pass


@register_kernel(
    "BatchMatMulV3", "CPU", types={"Ta": _BOTH, "Tb": _BOTH, "Tout": _BOTH}, priority=ONEDNN_PRODUCT, uses=["cancel"]
)
class BatchMatMulV3(OneDnnMatMul):
    pass


@register_kernel("_FusedMatMul", "CPU", types={"T": [float32]}, priority=ONEDNN_PRODUCT, uses=["cancel"])
class FusedMatMul(OneDnnFusedMatMul):
    pass
