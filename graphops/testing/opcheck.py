"""``opcheck``: does an op keep its promises, with each of its kernels, on each device?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphops import eager
from graphops.binding import bind
from graphops.build import call
from graphops.graph import Graph, Node, Tensor
from graphops.kernel_choice import NodeKernels
from graphops.plugins import load_kernels
from graphops.scopes import device as placed_on
from graphops.session import Session
from graphops.session_config import SessionConfig
from graphops.testing import standin
from graphops.testing.kernel_check import DETERMINISTIC, RUNS_ALONE, KernelCheck, bits_of
from graphops.testing.shape_check import shape_problems
from graphops.testing.tolerances import difference
from graphops.values import placeholder
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import shorten
from graphops_registry.kernel_def import DEFAULT_MODE, KernelDef, KernelSpec, Mode, kernels_of
from graphops_registry.op_def import Op, lookup_op

HostArray = np.ndarray[Any, Any]
Outputs = list[HostArray | None]
Reference = Callable[..., Any] | Sequence[Any] | None
_CONFIG: Final = SessionConfig(deterministic=True)


class OpCheckError(AssertionError):
    """An op broke a promise; the message lists all that were broken."""


@dataclass(frozen=True)
class OpReport:
    """What :func:`opcheck` looked at.

    Attributes:
        call: the op and its arguments, in short.
        kernels: those that ran, with their devices; for an op with state the Sessions.
        checks: how many things were compared.
    """

    call: str
    kernels: tuple[str, ...]
    checks: int

    def __str__(self) -> str:
        return f"{self.call}: {self.checks} checks passed in {', '.join(self.kernels)}"


def opcheck(
    op: str,
    inputs: Mapping[str, Any],
    attrs: Mapping[str, Any] | None = None,
    *,
    reference: Reference = None,
    scale: float = 1.0,
    devices: Sequence[str] = ("CPU", standin.TYPE),
) -> OpReport:
    """Run one call in every way there is, and compare.

    Checked for each kernel that takes the call on each device:

    * outputs have the dtypes of the OpDef, the shapes of the shape rule, and are on the device that they should be on;
    * inputs are not written to, may be read-only, and need not be contiguous;
    * outputs share memory with inputs only where the kernel's ``views`` says so;
    * two runs give the same bits, and so does a run in which only one of several outputs is wanted.

    Then the shape rule: with every dimension, rank or value unknown in turn, and with symbols, it does not fail and
    promises nothing that the outputs break.  Then ``eager`` and a Session on each device, built with unknown sizes:
    the same bits as the kernel alone on the CPU.  And all agree with ``reference``, or with the first kernel, within
    :mod:`~graphops.testing.tolerances`.

    Ops with state run in Sessions only, a new one each time.

    Args:
        op: its name.
        inputs: arrays by argument, a list of arrays for a list argument.
        attrs: as for ``raw_ops``.
        reference: the expected outputs, or a function of the inputs and attrs (by keyword) that gives them.
        scale: widens the tolerance towards the reference and between devices.
        devices: device types; the stand-in is registered when it is named. Strings never leave the host.

    Raises:
        OpCheckError: everything that is wrong, one line each.
        InvalidArgumentError: inputs or attrs that the OpDef does not allow; a handle cannot be given.
    """
    load_kernels()
    if standin.TYPE in devices:
        standin.register()
    check = _Check(lookup_op(op), inputs, dict(attrs or {}), scale)
    if reference is not None:
        result = reference(**inputs, **check.attrs) if callable(reference) else reference
        check.expected = [np.asarray(item) for item in _flat(result)]
    for device in devices:
        if device == "CPU" or not check.on_host:
            check.kernels(device)
    if check.made is not None:
        check.shapes(check.made)
    for device in devices:
        if device == "CPU" or not check.on_host:
            check.session(device)
    check.eager()
    if not check.ran and not check.problems:
        check.problems.append("some kernel must take the call, got none")
    if check.problems:
        raise OpCheckError("\n  ".join([f"{check.call}:", *check.problems]))
    return OpReport(check.call, tuple(check.ran), check.checks)


class _Check:
    """The state of one :func:`opcheck`."""

    def __init__(self, op: Op, inputs: Mapping[str, Any], attrs: dict[str, Any], scale: float) -> None:
        self.op = op
        self.inputs = inputs
        self.attrs = attrs
        self.scale = scale
        self.bound = bind(op.op_def, {**inputs, **attrs})
        self.arrays: list[HostArray] = [np.asarray(value) for value in self.bound.inputs]
        types = (*op.op_def.input_types(self.bound.attrs), *op.op_def.output_types(self.bound.attrs))
        self.on_host = any(dtype.is_host_only for dtype in types)
        self.expected: Outputs | None = None
        self.made: Outputs | None = None  # what the first kernel gave
        self.first: Outputs | None = None  # what the kernel gave that runs on the CPU
        self.problems: list[str] = []
        self.ran: list[str] = []
        self.checks = 0

    @property
    def call(self) -> str:
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

    def kernels(self, device: str) -> None:
        """Each kernel of a device alone."""
        present = [definition for definition in kernels_of(self.op.name, device) if self.takes(definition)]
        present.sort(key=lambda definition: -definition.priority_for(self.spec(definition)))  # first what eager runs
        for definition in present:
            repeats = definition.refuses(self.spec(definition, DETERMINISTIC)) is None
            mode = DETERMINISTIC if repeats else DEFAULT_MODE
            check = KernelCheck(self.op, self.bound.attrs, definition, self.arrays, mode)
            outputs = check.run()
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

    def takes(self, definition: KernelDef) -> bool:
        return (
            not definition.label
            and not self.op.op_def.is_stateful
            and definition.uses <= RUNS_ALONE
            and definition.takes(self.bound.attrs)
            and definition.refuses(self.spec(definition)) is None
        )

    def spec(self, definition: KernelDef, mode: Mode = DEFAULT_MODE) -> KernelSpec:
        """What a kernel is asked to compute."""
        kernels = NodeKernels(self.op, self.bound.attrs, definition.device, mode=mode)
        values = [array if i in kernels.host_inputs else None for i, array in enumerate(self.arrays)]
        return kernels.spec(tuple(array.shape for array in self.arrays), values, (True,) * len(kernels.output_dtypes))

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
                    np.asarray(value, dtype=tensor.dtype.base.as_numpy_dtype if tensor.dtype.is_host_only else None)
                    for tensor, value in zip(node.outputs, values or (), strict=True)
                ]
            )
            for tensor, output in zip(node.outputs, runs[-1], strict=True):
                self.checks += 1
                right = output is not None and tensor.dtype.base.as_numpy_dtype == output.dtype
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
    """Outputs as one list, whatever the op returns."""
    if not isinstance(result, (list, tuple)):
        return [] if result is None else [result]
    return [item for part in result for item in (part if isinstance(part, (list, tuple)) else [part])]


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)) and value and hasattr(value[0], "dtype"):
        return f"[{', '.join(map(_text, value))}]"
    return f"{value.dtype}{value.shape}" if hasattr(value, "dtype") else shorten(repr(value))
