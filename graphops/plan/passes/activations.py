"""Activations that a graph spells out in several element-wise nodes, such as ``x * relu6(x + 3) / 6``.

The nodes that follow a result, and read nothing else but scalar constants, are one expression of it.  Expressions are
compared in a normal form, in which divisions by constants are products and the order of operands does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from graphops.graph.node import Node, Tensor

_MOST_NODES: Final = 10
_FUNCTIONS: Final = frozenset({"Erf", "Erfc", "Relu6", "Sigmoid", "Tanh"})
_TOLERANCE: Final = 1e-6  # relative, of constants: they were rounded to float32


@dataclass(frozen=True, slots=True)
class Expression:
    """``constant + sum of coefficient * product of factors``, with the variable and functions of it as factors.

    Attributes:
        constant: the first summand.
        terms: the products, sorted by their factors.
    """

    constant: float
    terms: tuple[tuple[float, tuple[Factor, ...]], ...]

    def key(self) -> str:
        """The same for expressions that differ in numbers alone."""
        return f"{bool(self.constant)}{[tuple(factor.key() for factor in factors) for _, factors in self.terms]}"

    def equals(self, other: Expression) -> bool:
        """Whether it is the same expression, up to the rounding of its constants."""
        if len(self.terms) != len(other.terms) or not _close(self.constant, other.constant):
            return False
        for (one, mine), (two, theirs) in zip(self.terms, other.terms, strict=True):
            if not _close(one, two) or len(mine) != len(theirs):
                return False
            if not all(a.equals(b) for a, b in zip(mine, theirs, strict=True)):
                return False
        return True


@dataclass(frozen=True, slots=True)
class Factor:
    """The variable, if ``function`` is empty; else a function of ``of``, or a sum if that is ``+``."""

    function: str = ""
    of: Expression | None = None

    def key(self) -> str:
        """See :meth:`Expression.key`."""
        return f"{self.function}({'' if self.of is None else self.of.key()})"

    def equals(self, other: Factor) -> bool:
        """See :meth:`Expression.equals`."""
        if self.function != other.function or self.of is None or other.of is None:
            return self == other
        return self.of.equals(other.of)


X: Final = Expression(0.0, ((1.0, (Factor(),)),))


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= _TOLERANCE * max(abs(one), abs(other))


def number(value: float) -> Expression:
    """A constant."""
    return Expression(value, ())


def plus(one: Expression, other: Expression) -> Expression:
    """The sum. Terms that are alike stay apart."""
    terms = (*one.terms, *other.terms)
    return Expression(one.constant + other.constant, tuple(sorted(terms, key=lambda t: str([f.key() for f in t[1]]))))


def times(one: Expression, other: Expression) -> Expression:
    """The product. A constant is multiplied out, a sum becomes one factor."""
    if not one.terms:
        one, other = other, one
    if not other.terms:
        gain = other.constant
        return Expression(one.constant * gain, tuple((gain * c, factors) for c, factors in one.terms))
    coefficient = 1.0
    factors: list[Factor] = []
    for each in (one, other):
        if len(each.terms) == 1 and not each.constant:
            coefficient *= each.terms[0][0]
            factors += each.terms[0][1]
        else:
            factors.append(Factor("+", each))
    return Expression(0.0, ((coefficient, tuple(sorted(factors, key=Factor.key))),))


def function(name: str, of: Expression) -> Expression:
    """A function of an expression."""
    return Expression(0.0, ((1.0, (Factor(name, of),)),))


def _known() -> list[tuple[str, Expression]]:
    half, root, slope = number(0.5), number(math.sqrt(0.5)), number(math.sqrt(2 / math.pi))
    relu6 = function("Relu6", plus(X, number(3.0)))
    cubic, cube = number(0.044715), times(X, times(X, X))
    inner = [
        times(slope, times(X, plus(number(1.0), times(cubic, times(X, X))))),
        times(slope, plus(X, times(cubic, cube))),
    ]
    return [
        ("Swish", times(X, function("Sigmoid", X))),
        ("_FusedHardSwish", times(number(1 / 6), times(X, relu6))),
        ("HardSigmoid", times(number(1 / 6), relu6)),
        ("GeluExact", times(times(half, X), plus(number(1.0), function("Erf", times(root, X))))),
        ("GeluExact", times(times(half, X), function("Erfc", times(number(-math.sqrt(0.5)), X)))),
        *(("GeluApproximate", times(times(half, X), plus(number(1.0), function("Tanh", each)))) for each in inner),
    ]


KNOWN: Final = _known()
"""The activations, by the names that ``fused_ops`` has for them."""


def activation_of(
    result: Tensor,
    consumers: Mapping[Tensor, Sequence[Node | None]],
    inputs_of: Callable[[Node], Sequence[Tensor]],
    scalar: Callable[[Tensor], float | None],
    is_free: Callable[[Node], bool],
) -> tuple[str, list[Node]] | None:
    """The activation that all consumers of ``result`` spell out, and its nodes, the last one last.

    Args:
        consumers: for each tensor the nodes that read it, ``None`` among them if it is fetched.
        inputs_of: the tensors that carry the values of a node's inputs.
        scalar: the value of a tensor that is a constant of one element; else ``None``.
        is_free: whether a node may become part of another one.
    """
    found: dict[Tensor, Expression] = {result: X}
    nodes: list[Node] = []
    while len(nodes) < _MOST_NODES:
        readers = [node for tensor in found for node in consumers.get(tensor, ())]
        waiting = {node for node in readers if node is not None and node not in nodes}
        for node in sorted(waiting, key=lambda node: node.id):
            made = _expression(node, [found.get(t) or _number(scalar(t)) for t in inputs_of(node)])
            if made is not None and is_free(node):
                break
        else:
            return None
        nodes.append(node)
        found[node.outputs[0]] = made
        inner = [tensor for tensor in found if tensor is not node.outputs[0]]
        if all(reader in nodes for tensor in inner for reader in consumers.get(tensor, ())):
            for name, known in KNOWN:
                if made.equals(known):
                    return name, nodes
    return None


def _number(value: float | None) -> Expression | None:
    return None if value is None or not math.isfinite(value) else number(value)


def _expression(node: Node, operands: Sequence[Expression | None]) -> Expression | None:
    """What the node computes; ``None`` if that is not among the things that activations are made of."""
    known = [operand for operand in operands if operand is not None]
    if len(known) != len(operands):
        return None
    kind = node.type
    if kind in _FUNCTIONS:
        return function(kind, known[0])
    if kind == "Neg":
        return times(number(-1.0), known[0])
    if kind == "Square":
        return times(known[0], known[0])
    if len(known) != 2:
        return None
    one, other = known
    if kind in ("Add", "AddV2"):
        return plus(one, other)
    if kind == "Sub":
        return plus(one, times(number(-1.0), other))
    if kind == "Mul":
        return times(one, other)
    if kind == "RealDiv" and not other.terms and other.constant:
        return times(one, number(1 / other.constant))
    if kind == "Pow" and not other.terms and other.constant in (2.0, 3.0):
        square = times(one, one)
        return square if other.constant == 2.0 else times(one, square)
    return None
