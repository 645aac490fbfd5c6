"""Plain kernels that join, split and slice sparse tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.sparse_places import paired, ranked, require_countable, require_within, row_major_order, sizes_of
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


@register_kernel("SparseConcat", "CPU", host_outputs=["output_indices", "output_values", "output_shape"])
class SparseConcat(PlainKernel):
    """Needs the entries once more, and a number for each."""

    host_data = ("indices", "values", "shapes")

    def compute(self, *inputs: Array) -> tuple[Array, Array, Array]:
        op, number = "SparseConcat", self.attrs["N"]
        places, values = inputs[:number], inputs[number : 2 * number]
        shapes = [sizes_of(op, f"shapes[{i}]", shape) for i, shape in enumerate(inputs[2 * number :])]
        first = shapes[0]
        axis = self.attrs["concat_dim"] % len(first)
        for other, sizes in enumerate(shapes):
            if sizes[:axis] + sizes[axis + 1 :] != first[:axis] + first[axis + 1 :]:
                rule = f"be {list(first)} but for axis {axis}"
                raise must(f"shapes[{other}]", op, rule, list(sizes))
        starts = np.cumsum([0, *(sizes[axis] for sizes in shapes)], dtype=object)
        total = int(starts[-1])
        found = (*first[:axis], total, *first[axis + 1 :])
        for other in range(number):
            require_within(op, f"indices[{other}]", places[other], shapes[other])
        require_countable(op, "shapes", found)
        joined = np.concatenate(places)
        joined[:, axis] += np.repeat(starts[:-1].astype(np.int64), [part.shape[0] for part in places])
        numbers = np.concatenate(values)
        order = row_major_order(joined)
        if order is not None:
            joined, numbers = joined[order], numbers[order]
        return joined, numbers, np.array(found, dtype=np.int64)


@register_kernel(
    "SparseSplit", "CPU", host_inputs=["split_dim"], host_outputs=["output_indices", "output_values", "output_shape"]
)
class SparseSplit(PlainKernel):
    """Needs the entries once more, and a number for each."""

    host_data = ("indices", "values", "shape")

    def compute(self, split_dim: Any, indices: Array, values: Array, shape: Any) -> tuple[Array, ...]:
        op, number = "SparseSplit", self.attrs["num_split"]
        sizes = sizes_of(op, "shape", shape)
        require_countable(op, "shape", sizes)
        axis = int(split_dim) % len(sizes)
        if number > sizes[axis]:
            raise must("attr 'num_split'", op, f"be at most {sizes[axis]}, the size of axis {axis}", number)
        require_within(op, "indices", indices, sizes)
        size, larger = divmod(sizes[axis], number)
        bounds = [size * part + min(part, larger) for part in range(number + 1)]
        column = indices[:, axis]
        parts = np.searchsorted(np.array(bounds[1:], dtype=np.int64), column, side="right")
        order = np.argsort(parts, kind="stable")
        cuts = np.searchsorted(parts[order], np.arange(1, number))
        ordered = indices[order]
        ordered[:, axis] -= np.array(bounds, dtype=np.int64)[parts[order]]
        shapes = []
        for part in range(number):
            found = shape.copy()
            found[axis] = bounds[part + 1] - bounds[part]
            shapes.append(found)
        return (*np.split(ordered, cuts), *np.split(values[order], cuts), *shapes)


@register_kernel("SparseSlice", "CPU", host_outputs=["output_indices", "output_values", "output_shape"])
class SparseSlice(PlainKernel):
    """Needs a mask of the entries."""

    host_data = ("indices", "values", "shape", "start", "size")

    def compute(self, indices: Array, values: Array, shape: Any, start: Any, size: Any) -> tuple[Array, ...]:
        op = "SparseSlice"
        sizes, wanted = sizes_of(op, "shape", shape), sizes_of(op, "size", size)
        require_within(op, "indices", indices, sizes)
        found = [
            min(most, whole - first) if first < whole else 0
            for first, most, whole in zip(start.tolist(), wanted, sizes, strict=True)
        ]
        inside = np.ones(indices.shape[0], dtype=bool)
        for axis, (first, count) in enumerate(zip(start.tolist(), found, strict=True)):
            column = indices[:, axis]
            inside &= (column >= first) & (column <= first + count - 1)
        return indices[inside] - start, values[inside], np.array(found, dtype=np.int64)


@register_kernel("SparseSliceGrad", "CPU", host_outputs=["val_grad"])
class SparseSliceGrad(PlainKernel):
    """Needs a number for each entry of the input and the output."""

    host_data = ("backprop_val_grad", "input_indices", "input_start", "output_indices")

    def compute(self, grads: Array, indices: Array, start: Any, found: Array) -> Array:
        result = np.zeros(indices.shape[0], dtype=grads.dtype)
        if not found.shape[0]:
            return result
        own, sliced = paired(*ranked(indices, found + start))
        # The slice kept the order: the rows of the input that are in it, in turn, are the rows of the output.
        here = np.flatnonzero(np.isin(own, sliced))
        if here.shape != sliced.shape or not np.array_equal(own[here], sliced):
            rule = "hold those rows of input_indices that the slice has, in their order, less input_start"
            raise must("output_indices", "SparseSliceGrad", rule, f"{sliced.shape[0]} rows of which some are not")
        result[here] = grads
        return result
