"""Plain kernels of optimizer steps.

A step is computed in the compute dtype, operation by operation as in the op's doc; the stored values are rounded once.
Besides the new values a step needs a few temporary arrays of the variable's size.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib.elementwise import COMPLEX, NUMBERS, REALS
from graphops_cpu.lib.precision import compute_dtype, narrow, widen
from graphops_cpu.plain.state import here
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.resource import handle_in

FRACTIONS = REALS + COMPLEX  # integers have no square roots, and TensorFlow no kernels for them


class Step(PlainKernel):
    """Base of optimizer steps: ``step`` gets values in the compute dtype and gives the new ones."""

    op: ClassVar[str]
    variables: ClassVar[Sequence[str]]  # the first inputs, handles
    gradient: ClassVar[int]  # which of the other inputs has the shape of the variables

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: the new values and two temporary arrays, in the compute dtype."""
        shape = spec.shapes[len(self.variables) + self.gradient]
        return (len(self.variables) + 2) * prod(shape) * compute_dtype(self.attrs["T"]).itemsize

    def compute(self, ctx: Context, *inputs: Any) -> tuple[Array, ...]:
        handles = [handle_in(resource) for resource in inputs[: len(self.variables)]]
        numbers = inputs[len(self.variables) :]
        gradient = numbers[self.gradient]

        def change(*old: Array) -> list[Array | None]:
            for argument, handle, value in zip(self.variables, handles, old, strict=True):
                if value.shape != gradient.shape:
                    rule = f"have the shape of the gradient, {gradient.shape}"
                    raise must(argument, self.op, rule, f"{handle.text} of shape {value.shape}")
            return self.stepped([here(ctx, value) for value in old], numbers)

        ctx.resources.update_all(handles, change)
        return ()

    def stepped(self, values: list[Array], numbers: Sequence[Array]) -> list[Array | None]:
        """The new values of the variables in their dtype, fresh arrays; ``None`` for one that does not change."""
        dtype = self.attrs["T"].numpy_dtype
        with np.errstate(all="ignore"):
            new = self.step([widen(value) for value in values], *[widen(number) for number in numbers])
            return [None if value is None else narrow(value, dtype) for value in new]

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        """The new values of the variables, fresh arrays; ``None`` for one that does not change."""
        raise NotImplementedError


@register_kernel("ResourceApplyGradientDescent", "CPU", types={"T": NUMBERS}, host_inputs=["var"], uses=["resources"])
class ResourceApplyGradientDescent(Step):
    op = "ResourceApplyGradientDescent"
    variables = ("var",)
    gradient = 1

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        alpha, delta = numbers
        return [values[0] - delta * alpha]


@register_kernel(
    "ResourceApplyMomentum", "CPU", types={"T": FRACTIONS}, host_inputs=["var", "accum"], uses=["resources"]
)
class ResourceApplyMomentum(Step):
    op = "ResourceApplyMomentum"
    variables = ("var", "accum")
    gradient = 1

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, accum = values
        lr, grad, momentum = numbers
        accum = accum * momentum + grad
        if self.attrs["use_nesterov"]:
            return [var - (grad * lr + accum * momentum * lr), accum]
        return [var - accum * lr, accum]


@register_kernel(
    "ResourceApplyKerasMomentum", "CPU", types={"T": FRACTIONS}, host_inputs=["var", "accum"], uses=["resources"]
)
class ResourceApplyKerasMomentum(Step):
    op = "ResourceApplyKerasMomentum"
    variables = ("var", "accum")
    gradient = 1

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, accum = values
        lr, grad, momentum = numbers
        accum = accum * momentum - grad * lr
        if self.attrs["use_nesterov"]:
            return [var + (accum * momentum - grad * lr), accum]
        return [var + accum, accum]


@register_kernel("ResourceApplyAdam", "CPU", types={"T": FRACTIONS}, host_inputs=["var", "m", "v"], uses=["resources"])
class ResourceApplyAdam(Step):
    op = "ResourceApplyAdam"
    variables = ("var", "m", "v")
    gradient = 6

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, m, v = values
        beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad = numbers
        xp = self.xp
        alpha = lr * xp.sqrt(1 - beta2_power) / (1 - beta1_power)
        m = m + (grad - m) * (1 - beta1)
        v = v + (grad * grad - v) * (1 - beta2)
        direction = grad * (1 - beta1) + m * beta1 if self.attrs["use_nesterov"] else m
        return [var - direction * alpha / (xp.sqrt(v) + epsilon), m, v]


@register_kernel(
    "ResourceApplyAdagrad", "CPU", types={"T": FRACTIONS}, host_inputs=["var", "accum"], uses=["resources"]
)
class ResourceApplyAdagrad(Step):
    op = "ResourceApplyAdagrad"
    variables = ("var", "accum")
    gradient = 1

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, accum = values
        lr, grad = numbers
        if self.attrs["update_slots"]:
            accum = accum + grad * grad
        new = var - grad * lr / self.xp.sqrt(accum)
        return [new, accum if self.attrs["update_slots"] else None]


@register_kernel(
    "ResourceApplyAdagradV2", "CPU", types={"T": FRACTIONS}, host_inputs=["var", "accum"], uses=["resources"]
)
class ResourceApplyAdagradV2(Step):
    op = "ResourceApplyAdagradV2"
    variables = ("var", "accum")
    gradient = 2

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, accum = values
        lr, epsilon, grad = numbers
        if self.attrs["update_slots"]:
            accum = accum + grad * grad
        new = var - grad * lr / (self.xp.sqrt(accum) + epsilon)
        return [new, accum if self.attrs["update_slots"] else None]


@register_kernel(
    "ResourceApplyRMSProp", "CPU", types={"T": FRACTIONS}, host_inputs=["var", "ms", "mom"], uses=["resources"]
)
class ResourceApplyRMSProp(Step):
    op = "ResourceApplyRMSProp"
    variables = ("var", "ms", "mom")
    gradient = 4

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, ms, mom = values
        lr, rho, momentum, epsilon, grad = numbers
        ms = ms + (grad * grad - ms) * (1 - rho)
        mom = mom * momentum + grad * lr / self.xp.sqrt(ms + epsilon)
        return [var - mom, ms, mom]
