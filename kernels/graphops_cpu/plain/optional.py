"""Plain kernels of optional values, which are on the host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphops_registry.dtypes import resource
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


class Optional:
    """Tensors, or nothing (``None``)."""

    __slots__ = ("components",)

    def __init__(self, components: tuple[Array, ...] | None) -> None:
        self.components = components

    def zeros(self, zeros_of: Callable[[Array], Array]) -> Optional:
        """Zeros like its tensors; nothing for nothing."""
        return Optional(None if self.components is None else tuple(map(zeros_of, self.components)))

    def plus(self, others: Sequence[Optional], sum_of: Callable[[Sequence[Array]], Array]) -> Optional:
        """The sums of the tensors; nothing for nothing.

        Raises:
            InvalidArgumentError: values that do not hold the same number of tensors.
        """
        every = [self.components, *(other.components for other in others)]
        if len({None if parts is None else len(parts) for parts in every}) > 1:
            raise InvalidArgumentError("inputs of op 'AddN' must all hold as many tensors, or all nothing").concerns(
                op="AddN", argument="inputs"
            )
        if self.components is None:
            return self
        known = [parts for parts in every if parts is not None]
        return Optional(tuple(sum_of(parts) for parts in zip(*known, strict=True)))

    def __repr__(self) -> str:
        return "<optional of nothing>" if self.components is None else f"<optional of {len(self.components)} tensors>"


def _wrap(components: tuple[Array, ...] | None) -> Any:
    array = np.empty((), dtype=object)
    array[()] = Optional(components)
    return array


def _optional_in(value: Any, op: str) -> Optional:
    found: Any = value[()] if value.ndim == 0 else None
    if not isinstance(found, Optional):
        raise must("optional", op, "be an optional value", type(found).__name__)
    return found


@register_kernel("OptionalNone", "CPU")
class OptionalNone(PlainKernel):
    def compute(self) -> Any:
        return _wrap(None)


@register_kernel("OptionalFromValue", "CPU")
class OptionalFromValue(PlainKernel):
    def compute(self, *components: Array) -> Any:
        return _wrap(tuple(components))


@register_kernel("OptionalGetValue", "CPU")
class OptionalGetValue(PlainKernel):
    views = {0: 0}

    def compute(self, optional: Any) -> Sequence[Array]:
        found = _optional_in(optional, "OptionalGetValue").components
        if found is None:
            raise must("optional", "OptionalGetValue", "be something", "an optional of nothing")
        types, shapes = self.attrs["output_types"], self.attrs["output_shapes"]
        if len(found) != len(types):
            raise must("optional", "OptionalGetValue", f"hold {len(types)} tensors", len(found))
        for index, (value, dtype, shape) in enumerate(zip(found, types, shapes, strict=True)):
            if value.dtype != (resource if dtype.is_ref else dtype).numpy_dtype:
                rule = f"hold {dtype.name} as tensor {index}"
                raise must("optional", "OptionalGetValue", rule, value.dtype, kind=InvalidTypeError)
            if not shape.is_compatible_with(value.shape):
                rule = f"hold a tensor of shape {shape} at {index}"
                raise must("optional", "OptionalGetValue", rule, tuple(value.shape))
        return list(found)


@register_kernel("OptionalHasValue", "CPU", host_outputs=["has_value"])
class OptionalHasValue(PlainKernel):
    def compute(self, optional: Any) -> Any:
        return np.array(_optional_in(optional, "OptionalHasValue").components is not None)
