"""One call of a convolution, computed by each kernel that supports it, with its operands stored in awkward ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from graphops.build.binding import bind
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plugins.packages import load_kernels
from graphops_registry.kernel_def import KernelDef, Prepared, kernels_of
from graphops_registry.op_def import lookup_op

Array = np.ndarray[Any, Any]


class Call:
    """A bound call.

    Attributes:
        arrays: its inputs in the op's order.
        supporting: the kernels on the CPU that do not refuse it, each with what it prepared.
        refusals: why the others do not.
    """

    def __init__(self, op: str, inputs: dict[str, Array], attrs: dict[str, Any]) -> None:
        load_kernels()
        definition = lookup_op(op)
        bound = bind(definition.op_def, {**inputs, **attrs})
        self.arrays: list[Array] = list(bound.inputs)
        self.supporting: dict[str, tuple[KernelDef, Prepared]] = {}
        self.refusals: dict[str, str] = {}
        for kernel in kernels_of(op, "CPU"):
            if not kernel.takes(bound.attrs):
                continue
            kernels = NodeKernels(definition, bound.attrs, "CPU", definitions=[kernel])
            values = [a if i in kernels.host_inputs else None for i, a in enumerate(self.arrays)]
            spec = kernels.spec(tuple(a.shape for a in self.arrays), values, (True,))
            reason = kernel.refuses(spec)
            if reason is not None:
                self.refusals[kernel.name] = reason
            else:
                self.supporting[kernel.name] = kernel, kernel.prepare(kernel.make(bound.attrs), spec)
        self.host = kernels.host_inputs

    def stored(self, how: str) -> list[Array]:
        """The inputs with other strides, or at odd addresses; host inputs as they are."""
        return [a if i in self.host else STORED[how](a) for i, a in enumerate(self.arrays)]


def _misaligned(a: Array) -> Array:
    buffer = np.empty(a.nbytes + 1, np.uint8)
    view = buffer[1:].view(a.dtype).reshape(a.shape)
    view[...] = a
    return view


def _spread(a: Array) -> Array:
    wide = np.zeros((*a.shape[:-1], 2 * a.shape[-1] + 1), a.dtype) if a.ndim else a.copy()
    wide = wide[..., 1::2]
    wide[...] = a
    return wide


def _reversed(a: Array) -> Array:
    return np.ascontiguousarray(a[::-1, ..., ::-1])[::-1, ..., ::-1]


def _read_only(a: Array) -> Array:
    a = a.copy()
    a.flags.writeable = False
    return a


STORED = {
    "transposed": lambda a: np.asfortranarray(a),
    "spread": _spread,
    "reversed": _reversed,
    "misaligned": _misaligned,
    "read-only": _read_only,
}


def targets(like: Array) -> Iterator[tuple[str, Array]]:
    """Arrays that a result may have to be written into."""
    yield "contiguous", np.full_like(like, 7)
    yield "spread", _spread(np.full_like(like, 7))
    yield "misaligned", _misaligned(np.full_like(like, 7))
