"""Whether a model that an engine compiled computes what the kernels of its nodes do.

An engine rewrites a model as a whole, and each of its rewritings may be wrong for some model: OpenVINO 2026.4 computes
in place where a view still needs a value, and moves a stride past a padding.  So each model is run beside the kernels
once, on made numbers, before it takes their place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.plan.execute import Execution, Lone, execute
from graphops.plan.passes.rewriting import Rewriting
from graphops_registry.device_def import device_type
from graphops_registry.errors import GraphopsError
from graphops_registry.kernels.network import Value

Array = np.ndarray[Any, Any]
Model = Callable[[Sequence[Array], Sequence[Array]], Sequence[Array]]
_CLOSE: Final = 1e-3  # of the largest magnitude: sums in another order differ by a thousandth of that
_FEWEST: Final = 0.5  # of the numbers must be finite for a comparison to mean something


def difference(
    work: Rewriting,
    part: Sequence[Node],
    model: Model,
    given: Sequence[Tensor],
    results: Sequence[Tensor],
    values: Mapping[Tensor, Value],
) -> str:
    """What is wrong with ``model``; empty if it gives what the nodes of ``part`` give.

    Args:
        given: what the part takes; numbers are made for them.
        results: what it gives.
        values: what is known of each tensor that a node of the part reads or gives.
    """
    rng = np.random.default_rng(0)
    numbers = [rng.standard_normal(values[tensor].shape, np.float32) for tensor in given]
    open_results = set(results)  # those that were not compared, for want of finite numbers
    try:
        for inputs in (numbers, [np.abs(array) + np.float32(0.25) for array in numbers]):
            unwritten = [np.full(values[tensor].shape, np.nan, np.float32) for tensor in results]
            found = model(inputs, unwritten)
            wanted = _computed(work, part, dict(zip(given, inputs, strict=True)), results, values)
            for tensor, one, other in zip(results, found, wanted, strict=True):
                finite = np.isfinite(other)
                if finite.mean() >= _FEWEST:
                    open_results.discard(tensor)
                wrong = _wrong(one, other, finite)
                if wrong:
                    return f"{tensor.name} {wrong}"
    except GraphopsError as error:
        return f"{error}".partition("\n")[0]
    return ", ".join(f"{tensor.name} has too few numbers to compare" for tensor in open_results)


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
) -> list[Array]:
    """What the kernels of the nodes give; an array goes when no later node reads it.

    Raises:
        GraphopsError: a node refuses the numbers.
    """
    last = {tensor: index for index, node in enumerate(part) for tensor in work.resolved(node.inputs)}
    surroundings = Execution(EagerContext(device_type("CPU")))
    kept = set(results)
    for index, node in enumerate(part):
        read = work.resolved(node.inputs)
        constants = (values[tensor].constant for tensor in read)
        inputs = [arrays[t] if constant is None else constant for t, constant in zip(read, constants, strict=True)]
        kernels = NodeKernels(node.op, node.attrs, "CPU", node.name)
        outputs = execute(Lone(kernels), inputs, surroundings)[1]
        arrays.update(zip(node.outputs, outputs, strict=True))
        for tensor in read:
            if last[tensor] == index and tensor not in kept:
                arrays.pop(tensor, None)
    return [arrays[tensor] for tensor in results]


__all__ = ["difference"]
