"""One call of an op in every way there is: what :func:`~graphops.testing.opcheck` looks at."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graphops.build.add_op import call
from graphops.build.binding import bind
from graphops.build.constants import placeholder
from graphops.build.scopes import device as placed_on
from graphops.graph.graph import Graph, Node, Tensor
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.session_config import SessionConfig
from graphops.session import eager
from graphops.session.session import Session
from graphops.testing.call_checks.kernel_check import DETERMINISTIC, RUNS_ALONE, KernelCheck
from graphops.testing.call_checks.result_bits import bits_of
from graphops.testing.call_checks.shape_check import shape_problems
from graphops.testing.cases import OpCase
from graphops.testing.tolerances import difference
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import shorten
from graphops_registry.kernel_def import DEFAULT_MODE, KernelDef, KernelSpec, Mode, kernels_of
from graphops_registry.op_def import lookup_op

HostArray = np.ndarray[Any, Any]
Outputs = list[HostArray | None]
Reference = Callable[..., Any] | Sequence[Any] | None
_CONFIG: Final = SessionConfig(deterministic=True)


class CallCheck:
    """What one call of an op gives, in several ways, and what is wrong with it.

    Attributes:
        case: the call.
        bound: its inputs and attrs as the OpDef takes them.
        arrays: its inputs, flat.
        expected: what the reference gives, or else the first kernel; ``None`` before that.
        problems: what is wrong, one sentence each.
        ran: the kernels that ran, with their devices; for an op with state the Sessions.
        refused: the kernels that refuse the values.
        checks: how many things were compared.
    """

    def __init__(self, case: OpCase, reference: Reference = None, scale: float = 1.0) -> None:
        self.case = case
        self.op = op = lookup_op(case.op)
        self.inputs = case.inputs
        self.attrs = case.attrs
        self.scale = scale
        self.bound = bind(op.op_def, {**case.inputs, **case.attrs})
        self.arrays: list[HostArray] = [np.asarray(value) for value in self.bound.inputs]
        types = (*op.op_def.input_types(self.bound.attrs), *op.op_def.output_types(self.bound.attrs))
        self.on_host = any(dtype.is_host_only for dtype in types)
        self.reference = reference
        self.expected: Outputs | None = None
        if reference is not None:
            # Copies: a reference that writes to its arguments would else change what the kernels get.
            result = reference(**copy.deepcopy(case.inputs), **case.attrs) if callable(reference) else reference
            self.expected = [np.asarray(item) for item in _flat(result)]
        self.made: Outputs | None = None  # what the first kernel gave
        self.first: Outputs | None = None  # what the kernel gave that runs on the CPU
        self.problems: list[str] = []
        count = len(op.op_def.output_types(self.bound.attrs))
        if self.expected is not None and len(self.expected) != count:
            self.problems.append(f"the reference must give {count} outputs, got {len(self.expected)}")
            self.expected = None
        self.ran: list[str] = []
        self.refused: list[str] = []
        self.checks = 0

    @property
    def text(self) -> str:
        """``Relu(features=float32(2, 3))``."""
        shown = ", ".join(f"{name}={_text(value)}" for name, value in {**self.inputs, **self.attrs}.items())
        return f"{self.op.name}({shown})"

    def compare(self, what: str, outputs: Outputs, expected: Outputs | None = None) -> None:
        """Report outputs that differ from what is expected by more than rounding."""
        expected = self.expected if expected is None else expected
        if expected is None:
            return
        if len(outputs) != len(expected):
            self.problems.append(f"{what} must give {len(expected)} outputs, got {len(outputs)}")
            return
        for index, (output, want) in enumerate(zip(outputs, expected, strict=True)):
            self.checks += 1
            problem = None if output is None or want is None else difference(output, want, scale=self.scale)
            if problem is not None:
                self.problems.append(f"{what} must give what is expected, but output {index} {problem}")

    def same(self, what: str, outputs: Outputs, expected: Outputs) -> None:
        """Report outputs that differ in any bit."""
        self.checks += 1
        if bits_of(outputs) != bits_of(expected):
            self.compare(what, outputs, expected)
            self.problems.append(f"{what} must give the same bits as the kernel alone, got others")

    def kernel_checks(self, device: str) -> list[KernelCheck]:
        """The kernels of a device that take the call, the one that ``eager`` runs first."""
        present = [definition for definition in kernels_of(self.op.name, device) if self.takes(definition)]
        present.sort(key=lambda definition: -definition.priority_for(self.spec(definition)))
        found = []
        for definition in present:
            repeats = definition.refuses(self.spec(definition, DETERMINISTIC)) is None
            mode = DETERMINISTIC if repeats else DEFAULT_MODE
            found.append(KernelCheck(self.op, self.bound.attrs, definition, self.arrays, mode))
        return found

    def plain_outputs(self) -> Outputs | None:
        """What the last of the CPU's kernels gives, the plain one as a rule; ``None`` if it fails, or there is none."""
        for check in self.kernel_checks("CPU")[-1:]:
            outputs = check.run()
            return None if check.problems else outputs
        return None

    def kernels(self, device: str, *, thorough: bool = False, may_refuse: bool = False) -> None:
        """Each kernel of a device alone.

        Args:
            may_refuse: the values may be such as all kernels refuse.
        """
        for check in self.kernel_checks(device):
            definition = check.definition
            check.may_refuse = may_refuse
            outputs = check.run()
            if check.refused:
                self.refused.append(check.label)
                continue
            if thorough and outputs is not None:
                check.run_thoroughly(outputs)
            self.ran.append(f"{definition.name} on {device}")
            self.problems += check.problems
            self.checks += check.checks
            if outputs is None:
                continue
            self.compare(check.label, outputs)
            if self.made is None:
                self.made = outputs
            if self.expected is None:
                self.expected = outputs
            if self.first is None and device == "CPU":
                self.first = outputs

    def has_kernel(self, device: str) -> bool:
        """Whether the call may run there: a kernel is registered for its dtypes, and none of them stays on the host."""
        if self.on_host and device != "CPU":
            return False
        return any(definition.takes(self.bound.attrs) for definition in kernels_of(self.op.name, device))

    def takes(self, definition: KernelDef) -> bool:
        return (
            not definition.label
            and not self.op.op_def.is_stateful
            and definition.uses <= RUNS_ALONE
            and definition.takes(self.bound.attrs)
            and definition.refuses(self.spec(definition)) is None
        )

    def spec(self, definition: KernelDef, mode: Mode = DEFAULT_MODE) -> KernelSpec:
        """The specification of the call for a kernel."""
        kernels = NodeKernels(self.op, self.bound.attrs, definition.device, mode=mode)
        return kernels.spec_of(self.arrays, (True,) * len(kernels.output_dtypes))

    def shapes(self, outputs: Outputs) -> None:
        """The shape rule, against outputs as they were."""
        host_inputs = NodeKernels(self.op, self.bound.attrs, "CPU").host_inputs
        self.problems += shape_problems(self.op, self.bound.attrs, self.arrays, host_inputs, outputs)
        self.checks += 1

    def eager(self) -> None:
        """The spelling that computes now, twice: bound, and from its cache."""
        if self.op.op_def.is_stateful or self.first is None:
            return
        function = getattr(eager, self.op.name)
        for again in ("", " again"):
            outputs = [np.asarray(item) for item in _flat(function(**self.inputs, **self.attrs))]
            self.same(f"eager.{self.op.name}{again}", list(outputs), self.first)

    def session(self, device: str) -> None:
        """In a graph that knows the ranks of its placeholders, and the values of host inputs."""
        what = f"a Session on {device}"
        runs: list[Outputs] = []
        for known in (False, True):
            with Graph().as_default() as graph, placed_on(f"/device:{device}:0"):
                feeds: dict[Tensor, Any] = {}
                arguments = {name: self._enter(value, feeds, known) for name, value in self.inputs.items()}
                try:
                    call(self.op, {**arguments, **self.attrs})
                    node: Node = graph.nodes[-1]
                    values = Session(graph, config=_CONFIG).run(list(node.outputs) or node, feeds)
                except Exception as error:
                    self.problems.append(f"{what} must run, but it raises {type(error).__name__}: {error}")
                    return
            # Fetches of rank 0 are scalars, those of strings bytes.
            runs.append(
                [
                    np.asarray(value, dtype=tensor.dtype.base.numpy_dtype if tensor.dtype.is_host_only else None)
                    for tensor, value in zip(node.outputs, values or (), strict=True)
                ]
            )
            for tensor, output in zip(node.outputs, runs[-1], strict=True):
                self.checks += 1
                right = output is not None and tensor.dtype.base.numpy_dtype == output.dtype
                if not right or not tensor.shape.is_compatible_with(output.shape if output is not None else None):
                    got = None if output is None else f"{output.dtype}{output.shape}"
                    self.problems.append(
                        f"{what} must give '{tensor.name}' {tensor.dtype.name}{tensor.shape}, got {got}"
                    )
        if self.op.op_def.is_stateful:
            self.ran.append(what)
        if device == "CPU" and self.first is not None:
            self.same(what, runs[0], self.first)
        self.same(f"{what}, built from constants,", runs[1], runs[0])
        self.compare(what, runs[0])
        if self.made is None:
            self.made = runs[0]
            self.shapes(self.made)
        if self.expected is None:
            self.expected = runs[0]

    def _enter(self, value: Any, feeds: dict[Tensor, Any], known: bool) -> Any:
        if isinstance(value, (list, tuple)) and not known and all(hasattr(item, "dtype") for item in value):
            return [self._enter(item, feeds, known) for item in value]
        if known or not hasattr(value, "dtype"):
            return value
        tensor = placeholder(as_dtype(value.dtype), (None,) * value.ndim)
        feeds[tensor] = value
        return tensor


def _flat(result: Any) -> list[Any]:
    """Outputs as one list, for every kind of result."""
    if not isinstance(result, (list, tuple)):
        return [] if result is None else [result]
    return [item for part in result for item in (part if isinstance(part, (list, tuple)) else [part])]


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)) and value and hasattr(value[0], "dtype"):
        return f"[{', '.join(map(_text, value))}]"
    return f"{value.dtype}{value.shape}" if hasattr(value, "dtype") else shorten(repr(value))
