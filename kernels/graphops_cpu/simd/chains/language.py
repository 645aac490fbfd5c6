"""The ops that chains may have, on which dtypes, and what the machine code of a chain depends on. Imports no Numba."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final

import numpy as np

from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.kernel_def import KernelSpec
from graphops_registry.kernels.chain import Chain, ChainStep

KINDS: Final = {"float32": "f", "float64": "f", "int32": "i", "int64": "i", "bool": "b"}
"""The dtypes of chains, and letters that stand for them in :class:`Rule`."""

MOST_ARRAYS: Final = 64
MOST_STEPS: Final = 4096
EXPONENTS: Final = (-1.0, 0.5, 1.0, 2.0, 3.0, 4.0)
"""Those of powers that a few products compute as exactly as the C library."""


@dataclass(frozen=True)
class Rule:
    """What an op takes, and what it gives.

    Attributes:
        operands: how many; 0: one or more.
        kinds: letters of the dtypes that it is for; all operands have one dtype, but the condition of a selection.
        result: ``"same"``, ``"bool"``, or ``"cast"`` for what an attr says.
        weight: about how many instructions a vector takes.
        bound: what no absolute value of the result exceeds, of what none of the operands does: their ``"sum"``,
            ``"product"``, or the ``"largest"`` of them and 1; nothing where it is not known.
    """

    operands: int
    kinds: str
    result: str = "same"
    weight: int = 1
    bound: str = ""


RULES: Final[dict[str, Rule]] = {
    **dict.fromkeys(["Add", "AddV2", "Sub", "BiasAdd", "BiasAddV1"], Rule(2, "fi", bound="sum")),
    **dict.fromkeys(["Maximum", "Minimum"], Rule(2, "fi", bound="largest")),
    "Mul": Rule(2, "fi", bound="product"),
    **dict.fromkeys(["Div", "RealDiv", "DivNoNan"], Rule(2, "f", weight=5)),
    **dict.fromkeys(["Neg", "Abs", "Relu", "Relu6", "Sign"], Rule(1, "fi", bound="largest")),
    "Square": Rule(1, "fi"),
    **dict.fromkeys(["Floor", "Ceil", "Rint", "LeakyRelu"], Rule(1, "f")),
    **dict.fromkeys(["Sqrt", "Rsqrt", "Reciprocal", "Inv", "Softsign", "Pow"], Rule(1, "f", weight=8)),
    **dict.fromkeys(["Exp", "Expm1", "Elu", "Selu", "Sigmoid", "Tanh", "Erf"], Rule(1, "f", weight=25)),
    **dict.fromkeys(["Log", "Log1p", "Softplus"], Rule(1, "f", weight=40)),
    "Erfc": Rule(1, "f", weight=150),
    "Round": Rule(1, "fi"),
    "SquaredDifference": Rule(2, "fi", weight=2),
    "MulNoNan": Rule(2, "f", weight=2),
    **dict.fromkeys(["ReluGrad", "Relu6Grad"], Rule(2, "fi", weight=3)),
    **dict.fromkeys(["LeakyReluGrad", "EluGrad", "SeluGrad", "SigmoidGrad", "TanhGrad"], Rule(2, "f", weight=4)),
    **dict.fromkeys(["RsqrtGrad", "ReciprocalGrad", "InvGrad"], Rule(2, "f", weight=5)),
    **dict.fromkeys(["SqrtGrad", "SoftsignGrad"], Rule(2, "f", weight=8)),
    "SoftplusGrad": Rule(2, "f", weight=25),
    **dict.fromkeys(["Less", "LessEqual", "Greater", "GreaterEqual"], Rule(2, "fi", "bool")),
    **dict.fromkeys(["Equal", "NotEqual"], Rule(2, "fib", "bool")),
    **dict.fromkeys(["IsNan", "IsInf", "IsFinite"], Rule(1, "f", "bool")),
    **dict.fromkeys(["LogicalAnd", "LogicalOr"], Rule(2, "b", "bool")),
    "LogicalNot": Rule(1, "b", "bool"),
    **dict.fromkeys(["Select", "SelectV2"], Rule(3, "fib")),
    "ClipByValue": Rule(3, "fi", weight=2),
    "AddN": Rule(0, "fi", bound="sum"),
    "Cast": Rule(1, "fib", "cast", weight=2),
    **dict.fromkeys(["Identity", "ZerosLike", "OnesLike"], Rule(1, "fib", bound="largest")),
}


ROUNDED: Final = frozenset(
    ["Exp", "Expm1", "Elu", "Selu", "Sigmoid", "Tanh", "Erf", "Erfc", "Log", "Log1p", "Softplus", "SoftplusGrad", "Pow"]
)
"""The ops whose results may differ in their last bits from those of the plain kernels."""

SHARED: Final = frozenset(["Erf", "Erfc", "Sigmoid"])
"""Of these the ones that kernels with SIMD vectors compute with the same instructions."""


def is_exact(spec: KernelSpec, by_vectors: bool) -> bool:
    """Whether a chain computes what a kernel of this package computes, bit for bit.

    Args:
        by_vectors: whether the kernel is one with SIMD vectors.
    """
    rule = RULES.get(spec.op.name)
    if by_vectors and spec.op.name in SHARED:
        return all(dtype.name in KINDS for dtype in spec.dtypes)
    dtypes = (*spec.dtypes, *spec.output_dtypes)
    return rule is not None and spec.op.name not in ROUNDED and all(dtype.name in KINDS for dtype in dtypes)


@dataclass(frozen=True)
class StructureStep:
    """A step as machine code knows it.

    Attributes:
        number: of the step's attr, if it has one.
        dtype: of the result.
    """

    op: str
    number: float
    operands: tuple[int, ...]
    dtype: str


@dataclass(frozen=True)
class Structure:
    """What the machine code of a chain depends on: no sizes, and of shapes only where an input is one value per row.

    Attributes:
        inputs: the dtype of each, and whether each vector is the same element in every lane.
        outputs: steps.
    """

    inputs: tuple[tuple[str, bool], ...]
    steps: tuple[StructureStep, ...]
    outputs: tuple[int, ...]

    @property
    def dtypes(self) -> tuple[str, ...]:
        """Of all values, in the order of operands' numbers."""
        return tuple(dtype for dtype, _ in self.inputs) + tuple(step.dtype for step in self.steps)

    @property
    def weight(self) -> int:
        """About how many instructions a vector takes."""
        return len(self.inputs) + len(self.outputs) + sum(RULES[step.op].weight for step in self.steps)


def structure_of(chain: Chain) -> Structure | None:
    """The structure of a chain, ``None`` for one that has what this language has not."""
    if not (chain.outputs and 0 < len(chain.steps) <= MOST_STEPS):
        return None
    if len(chain.inputs) + len(chain.outputs) > MOST_ARRAYS or prod(chain.shape) >= 1 << 48:
        return None
    if any(given.dtype.name not in KINDS for given in chain.inputs):
        return None
    shapes = [given.shape for given in chain.inputs]
    dtypes = [given.dtype.name for given in chain.inputs]
    steps = []
    for step in chain.steps:
        if not all(0 <= i < len(shapes) for i in step.operands):
            return None
        translated = _translated(step, [dtypes[i] for i in step.operands], [shapes[i] for i in step.operands])
        if translated is None:
            return None
        try:
            shapes.append(np.broadcast_shapes(*(shapes[i] for i in step.operands)))
        except ValueError:  # such as Equal of shapes that do not broadcast
            return None
        dtypes.append(translated.dtype)
        steps.append(translated)
    results = shapes[len(chain.inputs) :]
    if any(not 0 <= step < len(steps) or results[step] != chain.shape for step in chain.outputs):
        return None
    if any(_wider(shape, chain.shape) for shape in shapes):
        return None
    axis = last_axis(chain.shape)
    inputs = tuple((given.dtype.name, is_per_row(given.shape, axis)) for given in chain.inputs)
    return Structure(inputs, tuple(steps), chain.outputs)


def last_axis(shape: Sequence[int]) -> int:
    """The last axis that is not of size 1, counted from the end as a negative number; 0 if there is none."""
    return next((axis - len(shape) for axis in range(len(shape) - 1, -1, -1) if shape[axis] != 1), 0)


def is_per_row(shape: Sequence[int], axis: int) -> bool:
    """Whether an input has one value for each row along ``axis``, of :func:`last_axis`."""
    return axis == 0 or len(shape) < -axis or shape[axis] == 1


def _wider(shape: tuple[int, ...], whole: tuple[int, ...]) -> bool:
    """Whether a shape does not broadcast to the whole."""
    extra = len(whole) - len(shape)
    return extra < 0 or any(size not in (1, whole[extra + axis]) for axis, size in enumerate(shape))


def _translated(step: ChainStep, dtypes: list[str], shapes: list[tuple[int, ...]]) -> StructureStep | None:
    rule, attrs = RULES.get(step.op), dict(step.attrs)
    if rule is None or not dtypes or (rule.operands and rule.operands != len(dtypes)):
        return None
    data = dtypes
    if step.op in ("Select", "SelectV2"):
        if dtypes[0] != "bool" or (step.op == "Select" and not _selects_elements(shapes)):
            return None
        data = dtypes[1:]
    if len(set(data)) != 1 or KINDS[data[0]] not in rule.kinds:
        return None
    if step.op.startswith("BiasAdd") and not _is_last(attrs, shapes):
        return None
    if rule.result == "cast":
        target = _target(attrs)
        return None if target is None else StructureStep(step.op, 0.0, step.operands, target)
    number = _number(step.op, attrs)
    if number is None:
        return None
    return StructureStep(step.op, number, step.operands, "bool" if rule.result == "bool" else data[0])


def _selects_elements(shapes: list[tuple[int, ...]]) -> bool:
    """Whether Select's condition is not one for each row."""
    return shapes[1] == shapes[2] and shapes[0] in ((), shapes[1])


def _is_last(attrs: dict[str, Any], shapes: list[tuple[int, ...]]) -> bool:
    """Whether a bias is for the last axis."""
    value, bias = shapes
    layout = attrs.get("data_format", b"NHWC")
    last = layout in ("NHWC", b"NHWC") or len(value) == 2
    return last and len(bias) == 1 and len(value) > 1 and value[-1] == bias[0]


def _target(attrs: dict[str, Any]) -> str | None:
    if attrs.get("Truncate") or "DstT" not in attrs:
        return None
    wanted: DType = as_dtype(attrs["DstT"])
    return wanted.name if wanted.name in KINDS else None


def _number(op: str, attrs: dict[str, Any]) -> float | None:
    """The number that an op has as an attr, 0 if it has none, ``None`` if it is no such number."""
    if op in ("LeakyRelu", "LeakyReluGrad"):
        return float(attrs.get("alpha", 0.2))
    if op == "Pow":
        exponent = attrs.get("exponent")
        return float(exponent) if exponent in EXPONENTS else None
    return 0.0
