"""Compares GraphDefs with what import and export made of them, by TensorFlow's own messages and OpDefs.

Run by a Python that has TensorFlow: ``python compare_node_defs.py ORIGINALS OURS`` compares each ``ORIGINALS/NAME.pb``
with ``OURS/NAME.pb``. NodeDefs are the same if their ops, data inputs in order, control inputs as a set, devices and
attrs are, an attr that is left out counting as its default and tensors by their values. Prints a line of JSON for each
file: nodes, differences (at most 10), and how many full types are gone, which TensorFlow infers again.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import op_def_registry

MOST_SHOWN = 10


def defaults(op: str) -> dict[str, Any]:
    """The default values of an op's attrs; none for what is no op of TensorFlow (a call of a function by its name)."""
    op_def = op_def_registry.get(op)
    if op_def is None:
        return {}
    return {attr.name: attr.default_value for attr in op_def.attr if attr.HasField("default_value")}


def same_tensor(one: Any, other: Any) -> bool:
    """Whether two TensorProtos hold the same array."""
    if one.dtype != other.dtype:
        return False
    if one.dtype in (tf.resource.as_datatype_enum, tf.variant.as_datatype_enum):
        return bool(one.SerializeToString(deterministic=True) == other.SerializeToString(deterministic=True))
    a, b = tf.make_ndarray(one), tf.make_ndarray(other)
    if a.shape != b.shape:
        return False
    return a.tolist() == b.tolist() if a.dtype == object else a.tobytes() == b.tobytes()


def same_attr(one: Any, other: Any) -> bool:
    """Whether two AttrValues mean the same."""
    if one.WhichOneof("value") == other.WhichOneof("value") == "tensor":
        return same_tensor(one.tensor, other.tensor)
    return bool(one.SerializeToString(deterministic=True) == other.SerializeToString(deterministic=True))


def inputs(node: Any) -> tuple[list[str], set[str]]:
    """Data inputs, ``"n:0"`` as ``"n"``, and control inputs."""
    data = [text.removesuffix(":0") for text in node.input if not text.startswith("^")]
    return data, {text for text in node.input if text.startswith("^")}


def device(text: str) -> str:
    """A device in TensorFlow's full form."""
    return str(tf.DeviceSpec.from_string(text).to_string())


def node_differences(one: Any, other: Any, within: str = "") -> Iterator[str]:
    """What two NodeDefs of the same name differ in."""
    where = f"{within}{one.name} ({one.op})"
    if one.op != other.op:
        yield f"{where}: op {other.op}"
    own_inputs, other_inputs = (inputs(node) for node in (one, other))
    if within:  # in functions ":0" is part of a name such as "n:output:0"
        own_inputs, other_inputs = (
            ([t for t in n.input if t[0] != "^"], {t for t in n.input if t[0] == "^"}) for n in (one, other)
        )
    if own_inputs != other_inputs:
        yield f"{where}: inputs {own_inputs} became {other_inputs}"
    if device(one.device) != device(other.device):
        yield f"{where}: device '{one.device}' became '{other.device}'"
    filled = [{**defaults(one.op), **node.attr} for node in (one, other)]
    for name in sorted({*filled[0], *filled[1]}):
        values = [each.get(name) for each in filled]
        if values[0] is None or values[1] is None or not same_attr(*values):
            shown = [" ".join(str(value).split())[:100] for value in values]
            yield f"{where}: attr {name} {shown[0]} became {shown[1]}"


def differences(one: Any, other: Any) -> Iterator[str]:
    """What two GraphDefs differ in."""
    names = [{node.name: node for node in each.node} for each in (one, other)]
    for name in sorted({*names[0]} ^ {*names[1]}):
        yield f"node {name} is only in one"
    for name in sorted({*names[0]} & {*names[1]}):
        yield from node_differences(names[0][name], names[1][name])
    libraries = [{function.signature.name: function for function in each.library.function} for each in (one, other)]
    for name in sorted({*libraries[0]} ^ {*libraries[1]}):
        yield f"function {name} is only in one"
    for name in sorted({*libraries[0]} & {*libraries[1]}):
        pair = [library[name] for library in libraries]
        nodes = [{node.name: node for node in function.node_def} for function in pair]
        if {*nodes[0]} != {*nodes[1]}:
            yield f"function {name}: other nodes"
        for node in sorted({*nodes[0]} & {*nodes[1]}):
            yield from node_differences(nodes[0][node], nodes[1][node], f"{name}/")
        rest = [type(function).FromString(function.SerializeToString()) for function in pair]
        for function in rest:
            function.ClearField("node_def")
        if rest[0].SerializeToString(deterministic=True) != rest[1].SerializeToString(deterministic=True):
            yield f"function {name}: signature, results or attrs"


def full_types(graph_def: Any) -> int:
    """How many NodeDefs state a full type."""
    return sum(node.HasField("experimental_type") for node in graph_def.node)


def main() -> None:
    """Compare all files."""
    np.seterr(all="ignore")
    originals, ours = map(Path, sys.argv[1:3])
    for path in sorted(originals.glob("*.pb")):
        pair = [tf.compat.v1.GraphDef.FromString((folder / path.name).read_bytes()) for folder in (originals, ours)]
        found = list(differences(*pair))
        result = {
            "graph": path.stem,
            "nodes": len(pair[0].node) + sum(len(function.node_def) for function in pair[0].library.function),
            "count": len(found),
            "differences": found[:MOST_SHOWN],
            "full_types_gone": full_types(pair[0]) - full_types(pair[1]),
        }
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
