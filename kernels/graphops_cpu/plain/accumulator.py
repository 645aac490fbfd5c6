"""Plain kernels of accumulators of gradients, which are on the host."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib.accumulator_state import ACCUMULATOR, Accumulator, SparseAccumulator, SparseRows
from graphops_registry.dtypes import variant
from graphops_registry.errors import InvalidArgumentError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.resource import ResourceHandle, handle_array
from graphops_registry.shape import SCALAR_SHAPE, TensorShape

_FRACTIONS = {"dtype": ("half", "bfloat16", "float", "double")}
_HELD = ["memory"]


def _accumulator_in(op: str, handle: Any, kind: type[Accumulator] = Accumulator) -> Any:
    """The accumulator whose handle this is.

    Raises:
        InvalidArgumentError: it is the handle of something else.
    """
    found: Any = handle[()] if handle.ndim == 0 else None
    state = getattr(found, "state", None)
    if not isinstance(state, Accumulator) or (kind is not Accumulator and type(state) is not kind):
        got = f"{state.kind} '{state.name}'" if isinstance(state, Accumulator) else getattr(found, "text", repr(found))
        raise must("handle", op, f"be the handle of a {kind.kind}", got)
    return state


class MakesAccumulator(PlainKernel):
    """Base of kernels that give the handle of an accumulator."""

    made: ClassVar[type[Accumulator]] = Accumulator

    def compute(self, ctx: Context) -> Any:
        attrs = self.attrs
        container, name = attrs["container"], attrs["shared_name"] or ctx.name
        state: Accumulator = ctx.resources.state((ACCUMULATOR, container, name), lambda: self.made(name, attrs))
        for attr in ("dtype", "shape", "reduction_type"):
            if state.attrs[attr] != attrs[attr] or type(state) is not self.made:
                rule = f"'{name}' must have {attr} {state.attrs[attr]} as before"
                raise InvalidArgumentError(f"{state.kind} {rule}, got {self.made.kind} with {attrs[attr]}")
        return handle_array(ResourceHandle(container, name, ACCUMULATOR, variant, SCALAR_SHAPE, state))


class AddsGradient(PlainKernel):
    """Base of kernels that add a gradient."""

    op: ClassVar[str]

    def compute(self, ctx: Context, handle: Any, local_step: Array, gradient: Array) -> tuple[Array, ...]:
        state = _accumulator_in(self.op, handle)
        state.require_dtype(self.op, self.attrs["dtype"])
        if type(state) is not Accumulator:
            raise must("handle", self.op, "be the handle of a ConditionalAccumulator", f"{state.kind} '{state.name}'")
        if not state.shape.is_compatible_with(gradient.shape):
            raise must("gradient", self.op, f"have shape {state.shape}", gradient.shape)
        state.add(self.op, int(local_step[()]), _kept(ctx, gradient))
        return ()


class TakesGradient(PlainKernel):
    """Base of kernels that take the mean of gradients."""

    op: ClassVar[str]

    def compute(self, ctx: Context, handle: Any, num_required: Array) -> Any:
        state = _accumulator_in(self.op, handle)
        state.require_dtype(self.op, self.attrs["dtype"])
        if type(state) is not Accumulator:
            raise must("handle", self.op, "be the handle of a ConditionalAccumulator", f"{state.kind} '{state.name}'")
        return state.take(ctx, self.op, int(num_required[()]))


class CountsGradients(PlainKernel):
    """Base of kernels that tell how many gradients there are."""

    op: ClassVar[str]

    def compute(self, handle: Any) -> Array:
        return np.array(_accumulator_in(self.op, handle).count, np.int32)


class SetsStep(PlainKernel):
    """Base of kernels that set the step."""

    op: ClassVar[str]

    def compute(self, handle: Any, new_global_step: Array) -> tuple[Array, ...]:
        _accumulator_in(self.op, handle).set_step(int(new_global_step[()]))
        return ()


def _kept(ctx: Context, value: Array) -> Array:
    """A copy that the accumulator keeps, which nobody else writes to."""
    kept: Array = np.array(value, copy=True)
    ctx.hold(kept)
    return kept


@register_kernel("ConditionalAccumulator", "CPU", types=_FRACTIONS, uses=["name", "resources"])
class ConditionalAccumulator(MakesAccumulator):
    """See the op."""


@register_kernel(
    "AccumulatorApplyGradient", "CPU", host_inputs=["handle", "local_step", "gradient"], types=_FRACTIONS, uses=_HELD
)
class AccumulatorApplyGradient(AddsGradient):
    op = "AccumulatorApplyGradient"


@register_kernel(
    "AccumulatorTakeGradient",
    "CPU",
    host_inputs=["handle", "num_required"],
    host_outputs=["average"],
    types=_FRACTIONS,
    uses=["cancel"],
)
class AccumulatorTakeGradient(TakesGradient):
    op = "AccumulatorTakeGradient"


@register_kernel("AccumulatorNumAccumulated", "CPU", host_inputs=["handle"], host_outputs=["num_accumulated"])
class AccumulatorNumAccumulated(CountsGradients):
    op = "AccumulatorNumAccumulated"


@register_kernel("AccumulatorSetGlobalStep", "CPU", host_inputs=["handle", "new_global_step"])
class AccumulatorSetGlobalStep(SetsStep):
    op = "AccumulatorSetGlobalStep"


@register_kernel(
    "ResourceConditionalAccumulator", "CPU", types=_FRACTIONS, host_outputs=["handle"], uses=["name", "resources"]
)
class ResourceConditionalAccumulator(MakesAccumulator):
    """See the op."""


@register_kernel(
    "ResourceAccumulatorApplyGradient", "CPU", host_inputs=["local_step", "gradient"], types=_FRACTIONS, uses=_HELD
)
class ResourceAccumulatorApplyGradient(AddsGradient):
    op = "ResourceAccumulatorApplyGradient"


@register_kernel(
    "ResourceAccumulatorTakeGradient",
    "CPU",
    host_inputs=["num_required"],
    host_outputs=["average"],
    types=_FRACTIONS,
    uses=["cancel"],
)
class ResourceAccumulatorTakeGradient(TakesGradient):
    op = "ResourceAccumulatorTakeGradient"


@register_kernel("ResourceAccumulatorNumAccumulated", "CPU", host_outputs=["num_accumulated"])
class ResourceAccumulatorNumAccumulated(CountsGradients):
    op = "ResourceAccumulatorNumAccumulated"


@register_kernel("ResourceAccumulatorSetGlobalStep", "CPU", host_inputs=["new_global_step"])
class ResourceAccumulatorSetGlobalStep(SetsStep):
    op = "ResourceAccumulatorSetGlobalStep"


@register_kernel("SparseConditionalAccumulator", "CPU", types=_FRACTIONS, uses=["name", "resources"])
class SparseConditionalAccumulator(MakesAccumulator):
    made = SparseAccumulator


@register_kernel(
    "SparseAccumulatorApplyGradient",
    "CPU",
    types=_FRACTIONS,
    host_inputs=["handle", "local_step", "gradient_indices", "gradient_values", "gradient_shape"],
    uses=_HELD,
)
class SparseAccumulatorApplyGradient(PlainKernel):
    op = "SparseAccumulatorApplyGradient"

    def compute(
        self, ctx: Context, handle: Any, local_step: Array, indices: Array, values: Array, shape: Array
    ) -> tuple[Array, ...]:
        state = _accumulator_in(self.op, handle, SparseAccumulator)
        state.require_dtype(self.op, self.attrs["dtype"])
        whole = (None, *values.shape[1:])
        if self.attrs["has_known_shape"]:
            whole = tuple(shape.tolist())
            if not TensorShape((None, *values.shape[1:])).is_compatible_with(whole):
                raise must("gradient_values", self.op, f"have rows of shape {whole[1:]}", values.shape[1:])
            if indices.size and not 0 <= indices.min() <= indices.max() < whole[0]:
                raise must("gradient_indices", self.op, f"be from 0 to {whole[0] - 1}", indices.tolist())
        if not state.shape.is_compatible_with(whole):
            raise must("gradient_shape", self.op, f"be {state.shape}", whole)
        rows = SparseRows(_kept(ctx, indices), _kept(ctx, values), np.ones(len(indices), np.int64))
        state.add(self.op, int(local_step[()]), rows)
        return ()


@register_kernel(
    "SparseAccumulatorTakeGradient",
    "CPU",
    types=_FRACTIONS,
    host_inputs=["handle", "num_required"],
    host_outputs=["indices", "values", "shape"],
    uses=["cancel"],
)
class SparseAccumulatorTakeGradient(PlainKernel):
    op = "SparseAccumulatorTakeGradient"

    def compute(self, ctx: Context, handle: Any, num_required: Array) -> Any:
        state = _accumulator_in(self.op, handle, SparseAccumulator)
        state.require_dtype(self.op, self.attrs["dtype"])
        return state.take(ctx, self.op, int(num_required[()]))
