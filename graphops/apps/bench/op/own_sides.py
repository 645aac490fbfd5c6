"""Our sides of ``graphops bench OP``: the op as a user runs it, and each of its kernels alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

import graphops as go
from graphops.apps.bench.cases import OURS
from graphops.apps.bench.op.calls import OpCall, flat_tensors, placeholders
from graphops.apps.bench.sides.runner import RefusedError, Runner, Task, arrays_of, clock_of
from graphops.build.add_op import call
from graphops.build.binding import bind
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.testing.call_checks.kernel_check import RUNS_ALONE
from graphops_registry.device_def import DeviceType, device_type
from graphops_registry.errors import GraphopsError, NotFoundError
from graphops_registry.kernel_def import KernelDef, kernels_of

HostArray = np.ndarray[Any, Any]
Results = dict[str, list[HostArray]]
"""By side: the outputs of its first run, on the host."""

KERNEL: Final = "kernel "  # what the name of a kernel's side begins with


class FunctionSide:
    """A side in this process.

    Args:
        name: shown to the user.
        make: makes the task.
    """

    version = ""

    def __init__(self, name: str, make: Callable[[], Task]) -> None:
        self.name = name
        self._runner = Runner(lambda case: make())

    def prepare(self, case: dict[str, Any], patience: float) -> dict[str, Any]:
        """See :meth:`graphops.apps.bench.peer.Side.prepare`."""
        return self._runner.prepare(case, patience)

    def time(self, runs: int, seconds: float) -> dict[str, Any]:
        """See :meth:`graphops.apps.bench.peer.Side.time`; sides share this process, so none has its own memory."""
        found = self._runner.time(runs, seconds)
        return found if "refused" in found else {**found, "peak_memory": 0, "total_memory": 0}

    def drop(self) -> None:
        self._runner.drop()

    def close(self) -> None:
        self.drop()


def our_sides(called: OpCall, device: str, config: go.SessionConfig, results: Results) -> list[FunctionSide]:
    """The op as a user runs it, then each kernel of ``device`` that takes the call, those tried first in front.

    Args:
        device: ``"CPU"`` or ``"GPU"``.
        results: where each side leaves its outputs.

    Raises:
        NotFoundError: the op has no kernel for this device.
    """
    bound = bind(called.op.op_def, {**called.inputs, **called.attrs})
    arrays = [np.asarray(value) for value in bound.inputs]
    present = [definition for definition in kernels_of(called.op.name, device) if not definition.label]
    if not present:
        raise NotFoundError(
            f"op '{called.op.name}' must have a kernel for the {device} to be timed, got none"
        ).concerns(op=called.op.name)
    whole = _in_session(called, config, results) if device == "CPU" else _eagerly(called, device, results)
    sides = [FunctionSide(OURS, whole)]
    if called.op.op_def.is_stateful:
        return sides
    for definition in present:
        if definition.takes(bound.attrs) and definition.uses <= RUNS_ALONE:
            name = f"{KERNEL}{definition.name}{' (plain)' if definition.is_plain and not definition.priority else ''}"
            sides.append(FunctionSide(name, _alone(called, bound.attrs, definition, arrays, name, results)))
    return sides


def _in_session(called: OpCall, config: go.SessionConfig, results: Results) -> Callable[[], Task]:
    """``Session.make_callable`` on fed arrays."""

    def make() -> Task:
        graph = go.Graph()
        with graph.as_default():
            inputs, feeds, arrays = placeholders(called.inputs)
            made = call(called.op, {**inputs, **called.attrs})
        fetches = flat_tensors(made) or [made]
        session = go.Session(graph, config=config)
        function = session.make_callable(fetches, feeds)
        kernels = NodeKernels(called.op, fetches[0].node.attrs if flat_tensors(made) else made.attrs, "CPU")
        facts = {}
        if not called.op.op_def.is_stateful:
            choice = kernels.choose(arrays, (True,) * len(kernels.output_dtypes))
            facts["kernel"] = choice.definition.name
        return Task(lambda: function(*arrays), _keep(OURS, results), facts, keep=session)

    return make


def _eagerly(called: OpCall, device: str, results: Results) -> Callable[[], Task]:
    """``eager`` on arrays of the device."""

    def make() -> Task:
        found = device_type(device)

        def place(value: Any) -> Any:
            return [found.copy_in(item) for item in value] if isinstance(value, list) else found.copy_in(value)

        host = _host_arguments(called, device)
        inputs = {name: value if name in host else place(value) for name, value in called.inputs.items()}
        function = getattr(go.eager, called.op.name)
        return _on_device(found, lambda: function(**inputs, **called.attrs), OURS, results, {})

    return make


def _alone(
    called: OpCall,
    attrs: Mapping[str, Any],
    definition: KernelDef,
    arrays: Sequence[HostArray],
    name: str,
    results: Results,
) -> Callable[[], Task]:
    """What runs once the kernel is prepared, with nothing around it."""

    def make() -> Task:
        device = device_type(definition.device)
        kernels = NodeKernels(called.op, attrs, definition.device, "bench", [definition])
        on_host, wanted = set(kernels.host_inputs), (True,) * len(kernels.output_dtypes)
        placed = [
            array if device.is_host or index in on_host or array.dtype.kind == "O" else device.copy_in(array)
            for index, array in enumerate(arrays)
        ]
        try:
            reason = kernels.rank(kernels.spec_of(placed, wanted)).reasons.get(definition)
            if reason is not None:
                raise RefusedError(reason)
            choice = kernels.choose(placed, wanted)
        except GraphopsError as error:
            raise RefusedError(str(error)) from error
        context = EagerContext(device)
        run, facts = choice.prepared.run, {"kernel": definition.name, "workspace": choice.prepared.workspace_bytes}
        if device.is_host:
            return Task(lambda: run(context, placed, None), _keep(name, results), facts)
        return _on_device(device, lambda: run(context, placed, None), name, results, facts)

    return make


def local_function(name: str, function: Callable[..., Any], called: OpCall, results: Results) -> FunctionSide:
    """A function of arrays and attrs, by keyword, in this process."""
    task = Task(lambda: function(**called.inputs, **called.attrs), _keep(name, results))
    return FunctionSide(name, lambda: task)


def _on_device(device: DeviceType, run: Callable[[], Any], name: str, results: Results, facts: dict[str, Any]) -> Task:
    """A task that the device times."""

    return Task(run, _keep(name, results, device), facts, clock=clock_of(device.seconds), close=device.synchronize)


def _keep(name: str, results: Results, device: DeviceType | None = None) -> Callable[[Any], list[float]]:
    """Leave a result in ``results``."""

    def sample(result: Any) -> list[float]:
        outputs = list(arrays_of(result))
        if device is not None:
            outputs = [device.copy_out(output) if device.owns(output) else output for output in outputs]
        results[name] = [np.array(output) for output in outputs]
        return []

    return sample


def _host_arguments(called: OpCall, device: str) -> set[str]:
    """Arguments that stay on the host on this device."""
    return {name for definition in kernels_of(called.op.name, device) for name in definition.host_inputs}
