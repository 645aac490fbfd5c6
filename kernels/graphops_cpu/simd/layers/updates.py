"""Steps of optimizers in one pass over memory, for resources and for TensorFlow 1's references.

A step writes into the variables' arrays where nothing else refers to them, else into new ones.  Registered without
Numba being imported; the loops are in :mod:`graphops_cpu.simd.layers.updates_kernels`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.precision import compute_dtype
from graphops_cpu.plain.state import here
from graphops_cpu.simd.compile.arrays import flat
from graphops_cpu.simd.compile.loops import Loops
from graphops_cpu.simd.layers.base import LayerKernel, register_layer
from graphops_cpu.simd.layers.constants import UPDATE_BLOCK
from graphops_cpu.simd.layers.results import work_of
from graphops_registry.errors import must
from graphops_registry.kernel_def import KernelSpec, Prepared
from graphops_registry.resource import handle_in

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


class PreparedStep(Prepared):
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
        self._code = rule.loops.compile(dtype, work_of(2 * len(rule.variables) * size))
        self.workspace_bytes = len(rule.variables) * size * self._dtype.itemsize

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        rule, count = self._rule, len(self._rule.variables)
        handles = [handle_in(resource) for resource in inputs[:count]]
        at = count + rule.gradient
        gradient = flat(inputs[at])
        numbers = [value.item() for value in (*inputs[count:at], *inputs[at + 1 :])]
        arguments = np.array([*numbers, *rule.constants], self._wide)
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
