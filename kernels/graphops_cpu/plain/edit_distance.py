"""The plain kernel of distances of sequences."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.sparse_places import numbered, require_countable, require_within, sizes_of
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel

_SHAPES = ["hypothesis_shape", "truth_shape"]


@register_kernel("EditDistance", "CPU", host_inputs=_SHAPES, host_outputs=["output"])
class EditDistance(PlainKernel):
    """Takes the product of their lengths in steps for each two sequences, and memory for one of them."""

    host_data = ("hypothesis_indices", "hypothesis_values", "truth_indices", "truth_values")

    def compute(self, *inputs: Any) -> Array:
        sizes = [sizes_of("EditDistance", f"{name}_shape", shape) for name, shape in _named(inputs[2::3])]
        outer = tuple(max(pair) for pair in zip(sizes[0][:-1], sizes[1][:-1], strict=True))
        for (name, places), own in zip(_named(inputs[::3]), sizes, strict=True):
            require_within("EditDistance", f"{name}_indices", places, own)
            require_countable("EditDistance", f"{name}_shape", outer)
        result = np.zeros(outer, dtype=np.float32)
        first, second = (_groups(inputs[at], inputs[at + 1], outer) for at in (0, 3))
        flat, nothing = result.reshape(-1), np.zeros(0, inputs[1].dtype)
        for group in first.keys() | second.keys():
            truth = second.get(group, nothing)
            distance = float(_distance(first.get(group, nothing), truth))
            if self.attrs["normalize"]:
                distance = distance / len(truth) if len(truth) else np.inf
            flat[group] = distance
        return result


def _named(inputs: tuple[Any, ...]) -> list[tuple[str, Any]]:
    return list(zip(("hypothesis", "truth"), inputs, strict=True))


def _groups(places: Array, values: Array, outer: tuple[int, ...]) -> dict[int, Array]:
    """The elements of each sequence, in the order they are given in, by the number of its place."""
    numbers = numbered(places[:, :-1], outer)
    order = numbers.argsort(kind="stable")
    found, starts = np.unique(numbers[order], return_index=True)
    return dict(zip(found.tolist(), np.split(values[order], starts[1:]), strict=bool(found.size)))


def _distance(a: Array, b: Array) -> int:
    """The Levenshtein distance, one row of the table after the other."""
    if len(a) > len(b):
        a, b = b, a  # rows are whole array operations: the longer one lies along them
    steps = np.arange(len(b) + 1)
    row = steps
    for element in a:
        above = row[1:] + 1
        beside = row[:-1] + (b != element)
        start = row[:1] + 1
        new = np.concatenate([start, np.minimum(above, beside)])
        row = np.minimum.accumulate(new - steps) + steps  # elements put in one after another
    return int(row[-1])
