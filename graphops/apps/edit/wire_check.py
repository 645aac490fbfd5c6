"""Whether a wire may be drawn: checks the dtypes and shapes at its end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from graphops.apps.edit.reply import problem_json
from graphops.interchange.page import Block, Built, Page, Pin, Wire, build_page
from graphops.interchange.page.block_problems import likely_dtype
from graphops.interchange.page.modes import without_modes
from graphops.interchange.page.page_blocks import block_op
from graphops.interchange.page.read import page_from_json
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import FailedPreconditionError, GraphopsError, InvalidTypeError
from graphops_registry.op_def import ArgDef, Op

Json = dict[str, Any]
_STAND_IN = "fit."  # prefix of the names of blocks that replace inputs without a wire


def check_wire(page: Any, wire: Any, folder: Path) -> Json:
    """Whether a page would be right with one wire more, as far as that wire goes.

    A block that is not complete or not right yet may get wires too: its other inputs are taken for unknown ones, and
    what is wrong with its attrs and its other inputs is no reason to refuse a wire. What comes after the block is
    looked at once the wire is drawn; what it does not need is not looked at.

    Raises:
        GraphopsError: a page that cannot be read.
    """
    if not isinstance(page, dict) or not isinstance(wire, dict):
        raise InvalidTypeError("page and wire of a request must be objects")
    page_from_json(page)
    try:
        whole = without_modes(page_from_json({**page, "wires": [*page.get("wires", []), wire]}))
        target = whole.wires[-1].target
        whole = needed(whole, target.block)
        after = build_page(whole, folder=folder)
        if not _problems_at(after, target.block):
            return {"fits": True}
        before = build_page(replace(whole, wires=whole.wires[:-1]), folder=folder)
        if target.block not in before.nodes:
            after = build_page(_completed(whole, before, target), folder=folder)
    except GraphopsError as error:
        return {"fits": False, "reason": str(error), "block": None, "pin": None}
    known = _problems_at(before, target.block)
    wrong_before = {pin for pin, _ in known}
    for pin, message in _problems_at(after, target.block):
        if (pin, message) not in known and (pin == target.pin or pin not in wrong_before):
            return {"fits": False, "reason": message, "block": target.block, "pin": pin or None}
    return {"fits": True}


def _problems_at(built: Built, block: str) -> list[tuple[str, str]]:
    """Pins of a block, ``""`` for it as a whole, and what is wrong with each, but for wires that a page block lacks."""
    return [
        (problem.pin, problem_json(problem)["message"])
        for problem in built.problems
        if problem.block == block and not problem.function and not isinstance(problem.error, FailedPreconditionError)
    ]


def needed(page: Page, block: str) -> Page:
    """The part of a page that decides what ``block`` is: what leads to it. The last wire leads to it and stays last."""
    sources: dict[str, list[str]] = {}
    for path, part, _ in page.walk():
        for wire in part.wires:
            sources.setdefault(wire.target.within(path).block, []).append(wire.source.within(path).block)
        for item in part.blocks:
            sources.setdefault(_path(path, item.id), []).extend(item.waits_for(path))
    leading = {block}
    waiting = [block]
    while waiting:
        new = set(sources.get(waiting.pop(), ())) - leading
        leading |= new
        waiting += new
    return replace(_with_blocks(page, "", leading), feeds={}, fetches=(), init=())


def _with_blocks(page: Page, path: str, paths: Collection[str]) -> Page:
    """The page with the blocks at ``paths`` alone; ``path`` is where the page itself is."""
    return replace(
        page,
        blocks=tuple(block for block in page.blocks if _path(path, block.id) in paths),
        wires=tuple(wire for wire in page.wires if wire.target.within(path).block in paths),
        pages={name: _with_blocks(inner, _path(path, name), paths) for name, inner in page.pages.items()},
    )


def _path(page: str, name: str) -> str:
    return f"{page}/{name}" if page else name


def _completed(page: Page, before: Built, target: Pin) -> Page:
    """The page with a placeholder of unknown shape on each input of the target block that has nothing, and on as many
    numbers of a list as it must have."""
    block, ends, numbers = around(page, target.block)
    op = block_op(block.op)
    taken = {block.id for block in page.blocks}
    blocks, wires = [], []
    for arg in op.op_def.inputs:
        if arg.name in block.inputs or arg.type_list_attr is not None:
            continue
        wanted: list[int | None] = [None]
        if arg.number_attr is not None:
            wanted = list(range(op.op_def.attr_by_name[arg.number_attr].minimum or 1))
        missing = [] if None in numbers.get(arg.name, ()) else [n for n in wanted if n not in numbers.get(arg.name, ())]
        if not missing:
            continue
        name = f"{_STAND_IN}{arg.name}"
        while name in taken:
            name += "."
        blocks.append(Block(name, "Placeholder", {"dtype": wanted_dtype(arg, op, block, ends, before)}))
        wires += [Wire(Pin(name, "output"), Pin(target.block, arg.name, number)) for number in missing]
    return replace(page, blocks=(*page.blocks, *blocks), wires=(*page.wires, *wires))


def around(page: Page, path: str) -> tuple[Block, dict[str, Pin], dict[str, set[int | None]]]:
    """A block, and for each of its inputs that has wires the output that one of them comes from, and their numbers."""
    ends: dict[str, Pin] = {}
    numbers: dict[str, set[int | None]] = {}
    for place, part, _ in page.walk():
        for wire in part.wires:
            if wire.target.within(place).block == path:
                ends[wire.target.pin] = wire.source.within(place)
                numbers.setdefault(wire.target.pin, set()).add(wire.target.number)
    blocks = (block for place, part, _ in page.walk() for block in part.blocks if _path(place, block.id) == path)
    return next(blocks), ends, numbers


def wanted_dtype(arg: ArgDef, op: Op, block: Block, ends: Mapping[str, Pin], before: Built) -> str:
    """The dtype that an input without a wire would have: that of those that share its type attr, if there are any."""
    stated: dict[str, DType] = {}
    for other in op.op_def.inputs:
        if other.type_attr is not None and other.name in ends and ends[other.name].block in before.nodes:
            for tensor in before.tensors(ends[other.name])[:1]:
                stated.setdefault(other.type_attr, tensor.dtype.base)
    if not isinstance(block.attrs, str) and arg.type_attr in block.attrs:
        stated[arg.type_attr or ""] = as_dtype(block.attrs[arg.type_attr or ""])
    return str(likely_dtype(arg, op.op_def, stated).name)
