"""``opcheck``: does an op keep its promises, with each of its kernels, on each device?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graphops.binding import bind
from graphops.build import call
from graphops.eager import EagerContext
from graphops.graph import Graph, Node, Tensor
from graphops.kernel_choice import NodeKernels
from graphops.plugins import load_kernels
from graphops.session import Session
from graphops.testing import standin
from graphops.testing.tolerances import difference
from graphops.values import placeholder
from graphops_registry.device_def import device_type
from graphops_registry.dtypes import as_dtype
from graphops_registry.kernel_def import KernelDef, kernels_of
from graphops_registry.op_def import Op, lookup_op
from graphops_registry.shape import TensorShape

Outputs = list[np.ndarray[Any, Any]]


class OpCheckError(AssertionError):
    """An op broke a promise; the message lists all that were broken."""


def opcheck(
    op: str,
    inputs: Mapping[str, Any],
    attrs: Mapping[str, Any] | None = None,
    *,
    reference: Callable[..., Any] | Sequence[Any] | None = None,
    scale: float = 1.0,
    devices: Sequence[str] = ("CPU", standin.TYPE),
) -> int:
    """Run one call of a stateless op in every way there is and compare.

    Checked, for every kernel that takes the call on each device: the outputs have the dtypes of the OpDef and the
    shapes of the shape rule; partial shapes at graph building promise nothing that the result breaks; inputs are not
    written to, may be read-only and need not be contiguous; outputs share memory with inputs only where the kernel
    says so; two runs give the same bits; a Session gives the same as the kernel alone; and all agree with
    ``reference``, or with the first kernel.

    Args:
        op: its name.
        inputs: arrays by argument, a list of arrays for a list argument.
        attrs: as for ``raw_ops``.
        reference: the expected outputs, or a function of the inputs (by keyword) and attrs that gives them.
        scale: widens the tolerance.
        devices: device types; the stand-in is registered when it is asked for.

    Returns:
        How many kernels ran.

    Raises:
        OpCheckError: everything that is wrong, one line each.
    """
    load_kernels()
    if standin.TYPE in devices:
        standin.register()
    attrs = dict(attrs or {})
    registered = lookup_op(op)
    bound = bind(registered.op_def, {**inputs, **attrs})
    arrays: Outputs = [np.asarray(value) for value in bound.inputs]
    expected = _expected(reference, inputs, attrs)
    wrong: list[str] = []
    count = 0
    for device in devices:
        for definition in kernels_of(op, device):
            if not definition.takes(bound.attrs) or definition.label:
                continue
            if definition.why_not(bound.attrs, [array.shape for array in arrays]) is not None:
                continue
            count += 1
            outputs = _run_kernel(registered, bound.attrs, definition, arrays, wrong)
            if outputs is None:
                continue
            if expected is None:
                expected = outputs
            label = f"{definition.name} on {device}"
            wrong += [f"{label}: output {i} {d}" for i, d in _differences(outputs, expected, scale)]
    if expected is not None:
        wrong += _check_session(op, inputs, attrs, expected, scale)
    if not count:
        wrong.append("no kernel takes the call")
    if wrong:
        shown = ", ".join(f"{name}={_text(value)}" for name, value in {**inputs, **attrs}.items())
        raise OpCheckError("\n  ".join([f"{op}({shown}):", *wrong]))
    return count


def _text(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], np.ndarray):
        return f"[{', '.join(map(_text, value))}]"
    return f"{value.dtype}{value.shape}" if isinstance(value, np.ndarray) else repr(value)


def _expected(
    reference: Callable[..., Any] | Sequence[Any] | None, inputs: Mapping[str, Any], attrs: Mapping[str, Any]
) -> Outputs | None:
    if reference is None:
        return None
    result = reference(**inputs, **attrs) if callable(reference) else reference
    return [np.asarray(item) for item in (result if isinstance(result, (list, tuple)) else [result])]


def _differences(outputs: Outputs, expected: Outputs, scale: float) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for index, (got, want) in enumerate(zip(outputs, expected, strict=True)):
        problem = difference(got, want, scale=scale)
        if problem is not None:
            found.append((index, problem))
    return found


def _awkward(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same values, not contiguous and read-only."""
    if not array.ndim:
        view = array.copy()
    else:
        wide = np.empty((*array.shape[:-1], 2 * array.shape[-1] + 1), dtype=array.dtype)
        view = wide[..., 1::2]
        view[...] = array
    view.flags.writeable = False
    return view


def _run_kernel(
    op: Op, attrs: Mapping[str, Any], definition: KernelDef, arrays: Outputs, wrong: list[str]
) -> Outputs | None:
    """The outputs of one kernel on the host; what it does wrong goes into ``wrong``."""
    device = device_type(definition.device)
    label = f"{definition.name} on {device.type}"
    kernels = NodeKernels(op, attrs, device.type, "check", [definition])
    if kernels.uses - {"cancel", "stream", "name"}:
        return None
    context = EagerContext(device)
    wanted = (True,) * len(kernels.output_dtypes)
    results: list[Outputs] = []
    for prepared_inputs in (arrays, [_awkward(array) for array in arrays], arrays):
        before = [array.tobytes() if array.dtype != object else array.copy() for array in prepared_inputs]
        there = [
            array if i in kernels.host_inputs or array.dtype == object else device.copy_in(array)
            for i, array in enumerate(prepared_inputs)
        ]
        try:
            choice = kernels.choose(there, wanted)
            made = choice.run(context, there)
        except Exception as error:
            wrong.append(f"{label}: {type(error).__name__}: {error}")
            return None
        outputs: Outputs = [device.copy_out(o) if device.owns(o) else np.asarray(o) for o in made if o is not None]
        for index, (array, old) in enumerate(zip(prepared_inputs, before, strict=True)):
            if (array.tobytes() if array.dtype != object else array.copy().tolist()) != (
                old if isinstance(old, bytes) else old.tolist()
            ):
                wrong.append(f"{label}: wrote to input {index}")
        if device.is_host:
            for o, output in enumerate(made):
                for i, array in enumerate(there):
                    shares = isinstance(output, np.ndarray) and output.size and np.shares_memory(output, array)
                    if shares and choice.prepared.aliases.get(o) != i:
                        wrong.append(f"{label}: output {o} shares memory with input {i} without saying so")
        results.append([output.copy() for output in outputs])
    if _bits(results[0]) != _bits(results[2]):
        wrong.append(f"{label}: two runs differ")
    if _differences(results[1], results[0], 1.0):
        wrong.append(f"{label}: non-contiguous inputs give other results")
    return results[0]


def _bits(outputs: Outputs) -> list[Any]:
    return [output.tolist() if output.dtype == object else output.tobytes() for output in outputs]


def _check_session(
    op: str, inputs: Mapping[str, Any], attrs: Mapping[str, Any], expected: Outputs, scale: float
) -> list[str]:
    """The op in a graph: with known shapes, with known ranks, with nothing known."""
    wrong: list[str] = []
    for knowledge in ("shape", "rank", "nothing"):
        with Graph().as_default() as graph:
            feeds: dict[Tensor, Any] = {}

            def enter(value: Any, knowledge: str = knowledge, feeds: dict[Tensor, Any] = feeds) -> Any:
                array = np.asarray(value)
                shape = {"shape": array.shape, "rank": (None,) * array.ndim, "nothing": None}[knowledge]
                tensor = placeholder(as_dtype(array.dtype), shape)
                feeds[tensor] = array
                return tensor

            arguments = {
                name: [enter(item) for item in value] if isinstance(value, (list, tuple)) else enter(value)
                for name, value in inputs.items()
            }
            result = call(lookup_op(op), {**arguments, **attrs})
            node = graph.nodes[-1]
            tensors = list(node.outputs) if isinstance(node, Node) and result is not None else []
            values = [np.asarray(value) for value in Session(graph).run(tensors, feeds)]
        for index, (tensor, got) in enumerate(zip(tensors, values, strict=True)):
            if not tensor.shape.is_compatible_with(TensorShape(got.shape)):
                wrong.append(f"with known {knowledge}: output {index} was promised {tensor.shape}, got {got.shape}")
            if tensor.dtype.as_numpy_dtype != got.dtype and got.dtype.kind not in "SU":
                wrong.append(f"with known {knowledge}: output {index} was promised {tensor.dtype}, got {got.dtype}")
        for index, problem in _differences(values, expected, scale):
            wrong.append(f"in a Session with known {knowledge}: output {index} {problem}")
    return wrong
