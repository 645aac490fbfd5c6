"""Activations, element by element, and the ops that compute their gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import Op, register_op
from graphops_registry.rules.gradient_parts import scalar
from graphops_registry.rules.shape_parts import same_shape, unchanged
from graphops_registry.traits import AnyTrait, Trait, linear_in

_REAL = "T: realnumbertype"
_FLOATING = "T: {half, bfloat16, float, double}"


def _activation(name: str, kind: str, doc: str, *extra: str, traits: Sequence[Trait] = ()) -> Op:
    traits = [Trait.CANNOT_FAIL, Trait.ELEMENTWISE, *traits]
    inputs, outputs = ["features: T"], ["activations: T"]
    op = register_op(name, inputs=inputs, outputs=outputs, attrs=[*extra, kind], traits=traits, doc=doc)
    op.shape_rule(unchanged)
    return op


def _backward(name: str, kind: str, doc: str, *extra: str, of: str = "features") -> Op:
    inputs = ["gradients: T", f"{of}: T"]
    traits: list[AnyTrait] = [Trait.ELEMENTWISE, linear_in("gradients")]
    op = register_op(name, inputs=inputs, outputs=["backprops: T"], attrs=[*extra, kind], traits=traits, doc=doc)
    op.shape_rule(same_shape)
    return op


# -- Relu, ReluGrad ------------------------------------------------------------------------------------------------

relu = _activation(
    "Relu",
    "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8}",
    "max(features, 0).",
    traits=[Trait.LINEAR_TIME],
)
relu_grad = _backward("ReluGrad", _REAL, "gradients where features are above 0; features may be Relu's output.")


@relu.gradient
def _relu_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.ReluGrad(gradients=dy, features=node.outputs[0])]


@relu_grad.gradient
def _relu_grad_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    return [g.ReluGrad(gradients=dz, features=node.inputs[1]), None]


# -- Relu6, Relu6Grad ----------------------------------------------------------------------------------------------

relu6 = _activation("Relu6", _REAL, "min(max(features, 0), 6).", traits=[Trait.LINEAR_TIME])
relu6_grad = _backward("Relu6Grad", _REAL, "gradients where features are between 0 and 6.")


@relu6.gradient
def _relu6_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.Relu6Grad(gradients=dy, features=node.outputs[0])]


@relu6_grad.gradient
def _relu6_grad_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    return [g.Relu6Grad(gradients=dz, features=node.inputs[1]), None]


# -- LeakyRelu, LeakyReluGrad --------------------------------------------------------------------------------------

_ALPHA = "alpha: float = 0.20000000298023224"  # 0.2 as a float, as TensorFlow has it
leaky_relu = _activation(
    "LeakyRelu", f"{_FLOATING} = DT_FLOAT", "features above 0, alpha * features elsewhere.", _ALPHA
)
leaky_relu_grad = _backward(
    "LeakyReluGrad", f"{_FLOATING} = DT_FLOAT", "gradients where features are above 0, alpha times them elsewhere.",
    _ALPHA,
)  # fmt: skip


@leaky_relu.gradient
def _leaky_relu_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.LeakyReluGrad(gradients=dy, features=node.inputs[0], alpha=node.get_attr("alpha"))]


@leaky_relu_grad.gradient
def _leaky_relu_grad_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    return [g.LeakyReluGrad(gradients=dz, features=node.inputs[1], alpha=node.get_attr("alpha")), None]


# -- Elu, Selu and their gradients ---------------------------------------------------------------------------------

elu = _activation("Elu", _FLOATING, "features above 0, exp(features) - 1 elsewhere.")
elu_grad = _backward("EluGrad", _FLOATING, "The gradient of Elu from its outputs.", of="outputs")
selu = _activation("Selu", _FLOATING, "scale * features above 0, scale * alpha * (exp(features) - 1) elsewhere.")
selu_grad = _backward("SeluGrad", _FLOATING, "The gradient of Selu from its outputs.", of="outputs")


@elu.gradient
def _elu_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.EluGrad(gradients=dy, outputs=node.outputs[0])]


@elu_grad.gradient
def _elu_grad_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    return [g.EluGrad(gradients=dz, outputs=node.inputs[1]), _below_zero(g, node, dz)]


@selu.gradient
def _selu_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.SeluGrad(gradients=dy, outputs=node.outputs[0])]


@selu_grad.gradient
def _selu_grad_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    return [g.SeluGrad(gradients=dz, outputs=node.inputs[1]), _below_zero(g, node, dz)]


def _below_zero(g: GradientOps, node: GradientNode, dz: Any) -> Any:
    """Below 0 the gradient is linear in the outputs."""
    gradients, outputs = node.inputs
    zero = scalar(0, outputs)
    return g.SelectV2(condition=g.Less(x=outputs, y=zero), t=g.Mul(x=dz, y=gradients), e=zero)


# -- Softplus, Softsign and their gradients ------------------------------------------------------------------------

softplus = _activation("Softplus", _FLOATING, "log(exp(features) + 1).")
softplus_grad = _backward("SoftplusGrad", _FLOATING, "gradients / (exp(-features) + 1).")
softsign = _activation("Softsign", _FLOATING, "features / (abs(features) + 1).")
softsign_grad = _backward("SoftsignGrad", _FLOATING, "gradients / (abs(features) + 1) ** 2.")


@softplus.gradient
def _softplus_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.SoftplusGrad(gradients=dy, features=node.inputs[0])]


@softplus_grad.gradient
def _softplus_grad_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    dy, x = node.inputs
    slope = g.SigmoidGrad(y=g.Sigmoid(x=x), dy=dz)
    return [g.SoftplusGrad(gradients=dz, features=x), g.Mul(x=slope, y=dy)]


@softsign.gradient
def _softsign_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [g.SoftsignGrad(gradients=dy, features=node.inputs[0])]


@softsign_grad.gradient
def _softsign_grad_gradient(g: GradientOps, node: GradientNode, dz: Any) -> list[Any]:
    dy, x = node.inputs
    size = g.AddV2(x=g.Abs(x=x), y=scalar(1, x))
    slope = g.RealDiv(x=g.Mul(x=scalar(-2, x), y=g.Sign(x=x)), y=g.Mul(x=g.Square(x=size), y=size))
    return [g.SoftsignGrad(gradients=dz, features=x), g.Mul(x=g.Mul(x=dz, y=dy), y=slope)]
