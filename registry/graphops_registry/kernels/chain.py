"""Chains: element-wise steps that a device may compute in one pass over memory.

A chain is plain data, so that plans can make one, compare two and hand them to
:meth:`graphops_registry.device_def.DeviceType.compile_chain`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from graphops_registry.dtypes import DType

CompiledChain: TypeAlias = Callable[[Sequence[Any], Sequence[Any]], None]
"""``run(inputs, outs)`` computes all steps.

``inputs`` are arrays of the chain's shapes and dtypes, views with strides among them.  ``outs`` are C-contiguous arrays
of the chain's shape, one for each output, and are overwritten.  One of them may be the memory of an input that has the
chain's shape and is contiguous too; otherwise they share no memory.
"""


@dataclass(frozen=True)
class ChainInput:
    """An array that a chain reads. Its shape broadcasts to the chain's."""

    shape: tuple[int, ...]
    dtype: DType


@dataclass(frozen=True)
class ChainStep:
    """One op of a chain.

    Attributes:
        op: its name.
        attrs: names and values of the attrs that matter: ``alpha`` of LeakyRelu, ``DstT`` and ``Truncate`` of Cast,
            ``data_format`` of BiasAdd, and ``exponent``, a number, of a Pow, which then has one operand.
        operands: operand ``i`` is input ``i`` of the chain where there is one, else the result of step
            ``i - len(inputs)``, an earlier one.
    """

    op: str
    attrs: tuple[tuple[str, Any], ...]
    operands: tuple[int, ...]


@dataclass(frozen=True)
class Chain:
    """Element-wise steps in an order in which they can be computed.

    Attributes:
        outputs: the steps, by their index, whose results are wanted.
        shape: the shape of every output; results of other steps broadcast to it.
    """

    inputs: tuple[ChainInput, ...]
    steps: tuple[ChainStep, ...]
    outputs: tuple[int, ...]
    shape: tuple[int, ...]
