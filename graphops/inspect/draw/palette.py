"""The palette of the editor: every registered op, those of plug-ins included, page blocks and composites, as JSON."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any, Final

from graphops.interchange.page.composites import composites
from graphops.interchange.page.page_blocks import FAMILY, PAGE_BLOCKS
from graphops.plugins.packages import load_ops
from graphops_registry.attr import AttrDef
from graphops_registry.dtypes import DType
from graphops_registry.op_def import ArgDef, Op, OpDef, registered_ops
from graphops_registry.shape import TensorShape

Json = dict[str, Any]
WORDS: Final = Path(__file__).with_name("op_words.json")
"""Which ops people begin with, and by which words they search ops that have another name."""


def palette(version: str) -> Json:
    """Every op and page block with its documentation, arguments and attrs, the words that find it, and the composites.

    Args:
        version: of graphops.
    """
    load_ops()
    ops = sorted(registered_ops(), key=lambda op: op.name.lower())
    words = op_words()
    found = [op_json(op) | {"words": list(words.get(op.name, ()))} for op in ops]
    blocks = [op_json(block.op) | {"family": FAMILY, "words": []} for block in PAGE_BLOCKS.values()]
    return {
        "version": version,
        "common": _words_file()["common"],
        "ops": [*blocks, *found],
        "composites": [{"name": name, "page": page} for name, page in composites().items()],
    }


def op_words() -> dict[str, tuple[str, ...]]:
    """By the name of an op: what Python functions that are this op are called, and other words for it."""
    from graphops.build.nn import FUNCTIONS
    from graphops.compat.v1.functions.tables import python_names

    found: dict[str, dict[str, None]] = {op: dict.fromkeys(words) for op, words in _words_file()["words"].items()}
    in_nn = ((name, spec.op) for name, spec in FUNCTIONS.items())
    for name, op in (*python_names(), *in_nn):
        if name != op.lower():
            found.setdefault(op, {})[name] = None
    return {op: tuple(words) for op, words in found.items()}


@cache
def _words_file() -> Any:
    return json.loads(WORDS.read_text(encoding="utf-8"))


def op_json(op: Op) -> Json:
    """One op."""
    prefix, arrow, _ = op.name.rpartition(">")
    package = "graphops" if not arrow or prefix == "Graphops" else prefix
    family = Path(op.defined_at.rpartition(":")[0]).stem
    op_def = op.op_def
    return {
        "name": op.name,
        "family": family,
        "package": package,
        "doc": op_def.doc,
        "stateful": op_def.is_stateful,
        "inputs": [_arg(arg, op_def) for arg in op_def.inputs],
        "outputs": [_arg(arg, op_def) for arg in op_def.outputs],
        "attrs": [_attr(attr) for attr in op_def.attrs],
    }


def _arg(arg: ArgDef, op_def: OpDef) -> Json:
    if arg.type is not None:
        dtypes: list[str] | None = [arg.type.base.name]
    else:
        allowed = op_def.attr_by_name[arg.type_attr or arg.type_list_attr or ""].allowed
        dtypes = None if allowed is None else [dtype.name for dtype in allowed]
    return {"name": arg.name, "type": arg.text().partition(": ")[2], "list": arg.is_list, "dtypes": dtypes}


def _attr(attr: AttrDef) -> Json:
    found: Json = {
        "name": attr.name,
        "type": attr.type,
        "allowed": None if attr.allowed is None else [_plain(value) for value in attr.allowed],
        "minimum": attr.minimum,
        "inferred": attr.inferred,
    }
    return found | ({"default": _plain(attr.default)} if attr.has_default else {})


def _plain(value: Any) -> Any:
    """A default or an allowed value as JSON has it."""
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, DType):
        return value.name
    if isinstance(value, TensorShape):
        return None if value.dims is None else list(value.dims)
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # "nan", "inf", "-inf", as on a page
    return value if isinstance(value, (bool, int, float, str)) else str(value)
