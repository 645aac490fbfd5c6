"""The LLVM instructions of each op of a chain.

Nothing is contracted: what IEEE 754 rounds is as in the plain kernels, to the last bit.

A function of :data:`CODE` takes a :class:`Lanes`, the vectors of its operands, and the number that is the op's attr.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils

from graphops_cpu.plain.nn_activation import SELU_SCALE, SELU_SCALE_ALPHA
from graphops_cpu.simd.compile import vector_functions as functions
from graphops_cpu.simd.compile.vector import ON_X86, Vector
from graphops_cpu.simd.compile.vector_math import exponential_code, exponential_less_one_code

Value = Any

_FLOATS: Final = {"float32": types.float32, "float64": types.float64}
_INTEGERS: Final = {"int32": 32, "int64": 64}


class Lanes:
    """Vectors of one dtype: the words in which ops are written, for floats and for integers.

    A vector of booleans has a bit in each lane, in memory a byte.
    """

    def __init__(self, builder: Any, dtype: str, lanes: int) -> None:
        self.builder = builder
        self.dtype = dtype
        self.lanes = lanes
        self.is_float = dtype in _FLOATS
        self.is_bool = dtype == "bool"
        if self.is_float:
            self.vector = Vector(_FLOATS[dtype], lanes)
            self.llvm: Any = self.vector.llvm
        else:
            self.llvm = ir.VectorType(ir.IntType(1 if self.is_bool else _INTEGERS[dtype]), lanes)
        self.memory: Any = ir.VectorType(ir.IntType(8), lanes) if self.is_bool else self.llvm

    def number(self, value: float) -> Value:
        """A number in every lane."""
        if self.is_float:
            return functions.constant(self.vector, value)
        return ir.Constant(self.llvm, [int(value)] * self.lanes)

    def loaded(self, raw: Value) -> Value:
        """What was read from memory."""
        return self.builder.icmp_unsigned("!=", raw, ir.Constant(self.memory, None)) if self.is_bool else raw

    def stored(self, value: Value) -> Value:
        """What is to be written to memory."""
        return self.builder.zext(value, self.memory) if self.is_bool else value

    def add(self, x: Value, y: Value) -> Value:
        return self.builder.fadd(x, y) if self.is_float else self.builder.add(x, y)

    def sub(self, x: Value, y: Value) -> Value:
        return self.builder.fsub(x, y) if self.is_float else self.builder.sub(x, y)

    def mul(self, x: Value, y: Value) -> Value:
        return self.builder.fmul(x, y) if self.is_float else self.builder.mul(x, y)

    def div(self, x: Value, y: Value) -> Value:
        return self.builder.fdiv(x, y)

    def neg(self, x: Value) -> Value:
        return self.builder.fneg(x) if self.is_float else self.builder.neg(x)

    def holds(self, predicate: str, x: Value, y: Value) -> Value:
        """Whether ``x predicate y``; with NaN only ``!=`` holds."""
        if not self.is_float:
            return self.builder.icmp_signed(predicate, x, y)
        compare = self.builder.fcmp_unordered if predicate == "!=" else self.builder.fcmp_ordered
        return compare(predicate, x, y)

    def is_nan(self, x: Value) -> Value:
        return self.builder.fcmp_unordered("uno", x, x)

    def where(self, condition: Value, x: Value, y: Value) -> Value:
        return self.builder.select(condition, x, y)

    def maximum(self, x: Value, y: Value) -> Value:
        """The greater; NaN where one is NaN. Of two zeros the processor's instruction takes one, as it does for NumPy:
        on x86 the second."""
        return self.call("maximum", x, y) if self.is_float and not ON_X86 else self._chosen(">", x, y)

    def minimum(self, x: Value, y: Value) -> Value:
        """The smaller, as :meth:`maximum`."""
        return self.call("minimum", x, y) if self.is_float and not ON_X86 else self._chosen("<", x, y)

    def _chosen(self, predicate: str, x: Value, y: Value) -> Value:
        chosen = self.where(self.holds(predicate, x, y), x, y)
        return self.where(self.is_nan(x), x, chosen) if self.is_float else chosen

    def absolute(self, x: Value) -> Value:
        if self.is_float:
            return self.call("fabs", x)
        return self.where(self.holds("<", x, self.number(0)), self.neg(x), x)

    def call(self, name: str, *arguments: Value) -> Value:
        return functions.call(self.vector, self.builder, name, *arguments)

    def exp(self, x: Value) -> Value:
        return exponential_code(self.vector, self.builder, x)

    def expm1(self, x: Value) -> Value:
        return exponential_less_one_code(self.vector, self.builder, x)

    def of(self, function: functions.Function) -> Callable[[Value], Value]:
        """A function of :mod:`functions` for these vectors."""
        return lambda x: function(self.vector, self.builder, x)


Code = Callable[..., Value]


def _relu(e: Lanes, x: Value, number: float) -> Value:
    return e.maximum(x, e.number(0))


def _relu6(e: Lanes, x: Value, number: float) -> Value:
    return e.minimum(_relu(e, x, number), e.number(6))


def _relu_grad(e: Lanes, gradients: Value, features: Value, number: float) -> Value:
    return e.mul(gradients, e.where(e.holds(">", features, e.number(0)), e.number(1), e.number(0)))


def _relu6_grad(e: Lanes, gradients: Value, features: Value, number: float) -> Value:
    low, high = e.holds(">", features, e.number(0)), e.holds("<", features, e.number(6))
    return e.mul(gradients, e.where(e.builder.and_(low, high), e.number(1), e.number(0)))


def _leaky_relu(e: Lanes, x: Value, alpha: float) -> Value:
    return e.where(e.holds(">", x, e.number(0)), x, e.mul(x, e.number(alpha)))


def _leaky_relu_grad(e: Lanes, gradients: Value, features: Value, alpha: float) -> Value:
    return e.where(e.holds(">", features, e.number(0)), gradients, e.mul(gradients, e.number(alpha)))


def _elu(e: Lanes, x: Value, number: float) -> Value:
    return e.where(e.holds("<", x, e.number(0)), e.expm1(x), x)


def _elu_grad(e: Lanes, gradients: Value, outputs: Value, number: float) -> Value:
    low = e.mul(gradients, e.add(outputs, e.number(1)))
    return e.where(e.holds("<", outputs, e.number(0)), low, gradients)


def _selu(e: Lanes, x: Value, number: float) -> Value:
    low = e.mul(e.number(SELU_SCALE_ALPHA), e.expm1(x))
    return e.where(e.holds("<", x, e.number(0)), low, e.mul(e.number(SELU_SCALE), x))


def _selu_grad(e: Lanes, gradients: Value, outputs: Value, number: float) -> Value:
    low = e.mul(gradients, e.add(outputs, e.number(SELU_SCALE_ALPHA)))
    return e.where(e.holds("<", outputs, e.number(0)), low, e.mul(gradients, e.number(SELU_SCALE)))


def _sigmoid(e: Lanes, x: Value, number: float) -> Value:
    return e.div(e.number(1), e.add(e.number(1), e.exp(e.neg(x))))


def _sigmoid_grad(e: Lanes, y: Value, dy: Value, number: float) -> Value:
    return e.mul(e.mul(dy, y), e.sub(e.number(1), y))


def _tanh_grad(e: Lanes, y: Value, dy: Value, number: float) -> Value:
    return e.mul(dy, e.sub(e.number(1), e.mul(y, y)))


def _softplus(e: Lanes, x: Value, number: float) -> Value:
    return e.add(e.maximum(x, e.number(0)), e.of(functions.log_one_more)(e.exp(e.neg(e.absolute(x)))))


def _softplus_grad(e: Lanes, gradients: Value, features: Value, number: float) -> Value:
    return e.div(gradients, e.add(e.exp(e.neg(features)), e.number(1)))


def _softsign(e: Lanes, x: Value, number: float) -> Value:
    return e.div(x, e.add(e.absolute(x), e.number(1)))


def _softsign_grad(e: Lanes, gradients: Value, features: Value, number: float) -> Value:
    size = e.add(e.absolute(features), e.number(1))
    return e.div(gradients, e.mul(size, size))


def _sqrt_grad(e: Lanes, y: Value, dy: Value, number: float) -> Value:
    return e.where(e.holds("==", dy, e.number(0)), dy, e.div(e.mul(dy, e.number(0.5)), y))


def _rsqrt_grad(e: Lanes, y: Value, dy: Value, number: float) -> Value:
    result = e.mul(e.mul(dy, e.number(-0.5)), e.mul(e.mul(y, y), y))
    return e.where(e.holds("==", dy, e.number(0)), dy, result)


def _reciprocal_grad(e: Lanes, y: Value, dy: Value, number: float) -> Value:
    return e.where(e.holds("==", dy, e.number(0)), dy, e.mul(e.neg(dy), e.mul(y, y)))


def _squared_difference(e: Lanes, x: Value, y: Value, number: float) -> Value:
    difference = e.sub(x, y)
    return e.mul(difference, difference)


def _sign(e: Lanes, x: Value, number: float) -> Value:
    zero = e.number(0)
    rest = e.where(e.holds("==", x, zero), zero, x)  # NaN stays, -0 becomes 0
    rest = e.where(e.holds("<", x, zero), e.number(-1), rest)
    return e.where(e.holds(">", x, zero), e.number(1), rest)


def _round(e: Lanes, x: Value, number: float) -> Value:
    return e.call("rint", x) if e.is_float else x


def _pow(e: Lanes, x: Value, exponent: float) -> Value:
    if exponent == -1:
        return e.div(e.number(1), x)
    if exponent == 0.5:  # unlike the root it is 0 at -0, and infinite at -infinity
        root = e.add(e.call("sqrt", x), e.number(0))
        return e.where(e.holds("==", x, e.number(-math.inf)), e.number(math.inf), root)
    square = e.mul(x, x)
    return {1.0: x, 2.0: square, 3.0: e.mul(square, x), 4.0: e.mul(square, square)}[exponent]


def _clip(e: Lanes, x: Value, low: Value, high: Value, number: float) -> Value:
    lowered = e.where(e.holds(">", x, high), high, x)
    return e.where(e.holds("<", lowered, low), low, lowered)


def _sum(e: Lanes, *values: Any) -> Value:
    *operands, _ = values
    result = operands[0]
    for operand in operands[1:]:
        result = e.add(result, operand)
    return result


def _comparison(predicate: str) -> Code:
    return lambda e, x, y, number: e.holds(predicate, x, y)


def _is_infinite(e: Lanes, x: Value, number: float) -> Value:
    return e.holds("==", e.absolute(x), e.number(math.inf))


def _is_finite(e: Lanes, x: Value, number: float) -> Value:
    return e.holds("<", e.absolute(x), e.number(math.inf))


def _or_zero(operation: str) -> Code:
    """``x * y`` or ``x / y``, 0 where y is 0."""

    def code(e: Lanes, x: Value, y: Value, number: float) -> Value:
        return e.where(e.holds("==", y, e.number(0)), e.number(0), getattr(e, operation)(x, y))

    return code


def _rounding(name: str) -> Code:
    return lambda e, x, number: e.call(name, x)


def _function(function: functions.Function) -> Code:
    return lambda e, x, number: e.of(function)(x)


def _add(e: Lanes, x: Value, y: Value, number: float) -> Value:
    return e.add(x, y)


def _div(e: Lanes, x: Value, y: Value, number: float) -> Value:
    return e.div(x, y)


def _inverse(e: Lanes, x: Value, number: float) -> Value:
    return e.div(e.number(1), x)


def _select(e: Lanes, condition: Value, x: Value, y: Value, number: float) -> Value:
    return e.where(condition, x, y)


CODE: Final[dict[str, Code]] = {
    **dict.fromkeys(["Add", "AddV2", "BiasAdd", "BiasAddV1"], _add),
    "Sub": lambda e, x, y, number: e.sub(x, y),
    "Mul": lambda e, x, y, number: e.mul(x, y),
    **dict.fromkeys(["Div", "RealDiv"], _div),
    "DivNoNan": _or_zero("div"),
    "MulNoNan": _or_zero("mul"),
    "Neg": lambda e, x, number: e.neg(x),
    "Abs": lambda e, x, number: e.absolute(x),
    "Square": lambda e, x, number: e.mul(x, x),
    "Sqrt": lambda e, x, number: e.call("sqrt", x),
    "Rsqrt": lambda e, x, number: e.div(e.number(1), e.call("sqrt", x)),
    **dict.fromkeys(["Reciprocal", "Inv"], _inverse),
    "Maximum": lambda e, x, y, number: e.maximum(x, y),
    "Minimum": lambda e, x, y, number: e.minimum(x, y),
    "Relu": _relu,
    "Relu6": _relu6,
    "LeakyRelu": _leaky_relu,
    "Elu": _elu,
    "Selu": _selu,
    "Sigmoid": _sigmoid,
    "Tanh": _function(functions.tanh),
    "Exp": lambda e, x, number: e.exp(x),
    "Expm1": lambda e, x, number: e.expm1(x),
    "Log": _function(functions.log),
    "Log1p": _function(functions.log_one_more),
    "Erf": _function(functions.erf),
    "Erfc": _function(functions.erfc),
    "Softplus": _softplus,
    "Softsign": _softsign,
    "SquaredDifference": _squared_difference,
    "Pow": _pow,
    "ReluGrad": _relu_grad,
    "Relu6Grad": _relu6_grad,
    "LeakyReluGrad": _leaky_relu_grad,
    "EluGrad": _elu_grad,
    "SeluGrad": _selu_grad,
    "SigmoidGrad": _sigmoid_grad,
    "TanhGrad": _tanh_grad,
    "SoftplusGrad": _softplus_grad,
    "SoftsignGrad": _softsign_grad,
    "SqrtGrad": _sqrt_grad,
    "RsqrtGrad": _rsqrt_grad,
    **dict.fromkeys(["ReciprocalGrad", "InvGrad"], _reciprocal_grad),
    "Less": _comparison("<"),
    "LessEqual": _comparison("<="),
    "Greater": _comparison(">"),
    "GreaterEqual": _comparison(">="),
    "Equal": _comparison("=="),
    "NotEqual": _comparison("!="),
    "IsNan": lambda e, x, number: e.is_nan(x),
    "IsInf": _is_infinite,
    "IsFinite": _is_finite,
    "LogicalAnd": lambda e, x, y, number: e.builder.and_(x, y),
    "LogicalOr": lambda e, x, y, number: e.builder.or_(x, y),
    "LogicalNot": lambda e, x, number: e.builder.not_(x),
    **dict.fromkeys(["Select", "SelectV2"], _select),
    "ClipByValue": _clip,
    "AddN": _sum,
    "Sign": _sign,
    "Floor": _rounding("floor"),
    "Ceil": _rounding("ceil"),
    "Rint": _rounding("rint"),
    "Round": _round,
    "Identity": lambda e, x, number: x,
    "ZerosLike": lambda e, x, number: e.number(0),
    "OnesLike": lambda e, x, number: e.number(1),
}
"""For each op but Cast: ``code(lanes, *operands, number)``; ``lanes`` are those of the last operand."""


def converted(builder: Any, source: Lanes, target: Lanes, x: Value) -> Value:
    """The code of Cast. A float outside of the range of integers becomes what the processor's conversion gives."""
    if source.dtype == target.dtype:
        return x
    if target.is_bool:
        return source.holds("!=", x, source.number(0))
    if source.is_bool:
        return builder.uitofp(x, target.llvm) if target.is_float else builder.zext(x, target.llvm)
    if source.is_float:
        if not target.is_float:
            return _to_integers(builder, source, target, x)
        return builder.fpext(x, target.llvm) if target.dtype == "float64" else builder.fptrunc(x, target.llvm)
    if target.is_float:
        return builder.sitofp(x, target.llvm)
    return builder.sext(x, target.llvm) if target.dtype == "int64" else builder.trunc(x, target.llvm)


def _to_integers(builder: Any, source: Lanes, target: Lanes, x: Value) -> Value:
    """As the processor converts: LLVM's plain instruction may do anything with what has no integer, NaN too.

    On x86 that becomes the lowest integer, elsewhere the nearest, and 0 for NaN.
    """
    bits = _INTEGERS[target.dtype]
    if not ON_X86:
        function = ir.FunctionType(target.llvm, [source.llvm])
        name = f"llvm.fptosi.sat.v{target.lanes}i{bits}.v{source.lanes}f{source.vector.scalar.bitwidth}"
        return builder.call(cgutils.get_or_insert_function(builder.module, function, name), [x])
    lowest = -(2.0 ** (bits - 1))
    fits = builder.and_(source.holds(">=", x, source.number(lowest)), source.holds("<", x, source.number(-lowest)))
    inside = builder.fptosi(builder.select(fits, x, source.number(0)), target.llvm)
    return builder.select(fits, inside, target.number(lowest))
