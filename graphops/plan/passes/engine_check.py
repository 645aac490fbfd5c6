"""Whether a model that an engine compiled computes what the kernels of its nodes do.

An engine rewrites a model as a whole, and each of its rewritings may be wrong for some model: OpenVINO 2026.4 computes
in place where a view still needs a value, and moves a stride past a padding.  So each model is run beside the kernels
once, on made numbers, before it takes their place.

That costs a process little memory.  The kernels run before the engine needs any, and small parts run with plain ones
where there are any: the others would bring libraries that nothing else may need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import pi, prod
from typing import Any, Final

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.plan.execute import Execution, Lone, execute
from graphops.plan.passes.rewriting import Rewriting
from graphops_registry.device_def import device_type
from graphops_registry.kernel_def import KernelDef, candidates
from graphops_registry.kernels.network import Value

Array = np.ndarray[Any, Any]
Model = Callable[[Sequence[Array], Sequence[Array]], Sequence[Array]]
_CLOSE: Final = 1e-3  # of the largest magnitude: sums in another order differ by a thousandth of that
_PIECE: Final = 1 << 16  # numbers that are made at once
_SALTS: Final = (0, 0x5BD1E995)
_QUICK: Final = ("graphops_cpu.onednn.", "graphops_cpu.blas.")  # kernels that take little memory
_SLOW: Final = frozenset({"Erf", "Erfc"})  # whose plain kernels compute a number at a time
_FEWEST: Final = 0.5  # of the numbers must be finite for a comparison to mean something


@dataclass(frozen=True)
class Example:
    """What the kernels of a part's nodes make of numbers.

    Attributes:
        shapes: of what the part takes.
        positive: whether all numbers are at least 0.25.
        results: what the kernels made of them.
    """

    shapes: Sequence[tuple[int, ...]]
    positive: bool
    results: Sequence[Array]

    def given(self) -> list[Array]:
        """The numbers, always the same: while the model is compiled nobody keeps them."""
        return _made(self.shapes, self.positive)


def examples(
    work: Rewriting,
    part: Sequence[Node],
    given: Sequence[Tensor],
    results: Sequence[Tensor],
    values: Mapping[Tensor, Value],
    *,
    in_time: bool,
) -> list[Example]:
    """Two examples of what the nodes of ``part`` compute.

    Args:
        given: what the part takes; numbers are made for them.
        results: what it gives.
        values: what is known of each tensor that a node of the part reads or gives.
        in_time: whether plain kernels would take too long.

    Raises:
        GraphopsError: a node refuses the numbers.
    """
    from graphops_cpu.runtime.heap import give_back  # not with graphops

    shapes = [values[tensor].shape for tensor in given]
    found = []
    for positive in (False, True):
        inputs = dict(zip(given, _made(shapes, positive), strict=True))
        found.append(Example(shapes, positive, _computed(work, part, inputs, results, values, in_time)))
    give_back()
    return found


def _made(shapes: Sequence[tuple[int, ...]], positive: bool) -> list[Array]:
    """Normal numbers, by the method of Box and Muller, or their magnitudes plus 0.25."""
    found = []
    for number, shape in enumerate(shapes):
        array = np.empty(prod(shape), np.float32)
        for start in range(0, array.size, _PIECE):
            piece = array[start : start + _PIECE]
            first = start + number * 0x9E3779B9
            one, other = ((_mixed(first ^ salt, piece.size) + np.float32(1)) * np.float32(2**-32) for salt in _SALTS)
            piece[:] = np.sqrt(-2 * np.log(one)) * np.cos(np.float32(2 * pi) * other)
            if positive:
                np.abs(piece, out=piece)
                piece += np.float32(0.25)
        found.append(array.reshape(shape))
    return found


def _mixed(first: int, count: int) -> Array:
    """Integers of 32 bits that look random, hashes of ``first`` and those that follow it, as float32.

    The steps are those that end MurmurHash3 (public domain).  :mod:`numpy.random` would be 7 MiB for the process.
    """
    bits = np.arange(count, dtype=np.uint32) + np.uint32(first & 0xFFFFFFFF)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        bits ^= bits >> np.uint32(shift)
        bits *= np.uint32(factor)
    bits ^= bits >> np.uint32(16)
    return bits.astype(np.float32)


def difference(model: Model, known: Sequence[Example], results: Sequence[Tensor]) -> str:
    """What is wrong with ``model``; empty if it gives what the kernels gave.

    Args:
        known: from :func:`examples`.
        results: the tensors that the model gives.

    Raises:
        GraphopsError: the model does not run.
    """
    open_results = set(results)  # those that were not compared, for want of finite numbers other than 0
    for example in known:
        unwritten = [np.full(array.shape, np.nan, np.float32) for array in example.results]
        found = model(example.given(), unwritten)
        for tensor, one, other in zip(results, found, example.results, strict=True):
            finite = np.isfinite(other)
            if finite.mean() >= _FEWEST and other[finite].any():  # zeros have lost what the model may have got wrong
                open_results.discard(tensor)
            wrong = _wrong(one, other, finite)
            if wrong:
                return f"{tensor.name} {wrong}"
    return ", ".join(f"{tensor.name} has too few numbers to compare" for tensor in results if tensor in open_results)


def _wrong(found: Array, wanted: Array, finite: Array) -> str:
    if found.shape != wanted.shape:
        return f"has shape {found.shape} instead of {wanted.shape}"
    if not finite.any():
        return ""
    with np.errstate(all="ignore"):
        gap = float(np.abs(found[finite].astype(np.float64) - wanted[finite]).max())
        size = float(np.abs(wanted[finite], dtype=np.float64).max())
    # A NaN where the kernels have a number is no small gap.
    return "" if gap <= _CLOSE * size + 1e-30 else f"differs by {gap:.3g} where numbers go up to {size:.3g}"


def _computed(
    work: Rewriting,
    part: Sequence[Node],
    arrays: dict[Tensor, Array],
    results: Sequence[Tensor],
    values: Mapping[Tensor, Value],
    in_time: bool,
) -> list[Array]:
    """What the kernels of the nodes give; an array goes when no later node reads it."""
    from graphops_cpu.runtime import large_results  # not with graphops

    last = {tensor: index for index, node in enumerate(part) for tensor in work.resolved(node.inputs)}
    surroundings = Execution(EagerContext(device_type("CPU")))
    kept = set(results)
    for index, node in enumerate(part):
        read = work.resolved(node.inputs)
        constants = (values[tensor].constant for tensor in read)
        inputs = [arrays[t] if constant is None else constant for t, constant in zip(read, constants, strict=True)]
        kernels = NodeKernels(node.op, node.attrs, "CPU", node.name, _definitions(node, in_time))
        outputs = execute(Lone(kernels), inputs, surroundings)[1]
        arrays.update(zip(node.outputs, outputs, strict=True))
        for tensor in read:
            if last[tensor] == index and tensor not in kept:
                arrays.pop(tensor, None)
        large_results.clear()  # what is gone is not kept for others
    return [arrays[tensor] for tensor in results]


def _definitions(node: Node, in_time: bool) -> list[KernelDef] | None:
    """The kernels that may compute a node; ``None``: all."""
    if in_time and node.type in _SLOW:
        return None
    found = candidates(node.type, "CPU", node.attrs)
    return [each for each in found if each.is_plain or (in_time and each.name.startswith(_QUICK))] or None


__all__ = ["Example", "difference", "examples"]
