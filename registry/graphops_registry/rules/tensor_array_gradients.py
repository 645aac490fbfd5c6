"""Parts of the gradients of tensor arrays: gradients go through a second array, with reads and writes exchanged.

The gradient of a read writes to that array, the gradient of a write reads from it. The backward flow orders them, as
the forward flow orders writes and reads.
"""

from __future__ import annotations

from typing import Any

from graphops_registry.errors import must
from graphops_registry.gradient_protocols import GradientNode, GradientOps


def after(g: GradientOps, flow_out: Any, dflow: Any) -> Any:
    """``dflow``, no earlier than ``flow_out``: an array of gradients is made when everything is written."""
    return g.IdentityN(input=[dflow, flow_out])[0]


def gradient_array(g: GradientOps, node: GradientNode, flow: Any) -> Any:
    """The handle of the array of gradients for ``node.inputs[0]`` in this call of ``gradients``.

    Ops on it take ``flow``, not what ``TensorArrayGradV3`` gives: gradients of gradients do not pass that.

    Args:
        g: the builder.
        node: the op on a tensor array that is differentiated.
        flow: a tensor that ``g`` made for this gradient; its name says in which call of ``gradients`` that was.

    Raises:
        InvalidArgumentError: as in TensorFlow, the call's name scope is none of ``gradients``; two calls without a
            scope of their own would add up in one array.
    """
    scope = flow.name.rpartition(f"/{node.name}_grad")[0]
    if not any(part.startswith("gradients") for part in scope.split("/")):
        raise must(
            "the name scope of the gradient", node.type, "start with 'gradients'", repr(scope or flow.name),
            fix="leave the name of gradients() away",
        )  # fmt: skip
    return g.TensorArrayGradV3(handle=node.inputs[0], flow_in=flow, source=scope).grad_handle
