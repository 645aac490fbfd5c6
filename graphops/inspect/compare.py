"""Running a plan a second way - in float64, on plain kernels, on another device - and comparing node by node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from graphops.graph.graph import Tensor
from graphops.inspect.rounding import RELATIVE
from graphops.plan.accounts import Ledger, bytes_of
from graphops.plan.choose.kernel_choice import Choice, NodeKernels
from graphops.plan.choose.memory_checks import check_memory
from graphops.plan.contexts import StepContext
from graphops.plan.execute import Execution, Lone, execute
from graphops.plan.make import Plan
from graphops.plan.plan_execution import PlanExecution
from graphops.plan.run_state import RunState
from graphops.plan.step import Step
from graphops.session.comparison import Comparison, NodeError
from graphops_registry.device_def import DeviceType, device_type, owner_of
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import (
    CancelledError,
    DeadlineExceededError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    ResourceExhaustedError,
    UnimplementedError,
    printed,
    shorten,
)
from graphops_registry.kernel_def import candidates

_BYTES_TO_COMPARE: Final = 64  # of copies and differences for each element, while two results are compared


def compare(plan: Plan, feeds: Mapping[Tensor, Any], run: RunState, against: str) -> Comparison:
    """Run each step of ``plan``, and the same step in the reference with the reference's own inputs.

    Nodes with state (variables, random numbers) run once; the reference takes over their results. All values of both
    are kept until the end, and count in the run's memory.

    Raises:
        InvalidArgumentError: ``against`` is not known.
        ResourceExhaustedError, DeadlineExceededError, CancelledError: the run's limits.
    """
    if plan.frames is not None or any(step.guards is not None for step in plan.steps):
        raise UnimplementedError("a plan must have no loops of Enter and Exit to be compared node by node, but it has")
    device, precision, plain = _mode(against)
    ctx = PlanExecution(run, plan.functions, Ledger(run.account))
    values: dict[Tensor, Any] = {}
    reference: dict[Tensor, Any] = {}
    for tensor, value in feeds.items():
        values[tensor] = value
        reference[tensor] = _counted(_to_precision(_host(value), precision, run), run, tensor.node.type)
    report: list[NodeError] = []
    for step in plan.steps:
        run.check()
        node = step.node
        for tensor in node.inputs:
            if tensor not in values:  # a constant
                values[tensor] = tensor.node.attrs["value"]
                reference[tensor] = _counted(_to_precision(values[tensor], precision, run), run, "Const")
        inputs = [
            _bring(values[t], step.where.device, i in step.kernels.host_inputs or t.dtype.is_host_only)
            for i, t in enumerate(node.inputs)
        ]
        choice, outputs = execute(step.whole(), inputs, ctx)
        try:
            for index, value in enumerate(outputs):
                if index not in choice.prepared.aliases:
                    _counted(value, run, node.type)
            expected, name, note = _reference(step, reference, outputs, ctx, device, precision, plain)
        except Exception as error:
            ctx.fail(error, step, choice, inputs)
        values.update(zip(node.outputs, outputs, strict=True))
        reference.update(zip(node.outputs, expected, strict=True))
        for tensor, got, want in zip(node.outputs, outputs, expected, strict=True):
            run.account.check(_BYTES_TO_COMPARE * int(getattr(got, "size", 0)), node.type)
            report.append(_error(tensor, _host(got), _host(want), choice.definition.name, name, note))
    return Comparison(against, report)


class _ReferenceExecution(Execution):
    """What surrounds the reference of a step: it may do what the step may, but call functions."""

    __slots__ = ("_account", "_limit")

    def __init__(self, run: RunState, step: Step, device: DeviceType) -> None:
        self._limit = run.account.limit or device.memory()[1]
        super().__init__(StepContext(run, step), self._limit)
        self._account = run.account
        self.watch = Ledger(run.account).watch

    def admit(self, step: Lone, choice: Choice) -> None:
        check_memory(choice, self._limit, self._account.live)


def _counted(value: Any, run: RunState, op: str) -> Any:
    """``value``, which is kept until the end."""
    if run.account.limit is not None:
        size = bytes_of(value)
        run.account.check(size, op)
        run.account.live += size
    return value


def _mode(against: str) -> tuple[DeviceType, DType | None, bool]:
    """(device of the reference, its precision, whether only plain kernels count)."""
    if not isinstance(against, str):
        raise InvalidTypeError(
            f"against must be 'plain', a float dtype or a device type, got {shorten(printed(against))}"
        )
    if against == "plain":
        return device_type("CPU"), None, True
    try:
        return device_type(against.upper()), None, False
    except GraphopsError:
        pass
    try:
        dtype = as_dtype(against)
    except GraphopsError:
        dtype = as_dtype("string")
    if not dtype.is_floating:
        raise InvalidArgumentError(f"against must be 'plain', a float dtype or a device type, got '{shorten(against)}'")
    return device_type("CPU"), dtype, True


def _reference(
    step: Step,
    reference: Mapping[Tensor, Any],
    outputs: Any,
    ctx: PlanExecution,
    device: DeviceType,
    precision: DType | None,
    plain: bool,
) -> tuple[list[Any], str, str]:
    """The outputs of the reference, the kernel that made them, and why there is none."""
    node, run = step.node, ctx.state

    def taken_over() -> list[Any]:
        return [_counted(_to_precision(_host(o), precision, run), run, node.type) for o in outputs]

    if node.op_def.is_stateful or step.reads or step.kernels.uses - {"cancel", "memory", "stream"}:
        return taken_over(), "", "has state or calls functions: taken over"
    attrs = dict(node.attrs)
    if precision is not None:
        for name, attr in node.op_def.attr_by_name.items():
            if attr.base_type == "type":
                attrs[name] = _swap(attrs[name], precision, attr.allowed)
    try:
        label = "" if plain else attrs.get("_kernel", "")
        chosen = candidates(node.type, device.type, {**attrs, "_kernel": label})
        if plain:
            chosen = [d for d in chosen if d.is_plain][-1:]  # a faster one may be written with xp, too
        kernels = NodeKernels(node.op, attrs, device.type, node.name, chosen)
        inputs = [
            _bring(_as(reference[t], want), device, i in kernels.host_inputs or t.dtype.is_host_only)
            for i, (t, want) in enumerate(zip(node.inputs, kernels.input_dtypes, strict=True))
        ]
        choice, found = execute(Lone(kernels), inputs, _ReferenceExecution(run, step, device))
    except (CancelledError, DeadlineExceededError, ResourceExhaustedError):
        raise
    except GraphopsError as error:
        return taken_over(), "", f"no reference: {error}"
    return [_counted(value, run, node.type) for value in found], choice.definition.name, ""


def _swap(value: Any, precision: DType, allowed: tuple[Any, ...] | None) -> Any:
    if isinstance(value, tuple):
        return tuple(_swap(item, precision, allowed) for item in value)
    swapped = precision if value.is_floating else as_dtype("complex128") if value.is_complex else value
    return swapped if allowed is None or swapped in allowed else value


def _as(value: Any, dtype: DType) -> Any:
    wanted = dtype.numpy_dtype
    return value if value.dtype == wanted else _host(value).astype(wanted)


def _to_precision(value: Any, precision: DType | None, run: RunState) -> Any:
    if precision is None or value is None or not hasattr(value, "dtype"):
        return value
    kind = as_dtype(value.dtype)
    if kind.is_floating or kind.is_complex:
        run.account.check(16 * int(value.size), "Cast")  # a complex128 is the largest that it may become
    if kind.is_floating:
        return value.astype(precision.numpy_dtype)
    return value.astype(np.complex128) if kind.is_complex else value


def _host(value: Any) -> Any:
    owner = owner_of(value)
    return value if owner is None or owner.is_host else owner.copy_out(value)


def _bring(value: Any, device: DeviceType, to_host: bool) -> Any:
    host = _host(value)
    return host if to_host or device.is_host else device.copy_in(host)


def _error(tensor: Tensor, got: Any, want: Any, kernel: str, reference: str, note: str) -> NodeError:
    tolerance = RELATIVE.get(tensor.dtype.base.name, 0.0)
    if not hasattr(got, "dtype") or got.dtype == object or not getattr(got, "size", 0):
        return NodeError(tensor.name, kernel, reference, 0.0, 0.0, tolerance, note)
    if got.shape != want.shape:
        wrong = float("inf")
        return NodeError(tensor.name, kernel, reference, wrong, wrong, tolerance, f"shape {got.shape} != {want.shape}")
    wide = np.complex128 if got.dtype.kind == "c" else np.float64
    a, b = got.astype(wide), want.astype(wide)
    with np.errstate(all="ignore"):
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        difference = np.where(same, 0.0, np.abs(a - b))
    difference = np.where(np.isfinite(difference), difference, np.inf)
    largest = float(np.max(np.abs(b), initial=0.0, where=np.isfinite(b)))
    worst = float(difference.max())
    return NodeError(tensor.name, kernel, reference, worst, worst / largest if largest else worst, tolerance, note)


__all__ = ["Comparison", "NodeError", "compare"]
