"""Placing arithmetic on shapes on the host: a node runs there if its inputs are on the host and its users read there.

On a device such a node needs a copy to the device, a launch, and a copy back that every lane waits for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from graphops.graph.graph import Node, Tensor
from graphops.plan.choose.on_host import computed_on_host
from graphops.plan.passes.optimise import Optimised
from graphops.plan.placement import Placed
from graphops_registry.device_def import device_type
from graphops_registry.kernel_def import candidates


def host_side(optimised: Optimised, placed: Mapping[Node, Placed], fed: Collection[Tensor]) -> dict[Node, Placed]:
    """A new placement for the nodes that are placed on a device but better computed on the host.

    These nodes have no device of your choice and no state.  They compute integers or booleans from integers or booleans
    that are on the host already, and are read on the host only.

    Args:
        optimised: the nodes in the order of execution, and which tensors replace others.
        fed: tensors whose values come with the run, from the host.
    """
    if all(where.device.is_host for where in placed.values()):
        return {}
    nodes = optimised.nodes
    host: set[Tensor] = {*optimised.values, *(tensor for tensor in fed if _is_small(tensor))}
    able: dict[Node, None] = {}
    for node in nodes:
        inputs = [optimised.source.get(tensor, tensor) for tensor in node.inputs]
        if node.type == "Const":
            host.update(node.outputs)
            continue
        where = placed.get(node)
        if where is None:
            continue
        if where.device.is_host or computed_on_host(node.op, node.attrs):
            host.update(node.outputs)
        elif _may_move(node) and all(tensor in host for tensor in inputs):
            able[node] = None
            host.update(node.outputs)
        else:
            host.update(_given_to_host(node, where))
    if not able:
        return {}
    elsewhere: set[Tensor] = set()  # read on a device
    for node in nodes:
        where = placed.get(node)
        if where is not None and node not in able and not where.device.is_host:
            elsewhere.update(optimised.source.get(tensor, tensor) for tensor in _wanted_there(node, where))
    moved: dict[Node, Placed] = {}
    here = Placed(device_type("CPU"), 0)
    for node in reversed(able):
        if any(tensor in elsewhere for tensor in node.outputs):
            elsewhere.update(optimised.source.get(tensor, tensor) for tensor in node.inputs)
        else:
            moved[node] = here
    return moved


def _is_small(tensor: Tensor) -> bool:
    """Whether a tensor is like a shape: whole numbers or truth values, of rank 0 or 1."""
    rank = tensor.shape.rank
    return tensor.dtype.numpy_dtype.kind in "iub" and rank is not None and rank <= 1


def _may_move(node: Node) -> bool:
    return (
        not node.device
        and "_class" not in node.attrs
        and not node.op_def.is_stateful
        and bool(node.outputs)
        and all(_is_small(tensor) for tensor in (*node.inputs, *node.outputs))
        and bool(candidates(node.type, "CPU", node.attrs))
    )


def _given_to_host(node: Node, where: Placed) -> list[Tensor]:
    """The outputs that the node's kernels leave on the host."""
    names = {name for d in candidates(node.type, where.device.type, node.attrs) for name in d.host_outputs}
    slices = node.op_def.output_slices(node.attrs) if names else {}
    return [tensor for name in names for tensor in node.outputs[slices[name]]]


def _wanted_there(node: Node, where: Placed) -> list[Tensor]:
    """The inputs that the node's kernels read on their device."""
    if computed_on_host(node.op, node.attrs):
        return []
    names = {name for d in candidates(node.type, where.device.type, node.attrs) for name in d.host_inputs}
    slices = node.op_def.input_slices(node.attrs) if names else {}
    host = {index for name in names for index in range(slices[name].start, slices[name].stop)}
    return [tensor for index, tensor in enumerate(node.inputs) if index not in host]
