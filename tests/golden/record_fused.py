"""Records fused ops as what they fuse: ``PYTHON -m tests.golden.record_fused``, with TensorFlow as for ``record``.

TensorFlow's own kernels for these ops cover a few combinations only, and ``tf.raw_ops`` does not have them.
"""

from typing import Any

import numpy as np

from tests.golden import record
from tests.golden.case import Case


def run_case(tf: Any, case: Case) -> list[Any]:
    """The outputs of the unfused ops."""
    arguments = {
        name: [tf.constant(item) for item in value] if isinstance(value, list) else tf.constant(value)
        for name, value in case.inputs.items()
    }
    if case.op == "_FusedBatchNormEx":
        return batch_norm(tf, arguments, case.attrs)
    if case.op == "_FusedBatchNormGradEx":
        return batch_norm_gradient(tf, arguments, case.attrs)
    args = list(arguments["args"])
    first = case.attrs.get("data_format", "").startswith("NC")
    to_last, to_first = (
        ([0, 2, 3, 4, 1], [0, 4, 1, 2, 3]) if case.op == "_FusedConv3D" else ([0, 2, 3, 1], [0, 3, 1, 2])
    )
    y = multiplied(tf, case, arguments)  # channels last
    for step in case.attrs["fused_ops"]:
        if step == "BiasAdd":
            y = tf.nn.bias_add(y, args.pop(0))
        elif step == "Add":
            other = args.pop(0)
            y += tf.transpose(other, to_last) if first else other
        elif step == "FusedBatchNorm":
            (scale, offset, mean, variance), args = args[:4], args[4:]
            y = tf.nn.batch_normalization(y, mean, variance, offset, scale, np.float32(case.attrs.get("epsilon", 1e-4)))
        else:
            y = activated(tf, step, y, case.attrs.get("leakyrelu_alpha", 0.2))
    return [tf.transpose(y, to_first) if first else y]


def multiplied(tf: Any, case: Case, arguments: dict[str, Any]) -> Any:
    """The product or convolution, channels last: the reference kernels know no other layout."""
    attrs = case.attrs
    if case.op == "_FusedMatMul":
        a, b = arguments["a"], arguments["b"]
        return tf.linalg.matmul(
            a, b, transpose_a=attrs.get("transpose_a", False), transpose_b=attrs.get("transpose_b", False)
        )
    x, w, strides = arguments["input"], arguments["filter"], attrs["strides"]
    if case.op == "_FusedConv3D":
        if attrs.get("data_format") == "NCDHW":
            x, strides = tf.transpose(x, [0, 2, 3, 4, 1]), [strides[axis] for axis in (0, 2, 3, 4, 1)]
        return tf.raw_ops.Conv3D(input=x, filter=w, strides=strides, padding=attrs["padding"])
    if attrs.get("data_format") == "NCHW":
        x, strides = tf.transpose(x, [0, 2, 3, 1]), [strides[0], strides[2], strides[3], strides[1]]
    if attrs.get("filter_format") == "OIHW":
        w = tf.transpose(w, [2, 3, 1, 0])
    function = tf.raw_ops.Conv2D if case.op == "_FusedConv2D" else tf.raw_ops.DepthwiseConv2dNative
    paddings = attrs.get("explicit_paddings", [])
    return function(input=x, filter=w, strides=strides, padding=attrs["padding"], explicit_paddings=paddings)


def activated(tf: Any, name: str, y: Any, alpha: float) -> Any:
    if name == "LeakyRelu":
        return tf.nn.leaky_relu(y, alpha)
    if name.startswith("Gelu"):  # tf.nn.gelu rounds its constants to float32 for every dtype
        two_over_pi, factor, half = (tf.constant(value, y.dtype) for value in (2 / np.pi, 0.044715, 0.5))
        if name == "GeluExact":
            return y * half * (1 + tf.math.erf(y * tf.sqrt(half)))
        return y * half * (1 + tf.tanh(tf.sqrt(two_over_pi) * (y + factor * y * y * y)))
    if name == "_FusedHardSwish":
        return y * tf.nn.relu6(y + 3) / 6
    return {
        "Relu": tf.nn.relu,
        "Relu6": tf.nn.relu6,
        "Elu": tf.nn.elu,
        "Tanh": tf.tanh,
        "Sigmoid": tf.sigmoid,
    }[name](y)


def batch_norm(tf: Any, arguments: dict[str, Any], attrs: Any) -> list[Any]:
    sides = arguments.pop("side_input")
    rest = {name: value for name, value in attrs.items() if name not in ("activation_mode", "num_side_inputs")}
    y, *others = tf.raw_ops.FusedBatchNormV3(**arguments, **rest)
    for side in sides:
        y += side
    activate = {"Identity": tf.identity, "Relu": tf.nn.relu, "Relu6": tf.nn.relu6}[attrs["activation_mode"]]
    return [activate(y), *others]


def batch_norm_gradient(tf: Any, arguments: dict[str, Any], attrs: Any) -> list[Any]:
    y, dy = arguments.pop("y"), arguments.pop("y_backprop")
    arguments.pop("offset")
    if attrs["activation_mode"] != "Identity":
        gradient = tf.raw_ops.ReluGrad if attrs["activation_mode"] == "Relu" else tf.raw_ops.Relu6Grad
        dy = gradient(gradients=dy, features=y)
    return [*tf.raw_ops.FusedBatchNormGradV3(y_backprop=dy, **arguments), *[dy] * attrs["num_side_inputs"]]


def main() -> None:
    """Writes fused.npz."""
    tf = record.import_tensorflow()
    record.run_case = run_case
    record.record(tf, "fused")


if __name__ == "__main__":
    main()
