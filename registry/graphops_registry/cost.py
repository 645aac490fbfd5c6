"""The cost of a node (operations and bytes): the result of an op's cost rule."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cost:
    """Arithmetic and memory traffic of one execution.

    Attributes:
        flops: floating-point (or integer) operations, a multiply-add counting as two; padding is not counted.
        bytes: bytes that must be read and written at least once.
    """

    flops: int
    bytes: int
