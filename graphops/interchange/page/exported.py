"""A page in the other forms: as the graph of a GraphDef, and as a Python program that runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from graphops.graph.graph import Graph, Tensor
from graphops.interchange.page.build import Built, build_page
from graphops.interchange.page.fetches import leading_to
from graphops.interchange.page.format import Block, Page, Pin
from graphops.interchange.page.modes import of_running_blocks
from graphops.interchange.page.read import MOST_BYTES
from graphops.interchange.page.run import fed_tensor, task_of
from graphops.interchange.page.to_python import gradients_calls, python_source
from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError
from graphops_registry.traits import Trait


def page_program(page: Page, built: Built, folder: Path | None = None) -> str:
    """Python source that builds the page's graph and, run as a program, does what ``graphops run`` does with the page.

    It holds the arrays of files that the page feeds. If there is nothing that the page could compute, such as before
    its placeholders have values, the source only builds the graph.

    Args:
        built: the page's graph, without problems.
        folder: where files that the page names may be.

    Raises:
        GraphopsError: feeds or fetches that are wrong, or an attr that Python cannot write.
        InvalidArgumentError: feeds of more bytes than a page may have.
    """
    try:
        task = task_of(page, built, folder=folder)
    except FailedPreconditionError:
        return python_source(built.graph, calls=gradients_calls(built))
    size = sum(array.nbytes for array in task.feeds.values())
    if size > MOST_BYTES:
        raise InvalidArgumentError(
            f"feeds of a page must have at most {MOST_BYTES:,} bytes to be exported, got {size:,}"
        )
    return python_source(built.graph, task, gradients_calls(built))


def page_graph(page: Page, built: Built, folder: Path | None = None) -> tuple[Graph, list[str]]:
    """The graph of a page as a GraphDef holds it, and what of the page has no place there.

    A feed has no value there, but its place: a block that the page feeds is a placeholder. One output of several, which
    no placeholder can replace, stays what it is, and so does what gradients are taken through.

    Args:
        built: the page's graph, without problems.
        folder: where files that the page names may be.

    Raises:
        GraphopsError: feeds that are wrong.
    """
    page = of_running_blocks(page, built)
    fed = {tensor.node.name: tensor for tensor in (fed_tensor(built, pin) for pin in page.feeds)}
    # Without their nodes the chain rule would end at them.
    of_losses = leading_to(y.node for made in built.made.values() if made.call is not None for y in made.call.ys)
    made: dict[str, Tensor] = {}
    left_out = [f"the values of {len(page.feeds)} feed{'s' if len(page.feeds) > 1 else ''}"] if page.feeds else []
    for name, tensor in fed.items():
        if tensor.node.op.has(Trait.PLACEHOLDER):
            continue
        if len(tensor.node.outputs) > 1 or tensor.node in of_losses:
            left_out.append(f"the feed of '{tensor.name}'")
        else:
            made[name] = tensor
    left_out += ["fetches"] if page.fetches else []
    left_out += ["init"] if page.init else []
    left_out += ["steps"] if page.steps > 1 else []
    if not made:
        return built.graph, left_out
    again = build_page(replace(_with_placeholders(page, "", made), feeds={}, fetches=(), init=()), folder=folder)
    again.raise_problems()
    return again.graph, left_out


def _with_placeholders(page: Page, path: str, fed: Mapping[str, Tensor]) -> Page:
    """The page with a placeholder in the place of each block that is fed; ``path`` is where the page itself is."""
    wires = []
    for wire in page.wires:
        source, target = wire.source.within(path), wire.target.within(path)
        if target.block not in fed:
            pin = Pin(wire.source.block, "output") if source.block in fed else wire.source
            wires.append(wire._replace(source=pin))
    return replace(
        page,
        blocks=tuple(_placeholder(block, fed.get(_path(path, block.id))) for block in page.blocks),
        wires=tuple(wires),
        pages={name: _with_placeholders(inner, _path(path, name), fed) for name, inner in page.pages.items()},
    )


def _placeholder(block: Block, fed: Tensor | None) -> Block:
    if fed is None:
        return block
    attrs: dict[str, Any] = {"dtype": fed.dtype.base.name}
    if fed.shape.dims is not None:
        attrs["shape"] = [size if isinstance(size, int) else None for size in fed.shape.dims]
    return replace(block, op="Placeholder", attrs=attrs, inputs={})


def _path(page: str, name: str) -> str:
    return f"{page}/{name}" if page else name
