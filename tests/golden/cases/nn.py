"""Neural-network ops apart from convolutions: activations, biases, softmax, cross entropies, pools."""

from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.reference.pool import answers

FLOATS = ("float32", "float64", "float16", "bfloat16")
SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e30, -1e30, 90.0, -90.0, 6.0, 7.0], np.float32)
CASES: list[Case] = []


def case(op: str, attrs: dict[str, Any] | None = None, **inputs: Any) -> None:
    CASES.append(Case(op, inputs, attrs or {}))


def apart(shape: tuple[int, ...], dtype: str = "float64", seed: int = 0) -> Array:
    """Numbers of which no two within a small window are equal, and none is near a kink at 0 or 6."""
    steps = (101, 37, 11, 5, 1)[-len(shape) :]
    numbers = sum(s * i for s, i in zip(steps, np.indices(shape), strict=True)) % 97
    return (numbers / 8.0 - 5.05 + seed).astype(reals((), dtype, 0).dtype)


ACTIVATIONS = ("Relu", "Relu6", "LeakyRelu", "Elu", "Selu", "Softplus", "Softsign")
for op in ACTIVATIONS:
    for dtype in FLOATS:
        x = (3 * reals((3, 4), "float64", 1)).astype(reals((), dtype, 0).dtype)
        case(op, features=x)
        of = "outputs" if op in ("Elu", "Selu") else "features"
        if op == "Softsign" and dtype in FLOATS[2:]:
            continue  # TensorFlow rounds in between
        case(f"{op}Grad", **{"gradients": reals((3, 4), dtype, 2), of: x})
    case(op, features=SPECIAL)
    case(op, features=np.zeros((0, 3), np.float32))
for dtype in ("int32", "int8", "uint8", "int64", "uint16"):
    case("Relu", features=integers((3, 4), dtype, 1, 0 if dtype[0] == "u" else -9, 9))
    case("Relu6", features=integers((3, 4), dtype, 1, 0 if dtype[0] == "u" else -9, 9))
case("LeakyRelu", {"alpha": 0.5}, features=reals((3,), "float64", 3))

for dtype in (*FLOATS, "int32", "complex64"):
    value = reals((2, 3, 4), "float64", 1) if dtype == "complex64" else integers((2, 3, 4), dtype, 1, -9, 9)
    value = value.astype(dtype) if dtype == "complex64" else value
    case("BiasAdd", value=value, bias=value[0, 0])
    case("BiasAddV1", value=value, bias=value[0, 0])
    case("BiasAddGrad", out_backprop=value)
for rank in (3, 4, 5):
    value = reals((2, 3, 4, 2, 3)[:rank], "float64", rank)
    case("BiasAdd", {"data_format": "NCHW"}, value=value, bias=reals((3,), "float64", 9))
    case("BiasAddGrad", {"data_format": "NCHW"}, out_backprop=value)

for dtype in FLOATS:
    logits = (4 * reals((3, 5), "float64", 1)).astype(reals((), dtype, 0).dtype)
    labels = np.abs(reals((3, 5), "float64", 2))
    labels = (labels / labels.sum(axis=1, keepdims=True)).astype(logits.dtype)
    case("Softmax", logits=logits)
    case("LogSoftmax", logits=logits)
    case("SoftmaxCrossEntropyWithLogits", features=logits, labels=labels)
    case("SparseSoftmaxCrossEntropyWithLogits", features=logits, labels=np.array([4, 0, 2], np.int32))
case("Softmax", logits=reals((2, 3, 4), "float64", 3))
case("LogSoftmax", logits=reals((6,), "float64", 3))
case("Softmax", logits=np.array([[1e30, 0, -1e30], [800, 801, 802]], np.float32))
case("LogSoftmax", logits=np.array([[1e30, 0, -1e30], [800, 801, 802]], np.float32))
case("SoftmaxCrossEntropyWithLogits", features=reals((3, 4), "float64", 1), labels=np.full((1, 4), 0.25))
case("SoftmaxCrossEntropyWithLogits", features=reals((1, 4), "float64", 1), labels=np.eye(4)[:3])
case("SparseSoftmaxCrossEntropyWithLogits", features=reals((2, 3), "float64", 1), labels=np.array([2, 0], np.int64))

for padding, strides in (("SAME", (2, 3)), ("VALID", (1, 1)), ("SAME", (1, 2))):
    attrs: dict[str, Any] = {"ksize": [1, 3, 2, 1], "strides": [1, *strides, 1], "padding": padding}
    out = [
        -(-n // s) if padding == "SAME" else (n - k) // s + 1 for n, k, s in zip((6, 7), (3, 2), strides, strict=True)
    ]
    x, y = apart((2, 6, 7, 3)), apart((2, *out, 3), seed=1)
    case("MaxPool", attrs, input=x)
    case("MaxPool", attrs, input=x.astype(np.float32))
    case("AvgPool", attrs, value=x)
    case("AvgPool", attrs, value=x.astype(np.float32))
    case("AvgPoolGrad", attrs, orig_input_shape=np.array(x.shape, np.int32), grad=y)
    v2 = {"ksize": np.array(attrs["ksize"], np.int32), "strides": np.array(attrs["strides"], np.int32)}
    case("MaxPoolV2", {"padding": padding}, input=x, **v2)
    (pooled,) = answers("MaxPool", {"input": x}, attrs)
    back = {"orig_input": x, "orig_output": pooled.value, "grad": y}
    again = {**back, "grad": apart(x.shape, seed=2)}
    case("MaxPoolGrad", attrs, **back)
    case("MaxPoolGradGrad", attrs, **again)
    case("MaxPoolGradV2", {"padding": padding}, **back, **v2)
    case("MaxPoolGradGradV2", {"padding": padding}, **again, **v2)
    attrs3 = {"ksize": [1, 2, 3, 2, 1], "strides": [1, 1, *strides, 1], "padding": padding}
    x3 = apart((2, 4, 6, 7, 2))
    case("AvgPool3D", attrs3, input=x3.astype(np.float32))
    case("MaxPool3D", attrs3, input=x3.astype(np.float32))
for dtype in ("int32", "uint8", "int64", "float16", "bfloat16"):
    case("MaxPool", {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"},
         input=integers((2, 4, 4, 3), dtype, 1, 0, 99))  # fmt: skip
case("MaxPool", {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "EXPLICIT",
                 "explicit_paddings": [0, 0, 1, 0, 0, 1, 0, 0]}, input=apart((2, 4, 5, 3)))  # fmt: skip
