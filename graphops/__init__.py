"""graphops: TensorFlow's graph mode as a library that you can read, extend and trust.

>>> import graphops as go
>>> x = go.placeholder(go.float32, ("N", 3), name="x")
>>> y = x * 2.0 + 1.0
>>> with go.Session() as session:
...     session.run(y, {x: [[1, 2, 3]]})
array([[3., 5., 7.]], dtype=float32)

An op is spelled in four ways: ``go.raw_ops.Conv3D(input=..., ...)`` adds a node to the default graph,
``go.nn.conv3d(...)`` does the same with TensorFlow's function signatures, ``go.ops.Conv3D(scope, ...)`` adds it to a
Scope, and ``go.eager.Conv3D(input=array, ...)`` computes now.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if not __package__:  # pragma: no cover
    raise ImportError("graphops must be imported as a package")
try:
    import graphops_registry as _registry  # noqa: F401
except ModuleNotFoundError:  # an uninstalled checkout with only its root on the path
    _root = Path(__file__).resolve().parent.parent
    sys.path += [str(_root / "registry"), str(_root / "kernels")]

import graphops_cpu.runtime.blas_environment as _blas_environment  # noqa: F401  (before NumPy is imported)

# isort: split
import graphops.fill_slots as _fill_slots  # noqa: F401
from graphops import eager, errors, ops, raw_ops
from graphops.autodiff.gradients import gradients
from graphops.build.constants import constant, placeholder
from graphops.build.scope import Scope
from graphops.build.scopes import as_default, colocate_with, control_dependencies, device, name_scope
from graphops.graph.graph import Graph, Node, Tensor, get_default_graph, reset_default_graph
from graphops.plan.session_config import RunOptions, SessionConfig
from graphops.plan.trace import RunMetadata
from graphops.session.session import ClientSession, Session, get_default_session
from graphops.version import __version__ as __version__
from graphops_registry.dtypes import (
    DType,
    as_dtype,
    bfloat16,
    bool_,
    complex64,
    complex128,
    float4_e2m1fn,
    float8_e4m3b11fnuz,
    float8_e4m3fn,
    float8_e4m3fnuz,
    float8_e5m2,
    float8_e5m2fnuz,
    float16,
    float32,
    float64,
    int2,
    int4,
    int8,
    int16,
    int32,
    int64,
    qint8,
    qint16,
    qint32,
    quint8,
    quint16,
    resource,
    string,
    uint2,
    uint4,
    uint8,
    uint16,
    uint32,
    uint64,
    variant,
)
from graphops_registry.errors import GraphopsError
from graphops_registry.shape import TensorShape

if TYPE_CHECKING:
    import graphops.build.nn as nn
    import graphops.compat as compat
    import graphops.extend as extend
    import graphops.testing as testing
    import graphops.train as train
    from graphops.build.variables import (
        Variable,
        global_variables,
        global_variables_initializer,
        trainable_variables,
        variables_initializer,
    )

# TensorFlow's other names for dtypes.
half = float16
float = float32  # noqa: A001
double = float64
bool = bool_  # noqa: A001

# Loaded when they are first asked for.
_LAZY_MODULES = frozenset({"checkpoint", "cluster", "compat", "extend", "nn", "testing", "train"})
_LAZY_NAMES = {
    "case": "graphops.build.control_flow",
    "cond": "graphops.build.control_flow",
    "switch_case": "graphops.build.control_flow",
    "while_loop": "graphops.build.control_flow",
    "GraphDef": "graphops.interchange.graph_def",
    "LoadLimits": "graphops.interchange.graph_def.limits",
    "import_graph_def": "graphops.interchange.graph_def",
    "load_graph": "graphops.interchange.graph_def",
    "load_saved_model": "graphops.interchange.saved_model",
    "save_graph": "graphops.interchange.graph_def",
    "Variable": "graphops.build.variables",
    "global_variables": "graphops.build.variables",
    "global_variables_initializer": "graphops.build.variables",
    "trainable_variables": "graphops.build.variables",
    "variables_initializer": "graphops.build.variables",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY_MODULES:
        return import_module(f"graphops.{name}")
    if name in _LAZY_NAMES:
        value = getattr(import_module(_LAZY_NAMES[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'graphops' has no attribute '{name}'", name=name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY_MODULES, *_LAZY_NAMES} - {"_LAZY_MODULES", "_LAZY_NAMES"})


__all__ = [
    "ClientSession",
    "DType",
    "Graph",
    "GraphDef",
    "GraphopsError",
    "LoadLimits",
    "Node",
    "RunMetadata",
    "RunOptions",
    "Scope",
    "Session",
    "SessionConfig",
    "Tensor",
    "TensorShape",
    "Variable",
    "as_default",
    "as_dtype",
    "bfloat16",
    "bool",
    "case",
    "checkpoint",
    "colocate_with",
    "compat",
    "complex64",
    "complex128",
    "cond",
    "constant",
    "control_dependencies",
    "device",
    "double",
    "eager",
    "errors",
    "extend",
    "float",
    "float4_e2m1fn",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float16",
    "float32",
    "float64",
    "get_default_graph",
    "get_default_session",
    "global_variables",
    "global_variables_initializer",
    "gradients",
    "half",
    "import_graph_def",
    "int2",
    "int4",
    "int8",
    "int16",
    "int32",
    "int64",
    "load_graph",
    "load_saved_model",
    "name_scope",
    "nn",
    "ops",
    "placeholder",
    "qint8",
    "qint16",
    "qint32",
    "quint8",
    "quint16",
    "raw_ops",
    "reset_default_graph",
    "resource",
    "save_graph",
    "string",
    "switch_case",
    "testing",
    "train",
    "trainable_variables",
    "uint2",
    "uint4",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "variables_initializer",
    "variant",
    "while_loop",
]
