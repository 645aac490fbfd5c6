"""Optimizer steps whose length follows recent gradients: their size, their largest, their variance, their sign.

All variables of an op change together or not at all. The doc of each op has its formula; g is the gradient, and
sign, sqrt, max and powers are taken element by element.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphops_registry.op_def import Op, register_op
from graphops_registry.ops.training import add_step_rules, step_arguments


def _step(name: str, variables: Sequence[str], numbers: Sequence[str], doc: str, attrs: Sequence[str] = ()) -> Op:
    return add_step_rules(register_op(name, **step_arguments(variables, numbers, doc, attrs)), variables)


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
