"""Are gradients in half and bfloat16 those of the same numbers in a wide float?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphops.autodiff.gradients import gradients
from graphops.build.add_op import call
from graphops.build.constants import placeholder
from graphops.graph.graph import Graph, Tensor
from graphops.session.session import Session
from graphops.testing.cases import OpCase
from graphops.testing.made_calls.variations import widened
from graphops.testing.tolerances import difference
from graphops_registry.dtypes import as_dtype
from graphops_registry.op_def import lookup_op

HostArray = np.ndarray[Any, Any]

# A gradient is a chain of ops, each of which rounds, and differences of them lose digits.
_SCALE: Final = 10.0


def narrow_gradient_problems(case: OpCase) -> list[str]:
    """What is wrong with first gradients at a call in half or bfloat16; nothing for other dtypes."""
    op = lookup_op(case.op)
    wide = widened(op.op_def, case)
    if wide is None or op.gradient_fn is None or not op.differentiable:
        return []
    rng = np.random.default_rng(0)
    dys: list[HostArray] = []
    narrow = _gradients(case, dys, rng)
    expected = _gradients(wide, [np.asarray(dy) for dy in dys], rng)
    found = []
    for (name, dx), (_, want) in zip(narrow, expected, strict=True):
        if (dx is None) != (want is None):
            found.append(f"its gradient by {name} must be there in each dtype, got one in one only")
        elif dx is not None and want is not None:
            with np.errstate(over="ignore"):
                problem = difference(dx, want.astype(dx.dtype), scale=_SCALE)
            if problem is not None:
                found.append(f"its gradient by {name} must be right in {dx.dtype} too, but it {problem}")
    return found


def _gradients(case: OpCase, dys: list[HostArray], rng: np.random.Generator) -> list[tuple[str, HostArray | None]]:
    """The gradient by each float input, of what comes with ``dys``, which are made and kept there if there are none."""
    with Graph().as_default() as graph:
        feeds: dict[Tensor, Any] = {}
        names: list[str] = []

        def enter(name: str, value: Any) -> Any:
            array = np.asarray(value)
            if not as_dtype(array.dtype).is_floating:
                return array
            tensor = placeholder(as_dtype(array.dtype), array.shape)
            feeds[tensor] = array
            names.append(name)
            return tensor

        arguments = {
            name: [enter(name, item) for item in value] if isinstance(value, (list, tuple)) else enter(name, value)
            for name, value in case.inputs.items()
        }
        call(lookup_op(case.op), {**arguments, **case.attrs})
        outputs = [tensor for tensor in graph.nodes[-1].outputs if tensor.dtype.is_floating]
        session = Session(graph)
        if not outputs or not feeds:
            return []
        if not dys:
            for value in session.run(outputs, feeds):
                array = np.asarray(value)
                dys.append(np.asarray(rng.uniform(0.5, 1.5, array.shape)).astype(array.dtype))
        xs = list(feeds)
        given = [dy.astype(y.dtype.numpy_dtype) for y, dy in zip(outputs, dys, strict=True)]
        tensors = gradients(outputs, xs, grad_ys=given)
        present: Sequence[Tensor] = [tensor for tensor in tensors if tensor is not None]
        values = iter(session.run(list(present), feeds) if present else [])
        return [
            (name, None if tensor is None else np.asarray(next(values)))
            for name, tensor in zip(names, tensors, strict=True)
        ]
