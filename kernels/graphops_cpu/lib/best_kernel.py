"""Other kernels that a kernel leaves its work to, or a part of it: the best one of this package, or the plain one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphops_registry.dtypes import DType
from graphops_registry.kernel_def import KernelDef, KernelSpec, Prepared, Shape, candidates, rank
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext, infer_shapes


def best_kernel(spec: KernelSpec, *, but: type[Any] | None = None) -> KernelDef:
    """The CPU kernel of the highest priority for ``spec`` that does not refuse it; the plain one never does.

    Kernels that derive from the class ``but`` are left out.
    """
    found = candidates(spec.op.name, "CPU", spec.attrs)
    able, _ = rank([each for each in found if but is None or not issubclass(each.cls, but)], spec)
    return able[0]


def plain_kernel(spec: KernelSpec) -> Prepared:
    """The plain kernel, prepared."""
    definition = next(d for d in candidates(spec.op.name, "CPU", spec.attrs) if d.is_plain)
    return definition.prepare(definition.make(spec.attrs), spec)


def forward_spec(
    dtype: DType,
    x: Shape,
    w: Shape,
    *,
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: Sequence[tuple[int, int]],
    channels_first: bool = False,
) -> KernelSpec:
    """The spec of a forward convolution, by the op that takes any of them.

    Args:
        dtype: of all operands.
        x: shape (N, *S, C), or channels first.
        w: shape (*K, C, D).
        strides, dilations: one for each spatial axis.
        padding: (before, after) for each spatial axis.
        channels_first: the layout of x and the result.

    Raises:
        InvalidArgumentError: it is no convolution.
    """
    op = lookup_op("Conv")

    def laid_out(spatial: Sequence[Any], other: Any) -> tuple[Any, ...]:
        return (other, other, *spatial) if channels_first else (other, *spatial, other)

    attrs: dict[str, Any] = {
        "T": dtype,
        "strides": laid_out(strides, 1),
        "padding": "EXPLICIT",
        "explicit_paddings": tuple(pad for pair in laid_out(padding, (0, 0)) for pad in pair),
        "data_format": "CHANNELS_FIRST" if channels_first else "CHANNELS_LAST",
        "dilations": laid_out(dilations, 1),
        "batch_dims": 1,
        "groups": 1,
    }
    shapes = [TensorShape.of(x), TensorShape.of(w)]
    (result,) = infer_shapes(op, ShapeContext(op.op_def, attrs, shapes))
    return KernelSpec(op, attrs, (x, w), (dtype, dtype), (None, None), (result.as_tuple(),), (dtype,), (True,))
