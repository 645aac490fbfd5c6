"""``compat.v1``: what belongs to TensorFlow's framework: versions of its behaviour, shapes, values, graph files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from graphops.build.as_tensor import as_tensor
from graphops.graph.constant_value import constant_value
from graphops.graph.tensor_shape_v1 import Dimension
from graphops.graph.tensor_shape_v1 import TensorShapeV1 as TensorShape
from graphops_registry.dtypes import DType
from graphops_registry.dtypes import as_dtype as _as_dtype
from graphops_registry.errors import UnimplementedError


def dimension_value(dimension: Any) -> int | None:
    """The size of a Dimension or an item of a shape, ``None`` if it is unknown."""
    value = dimension.value if isinstance(dimension, Dimension) else dimension
    return None if value is None or isinstance(value, str) else int(value)


def dimension_at_index(shape: Any, index: int) -> Dimension:
    """The size of a shape along an axis, unknown for an unknown rank."""
    return Dimension(None) if shape.rank is None else Dimension(dimension_value(shape[index]))


def get_static_value(tensor: Any, partial: bool = False) -> Any:
    """The value of a tensor that is known while the graph is built, an array of one's own; else ``None``."""
    value = constant_value(as_tensor(tensor))
    return None if value is None else value.copy()


def as_dtype(type_value: Any) -> DType:
    """The DType with a name, a NumPy dtype or one of TensorFlow's numbers."""
    return _as_dtype(type_value)


def executing_eagerly() -> bool:
    """False: there are graphs only."""
    return False


def enable_eager_execution(config: Any = None, device_policy: Any = None, execution_mode: Any = None) -> None:
    """Not offered.

    Raises:
        UnimplementedError: always.
    """
    raise UnimplementedError("eager execution must not be enabled here; graphops.eager computes single ops at once")


def enable_v2_behavior() -> None:
    """Not offered.

    Raises:
        UnimplementedError: always.
    """
    raise UnimplementedError("TensorFlow 2's behaviour must not be enabled here: scripts of TensorFlow 1 run")


def disable_eager_execution() -> None:
    """Nothing to do."""


def disable_v2_behavior() -> None:
    """Nothing to do."""


def disable_resource_variables() -> None:
    """Accepted; variables are resource variables all the same."""


def enable_resource_variables() -> None:
    """Nothing to do: all variables are."""


def resource_variables_enabled() -> bool:
    """True."""
    return True


def disable_v2_tensorshape() -> None:
    """Accepted; items of shapes are integers and ``None`` all the same."""


def enable_v2_tensorshape() -> None:
    """Nothing to do."""


def disable_control_flow_v2() -> None:
    """Accepted; conditionals and loops are functions all the same."""


def enable_control_flow_v2() -> None:
    """Nothing to do."""


def import_graph_def(
    graph_def: Any,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    op_dict: Any = None,
    producer_op_list: Any = None,
) -> Any:
    """Add the nodes of a GraphDef to the default graph; ``op_dict`` and ``producer_op_list`` are ignored."""
    from graphops.interchange.graph_def import import_graph_def as add

    return add(graph_def, input_map, return_elements, name)


def write_graph(graph_or_graph_def: Any, logdir: str | os.PathLike[str], name: str, as_text: bool = True) -> str:
    """Write a graph as a GraphDef, text or binary, to ``logdir/name``; the path."""
    from google.protobuf import text_format

    message = graph_or_graph_def.as_graph_def() if hasattr(graph_or_graph_def, "as_graph_def") else graph_or_graph_def
    folder = Path(logdir)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    if as_text:
        path.write_text(text_format.MessageToString(message), encoding="utf-8")
    else:
        path.write_bytes(message.SerializeToString())
    return str(path)


__all__ = [
    "Dimension",
    "TensorShape",
    "as_dtype",
    "dimension_at_index",
    "dimension_value",
    "disable_control_flow_v2",
    "disable_eager_execution",
    "disable_resource_variables",
    "disable_v2_behavior",
    "disable_v2_tensorshape",
    "enable_control_flow_v2",
    "enable_eager_execution",
    "enable_resource_variables",
    "enable_v2_behavior",
    "enable_v2_tensorshape",
    "executing_eagerly",
    "get_static_value",
    "import_graph_def",
    "resource_variables_enabled",
]
