"""Plain kernels of adaptive optimizer steps; see ``training.py`` for what all steps have in common."""

from __future__ import annotations

from typing import Any

from graphops_cpu.lib.elementwise import REALS
from graphops_cpu.plain.training import FRACTIONS, Step
from graphops_registry.kernel_def import Array, register_kernel


def larger(xp: Any, x: Array, y: Array) -> Array:
    """The larger one of each pair, ``x`` where ``y`` is NaN: one bad gradient does not spoil a maximum for good."""
    return xp.where(y > x, y, x)


@register_kernel(
    "ResourceApplyAdadelta",
    "CPU",
    types={"T": FRACTIONS},
    host_inputs=["var", "accum", "accum_update"],
    uses=["resources"],
)
class ResourceApplyAdadelta(Step):
    op = "ResourceApplyAdadelta"
    variables = ("var", "accum", "accum_update")
    gradient = 3

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, accum, accum_update = values
        lr, rho, epsilon, grad = numbers
        xp = self.xp
        accum = accum * rho + grad * grad * (1 - rho)
        update = grad * xp.sqrt(accum_update + epsilon) / xp.sqrt(accum + epsilon)
        return [var - update * lr, accum, accum_update * rho + update * update * (1 - rho)]


@register_kernel("ResourceApplyAdaMax", "CPU", types={"T": REALS}, host_inputs=["var", "m", "v"], uses=["resources"])
class ResourceApplyAdaMax(Step):
    op = "ResourceApplyAdaMax"
    variables = ("var", "m", "v")
    gradient = 5

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, m, v = values
        beta1_power, lr, beta1, beta2, epsilon, grad = numbers
        m = m + (grad - m) * (1 - beta1)
        v = larger(self.xp, beta2 * v, abs(grad))
        return [var - lr / (1 - beta1_power) * (m / (v + epsilon)), m, v]


@register_kernel(
    "ResourceApplyAdamWithAmsgrad",
    "CPU",
    types={"T": REALS},
    host_inputs=["var", "m", "v", "vhat"],
    uses=["resources"],
)
class ResourceApplyAdamWithAmsgrad(Step):
    op = "ResourceApplyAdamWithAmsgrad"
    variables = ("var", "m", "v", "vhat")
    gradient = 6

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, m, v, vhat = values
        beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad = numbers
        xp = self.xp
        alpha = lr * xp.sqrt(1 - beta2_power) / (1 - beta1_power)
        m = m + (grad - m) * (1 - beta1)
        v = v + (grad * grad - v) * (1 - beta2)
        vhat = larger(xp, vhat, v)
        return [var - m * alpha / (xp.sqrt(vhat) + epsilon), m, v, vhat]


@register_kernel("ResourceApplyAddSign", "CPU", types={"T": REALS}, host_inputs=["var", "m"], uses=["resources"])
class ResourceApplyAddSign(Step):
    op = "ResourceApplyAddSign"
    variables = ("var", "m")
    gradient = 4

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, m = values
        lr, alpha, sign_decay, beta, grad = numbers
        m = m * beta + grad * (1 - beta)
        agreement = self.xp.sign(grad) * self.xp.sign(m)
        return [var - lr * (alpha + sign_decay * agreement) * grad, m]


@register_kernel("ResourceApplyPowerSign", "CPU", types={"T": REALS}, host_inputs=["var", "m"], uses=["resources"])
class ResourceApplyPowerSign(Step):
    op = "ResourceApplyPowerSign"
    variables = ("var", "m")
    gradient = 4

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, m = values
        lr, logbase, sign_decay, beta, grad = numbers
        m = m * beta + grad * (1 - beta)
        agreement = self.xp.sign(grad) * self.xp.sign(m)
        return [var - lr * self.xp.exp(logbase * sign_decay * agreement) * grad, m]


@register_kernel(
    "ResourceApplyCenteredRMSProp",
    "CPU",
    types={"T": FRACTIONS},
    host_inputs=["var", "mg", "ms", "mom"],
    uses=["resources"],
)
class ResourceApplyCenteredRMSProp(Step):
    op = "ResourceApplyCenteredRMSProp"
    variables = ("var", "mg", "ms", "mom")
    gradient = 4

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, mg, ms, mom = values
        lr, rho, momentum, epsilon, grad = numbers
        ms = ms + (grad * grad - ms) * (1 - rho)
        mg = mg + (grad - mg) * (1 - rho)
        mom = mom * momentum + grad * lr / self.xp.sqrt(ms - mg * mg + epsilon)
        return [var - mom, mg, ms, mom]
