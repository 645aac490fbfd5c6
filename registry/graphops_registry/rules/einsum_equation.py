"""Equations of Einsum, parsed: the labels of operands and result, for the shape rule, the gradient and the kernels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

ELLIPSIS: Final = "..."


class EquationError(ValueError):
    """What an equation must be and what it is: the arguments are ``rule`` and ``got``."""


@dataclass(frozen=True, slots=True)
class Subscripts:
    """The labels of one operand, or of the result.

    Attributes:
        text: as written.
        before, after: the labels before and after the ellipsis; without one, all are in ``before``.
        has_ellipsis: whether ``...`` is between them.
    """

    text: str
    before: str
    after: str
    has_ellipsis: bool

    @property
    def labels(self) -> str:
        """All labels without the ellipsis."""
        return self.before + self.after

    def axis(self, label: str) -> int:
        """The first axis with this label: counted from the front before an ellipsis, from the end after one."""
        place = self.before.find(label)
        return place if place >= 0 else self.after.find(label) - len(self.after)


@lru_cache(maxsize=256)
def parse_equation(equation: str) -> tuple[tuple[Subscripts, ...], Subscripts]:
    """The subscripts of the operands and of the result.

    Raises:
        EquationError: not one ``->``, another character than a letter, more than one ellipsis in one place, or a
            label of the result that no operand has.
    """
    sides = equation.split("->")
    if len(sides) != 2:
        raise EquationError("have one '->'", f"'{equation}'")
    operands = tuple(_parse(text, equation) for text in sides[0].split(","))
    result = _parse(sides[1], equation)
    known = {label for operand in operands for label in operand.labels}
    for label in result.labels:
        if label not in known:
            raise EquationError("name only labels of the operands in its result", f"'{label}' in '{equation}'")
    return operands, result


def _parse(text: str, equation: str) -> Subscripts:
    before, dots, after = text.partition(ELLIPSIS)
    for label in before + after:
        if not (label.isascii() and label.isalpha()):
            rule = "consist of letters, ',', '->' and at most one '...' for each operand"
            raise EquationError(rule, f"'{label}' in '{equation}'")
    return Subscripts(text, before, after, bool(dots))
