"""Activations and biases beyond ``nn``: gradients at kinks, at special values and of integers; wrapping sums."""

from typing import Any

import numpy as np

from tests.golden.case import Case, integers, reals

CASES: list[Case] = []
INTEGERS = ("int32", "uint8", "int16", "int8", "int64", "uint16", "uint32", "uint64")
SPECIAL = [np.inf, -np.inf, 0.0, -0.0, 6.0, 1e-30, -1e-30, 1e30, -1e30, 60.0, -60.0, 20.0, -20.0, 5.999]


def case(op: str, attrs: dict[str, Any] | None = None, **inputs: Any) -> None:
    CASES.append(Case(op, inputs, attrs or {}))


for op in ("Relu", "Relu6", "LeakyRelu", "Elu", "Selu", "Softplus", "Softsign"):
    of = "outputs" if op in ("Elu", "Selu") else "features"
    for dtype in ("float32", "float64"):
        x = np.array(SPECIAL, dtype)
        tiny = (x < 0) & (x > -1e-9)  # TensorFlow's exp(x) - 1 loses it
        case(op, features=x[~tiny] if of == "outputs" else x)
        at = np.clip(x, -1, 1e30) if of == "outputs" else x
        case(f"{op}Grad", **{"gradients": np.full(x.shape, 1.5, dtype), of: at})
    case(op, features=np.array(0.5))  # no axis at all
    case(f"{op}Grad", **{"gradients": np.zeros((2, 0)), of: np.zeros((2, 0))})
for dtype in INTEGERS:
    x = integers((3, 5), dtype, 1, 0 if dtype.startswith("u") else -8, 8)
    case("Relu", features=x)
    case("Relu6", features=x)
    case("ReluGrad", gradients=x + 1, features=x)
    case("Relu6Grad", gradients=x + 1, features=x)
    info = np.iinfo(dtype)
    ends = np.array([[info.min, info.max]], dtype)
    case("Relu", features=ends)
    case("BiasAdd", value=ends, bias=np.array([3, 3], dtype))
for alpha in (0.0, 1.0, -0.5, 2.0):
    x = reals((2, 3), "float64", 2)
    case("LeakyRelu", {"alpha": alpha}, features=x)
    case("LeakyReluGrad", {"alpha": alpha}, gradients=x + 3, features=x)

for dtype in ("complex64", "complex128"):
    value = (reals((2, 3, 4), "float64", 3) + 1j * reals((2, 3, 4), "float64", 4)).astype(dtype)
    case("BiasAdd", {"data_format": "NCHW"}, value=value, bias=value[0, :, 0])
    case("BiasAddGrad", {"data_format": "NCHW"}, out_backprop=value)
for shape in ((0, 3), (2, 0, 3), (2, 3, 0), (2, 3)):
    value = reals(shape, "float64", 5)
    for data_format in ("NHWC", "NCHW"):
        channels = shape[1] if data_format == "NCHW" else shape[-1]
        case("BiasAdd", {"data_format": data_format}, value=value, bias=reals((channels,), "float64", 6))
        case("BiasAddGrad", {"data_format": data_format}, out_backprop=value)
