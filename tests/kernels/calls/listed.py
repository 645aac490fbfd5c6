"""A kernel alone in a call list, beside what it computes elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

import graphops as go
from graphops import raw_ops
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plugins.packages import load_kernels
from graphops_cpu.calls.call_list import compile_calls
from graphops_registry.device_def import device_type
from graphops_registry.kernels.call_list import CallList, ListedStep, ListedValue
from graphops_registry.kernels.context import IN_A_PLAN
from graphops_registry.op_def import lookup_op

Array = np.ndarray[Any, Any]


class NotListedError(Exception):
    """The kernel is in no call list."""


class FailedError(Exception):
    """The list does not take these values."""


def in_list(op: str, inputs: Sequence[Any], fixed: Collection[int] = (), **attrs: Any) -> tuple[list[Any], list[Any]]:
    """The outputs that the kernel gives elsewhere, and those that it gives in a list.

    Args:
        fixed: inputs that never vary; so do those that are on the host.

    Raises:
        NotListedError, FailedError: see there.
    """
    arrays = [np.asarray(each) for each in inputs]
    kernels = _kernels(op, arrays, attrs)
    outputs = len(kernels.output_dtypes)
    choice = kernels.choose(arrays, (True,) * outputs)
    constants = [each if i in fixed or i in kernels.host_inputs else None for i, each in enumerate(arrays)]
    kernel = choice.prepared.machine_kernel(constants)
    varying = [i for i, each in enumerate(constants) if each is None]
    if kernel is None and outputs == 1:
        kernel = device_type("CPU").elementwise_kernel(choice.definition, choice.prepared, choice.spec)
        varying = list(range(len(arrays)))
    if kernel is None:
        raise NotListedError
    given = [np.require(arrays[i], requirements="CA").reshape(arrays[i].shape) for i in varying]
    results = [
        np.full(shape, 77).astype(dtype.numpy_dtype)
        for shape, dtype in zip(choice.spec.output_shapes, choice.spec.output_dtypes, strict=True)
        if shape is not None
    ]
    values = tuple(ListedValue(each.shape, each.dtype) for each in (*given, *results))
    numbers = tuple(range(len(values)))
    listed = CallList(values, len(given), numbers[len(given) :], {}, (ListedStep(kernel, numbers, outputs),))
    make = compile_calls(listed)
    assert make is not None
    if not make()(given, results):
        raise FailedError
    with np.errstate(all="ignore"):
        wanted = [np.asarray(each) for each in choice.prepared.run(IN_A_PLAN, arrays, None)]
    return wanted, results


def _kernels(op: str, arrays: Sequence[Array], attrs: dict[str, Any]) -> NodeKernels:
    """The kernels of a node with such inputs. An argument that is a list takes all that the others leave."""
    load_kernels()
    arguments, left = lookup_op(op).op_def.inputs, list(arrays)
    extra = len(arrays) - len(arguments) + 1
    with go.Graph().as_default():
        operands: dict[str, Any] = {}
        for argument in arguments:
            operands[argument.name] = [left.pop(0) for _ in range(extra)] if argument.is_list else left.pop(0)
        made = getattr(raw_ops, op)(**operands, **attrs)
        node = (made[0] if isinstance(made, (list, tuple)) else made).op
        return NodeKernels(node.op, node.attrs, "CPU", node.name)


def same_bits(op: str, inputs: Sequence[Any], fixed: Collection[int] = (), **attrs: Any) -> None:
    """Check that a list gives the same bits.

    Raises:
        NotListedError, FailedError: see there.
    """
    wanted, found = in_list(op, inputs, fixed, **attrs)
    for one, other in zip(wanted, found, strict=True):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        assert one.tobytes() == other.tobytes(), f"{op}: {one} is not {other}"


def is_same_or_not_listed(op: str, inputs: Sequence[Any], fixed: Collection[int] = (), **attrs: Any) -> bool:
    """Check that a list gives the same bits if it takes the kernel; whether it does."""
    try:
        same_bits(op, inputs, fixed, **attrs)
    except NotListedError:
        return False
    return True


def hard(dtype: Any, *shape: int) -> Array:
    """Numbers of a dtype, with all that is special and many that are equal among them."""
    chance = np.random.default_rng(sum(shape) + 1)
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return np.asarray(chance.integers(0, 2, shape)).astype(dtype)
    if dtype.kind == "i":
        limits = np.iinfo(dtype)
        special = [limits.min, limits.max, 0, 1, -1, 2, -2, 3]
        return np.asarray(chance.choice(np.array([*special, *range(-9, 9)], dtype), shape))
    numbers = np.round(chance.normal(size=40) * 3, 1).astype(dtype)
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, 3e38, -3e38, 0.5, -0.5, 1.5, 2.5]
    return np.asarray(chance.choice(np.concatenate([numbers, np.array(special, dtype)]), shape))


def some(*shape: int) -> Array:
    """Numbers of float32 without any order among them."""
    return np.random.default_rng(sum(shape) + 5).normal(size=shape).astype(np.float32)
