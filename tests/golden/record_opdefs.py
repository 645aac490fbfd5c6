"""Records TensorFlow's op registry: ``PYTHON tests/golden/record_opdefs.py`` with TF's Python.

Writes ``tf_opdefs_2_21.jsonl`` beside this file: one JSON object a line for every op that
TensorFlow offers under ``tf.raw_ops``, sorted by name. Left out are the ops of the registry that
have no ``raw_ops`` spelling: internal rewrites (``_MklConv2D``), TensorFlow's own test ops, and the
XLA and TPU ops that are not public. Dtypes are spelled as in the DataType enum; default shapes,
tensors and functions are protobuf JSON. No documentation text is kept.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

EXPECTED_VERSION = "2.21"
DEFAULT_TARGET = Path(__file__).with_name("tf_opdefs_2_21.jsonl")


def arg_to_json(arg: Any) -> dict[str, Any]:
    """An ArgDef as plain data: only the fields that are set."""
    from tensorflow.core.framework import types_pb2

    record: dict[str, Any] = {"name": arg.name}
    if arg.type:
        record["type"] = types_pb2.DataType.Name(arg.type)
    for field in ("type_attr", "number_attr", "type_list_attr", "is_ref"):
        if getattr(arg, field):
            record[field] = getattr(arg, field)
    return record


def attr_value_to_json(value: Any, attr_type: str) -> Any:
    """An AttrValue as plain data; ``attr_type`` as in the AttrDef (``int``, ``list(type)``)."""
    from google.protobuf import json_format
    from tensorflow.core.framework import types_pb2

    element = attr_type.removeprefix("list(").removesuffix(")")
    field = {"string": "s", "int": "i", "float": "f", "bool": "b"}.get(element, element)
    is_list = attr_type != element
    values = list(getattr(value.list, field)) if is_list else [getattr(value, field)]
    if element == "string":
        plain: list[Any] = [text.decode() for text in values]
    elif element == "type":
        plain = [types_pb2.DataType.Name(number) for number in values]
    elif element in ("int", "float", "bool"):
        plain = values
    else:
        plain = [json_format.MessageToDict(message) for message in values]
    return plain if is_list else plain[0]


def attr_to_json(attr: Any) -> dict[str, Any]:
    """An AttrDef as plain data."""
    record: dict[str, Any] = {"name": attr.name, "type": attr.type}
    if attr.HasField("default_value"):
        record["default"] = attr_value_to_json(attr.default_value, attr.type)
    if attr.HasField("allowed_values"):
        kind = "string" if attr.type.endswith(("string", "string)")) else "type"
        record["allowed"] = attr_value_to_json(attr.allowed_values, f"list({kind})")
    if attr.has_minimum:
        record["minimum"] = attr.minimum
    return record


def op_to_json(op_def: Any) -> dict[str, Any]:
    """An OpDef as plain data; a flag that is false is left out."""
    record: dict[str, Any] = {
        "op": op_def.name,
        "inputs": [arg_to_json(arg) for arg in op_def.input_arg],
        "outputs": [arg_to_json(arg) for arg in op_def.output_arg],
        "attrs": [attr_to_json(attr) for attr in op_def.attr],
    }
    flags = ("is_commutative", "is_aggregate", "is_stateful", "allows_uninitialized_input")
    record.update((flag, True) for flag in flags if getattr(op_def, flag))
    if op_def.HasField("deprecation"):
        record["deprecated_at"] = op_def.deprecation.version
    return record


# What TensorFlow's optimizer writes into graphs; there is no function for them.
INTERNAL = (
    "_FusedBatchNormEx", "_FusedBatchNormGradEx", "_FusedConv2D", "_FusedConv3D", "_FusedDepthwiseConv2dNative",
    "_FusedMatMul",
)  # fmt: skip


def main() -> None:
    """Writes the file; an argument names another target."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    import tensorflow as tf
    from tensorflow.core.framework import op_def_pb2
    from tensorflow.python.client import pywrap_tf_session

    if not tf.__version__.startswith(EXPECTED_VERSION + "."):
        sys.exit(f"this records TensorFlow {EXPECTED_VERSION}, got {tf.__version__}")
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_TARGET
    registry = op_def_pb2.OpList()
    registry.ParseFromString(pywrap_tf_session.TF_GetBuffer(pywrap_tf_session.TF_GetAllOpList()))
    wanted = [op for op in registry.op if hasattr(tf.raw_ops, op.name) or op.name in INTERNAL]
    wanted.sort(key=lambda op: op.name)
    lines = [json.dumps(op_to_json(op), separators=(",", ":")) for op in wanted]
    target.write_text("\n".join(lines) + "\n", encoding="ascii")
    print(f"{target}: {len(lines)} of the registry's {len(registry.op)} ops")


if __name__ == "__main__":
    main()
