"""The arguments of a gradient function: ``g``, which adds nodes, and ``node``, the node to differentiate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class GradientOps(Protocol):
    """One method for each op, which adds a node and returns its outputs: ``g.Mul(x=dy, y=y)``.

    The op ``Vendor>Op`` is ``g.Vendor.Op``.
    """

    def __getattr__(self, op: str, /) -> Any: ...


class GradientNode(Protocol):
    """A node of a graph, as far as its gradient may look at it."""

    @property
    def name(self) -> str:
        """The name of the node."""
        ...

    @property
    def type(self) -> str:
        """The name of its op."""
        ...

    @property
    def inputs(self) -> Sequence[Any]:
        """Its inputs, flat: symbolic tensors."""
        ...

    @property
    def outputs(self) -> Sequence[Any]:
        """Its outputs, flat: symbolic tensors."""
        ...

    def has_attr(self, name: str, /) -> bool:
        """Whether it has an attr of this name."""
        ...

    def get_attr(self, name: str, /) -> Any:
        """The value of an attr."""
        ...
