"""Which modules of graphops have the names of a module of TensorFlow 1.

TensorFlow's inner modules, ``tensorflow.python.ops.math_ops`` and the like, are where its public functions are defined;
scripts import them from there.  So such a module has the names of several public ones here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

VERSION_1: Final = "graphops.compat.v1"

_PACKAGES: Final = frozenset({"compat", "contrib", "core", "examples", "examples.tutorials", "python"})
_INNER: Final = (
    "", "nn", "train", "layers", "initializers", "nn.rnn_cell", "losses", "math", "linalg", "random", "summary",
)  # fmt: skip
# Names after "tensorflow." -> modules of compat.v1 that have what is in there, the first one that has a name wins.
_PLACES: Final[dict[str, Sequence[str]]] = {
    "": ("",),
    "compat": ("compat",),
    "compat.v1": ("",),
    "contrib.data": ("data.experimental", "data"),
    "contrib.eager": ("",),
    "contrib.framework": ("contrib.framework", "", "train"),
    "contrib.layers": ("contrib.layers", "contrib.framework", "layers", "initializers", "losses"),
    "contrib.learn.datasets.mnist": ("mnist",),
    "contrib.learn.python.learn.datasets.mnist": ("mnist",),
    "contrib.learn.python.learn.datasets.base": ("contrib.learn.datasets.base",),
    "contrib.learn.python.learn.datasets": ("contrib.learn.datasets",),
    "contrib.learn.python.learn.preprocessing": ("contrib.learn.preprocessing",),
    "contrib.rnn": ("contrib.rnn", "nn.rnn_cell", "nn"),
    "examples.tutorials.mnist.input_data": ("mnist",),
    "python.client.timeline": ("training.timeline",),
    "python.framework.dtypes": ("",),
    "python.framework.errors": ("errors",),
    "python.framework.errors_impl": ("errors",),
    "python.framework.test_util": ("test",),
    "python.platform.app": ("app",),
    "python.platform.flags": ("flags",),
    "python.lib.io.file_io": ("gfile",),
    "python.lib.io.tf_record": ("python_io",),
    "python.platform.gfile": ("gfile",),
    "python.platform.googletest": ("test",),
    "python.platform.resource_loader": ("resource_loader",),
    "python.platform.test": ("test",),
    "python.platform.tf_logging": ("logging",),
    "python.util.compat": ("compat",),
}
_IN_CONTRIB: Final = re.compile(r"(contrib\.\w+)\.python\b")


def places(name: str) -> Sequence[str]:
    """The modules of ``compat.v1`` that have the names of a module of TensorFlow.

    Args:
        name: after ``tensorflow.``; empty for TensorFlow itself.

    Returns:
        Names after ``graphops.compat.v1.``, empty for ``compat.v1`` itself.
    """
    name = name.removeprefix("_api.v1.").removeprefix("compat.v1.")
    if name in _PLACES:
        return _PLACES[name]
    inner = _IN_CONTRIB.match(name)
    if inner is not None:  # tensorflow.contrib.layers.python.layers.initializers
        return (f"{inner[1]}.{name.rpartition('.')[2]}", *places(inner[1]))
    if name.startswith("contrib."):
        return (name,)
    if name.startswith("python.keras."):
        return (name.removeprefix("python."),)
    if name.startswith("python."):
        return () if is_package(name) else _INNER
    return () if name.partition(".")[0] in _PACKAGES else (name,)


def is_package(name: str) -> bool:
    """Whether a module of TensorFlow, ``name`` after ``tensorflow.``, has only other modules: ``python.framework``."""
    return name in _PACKAGES or (name.startswith("python.") and name.count(".") == 1)
