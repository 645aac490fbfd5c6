"""Whether a Cast would make a wire fit: one that is refused for nothing but its dtype."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from graphops.apps.edit.wire_check import around, check_wire, needed, wanted_dtype
from graphops.interchange.page import build_page
from graphops.interchange.page.modes import without_modes
from graphops.interchange.page.page_blocks import block_op
from graphops.interchange.page.read import page_from_json
from graphops_registry.errors import GraphopsError
from graphops_registry.op_def import ArgDef, Op

Json = dict[str, Any]
_CAST: Final = "fit.cast"  # the name of the block that is tried
_FIRST: Final = ("float32", "int32", "int64", "float64", "bool")  # of several dtypes the ones that are tried
_MOST: Final = 3  # dtypes that are tried


def cast_for(page: Json, wire: Json, folder: Path) -> str | None:
    """The dtype to which a value must be converted for a wire to fit; ``None`` if that would not help.

    Like :func:`check_wire` it takes muted and bypassed blocks as if they ran.

    Args:
        page: as JSON has it, without the wire.
        wire: one that :func:`check_wire` refuses.
        folder: where files that the page names may be.
    """
    try:
        choices = _choices(page, wire, folder)
        for dtype in choices[:_MOST]:
            if _fits(page, wire, dtype, folder):
                return dtype
    except (GraphopsError, StopIteration):  # also for a block or pin that is not there
        return None
    return None


def _choices(page: Json, wire: Json, folder: Path) -> list[str]:
    """The dtypes that the pin at the wire's end may take, the one that its neighbours have first."""
    whole = without_modes(page_from_json({**page, "wires": [*page.get("wires", []), wire]}))
    target = whole.wires[-1].target
    whole = needed(whole, target.block)
    before = build_page(replace(whole, wires=whole.wires[:-1]), folder=folder)
    block, ends, _ = around(replace(whole, wires=whole.wires[:-1]), target.block)
    op = block_op(block.op)
    arg = next(arg for arg in op.op_def.inputs if arg.name == target.pin)
    if arg.type_list_attr is not None:
        return []
    return list(dict.fromkeys((wanted_dtype(arg, op, block, ends, before), *_allowed(arg, op))))


def _allowed(arg: ArgDef, op: Op) -> list[str]:
    if arg.type is not None:
        return []
    allowed = op.op_def.attr_by_name[arg.type_attr or ""].allowed
    return [name for name in _FIRST if allowed is None or name in {dtype.name for dtype in allowed}]


def _fits(page: Json, wire: Json, dtype: str, folder: Path) -> bool:
    """Whether the wire fits by way of a Cast to ``dtype``."""
    blocks = [*page.get("blocks", []), {"id": _CAST, "op": "Cast", "attrs": {"DstT": dtype}}]
    into = {"from": wire["from"], "to": f"{_CAST}:x"}
    changed = {**page, "blocks": blocks, "wires": [*page.get("wires", []), into]}
    # What needs a Cast that cannot be made, such as one of texts, would not be looked at.
    if _CAST not in build_page(needed(without_modes(page_from_json(changed)), _CAST), folder=folder).nodes:
        return False
    return bool(check_wire(changed, {"from": f"{_CAST}:y", "to": wire["to"]}, folder)["fits"])
