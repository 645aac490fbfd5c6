"""``tf.contrib.tensorboard.plugins``: the projector of embeddings."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing


def __getattr__(name: str) -> Any:
    if name == "projector":
        return import_module("graphops.compat.v1.contrib.tensorboard.plugins.projector")
    raise missing("contrib.tensorboard.plugins", name)


def __dir__() -> list[str]:
    return ["projector"]
