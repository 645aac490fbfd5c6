"""Which nodes that call functions have a gradient, and what makes it.

Their gradients add functions to the graph's library, which gradient functions of the registry cannot do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from graphops.autodiff.call_gradient import call_gradient
from graphops.autodiff.choice_gradient import choice_gradient
from graphops.autodiff.while_gradient import while_gradient

FUNCTION_GRADIENTS: Final[dict[str, Callable[..., list[Any]]]] = {
    "PartitionedCall": call_gradient,
    "StatefulPartitionedCall": call_gradient,
    "If": choice_gradient,
    "StatelessIf": choice_gradient,
    "Case": choice_gradient,
    "StatelessCase": choice_gradient,
    "While": while_gradient,
    "StatelessWhile": while_gradient,
}
