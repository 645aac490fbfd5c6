"""Plain kernels of sums, maxima and minima of two sparse tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib.elementwise import INTEGERS, NUMBERS, REALS
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.lib.sparse_places import paired, ranked, require_within, sizes_of
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel

_DATA = ("a_indices", "a_values", "a_shape", "b_indices", "b_values", "b_shape")


class _Pairs(PlainKernel):
    """Needs some numbers for each entry, and both values at each place."""

    host_data: ClassVar[tuple[str, ...]] = _DATA

    def both(self, op: str, a_indices: Array, a_values: Array, a_shape: Any, b_indices: Array, b_values: Array,
             b_shape: Any) -> tuple[Array, Array, Array, Array]:  # fmt: skip
        """All places in row-major order, for each the values of a and of b in the compute dtype, 0 for none, and
        whether both have one."""
        sizes = sizes_of(op, "a_shape", a_shape)
        if tuple(b_shape.tolist()) != sizes:
            raise must("b_shape", op, f"be a_shape, {list(sizes)}", b_shape.tolist())
        require_within(op, "a_indices", a_indices, sizes)
        require_within(op, "b_indices", b_indices, sizes)
        # Of several entries for one place, the first of a goes with the first of b, and so on.
        a_numbers, b_numbers = paired(*ranked(a_indices, b_indices))
        numbers, first, places = np.unique(
            np.concatenate([a_numbers, b_numbers]), return_index=True, return_inverse=True
        )
        every = np.concatenate([a_indices, b_indices])
        a, b = (np.zeros(numbers.size, dtype=widen(values).dtype) for values in (a_values, b_values))
        a[places[: a_numbers.size]] = widen(a_values)
        b[places[a_numbers.size :]] = widen(b_values)
        return every[first], a, b, np.bincount(places.reshape(-1), minlength=numbers.size) == 2


@register_kernel("SparseAdd", "CPU", types={"T": NUMBERS}, host_outputs=["sum_indices", "sum_values", "sum_shape"])
class SparseAdd(_Pairs):
    host_data = (*_DATA, "thresh")

    def compute(self, *inputs: Array) -> tuple[Array, Array, Array]:
        places, a, b, in_both = self.both("SparseAdd", *inputs[:6])
        with np.errstate(all="ignore"):
            total = narrow(a + b, inputs[1].dtype)
            kept = ~in_both | (_magnitude(total) >= widen(inputs[6]))  # what has only one summand always stays
        return places[kept], total[kept], inputs[2].copy()


def _magnitude(x: Array) -> Array:
    return x if x.dtype.kind == "u" else np.abs(widen(x))


@register_kernel("SparseAddGrad", "CPU", types={"T": NUMBERS}, host_outputs=["a_val_grad", "b_val_grad"])
class SparseAddGrad(PlainKernel):
    """Needs some numbers for each entry."""

    host_data = ("backprop_val_grad", "a_indices", "b_indices", "sum_indices")

    def compute(self, grads: Array, a_indices: Array, b_indices: Array, sum_indices: Array) -> tuple[Array, Array]:
        a, b, total = paired(*ranked(a_indices, b_indices, sum_indices))
        order = np.argsort(total)
        ordered = total[order]

        def picked(numbers: Array) -> Array:
            found: Array = np.searchsorted(ordered, numbers)
            there: Array = np.isin(numbers, ordered)
            result = np.zeros(numbers.size, dtype=grads.dtype)
            result[there] = grads[order[found[there]]]
            return result

        return picked(a), picked(b)


class _Either(_Pairs):
    op: str
    choose: Callable[[Array, Array], Array]

    def compute(self, *inputs: Array) -> tuple[Array, Array]:
        places, a, b, _ = self.both(self.op, *inputs)
        return places, narrow(type(self).choose(a, b), inputs[1].dtype)


def _register(name: str, choose: Any) -> None:
    members = {"op": name, "choose": staticmethod(choose), "__module__": __name__, "__doc__": _Pairs.__doc__}
    register_kernel(name, "CPU", types={"T": INTEGERS + REALS}, host_outputs=["output_indices", "output_values"])(
        type(name, (_Either,), members)
    )


_register("SparseSparseMaximum", np.maximum)
_register("SparseSparseMinimum", np.minimum)
