"""Steps that change variables, those of optimizers mostly, and several of them in one call."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol

from graphops_registry.kernels.prepared import Prepared
from graphops_registry.kernels.spec import Array
from graphops_registry.resource import ResourceHandle


class StepsTogether(Protocol):
    """Steps on different variables, for one run at a time."""

    def __call__(self, ctx: Any, own: Sequence[Array], shared: Sequence[Array]) -> bool:
        """Run all steps, or none.

        Args:
            own: of each step the input that is its own.
            shared: the inputs that all steps have in common, in their order.

        Returns:
            Whether the steps ran. If not, they must run one by one: one of them may fail.
        """
        ...


class VariableStep(Prepared):
    """A step on variables whose handles are its first inputs, the ``host_inputs`` of its kernel.

    Programs run such steps together where they know the handles, as they do for resource variables.

    Attributes:
        kind: steps of equal kinds may run together.
        own: which input is the step's own; all others after the handles are the same for steps that run together.
        gains: whether the step gains anything by it: one that takes long does not.
    """

    kind: Hashable = None
    own: int = 0
    gains: bool = False

    def together(
        self, steps: Sequence[VariableStep], handles: Sequence[ResourceHandle]
    ) -> Callable[[], StepsTogether] | None:
        """What makes one call of several steps of this kind; the numbers are those of the single steps, bit for bit.

        Args:
            steps: this one among them.
            handles: of the first step, then those of the next one, and so on; all are different.

        Returns:
            ``None`` where there is no such call.
        """
        raise NotImplementedError
