"""``tf.contrib.learn.datasets``: data sets from files that you have; nothing is fetched."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing


def __getattr__(name: str) -> Any:
    if name == "base":
        return import_module("graphops.compat.v1.contrib.learn.datasets.base")
    if name == "mnist":
        return import_module("graphops.compat.v1.mnist")
    raise missing("contrib.learn.datasets", name)


def __dir__() -> list[str]:
    return ["base", "mnist"]
