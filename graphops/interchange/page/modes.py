"""Muted and bypassed blocks: which blocks do not run, and what takes the place of an output that is bypassed.

A *muted* block does not run, and neither does a block that needs one of its outputs.  A *bypassed* block does not run
either: its outputs are its first wired inputs of the same dtype and shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from graphops.build.add_op import call
from graphops.graph.body_graph import BodyGraph
from graphops.graph.graph import Graph, Node, Tensor
from graphops.interchange.page.format import Page, Pin
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.op_def import Op

if TYPE_CHECKING:
    from graphops.interchange.page.build import Built


def blocks_at_rest(needs: Mapping[str, Sequence[str]], muted: Iterable[str]) -> dict[str, str]:
    """The muted blocks and all that need them, each with the muted block that it is or needs.

    Args:
        needs: the blocks that each block has a wire from.
        muted: the blocks that the page mutes.
    """
    takers: dict[str, list[str]] = {}
    for name, sources in needs.items():
        for source in sources:
            takers.setdefault(source, []).append(name)
    found = {name: name for name in muted}
    waiting = list(found)
    while waiting:
        name = waiting.pop()
        for taker in takers.get(name, ()):
            if taker not in found:
                found[taker] = found[name]
                waiting.append(taker)
    return found


def why_at_rest(name: str, cause: str) -> str:
    """``which is muted`` or ``which needs the muted block 'x'``."""
    return "which is muted" if name == cause else f"which needs the muted block '{cause}'"


def bypass(op: Op, arguments: Mapping[str, object], name: str, graph: Graph) -> tuple[Node, list[Tensor | None]]:
    """What a bypassed block gives.

    Args:
        arguments: inputs and attrs by name, as :func:`graphops.build.add_op.call` takes them; wires are tensors.
        name: of the block.
        graph: the graph of these tensors, to which nothing is added.

    Returns:
        The node that the block would be, in a graph of its own, and for each of its outputs the input in its place.

    Raises:
        GraphopsError: the block is wrong.
        InvalidArgumentError: a block without outputs, or no wired input of the dtype and shape of the first output.
    """
    aside = BodyGraph(graph)
    with aside.as_default():
        call(op, arguments, f"{name}/", graph=aside)
    node = aside.node(name)
    given_inputs = [arguments.get(arg.name) for arg in op.op_def.inputs]
    flat = [item for value in given_inputs for item in (value if isinstance(value, (list, tuple)) else [value])]
    wired = [item for item in flat if isinstance(item, Tensor)]
    given = [next((tensor for tensor in wired if _alike(tensor, output)), None) for output in node.outputs]
    if not given:
        raise InvalidArgumentError(
            f"a bypassed block of op '{op.name}' must have an output, got none: mute it instead"
        ).concerns(op=op.name)
    if given[0] is None:
        first = op.op_def.outputs[0].name
        got = ", ".join(_type_text(tensor) for tensor in wired) or "no wired input"
        raise InvalidArgumentError(
            f"a bypassed block of op '{op.name}' must have a wired input like its output '{first}', "
            f"{_type_text(node.outputs[0])}, got {got}"
        ).concerns(op=op.name, argument=first)
    return node, given


def _alike(one: Tensor, other: Tensor) -> bool:
    """The same dtype, and the same shape as far as it is known."""
    return one.dtype == other.dtype and one.shape.dims == other.shape.dims


def _type_text(tensor: Tensor) -> str:
    return f"{tensor.dtype.name} {tensor.shape}"


def without_modes(page: Page) -> Page:
    """The page with all its blocks running, but for those of functions."""
    return replace(
        page,
        blocks=tuple(replace(block, mode="") if block.mode else block for block in page.blocks),
        pages={name: without_modes(inner) for name, inner in page.pages.items()},
    )


def of_running_blocks(page: Page, built: Built) -> Page:
    """The page with feeds, fetches and ``init`` of blocks alone that run; the input of a bypassed one in its place."""
    if not built.muted and not built.bypassed:
        return page

    def running(pins: Iterable[Pin]) -> tuple[Pin, ...]:
        found: dict[Pin, None] = {}
        for pin in pins:
            if pin.block in built.bypassed:
                found.update(dict.fromkeys(map(_pin_of, built.tensors(pin))))
            elif pin.block not in built.muted:
                found[pin] = None
        return tuple(found)

    away = built.muted.keys() | built.bypassed.keys()
    return replace(
        page,
        feeds={pin: value for pin, value in page.feeds.items() if pin.block not in away},
        fetches=running(page.fetches),
        init=running(page.init),
    )


def _pin_of(tensor: Tensor) -> Pin:
    """The pin of an output."""
    op_def, slices = tensor.node.op_def, tensor.node.op_def.output_slices(tensor.node.attrs)
    arg = next(arg for arg in op_def.outputs if slices[arg.name].start <= tensor.index < slices[arg.name].stop)
    return Pin(tensor.node.name, arg.name, tensor.index - slices[arg.name].start if arg.is_list else None)
