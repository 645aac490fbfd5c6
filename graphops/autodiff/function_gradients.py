"""The gradients of nodes that call functions: which nodes have one, and the code that makes it.

These gradients add functions to the graph's library, which gradient functions of the registry cannot do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from graphops.autodiff.call_gradient import call_gradient
from graphops.autodiff.choice_gradient import choice_gradient
from graphops.autodiff.while_gradient import while_gradient
from graphops_registry.op_def import Op
from graphops_registry.traits import Trait

_GRADIENTS: Final[dict[Trait, Callable[..., list[Any]]]] = {
    Trait.FUNCTION_CALL: call_gradient,
    Trait.FUNCTION_CHOICE: choice_gradient,
    Trait.FUNCTION_LOOP: while_gradient,
}


def function_gradient(op: Op) -> Callable[..., list[Any]] | None:
    """The gradient of an op that calls functions; ``None`` for any other op."""
    return next((gradient for trait, gradient in _GRADIENTS.items() if op.has(trait)), None)
