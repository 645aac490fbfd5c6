"""What ``graphops`` itself exports under TensorFlow 1's own name: the same objects here."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from graphops_registry import dtypes

_DTYPES: Final = (
    "bfloat16", "complex64", "complex128", "float4_e2m1fn", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz",
    "float8_e5m2", "float8_e5m2fnuz", "float16", "float32", "float64", "int2", "int4", "int8", "int16", "int32",
    "int64", "qint8", "qint16", "qint32", "quint8", "quint16", "resource", "string", "uint2", "uint4", "uint8",
    "uint16", "uint32", "uint64", "variant",
)  # fmt: skip
_OTHER_NAMES: Final = {"bool": "bool_", "double": "float64", "float": "float32", "half": "float16"}
# Where each name is; imported when it is first asked for.
_PLACES: Final = {
    "graphops_registry.dtypes": ("DType", "as_dtype"),
    "graphops_registry.errors": ("GraphopsError",),
    "graphops_registry.shape": ("TensorShape",),
    "graphops.graph.graph": ("Graph",),
    "graphops.graph.node": ("Node", "Tensor"),
    "graphops.graph.default_graph": ("get_default_graph", "reset_default_graph"),
    "graphops.build.constants": ("constant", "placeholder"),
    "graphops.build.control_flow": ("case", "cond", "switch_case", "while_loop"),
    "graphops.build.scope": ("Scope",),
    "graphops.build.scopes": ("as_default", "colocate_with", "control_dependencies", "device", "name_scope"),
    "graphops.build.variables": (
        "Variable", "global_variables", "global_variables_initializer", "trainable_variables", "variables_initializer",
    ),
    "graphops.autodiff.gradients": ("gradients",),
    "graphops.plan.session_config": ("RunOptions", "SessionConfig"),
    "graphops.plan.trace": ("RunMetadata",),
    "graphops.session.session": ("ClientSession", "Session", "get_default_session"),
    "graphops.interchange.graph_def": ("GraphDef", "import_graph_def", "load_graph", "save_graph"),
    "graphops.interchange.graph_def.limits": ("LoadLimits",),
    "graphops.interchange.saved_model": ("load_saved_model",),
}  # fmt: skip
_PLACE_OF: Final = {name: place for place, names in _PLACES.items() for name in names}


def names() -> list[str]:
    """Every name that is shared."""
    return [*_DTYPES, *_OTHER_NAMES, *_PLACE_OF, "checkpoint"]


def shared(name: str) -> Any:
    """The object that ``graphops`` exports as ``name``.

    Raises:
        AttributeError: none that is shared.
    """
    if name in _DTYPES or name in _OTHER_NAMES:
        return getattr(dtypes, _OTHER_NAMES.get(name, name))
    if name in _PLACE_OF:
        return getattr(import_module(_PLACE_OF[name]), name)
    if name == "checkpoint":
        return import_module("graphops.checkpoint")
    raise AttributeError(f"module 'graphops.compat.v1' has no attribute '{name}'", name=name)
