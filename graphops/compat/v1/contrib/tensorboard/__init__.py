"""``tf.contrib.tensorboard``: the settings of TensorBoard's plug-ins."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing


def __getattr__(name: str) -> Any:
    if name == "plugins":
        return import_module("graphops.compat.v1.contrib.tensorboard.plugins")
    raise missing("contrib.tensorboard", name)


def __dir__() -> list[str]:
    return ["plugins"]
