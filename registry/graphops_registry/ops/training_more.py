"""More optimizer steps: Adadelta, AdagradDA, AdaMax, AMSGrad, sign-based, centred, Ftrl and proximal ones.

All variables of an op change together or not at all. What is computed stands under each op; g is the gradient, and
sign, sqrt, max and powers are taken element by element.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphops_registry.op_def import Op, register_op
from graphops_registry.ops.training import LOCKING, step_shape
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

ATTRS = ["T: numbertype", "use_locking: bool = false"]


def _step(name: str, variables: Sequence[str], numbers: Sequence[str], doc: str, *, attrs: Sequence[str] = ()) -> Op:
    """Declare a step: variables of one shape, then ``numbers`` of dtype T (or ``name: dtype``), one the gradient."""
    typed = [number if ":" in number else f"{number}: T" for number in numbers]
    op = register_op(
        name,
        inputs=[*(f"{variable}: resource" for variable in variables), *typed],
        attrs=[*ATTRS, *attrs],
        stateful=True,
        doc=doc + LOCKING,
    )
    op.no_gradient()
    gradient = "delta" if "delta" in numbers else "grad"

    @op.shape_rule
    def _shape(c: ShapeContext) -> list[TensorShape]:
        return step_shape(c, variables, gradient)

    return op


# -- ResourceApplyAdadelta -----------------------------------------------------------------------------------------

resource_apply_adadelta = _step(
    "ResourceApplyAdadelta",
    ["var", "accum", "accum_update"],
    ["lr", "rho", "epsilon", "grad"],
    """Adadelta: steps as large as recent steps were, over the size of recent gradients.

    accum = accum * rho + g * g * (1 - rho)
    update = g * sqrt(accum_update + epsilon) / sqrt(accum + epsilon)
    accum_update = accum_update * rho + update * update * (1 - rho)
    var -= lr * update""",
)

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

# -- ResourceApplyAdaMax -------------------------------------------------------------------------------------------

resource_apply_ada_max = _step(
    "ResourceApplyAdaMax",
    ["var", "m", "v"],
    ["beta1_power", "lr", "beta1", "beta2", "epsilon", "grad"],
    """AdaMax: Adam with the largest gradient instead of a mean of squares.

    m += (g - m) * (1 - beta1)
    v = max(beta2 * v, |g|)
    var -= lr / (1 - beta1_power) * m / (v + epsilon)

    beta1_power: beta1 to the power of the number of this step; the op does not change it.""",
)

# -- ResourceApplyAdamWithAmsgrad ----------------------------------------------------------------------------------

resource_apply_adam_with_amsgrad = _step(
    "ResourceApplyAdamWithAmsgrad",
    ["var", "m", "v", "vhat"],
    ["beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon", "grad"],
    """AMSGrad: Adam whose divisor never becomes smaller.

    alpha = lr * sqrt(1 - beta2_power) / (1 - beta1_power)
    m += (g - m) * (1 - beta1)
    v += (g * g - v) * (1 - beta2)
    vhat = max(vhat, v)
    var -= alpha * m / (sqrt(vhat) + epsilon)

    beta1_power, beta2_power: beta1 and beta2 to the power of the number of this step; the op does not change them.""",
)

# -- ResourceApplyAddSign, ResourceApplyPowerSign ------------------------------------------------------------------

resource_apply_add_sign = _step(
    "ResourceApplyAddSign",
    ["var", "m"],
    ["lr", "alpha", "sign_decay", "beta", "grad"],
    """AddSign: longer steps where the gradient has the sign that it had lately.

    m = m * beta + g * (1 - beta)
    var -= lr * (alpha + sign_decay * sign(g) * sign(m)) * g""",
)

resource_apply_power_sign = _step(
    "ResourceApplyPowerSign",
    ["var", "m"],
    ["lr", "logbase", "sign_decay", "beta", "grad"],
    """PowerSign: longer steps, by a factor, where the gradient has the sign that it had lately.

    m = m * beta + g * (1 - beta)
    var -= lr * exp(logbase * sign_decay * sign(g) * sign(m)) * g""",
)

# -- ResourceApplyCenteredRMSProp ----------------------------------------------------------------------------------

resource_apply_centered_rms_prop = _step(
    "ResourceApplyCenteredRMSProp",
    ["var", "mg", "ms", "mom"],
    ["lr", "rho", "momentum", "epsilon", "grad"],
    """RMSProp with the variance of the gradient in place of its mean square.

    ms += (g * g - ms) * (1 - rho)
    mg += (g - mg) * (1 - rho)
    mom = mom * momentum + lr * g / sqrt(ms - mg * mg + epsilon)
    var -= mom""",
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
