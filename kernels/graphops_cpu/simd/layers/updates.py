"""Steps of optimizers in one pass over memory, for resources and for TensorFlow 1's references.

A step writes into the variables' arrays where nothing else refers to them, else into new ones.  Steps of resource
variables that are too small for threads run together, in one call of machine code.  Registered without Numba being
imported; the loops are in :mod:`graphops_cpu.simd.layers.updates_kernels`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar, Final, cast

import numpy as np

from graphops_cpu.lib.precision import compute_dtype
from graphops_cpu.plain.state import here
from graphops_cpu.simd.compile.arrays import flat
from graphops_cpu.simd.compile.loops import Loops
from graphops_cpu.simd.compile.machine_calls import OperandArray
from graphops_cpu.simd.layers.base import LayerKernel, register_layer
from graphops_cpu.simd.layers.constants import UPDATE_BLOCK
from graphops_cpu.simd.layers.results import work_of
from graphops_registry.device_def import device_type
from graphops_registry.errors import GraphopsError, must
from graphops_registry.kernel_def import KernelSpec, Prepared
from graphops_registry.kernels.call_list import BoundCalls, CallList, ListedStep, ListedValue, MachineKernel
from graphops_registry.kernels.variable_steps import StepsTogether, VariableStep
from graphops_registry.resource import ResourceHandle, handle_in

Array = np.ndarray[Any, Any]

# Elements of all variables below which Numba is not worth being loaded; where it is these loops are quicker for any.
_SMALL: Final = 8192


@dataclass(frozen=True)
class Rule:
    """An optimizer's step.

    Attributes:
        loops: what computes it.
        variables: the names of the inputs that are handles; the first ones of the op.
        gradient: which of the other inputs is the gradient, all but it being scalars.
        constants: numbers that the loops take after these scalars.
        option: the attr, if there is one, that is their second size.
        changes: which variables change, given the option.
    """

    loops: Loops
    variables: tuple[str, ...]
    gradient: int
    constants: tuple[float, ...] = ()
    option: str = ""
    changes: Callable[[bool], Sequence[bool]] | None = None


def _accum_if(changes: bool) -> Sequence[bool]:
    return True, changes


_LOOPS: Final = {
    name: Loops("graphops_cpu.simd.layers.updates_kernels", name, f"optimizer step, {name.replace('_', ' ')}")
    for name in ("descent", "momentum", "keras_momentum", "adam", "adagrad", "rms_prop")
}
RULES: Final = {
    "GradientDescent": Rule(_LOOPS["descent"], ("var",), 1),
    "Momentum": Rule(_LOOPS["momentum"], ("var", "accum"), 1, (), "use_nesterov"),
    "KerasMomentum": Rule(_LOOPS["keras_momentum"], ("var", "accum"), 1, (), "use_nesterov"),
    "Adam": Rule(_LOOPS["adam"], ("var", "m", "v"), 6, (), "use_nesterov"),
    "Adagrad": Rule(_LOOPS["adagrad"], ("var", "accum"), 1, (-0.0,), "update_slots", _accum_if),
    "AdagradV2": Rule(_LOOPS["adagrad"], ("var", "accum"), 2, (), "update_slots", _accum_if),
    "RMSProp": Rule(_LOOPS["rms_prop"], ("var", "ms", "mom"), 4),
}


class PreparedStep(VariableStep):
    """A step on variables of the gradient's shape."""

    def __init__(self, spec: KernelSpec, rule: Rule, gives_reference: bool) -> None:
        self.output_shapes = spec.output_shapes
        self._rule, self._op = rule, spec.op.name
        self._gives_reference = gives_reference
        self.fresh = not gives_reference
        dtype = spec.attrs["T"]
        self._dtype, self._wide = dtype.numpy_dtype, compute_dtype(dtype)
        self._shape = spec.shapes[len(rule.variables) + rule.gradient]
        size = prod(self._shape)
        option = bool(spec.attrs[rule.option]) if rule.option else False
        self._sizes = np.array([size, option], np.intp)
        self._blocks = -(-size // UPDATE_BLOCK)
        self._changes = rule.changes(option) if rule.changes else (True,) * len(rule.variables)
        work = work_of(2 * len(rule.variables) * size)
        self._code = rule.loops.compile(dtype, work)
        self.kind = (self._op, dtype, option)
        self.own = len(rule.variables) + rule.gradient
        self.gains = self._code.machine.parallel is None  # so its calls have no states, and may be in place
        self._scalars = len(spec.shapes) - len(rule.variables) - 1 + len(rule.constants)
        self.workspace_bytes = len(rule.variables) * size * self._dtype.itemsize

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        rule, count = self._rule, len(self._rule.variables)
        handles = [handle_in(resource) for resource in inputs[:count]]
        gradient = flat(inputs[self.own])
        arguments = self._numbers((*inputs[count : self.own], *inputs[self.own + 1 :]))
        shape = self._shape

        def change(old: Sequence[Array], new: Sequence[Array | None]) -> None:
            for index, value in enumerate(old):
                if value.shape != shape:
                    wanted = f"have the shape of the gradient, {shape}"
                    got = f"{handles[index].text} of shape {value.shape}"
                    raise must(rule.variables[index], self._op, wanted, got)
            # Values of variables are mostly NumPy's own; those that are not may be on another device.
            before = [flat(value if type(value) is np.ndarray else here(ctx, value)) for value in old]
            # Loops that leave a variable as it is do not look at its new value: any array of its kind will do.
            after = [flat(gradient[:0].copy() if value is None else value) for value in new]
            self._code(self._blocks, *before, gradient, *after, arguments, self._sizes)

        ctx.resources.update_in_place(handles, self._changes, change)
        return (inputs[0],) if self._gives_reference else ()

    def _numbers(self, scalars: Sequence[Array]) -> Array:
        """What the loops take beside arrays."""
        return np.array([*(value.item() for value in scalars), *self._rule.constants], self._wide)

    def together(
        self, steps: Sequence[VariableStep], handles: Sequence[ResourceHandle]
    ) -> Callable[[], StepsTogether] | None:
        members = [cast(PreparedStep, step) for step in steps]  # steps of one kind are of one class
        count, changes = len(self._rule.variables), self._changes
        gradients = [ListedValue(step._shape, step._dtype) for step in members]
        values = [gradient for gradient in gradients for _ in range(count)]
        new = [gradient for gradient in gradients for changed in changes if changed]
        given = len(gradients) + len(values) + 1
        listed: list[ListedStep] = []
        target = given
        for at, step in enumerate(members):
            old = [len(gradients) + at * count + each for each in range(count)]
            written = range(target, target + sum(changes))
            target = written.stop
            listed.append(ListedStep(step._machine_kernel(), (*old, at, given - 1, *written), len(written)))
        numbers = ListedValue((self._scalars,), self._wide)
        everything = (*gradients, *values, numbers, *new)
        calls = CallList(everything, given, tuple(range(given, target)), {}, tuple(listed))
        make = device_type("CPU").compile_calls(calls)
        return None if make is None else lambda: _Together(make(), members, handles)

    def _machine_kernel(self) -> MachineKernel:
        """Its loops for a list. Operands are the old values, the gradient, the numbers and the values that change: a
        list wants what is written last, the loops take the numbers after it."""
        count, size, itemsize = len(self._rule.variables), prod(self._shape), self._dtype.itemsize
        before = [OperandArray(at, size, itemsize) for at in range(count)]
        gradient = OperandArray(count, size, itemsize)
        numbers = OperandArray(count + 1, self._scalars, self._wide.itemsize)
        changing = iter(range(count + 2, 2 * count + 2))
        after = [OperandArray(next(changing), size, itemsize) if changed else before[at]
                 for at, changed in enumerate(self._changes)]  # fmt: skip
        return self._code.in_list(self._blocks, [*before, gradient, *after, numbers, self._sizes], None)


class _ApartError(Exception):
    """Steps that must run one by one; nothing was written."""


class _Together:
    """Steps of one rule by the same numbers, on different variables: see :class:`StepsTogether`."""

    def __init__(self, calls: BoundCalls, steps: Sequence[PreparedStep], handles: Sequence[ResourceHandle]) -> None:
        self._calls, self._steps, self._handles = calls, steps, handles
        self._changes = [changed for step in steps for changed in step._changes]
        count = len(steps[0]._changes)
        self._shapes = [step._shape for step in steps]
        self._shapes_of_values = [shape for shape in self._shapes for _ in range(count)]

    def __call__(self, ctx: Any, own: Sequence[Array], shared: Sequence[Array]) -> bool:
        first = self._steps[0]
        dtype, numbers = first._dtype, first._numbers(shared)

        def change(old: Sequence[Array], new: Sequence[Array | None]) -> None:
            # Machine code does not look: kernels of others may give other gradients than they promised, and values of
            # variables may be on another device.
            for array, shape in zip((*own, *old), (*self._shapes, *self._shapes_of_values), strict=True):
                if type(array) is not np.ndarray or array.shape != shape or array.dtype != dtype:
                    raise _ApartError
            results = [value for value in new if value is not None]
            if not self._calls((*own, *old, numbers), results):
                raise _ApartError

        try:
            ctx.resources.update_in_place(self._handles, self._changes, change)
        except (GraphopsError, MemoryError, RecursionError, _ApartError):  # all of them before anything is written
            return False
        return True


class _StepKernel(LayerKernel):
    rule: ClassVar[Rule]
    gives_reference: ClassVar[bool]

    @classmethod
    def is_worth_it(cls, spec: KernelSpec) -> bool:
        # Results are the plain kernel's to the last bit, so it does not matter which of them is there first.
        variables = len(cls.rule.variables)
        return variables * prod(spec.shapes[variables + cls.rule.gradient]) >= _SMALL or "numba" in sys.modules

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedStep(spec, self.rule, self.gives_reference)


def _register(op: str, rule: Rule, gives_reference: bool) -> None:
    register_layer(
        _StepKernel, op, host_inputs=rule.variables, uses=["resources"], rule=rule, gives_reference=gives_reference
    )


for _name, _rule in RULES.items():
    _register(f"ResourceApply{_name}", _rule, gives_reference=False)
    if _name != "KerasMomentum":  # which has no form for references
        _register(f"Apply{_name}", _rule, gives_reference=True)
