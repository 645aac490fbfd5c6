"""``tf.contrib`` of TensorFlow 1.15: the modules of it that scripts use most.

Each module is loaded when somebody asks for it. Begin with :mod:`.layers`; what is not here says what to use instead.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

_MODULES = frozenset(
    [
        "crf",
        "distributions",
        "framework",
        "image",
        "layers",
        "learn",
        "legacy_seq2seq",
        "lookup",
        "losses",
        "metrics",
        "opt",
        "rnn",
        "seq2seq",
        "slim",
        "tensorboard",
        "training",
    ]
)
# Modules all of whose names are somewhere else.
_SAME = {"data": "data.experimental", "eager": "", "signal": "signal"}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"graphops.compat.v1.contrib.{name}")
    if name in _SAME:
        return import_module(f"graphops.compat.v1.{_SAME[name]}".rstrip("."))
    raise missing("contrib", name)


def __dir__() -> list[str]:
    return sorted({*_MODULES, *_SAME})
