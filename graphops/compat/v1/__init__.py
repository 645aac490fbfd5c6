"""``import graphops.compat.v1 as tf``: the part of TensorFlow 1's API that its scripts use most.

``docs/reference/compat_v1.md`` lists the names, and what is different. Other names raise an AttributeError.

The modules here are those that scripts name; ``functions`` and ``networks`` are what they are made of.
"""

from __future__ import annotations

from importlib import import_module
from types import FunctionType
from typing import Any

from graphops.build.tensor_array import TensorArray
from graphops.compat.v1 import linalg, math, nn, raw_ops
from graphops.compat.v1.composed import PLACES as _COMPOSED
from graphops.compat.v1.composed import composed as _composed
from graphops.compat.v1.functions import (
    arithmetic,
    arrays,
    casts,
    checks,
    clipping,
    control_flow,
    decoding,
    examples,
    framework,
    functional,
    indexing,
    joining,
    marked,
    matrices,
    own_gradients,
    python_functions,
    quantized,
    reductions,
    serialized,
    session,
    shared,
    sparse_reductions,
    sparse_tensor,
    tables,
    texts,
    variables,
)
from graphops.compat.v1.functions import sparse as sparse_functions
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.queues import accumulators, own_files, queue, readers
from graphops.graph.graph import Node as Operation
from graphops.train.collection_keys import GraphKeys
from graphops.train.get_variable import get_local_variable as _get_local_variable
from graphops.train.get_variable import get_variable as _get_variable
from graphops.train.get_variable import no_regularizer
from graphops.train.variable_scope import (
    AUTO_REUSE,
    VariableScope,
    get_variable_scope,
    variable_op_scope,
    variable_scope,
)

newaxis = None
__version__ = VERSION = "1.15.5"  # the last TensorFlow that had these names: scripts look at it
get_variable = marked.marking(_get_variable)
get_local_variable = marked.marking(_get_local_variable)
Variable = marked.Variable
_MODULES = frozenset(
    [
        "app",
        "bitwise",
        "compat",
        "contrib",
        "data",
        "debugging",
        "distributions",
        "dtypes",
        "errors",
        "estimator",
        "feature_column",
        "flags",
        "gfile",
        "graph_util",
        "image",
        "initializers",
        "io",
        "keras",
        "layers",
        "logging",
        "lookup",
        "losses",
        "manip",
        "metrics",
        "nest",
        "python_io",
        "quantization",
        "random",
        "resource_loader",
        "sets",
        "signal",
        "sparse",
        "spectral",
        "strings",
        "summary",
        "test",
        "train",
    ]
)
_PARTS = (
    matrices,
    arrays,
    joining,
    arithmetic,
    casts,
    clipping,
    reductions,
    indexing,
    linalg,
    control_flow,
    functional,
    checks,
    own_gradients,
    python_functions,
    quantized,
    variables,
    session,
    framework,
    sparse_functions,
    sparse_reductions,
    sparse_tensor,
    examples,
    decoding,
    texts,
    queue,
    own_files,
    readers,
    serialized,
    accumulators,
)
_RANDOM = {
    "get_seed": "get_seed",
    "multinomial": "multinomial",
    "random_gamma": "gamma",
    "random_normal": "normal",
    "random_poisson": "poisson",
    "random_shuffle": "shuffle",
    "random_uniform": "uniform",
    "set_random_seed": "set_random_seed",
    "truncated_normal": "truncated_normal",
}
_INITIALIZERS = frozenset(
    [
        "constant",
        "glorot_normal",
        "glorot_uniform",
        "ones",
        "orthogonal",
        "random_normal",
        "random_uniform",
        "truncated_normal",
        "uniform_unit_scaling",
        "variance_scaling",
        "zeros",
    ]
)
_TRANSFORMS = frozenset(["fft", "fft2d", "fft3d", "ifft", "ifft2d", "ifft3d"])
_SHARED = frozenset(shared.names())
_MESSAGES = frozenset(
    {"AttrValue", "Event", "HistogramProto", "NameAttrList", "NodeDef", "SessionLog", "Summary", "SummaryMetadata"}
)
# tf.linalg has functions of its own under these names, or alone.
_NOT_HERE = frozenset({"eye", "transpose", "diag", "expm", "logm", "sqrtm"})
_IN = {name: part for part in reversed(_PARTS) for name in part.__all__ if part is not linalg or name not in _NOT_HERE}


def __getattr__(name: str) -> Any:
    value = _find(name)
    if isinstance(value, FunctionType):
        value = marked.marking(value)
    globals()[name] = value
    return value


def _find(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"graphops.compat.v1.{name}")
    if name in _IN:
        return getattr(_IN[name], name)
    if name in _COMPOSED:
        return _composed(name)
    if name in tables.FUNCTIONS:
        return tables.function(name)
    if name in _RANDOM:
        return getattr(import_module("graphops.compat.v1.random"), _RANDOM[name])
    if name == "random_crop":
        return import_module("graphops.compat.v1.image").random_crop
    if name in _TRANSFORMS:
        return getattr(import_module("graphops.compat.v1.signal"), name)
    if name.endswith("_initializer") and name.removesuffix("_initializer") in _INITIALIZERS:
        return getattr(import_module("graphops.compat.v1.initializers"), name.removesuffix("_initializer"))
    if name == "OpError":
        return import_module("graphops.compat.v1.errors").OpError
    if name in _MESSAGES:
        return getattr(import_module("graphops.interchange.graph_def.messages"), name)
    if name in _SHARED:
        return shared.shared(name)
    raise missing("", name)


def __dir__() -> list[str]:
    return sorted(
        {
            *__all__,
            *shared.names(),
            *_MODULES,
            *_IN,
            *_COMPOSED,
            *tables.FUNCTIONS,
            *_RANDOM,
            *_MESSAGES,
            *_TRANSFORMS,
            "OpError",
            "random_crop",
        }
        | {f"{name}_initializer" for name in _INITIALIZERS}
    )


__all__ = [
    "AUTO_REUSE",
    "VERSION",
    "GraphKeys",
    "Operation",
    "TensorArray",
    "Variable",
    "VariableScope",
    "__version__",
    "get_local_variable",
    "get_variable",
    "get_variable_scope",
    "linalg",
    "math",
    "newaxis",
    "nn",
    "no_regularizer",
    "raw_ops",
    "variable_op_scope",
    "variable_scope",
]
