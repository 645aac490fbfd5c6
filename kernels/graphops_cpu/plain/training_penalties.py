"""Plain kernels of optimizer steps with penalties; see ``training.py`` for what all steps have in common."""

from __future__ import annotations

from typing import Any, ClassVar

from graphops_cpu.lib.elementwise import REALS
from graphops_cpu.plain.training import Step
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, register_kernel

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
