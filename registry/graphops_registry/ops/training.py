"""Training: one step of an optimizer on a variable, and on the slot variables that belong to it.

All variables of an op change together or not at all. The doc of each op has its formula; g is the gradient.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphops_registry.op_def import Op, register_op
from graphops_registry.resource import ResourceHandle, variable_argument
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

LOCKING = """

    use_locking: has no effect: a step is always done as a whole."""


def step_shape(c: ShapeContext, variables: Sequence[str], gradient: str) -> list[TensorShape]:
    """The rule of every op here: different variables of one shape, which is the gradient's; the rest are scalars."""
    known: dict[str, ResourceHandle] = {}
    merged = c.shape(gradient)
    for argument in variables:
        handle = variable_argument(c, argument, c.attr("T"))
        if handle is None:
            continue
        for other, present in known.items():
            if present.key == handle.key:
                c.fail(argument, f"be another variable than {other}", handle.text)
        known[argument] = handle
        if not merged.is_compatible_with(handle.shape):
            c.fail(gradient, f"have the shape of {argument}, {handle.text} of shape {handle.shape}", f"shape {merged}")
        merged = merged.merge_with(handle.shape)
    for arg in c.op_def.inputs:
        if arg.name not in variables and arg.name != gradient:
            c.with_rank(arg.name, 0)
    return []


def step_arguments(
    variables: Sequence[str], numbers: Sequence[str], doc: str, attrs: Sequence[str] = ()
) -> dict[str, Any]:
    """What ``register_op`` takes for a step: variables, then ``numbers`` of dtype T (or ``name: dtype``)."""
    typed = [number if ":" in number else f"{number}: T" for number in numbers]
    return {
        "inputs": [*(f"{variable}: resource" for variable in variables), *typed],
        "attrs": ["T: numbertype", "use_locking: bool = false", *attrs],
        "stateful": True,
        "doc": doc + LOCKING,
    }


def add_step_rules(op: Op, variables: Sequence[str]) -> Op:
    """``op`` with the shape rule of a step on ``variables``, whose gradient is the input ``grad`` or ``delta``."""
    gradient = "grad" if any(arg.name == "grad" for arg in op.op_def.inputs) else "delta"
    op.no_gradient()
    op.shape_rule(lambda c: step_shape(c, variables, gradient))
    return op


# -- ResourceApplyGradientDescent ----------------------------------------------------------------------------------

resource_apply_gradient_descent = register_op(
    "ResourceApplyGradientDescent",
    inputs=["var: resource", "alpha: T", "delta: T"],
    attrs=["T: numbertype", "use_locking: bool = false"],
    stateful=True,
    doc="""Gradient descent.

    var -= alpha * delta"""
    + LOCKING,
)
resource_apply_gradient_descent.no_gradient()


@resource_apply_gradient_descent.shape_rule
def _gradient_descent_shape(c: ShapeContext) -> list[TensorShape]:
    return step_shape(c, ["var"], "delta")


# -- ResourceApplyMomentum, ResourceApplyKerasMomentum -------------------------------------------------------------

resource_apply_momentum = register_op(
    "ResourceApplyMomentum",
    inputs=["var: resource", "accum: resource", "lr: T", "grad: T", "momentum: T"],
    attrs=["T: numbertype", "use_locking: bool = false", "use_nesterov: bool = false"],
    stateful=True,
    doc="""Gradient descent with momentum; the learning rate is applied when the variable changes.

    accum = accum * momentum + g
    var -= lr * accum, with use_nesterov: var -= lr * (g + accum * momentum)"""
    + LOCKING,
)
resource_apply_momentum.no_gradient()

resource_apply_keras_momentum = register_op(
    "ResourceApplyKerasMomentum",
    inputs=["var: resource", "accum: resource", "lr: T", "grad: T", "momentum: T"],
    attrs=["T: numbertype", "use_locking: bool = false", "use_nesterov: bool = false"],
    stateful=True,
    doc="""Gradient descent with momentum; the learning rate is applied when the momentum changes.

    accum = accum * momentum - lr * g
    var += accum, with use_nesterov: var += accum * momentum - lr * g"""
    + LOCKING,
)
resource_apply_keras_momentum.no_gradient()


@resource_apply_momentum.shape_rule
@resource_apply_keras_momentum.shape_rule
def _momentum_shape(c: ShapeContext) -> list[TensorShape]:
    return step_shape(c, ["var", "accum"], "grad")


# -- ResourceApplyAdam ---------------------------------------------------------------------------------------------

resource_apply_adam = register_op(
    "ResourceApplyAdam",
    inputs=[
        "var: resource",
        "m: resource",
        "v: resource",
        "beta1_power: T",
        "beta2_power: T",
        "lr: T",
        "beta1: T",
        "beta2: T",
        "epsilon: T",
        "grad: T",
    ],
    attrs=["T: numbertype", "use_locking: bool = false", "use_nesterov: bool = false"],
    stateful=True,
    doc="""Adam: steps scaled by running means of the gradient and of its square.

    alpha = lr * sqrt(1 - beta2_power) / (1 - beta1_power)
    m += (g - m) * (1 - beta1)
    v += (g * g - v) * (1 - beta2)
    var -= alpha * m / (sqrt(v) + epsilon), with use_nesterov alpha * (g * (1 - beta1) + m * beta1) / (...)

    beta1_power, beta2_power: beta1 and beta2 to the power of the number of this step; the op does not change them."""
    + LOCKING,
)
resource_apply_adam.no_gradient()


@resource_apply_adam.shape_rule
def _adam_shape(c: ShapeContext) -> list[TensorShape]:
    return step_shape(c, ["var", "m", "v"], "grad")


# -- ResourceApplyAdagrad, ResourceApplyAdagradV2 ------------------------------------------------------------------

_SLOTS = """

    update_slots: without it accum stays as it is."""

resource_apply_adagrad = register_op(
    "ResourceApplyAdagrad",
    inputs=["var: resource", "accum: resource", "lr: T", "grad: T"],
    attrs=["T: numbertype", "use_locking: bool = false", "update_slots: bool = true"],
    stateful=True,
    doc="""Adagrad: steps scaled by the sum of all squared gradients.

    accum += g * g
    var -= lr * g / sqrt(accum)"""
    + _SLOTS
    + LOCKING,
)
resource_apply_adagrad.no_gradient()

resource_apply_adagrad_v2 = register_op(
    "ResourceApplyAdagradV2",
    inputs=["var: resource", "accum: resource", "lr: T", "epsilon: T", "grad: T"],
    attrs=["T: numbertype", "use_locking: bool = false", "update_slots: bool = true"],
    stateful=True,
    doc="""Adagrad with a term that keeps the divisor away from 0.

    accum += g * g
    var -= lr * g / (sqrt(accum) + epsilon)"""
    + _SLOTS
    + LOCKING,
)
resource_apply_adagrad_v2.no_gradient()


@resource_apply_adagrad.shape_rule
@resource_apply_adagrad_v2.shape_rule
def _adagrad_shape(c: ShapeContext) -> list[TensorShape]:
    return step_shape(c, ["var", "accum"], "grad")


# -- ResourceApplyRMSProp ------------------------------------------------------------------------------------------

resource_apply_rms_prop = register_op(
    "ResourceApplyRMSProp",
    inputs=[
        "var: resource",
        "ms: resource",
        "mom: resource",
        "lr: T",
        "rho: T",
        "momentum: T",
        "epsilon: T",
        "grad: T",
    ],
    attrs=["T: numbertype", "use_locking: bool = false"],
    stateful=True,
    doc="""RMSProp: steps scaled by a running mean of the squared gradient, with momentum.

    ms += (g * g - ms) * (1 - rho)
    mom = mom * momentum + lr * g / sqrt(ms + epsilon)
    var -= mom"""
    + LOCKING,
)
resource_apply_rms_prop.no_gradient()


@resource_apply_rms_prop.shape_rule
def _rms_prop_shape(c: ShapeContext) -> list[TensorShape]:
    return step_shape(c, ["var", "ms", "mom"], "grad")
