"""Plain kernels of sets: values in groups, each group a set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.sparse_places import numbered, ranked, require_countable, require_within, sizes_of, strides_of
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@dataclass(frozen=True, slots=True)
class _Sets:
    """Values of sets.

    Attributes:
        sizes: the axes along which there is a set at each place.
        groups: (n,): in which set each value is, a row-major number.
        values: (n,).
    """

    sizes: tuple[int, ...]
    groups: Array
    values: Array


def _dense_sets(x: Array) -> _Sets:
    count = x.shape[-1]
    return _Sets(x.shape[:-1], np.repeat(np.arange(x.size // count if count else 0), count), x.reshape(-1))


def _sparse_sets(op: str, name: str, places: Array, values: Array, shape: Any, *, validate: bool) -> _Sets:
    """The sets of a sparse tensor, whose inputs begin with ``name``.

    Raises:
        InvalidArgumentError: places that are outside of the shape, or (if they are validated) out of order or repeated.
    """
    sizes = sizes_of(op, f"{name}_shape", shape)
    require_countable(op, f"{name}_shape", sizes)
    require_within(op, f"{name}_indices", places, sizes)
    if validate:
        (numbers,) = ranked(places)
        wrong = numbers[1:] <= numbers[:-1]
        if wrong.any():
            row = int(wrong.argmax()) + 1
            rule = "be in row-major order, each place once (or validate_indices be false)"
            raise must(f"{name}_indices", op, rule, f"{places[row].tolist()} in row {row}")
    return _Sets(sizes[:-1], numbered(places[:, :-1], sizes[:-1]), values)


_OPERATIONS: Final[dict[str, Callable[[Array, Array], Array]]] = {
    "a-b": np.setdiff1d,
    "b-a": lambda a, b: np.setdiff1d(b, a),
    "intersection": np.intersect1d,
    "union": np.union1d,
}


def _combined(op: str, argument: str, kind: str, first: _Sets, second: _Sets) -> tuple[Array, Array, Array]:
    """The sets that the operation makes of the sets at each place, as a sparse tensor."""
    if first.sizes != second.sizes:
        rule = f"have sizes {list(first.sizes)}, as set1 has, but for the last one"
        raise must(argument, op, rule, list(second.sizes))
    values, codes = np.unique(np.concatenate([first.values, second.values]), return_inverse=True)
    groups, places = np.unique(np.concatenate([first.groups, second.groups]), return_inverse=True)
    numbers = places.reshape(-1) * max(1, values.size) + codes.reshape(-1)
    found = _OPERATIONS[kind.lower()](numbers[: first.values.size], numbers[first.values.size :])
    own, code = np.divmod(found, max(1, values.size))
    starts = np.searchsorted(own, own)  # the first value of the set that each value is in
    position = np.arange(own.size) - starts
    columns = np.empty((own.size, len(first.sizes) + 1), dtype=np.int64)
    left = groups[own]
    for axis, stride in enumerate(strides_of(first.sizes) if own.size else ()):
        columns[:, axis], left = np.divmod(left, stride)
    columns[:, -1] = position
    largest = int(position.max()) + 1 if position.size else 0
    return columns, values[code], np.array([*first.sizes, largest], dtype=np.int64)


_OUTPUTS: Final = ["result_indices", "result_values", "result_shape"]


@register_kernel("DenseToDenseSetOperation", "CPU", host_outputs=_OUTPUTS)
class DenseToDenseSetOperation(PlainKernel):
    """Needs a number for each value, and those sorted."""

    host_data = ("set1", "set2")

    def compute(self, set1: Array, set2: Array) -> tuple[Array, Array, Array]:
        kind = self.attrs["set_operation"]
        return _combined("DenseToDenseSetOperation", "set2", kind, _dense_sets(set1), _dense_sets(set2))


@register_kernel("DenseToSparseSetOperation", "CPU", host_outputs=_OUTPUTS)
class DenseToSparseSetOperation(PlainKernel):
    """Needs a number for each value, and those sorted."""

    host_data = ("set1", "set2_indices", "set2_values", "set2_shape")

    def compute(self, set1: Array, indices: Array, values: Array, shape: Any) -> tuple[Array, Array, Array]:
        op, kind, validate = "DenseToSparseSetOperation", self.attrs["set_operation"], self.attrs["validate_indices"]
        second = _sparse_sets(op, "set2", indices, values, shape, validate=validate)
        return _combined(op, "set2_shape", kind, _dense_sets(set1), second)


@register_kernel("SparseToSparseSetOperation", "CPU", host_outputs=_OUTPUTS)
class SparseToSparseSetOperation(PlainKernel):
    """Needs a number for each value, and those sorted."""

    host_data = ("set1_indices", "set1_values", "set1_shape", "set2_indices", "set2_values", "set2_shape")

    def compute(self, *inputs: Array) -> tuple[Array, Array, Array]:
        op, kind, validate = "SparseToSparseSetOperation", self.attrs["set_operation"], self.attrs["validate_indices"]
        first, second = (
            _sparse_sets(op, name, *inputs[start : start + 3], validate=validate)
            for name, start in (("set1", 0), ("set2", 3))
        )
        return _combined(op, "set2_shape", kind, first, second)


@register_kernel("SetSize", "CPU", host_inputs=["set_shape"], host_outputs=["size"])
class SetSize(PlainKernel):
    """Needs a number for each value, and those sorted."""

    host_data = ("set_indices", "set_values")

    def compute(self, indices: Array, values: Array, shape: Any) -> Array:
        sets = _sparse_sets("SetSize", "set", indices, values, shape, validate=self.attrs["validate_indices"])
        different, codes = np.unique(values, return_inverse=True)
        groups, places = np.unique(sets.groups, return_inverse=True)
        numbers = np.unique(places.reshape(-1) * max(1, different.size) + codes.reshape(-1))
        sizes = np.zeros(sets.sizes, dtype=np.int32)
        sizes.reshape(-1)[groups] = np.bincount(numbers // max(1, different.size), minlength=groups.size)
        return sizes
