"""What a recorded graph is: how TensorFlow builds it, and the runs whose values are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Run:
    """One ``session.run``: names of tensors to fetch, names of nodes to run, values by name of tensor."""

    fetches: tuple[str, ...]
    feeds: dict[str, Any] = field(default_factory=dict)
    targets: tuple[str, ...] = ()


@dataclass(frozen=True)
class Program:
    """A graph and its runs, which happen one after the other in one session.

    Attributes:
        build: adds the nodes to the default graph; gets the ``tensorflow`` module.
        v2: whether conditionals and loops become functions, and variables resources.
        text: kept in the text form.
    """

    build: Callable[[Any], list[Run]]
    v2: bool = False
    text: bool = False
