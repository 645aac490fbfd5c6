"""Whether a wire may be drawn: what dtypes and shapes say of it where it ends."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from graphops.edit.reply import problem_json
from graphops.page import Built, Pin, build_page
from graphops.page.read import page_from_json, parse_pin
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import GraphopsError, InvalidTypeError
from graphops_registry.op_def import ArgDef, Op, lookup_op

Json = dict[str, Any]
_STAND_IN = "fit."  # before the names of blocks that stand for inputs without a wire


def fit(page: Any, wire: Any, folder: Path) -> Json:
    """Whether a page would be right with one wire more, as far as that wire goes.

    A block that is not complete yet may get wires too: its other inputs are taken for unknown ones. What comes after
    the block is looked at once the wire is drawn.

    Raises:
        GraphopsError: a page that cannot be read.
    """
    if not isinstance(page, dict) or not isinstance(wire, dict):
        raise InvalidTypeError("page and wire of a request must be objects")
    before = build_page(page_from_json(page), folder=folder)
    wires = page.get("wires", [])
    try:
        whole = page_from_json({**page, "wires": [*wires, wire]})
        target = parse_pin(wire.get("to"), "to of the wire")
        after = build_page(whole, folder=folder)
        problem = _at(after, target.block)
        if problem is not None and target.block not in before.nodes:
            complete = _completed({**page, "wires": [*wires, wire]}, before, target)
            after = build_page(page_from_json(complete), folder=folder)
            problem = _at(after, target.block)
    except GraphopsError as error:
        return {"fits": False, "reason": str(error), "block": None, "pin": None}
    known = _at(before, target.block)
    if problem is None or (known is not None and known["message"] == problem["message"]):
        return {"fits": True}
    return {"fits": False, "reason": problem["message"], "block": target.block, "pin": problem["pin"]}


def _at(built: Built, block: str) -> Json | None:
    """What is wrong with a block, but that an attr is missing."""
    for problem in built.problems:
        if problem.block == block and not problem.function:
            found = problem_json(problem)
            missing = found["message"].startswith("attr ") and " must be given" in found["message"]
            return None if missing else found
    return None


def _completed(page: Json, before: Built, target: Pin) -> Json:
    """The page with a placeholder of unknown shape on each input of the target block that has nothing."""
    block = _block(page, target.block)
    op = lookup_op(block["op"])
    ends: dict[str, str] = {}  # input -> the block that its wire comes from
    for path, source, end in _wires(page):
        pin = parse_pin(end, "to")
        if pin.within(path).block == target.block:
            ends[pin.pin] = str(parse_pin(source, "from").within(path))
    blocks, wires = [], []
    for arg in op.op_def.inputs:
        if arg.name in ends or arg.name in block.get("inputs", {}) or arg.type_list_attr is not None:
            continue
        name = f"{_STAND_IN}{arg.name}"
        blocks.append({"id": name, "op": "Placeholder", "attrs": {"dtype": _dtype(arg, op, block, ends, before)}})
        number = ":0" if arg.is_list else ""
        wires.append({"from": f"{name}:output", "to": f"{target.block}:{arg.name}{number}"})
    return {**page, "blocks": [*page.get("blocks", []), *blocks], "wires": [*page.get("wires", []), *wires]}


def _dtype(arg: ArgDef, op: Op, block: Json, ends: Mapping[str, str], before: Built) -> str:
    """The dtype that an input without a wire would have: that of those that share its type attr, if there are any."""
    if arg.type is not None:
        return arg.type.base.name
    attr = op.op_def.attr_by_name[arg.type_attr or ""]
    attrs = block.get("attrs", {})
    if isinstance(attrs, dict) and attr.name in attrs:
        return as_dtype(attrs[attr.name]).name
    for other in op.op_def.inputs:
        if other.type_attr == attr.name and other.name in ends:
            pin = parse_pin(ends[other.name], "from")
            if pin.block in before.nodes:
                return before.tensors(pin)[0].dtype.base.name
    if attr.has_default:
        return str(attr.default.name)
    return "float32" if attr.allowed is None else str(attr.allowed[0].name)


def _block(page: Json, path: str) -> Json:
    *pages, name = path.split("/")
    for part in pages:
        page = page["pages"][part]
    found: Json = next(block for block in page["blocks"] if block["id"] == name)
    return found


def _wires(page: Json, path: str = "") -> Any:
    """Each wire of a page and those within it: the page's path, and both ends."""
    for wire in page.get("wires", []):
        yield path, wire["from"], wire["to"]
    for name, inner in page.get("pages", {}).items():
        yield from _wires(inner, f"{path}/{name}" if path else name)
