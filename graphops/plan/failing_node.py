"""Which node of the user's graph fails, where a pass made another node in its place and that one fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.plan.execute import Execution, Lone, execute
from graphops.plan.passes.facts import facts_of
from graphops_registry.device_def import device_type
from graphops_registry.errors import (
    CancelledError,
    DeadlineExceededError,
    GraphopsError,
    InternalError,
    ResourceExhaustedError,
)

Array = np.ndarray[Any, Any]

_MOST: Final = 64  # nodes that one node is made of
_NOT_OF_A_NODE: Final = (CancelledError, DeadlineExceededError, InternalError, ResourceExhaustedError)


def failing_node(made: Node, inputs: Sequence[Any], error: Exception) -> tuple[Node, list[Array], GraphopsError] | None:
    """The node that ``made`` contains and that fails, what came in, and its own error.

    The nodes that ``made`` replaces are computed one after another, from the inputs that it had to the first that
    fails.  A fused node has the name of the last of them.

    Args:
        inputs: of ``made``.
        error: what it raised.

    Returns:
        ``None`` where ``made`` is a node of the graph, or no such node is found: one of them depends on more than
        its inputs, or the inputs are on a device.
    """
    graph = made.graph
    if isinstance(error, _NOT_OF_A_NODE) or not isinstance(error, GraphopsError) or not graph.has_name(made.name):
        return None
    last = graph.node(made.name)
    if last.type == made.type or not all(isinstance(value, np.ndarray) for value in inputs):
        return None
    values = {
        tensor.name: value for tensor, value in zip(made.inputs, inputs, strict=False) if not _is_new_constant(tensor)
    }  # by name: an input may come from a node that a pass made, too
    surroundings = Execution(EagerContext(device_type("CPU")))
    for node in _computable(last, values):
        if node.type == "Const":
            values[node.outputs[0].name] = node.attrs["value"]
            continue
        operands = [values[tensor.name] for tensor in node.inputs]
        try:
            kernels = NodeKernels(node.op, node.attrs, "CPU", node.name)
            outputs = execute(Lone(kernels), operands, surroundings)[1]
        except GraphopsError as found:
            return None if isinstance(found, _NOT_OF_A_NODE) else (node, operands, found.concerns(op=node.type))
        except Exception:
            return None
        values.update((tensor.name, output) for tensor, output in zip(node.outputs, outputs, strict=False))
    return None


def _computable(last: Node, values: Mapping[str, Any]) -> list[Node]:
    """The nodes between ``values`` and ``last``, each after those that it takes from; none if one needs more."""
    order: dict[Node, None] = {}
    waiting: list[tuple[Node, bool]] = [(last, False)]
    seen = 0
    while waiting:
        node, is_ready = waiting.pop()
        if is_ready:
            order[node] = None
        elif node not in order:
            seen += 1
            if seen > _MOST or not _is_function(node):
                return []
            waiting.append((node, True))
            waiting += [(tensor.node, False) for tensor in node.inputs if tensor.name not in values]
    return list(order)


def _is_function(node: Node) -> bool:
    """Whether the node gives the same whenever it is computed from the same arrays."""
    if node.type == "Const":
        return True
    refers = any(tensor.dtype.is_ref or tensor.dtype.is_host_only for tensor in node.inputs)
    return facts_of(node.op).pure and not refers


def _is_new_constant(tensor: Tensor) -> bool:
    """Whether a pass made the constant: it may have the name of a node that computes something else."""
    node = tensor.node
    return node.type == "Const" and (not node.graph.has_name(node.name) or node.graph.node(node.name) is not node)
