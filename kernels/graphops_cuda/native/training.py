"""Steps of optimizers in one launch each: the plain kernels need about ten, one for each operation."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, ClassVar, Final

import cupy
import numpy as np

from graphops_cpu.plain import training, training_adaptive
from graphops_cpu.plain.training import Step
from graphops_cuda.lib.vectors import FLOATS, packed, widths
from graphops_cuda.priorities import NATIVE
from graphops_cuda.runtime import source
from graphops_cuda.runtime.source import c_type
from graphops_registry.kernel_def import KernelSpec, register_kernel

Array = Any

_THREADS: Final = 256
_MOST_VARIABLES: Final = 4
_MOST_SCALARS: Final = 6


class _Fused(Step):
    """In front of a plain step: its arithmetic in one launch. What changes is new, as published values may not.

    Attributes:
        rule: its name in cuda/updates.cu.
        flag: the attr that is its template's argument, or "".
    """

    xp = cupy
    rule: ClassVar[str]
    flag: ClassVar[str]

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: the new values."""
        shape = spec.shapes[len(self.variables) + self.gradient]
        return len(self.variables) * prod(shape) * int(self.attrs["T"].size)

    def stepped(self, values: list[Array], numbers: Sequence[Array]) -> list[Array | None]:
        gradient = packed(numbers[self.gradient])
        scalars = [number for place, number in enumerate(numbers) if place != self.gradient]
        on = bool(self.attrs[self.flag]) if self.flag else True
        changed = 1 if self.flag == "update_slots" and not on else len(values)
        new = [cupy.empty(gradient.shape, gradient.dtype) for _ in range(changed)]
        if gradient.size:
            dtype = self.attrs["T"]
            vector = widths(dtype)[0]
            old = [packed(value) for value in values]
            args = (
                *old, *[gradient] * (_MOST_VARIABLES - len(old)),
                gradient,
                *scalars, *[gradient] * (_MOST_SCALARS - len(scalars)),
                *new, *new[:1] * (_MOST_VARIABLES - len(new)),
                np.int64(gradient.size),
            )  # fmt: skip
            grid = (-(-gradient.size // (_THREADS * vector)),)
            name = f"update<{_rule(self.rule, self.flag, on)}, {c_type(dtype)}, {vector}>"
            source.kernel("updates", name)(grid, (_THREADS,), args)
        return [*new, *[None] * (len(values) - changed)]


def _rule(rule: str, flag: str, on: bool) -> str:
    return f"{rule}<{str(on).lower()}>" if flag else rule


def _register(plain: type[Step], rule: str, flag: str = "") -> None:
    members = {"rule": rule, "flag": flag, "__module__": __name__, "__doc__": f"{plain.op} in one launch."}
    cls = type(plain.__name__, (_Fused, plain), members)
    register_kernel(
        plain.op, "GPU", types={"T": FLOATS}, priority=NATIVE, host_inputs=plain.variables, uses=["resources"]
    )(cls)
    rules = [_rule(rule, flag, on) for on in ((False, True) if flag else (True,))]
    source.declare("updates", [f"update<{r}, {c_type(d)}, {widths(d)[0]}>" for r in rules for d in FLOATS])


_register(training.ResourceApplyGradientDescent, "GradientDescent")
_register(training.ResourceApplyMomentum, "Momentum", "use_nesterov")
_register(training.ResourceApplyKerasMomentum, "KerasMomentum", "use_nesterov")
_register(training.ResourceApplyAdam, "Adam", "use_nesterov")
_register(training.ResourceApplyAdagrad, "Adagrad", "update_slots")
_register(training.ResourceApplyAdagradV2, "AdagradV2", "update_slots")
_register(training.ResourceApplyRMSProp, "RMSProp")
_register(training_adaptive.ResourceApplyAdadelta, "Adadelta")
_register(training_adaptive.ResourceApplyAdaMax, "AdaMax")
_register(training_adaptive.ResourceApplyAdamWithAmsgrad, "AdamWithAmsgrad")
_register(training_adaptive.ResourceApplyAddSign, "AddSign")
_register(training_adaptive.ResourceApplyPowerSign, "PowerSign")
_register(training_adaptive.ResourceApplyCenteredRMSProp, "CenteredRMSProp")
