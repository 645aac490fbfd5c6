"""Plain kernels of more optimizer steps; what holds for all of them stands in ``training.py``."""

from __future__ import annotations

from typing import Any, ClassVar

from graphops_cpu.lib.elementwise import COMPLEX, REALS
from graphops_cpu.plain.training import Step
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, register_kernel

FRACTIONS = REALS + COMPLEX  # integers have no square roots
HANDLES = ("var", "accum", "linear")


def require_positive(argument: str, op: str, value: Array) -> None:
    """Refuse a scalar that is 0, negative or NaN.

    Raises:
        InvalidArgumentError: with the value.
    """
    number = float(value.item())
    if not number > 0:
        raise must(argument, op, "be positive", number)


def require_penalty(argument: str, op: str, value: Array) -> None:
    """Refuse a scalar that is negative or NaN.

    Raises:
        InvalidArgumentError: with the value.
    """
    number = float(value.item())
    if not number >= 0:
        raise must(argument, op, "not be negative", number)


def shrunk(xp: Any, x: Array, threshold: Array) -> Array:
    """``x`` moved towards 0 by ``threshold``, and no further than to 0."""
    return xp.sign(x) * xp.maximum(abs(x) - threshold, 0)


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


@register_kernel(
    "ResourceApplyAdagradDA",
    "CPU",
    types={"T": REALS},
    host_inputs=["var", "gradient_accumulator", "gradient_squared_accumulator"],
    uses=["resources"],
)
class ResourceApplyAdagradDA(Step):
    op = "ResourceApplyAdagradDA"
    variables = ("var", "gradient_accumulator", "gradient_squared_accumulator")
    gradient = 0

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        _, total, squares = values
        grad, lr, l1, l2, global_step = numbers
        xp = self.xp
        number = global_step.astype(lr.dtype)
        total = total + grad
        squares = squares + grad * grad
        kept = shrunk(xp, total, xp.where(l1 > 0, l1 * number, 0))
        return [-lr * kept / (l2 * (number * lr) + xp.sqrt(squares)), total, squares]


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


class Ftrl(Step):
    """Base of the Ftrl steps; the shrinkage is 0 in the first version."""

    nan_stays: ClassVar[bool] = False  # where linear is NaN, var becomes 0 in whole steps and NaN in sparse ones
    variables = HANDLES
    gradient = 0

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, accum, linear = values
        grad, lr, l1, l2, *shrinkage, lr_power = numbers
        xp, by_lr = self.xp, self.attrs["multiply_linear_by_lr"]
        new = accum + grad * grad
        if shrinkage:
            grad = grad + 2 * shrinkage[0] * var
        scale, unit = (lr, xp.ones_like(lr)) if by_lr else (xp.ones_like(lr), lr)
        power = new**-lr_power
        linear = linear + grad * scale - (power - accum**-lr_power) / unit * var
        bound = l1 * scale
        new_var = (bound * xp.sign(linear) - linear) / (power / unit + 2 * l2 * scale)
        moves = ~(abs(linear) <= bound) if self.nan_stays else abs(linear) > bound
        return [xp.where(moves, new_var, xp.zeros_like(new_var)), new, linear]


@register_kernel("ResourceApplyFtrl", "CPU", types={"T": REALS}, host_inputs=HANDLES, uses=["resources"])
class ResourceApplyFtrl(Ftrl):
    op = "ResourceApplyFtrl"


@register_kernel("ResourceApplyFtrlV2", "CPU", types={"T": REALS}, host_inputs=HANDLES, uses=["resources"])
class ResourceApplyFtrlV2(Ftrl):
    op = "ResourceApplyFtrlV2"


@register_kernel(
    "ResourceApplyProximalAdagrad", "CPU", types={"T": REALS}, host_inputs=["var", "accum"], uses=["resources"]
)
class ResourceApplyProximalAdagrad(Step):
    op = "ResourceApplyProximalAdagrad"
    variables = ("var", "accum")
    gradient = 3

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        var, accum = values
        lr, l1, l2, grad = numbers
        xp = self.xp
        require_positive("lr", self.op, lr)
        require_penalty("l1", self.op, l1)
        require_penalty("l2", self.op, l2)
        accum = accum + grad * grad
        rate = lr / xp.sqrt(accum)
        moved = var - rate * grad
        return [shrunk(xp, moved, rate * l1) / (1 + l2 * rate), accum]


@register_kernel(
    "ResourceApplyProximalGradientDescent", "CPU", types={"T": REALS}, host_inputs=["var"], uses=["resources"]
)
class ResourceApplyProximalGradientDescent(Step):
    op = "ResourceApplyProximalGradientDescent"
    variables = ("var",)
    gradient = 3

    def step(self, values: list[Array], *numbers: Array) -> list[Array | None]:
        alpha, l1, l2, delta = numbers
        moved = values[0] - alpha * delta
        return [shrunk(self.xp, moved, alpha * self.xp.where(l1 > 0, l1, 0)) / (1 + l2 * alpha)]
