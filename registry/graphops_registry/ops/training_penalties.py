"""Optimizer steps with penalties l1 and l2, which make small values 0: AdagradDA, Ftrl and the proximal steps.

All variables of an op change together or not at all. The doc of each op has its formula; g is the gradient, and
sign, sqrt, max and powers are taken element by element.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphops_registry.op_def import Op, register_op
from graphops_registry.ops.training import add_step_rules, step_arguments


def _step(name: str, variables: Sequence[str], numbers: Sequence[str], doc: str, attrs: Sequence[str] = ()) -> Op:
    return add_step_rules(register_op(name, **step_arguments(variables, numbers, doc, attrs)), variables)


# -- ResourceApplyAdagradDA ----------------------------------------------------------------------------------------

resource_apply_adagrad_da = _step(
    "ResourceApplyAdagradDA",
    ["var", "gradient_accumulator", "gradient_squared_accumulator"],
    ["grad", "lr", "l1", "l2", "global_step: int64"],
    """Adagrad with dual averaging: var is computed anew from the sums of all gradients.

    gradient_accumulator += g
    gradient_squared_accumulator += g * g
    divisor = l2 * global_step * lr + sqrt(gradient_squared_accumulator)
    var = -lr * sign(gradient_accumulator) * max(|gradient_accumulator| - l1 * global_step, 0) / divisor

    l1: without it, at 0, var = -lr * gradient_accumulator / divisor.
    global_step: the number of this step, from 1 on; the op does not change it.""",
)


# -- ResourceApplyFtrl, ResourceApplyFtrlV2 ------------------------------------------------------------------------

_FTRL_ATTRS = ["multiply_linear_by_lr: bool = false"]

_FTRL = """

    Follow the regularised leader: var is computed anew from accum and linear. p is -lr_power, and
    (scale, unit) is (1, lr), or (lr, 1) with multiply_linear_by_lr.

    new = accum + g * g
    linear += scale * {gradient} - (new ** p - accum ** p) / unit * var
    var = (clip(linear, -scale * l1, scale * l1) - linear) / (new ** p / unit + 2 * scale * l2)
    accum = new"""

resource_apply_ftrl = _step(
    "ResourceApplyFtrl",
    ["var", "accum", "linear"],
    ["grad", "lr", "l1", "l2", "lr_power"],
    "Ftrl-proximal." + _FTRL.format(gradient="g"),
    attrs=_FTRL_ATTRS,
)

resource_apply_ftrl_v2 = _step(
    "ResourceApplyFtrlV2",
    ["var", "accum", "linear"],
    ["grad", "lr", "l1", "l2", "l2_shrinkage", "lr_power"],
    "Ftrl-proximal with a penalty that pulls var towards 0." + _FTRL.format(gradient="(g + 2 * l2_shrinkage * var)"),
    attrs=_FTRL_ATTRS,
)


# -- ResourceApplyProximalAdagrad, ResourceApplyProximalGradientDescent --------------------------------------------

_SHRINK = """
    var = sign(moved) * max(|moved| - rate * l1, 0) / (1 + rate * l2)"""

resource_apply_proximal_adagrad = _step(
    "ResourceApplyProximalAdagrad",
    ["var", "accum"],
    ["lr", "l1", "l2", "grad"],
    f"""Adagrad with penalties that make small values 0.

    accum += g * g
    rate = lr / sqrt(accum)
    moved = var - rate * g{_SHRINK}

    lr: positive.
    l1, l2: not negative.""",
)

resource_apply_proximal_gradient_descent = _step(
    "ResourceApplyProximalGradientDescent",
    ["var"],
    ["alpha", "l1", "l2", "delta"],
    f"""Gradient descent with penalties that make small values 0; rate is alpha.

    moved = var - rate * delta{_SHRINK}""",
)
