"""Every registered op's OpDef equals TensorFlow 2.21's field by field; summary and description apart.

``tests/golden/tf_opdefs_2_21.jsonl`` is written by ``record_opdefs.py`` from TensorFlow itself.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from graphops_registry.attr import AttrDef
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.op_def import ArgDef, OpDef, registered_ops

GOLDEN = Path(__file__).parent.parent / "golden" / "tf_opdefs_2_21.jsonl"
TENSORFLOW = {row["op"]: row for row in map(json.loads, GOLDEN.read_text().splitlines())}
FLAGS = {
    "is_stateful": "is_stateful",
    "is_commutative": "is_commutative",
    "is_aggregate": "is_aggregate",
    "allows_uninitialized_input": "allows_uninitialized_input",
    "is_distributed_communication": "is_distributed_communication",
}
OURS = [op.op_def for op in registered_ops() if ">" not in op.name]


def argument(arg: ArgDef) -> dict:
    fields = {
        "name": arg.name,
        "type": arg.type.proto_name if arg.type is not None else None,
        "type_attr": arg.type_attr,
        "number_attr": arg.number_attr,
        "type_list_attr": arg.type_list_attr,
        "is_ref": arg.is_ref or None,
    }
    return {key: value for key, value in fields.items() if value is not None}


def plain(value):
    """A canonical attr value as the recording writes it."""
    if isinstance(value, DType):
        return value.proto_name
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.ndarray):
        return [as_dtype(value.dtype).proto_name, list(value.shape), value.tolist()]
    if hasattr(value, "dims"):
        return "unknown_rank" if value.dims is None else [-1 if d is None else d for d in value.dims]
    return value


def recorded_default(value):
    if isinstance(value, dict) and value.get("unknownRank"):
        return "unknown_rank"
    if isinstance(value, dict) and "dtype" in value:  # a tensor
        sizes = [int(dim["size"]) for dim in value["tensorShape"]["dim"]]
        return [value["dtype"], sizes, value["intVal"]]
    if isinstance(value, dict):  # a shape: {} is that of a scalar
        return [dim.get("size", 0) for dim in value.get("dim", ())]
    return value


def attribute(attr: AttrDef) -> dict:
    fields = {"name": attr.name, "type": attr.type}
    if attr.has_default:
        fields["default"] = plain(attr.default)
    if attr.minimum is not None:
        fields["minimum"] = attr.minimum
    if attr.allowed is not None:
        fields["allowed"] = plain(attr.allowed)
    return fields


def ours(op_def: OpDef) -> dict:
    fields = {
        "op": op_def.name,
        "inputs": [argument(arg) for arg in op_def.inputs],
        "outputs": [argument(arg) for arg in op_def.outputs],
        "attrs": [attribute(attr) for attr in op_def.attrs],
    }
    fields.update({key: True for key, name in FLAGS.items() if getattr(op_def, name)})
    if op_def.deprecated is not None:
        fields["deprecated_at"] = op_def.deprecated[0]
    return fields


def theirs(row: dict) -> dict:
    kept = {key: value for key, value in row.items() if key not in ("summary", "description")}
    kept.setdefault("inputs", [])
    kept.setdefault("outputs", [])
    attrs = []
    for attr in kept.pop("attrs", []):
        attr = {key: value for key, value in attr.items() if key != "description"}
        if "default" in attr:
            attr["default"] = recorded_default(attr["default"])
        attrs.append(attr)
    return {**kept, "attrs": attrs}


@pytest.mark.parametrize("op_def", OURS, ids=lambda op_def: op_def.name)
def test_op_def(op_def):
    assert op_def.name in TENSORFLOW
    assert ours(op_def) == theirs(TENSORFLOW[op_def.name])


def test_there_are_many():
    assert len(OURS) > 200
    assert len(TENSORFLOW) == 1468
