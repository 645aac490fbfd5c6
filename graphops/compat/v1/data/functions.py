"""Functions of elements: traced once into a graph of their own, and run for each element."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.data.running import Running
from graphops.compat.v1.data.structure import Element, Leaf, dataset_leaf, flatten, leaf_array, map_leaves
from graphops.graph.body_graph import BodyGraph, has_effect
from graphops.graph.graph import Tensor, get_default_graph
from graphops.plan.session_config import SessionConfig
from graphops.session.session import Session
from graphops_registry.errors import GraphopsError, InvalidTypeError


class Traced:
    """A function as a graph.

    Args:
        function: takes tensors (or data sets) in the structure of ``arguments``; a tuple is taken apart.
        arguments: the structures of what it takes: one for an element, two for a state and an element.
        what: names it in errors, ``"map_func of Dataset.map()"``.
        to_dataset: makes a data set of a tensor and the structure of its elements, for arguments.
        apart: whether a tuple is taken apart.

    Attributes:
        inputs: tensors around it that it reads.
        structure: of what it gives.

    Raises:
        InvalidTypeError: it is no function, or gives something that is no tensor.
    """

    def __init__(
        self,
        function: Any,
        arguments: Sequence[Any],
        what: str,
        to_dataset: Callable[[Tensor, Any], Any],
        apart: bool = True,
    ) -> None:
        if not callable(function):
            raise InvalidTypeError(f"{what} must be a function, got {function!r}")
        self.what = what
        self.name = getattr(function, "__name__", type(function).__name__)
        self._graph = BodyGraph(get_default_graph())
        with self._graph.as_default():
            self._arguments: list[Tensor] = []
            given = [map_leaves(lambda leaf: self._argument(leaf, to_dataset), structure) for structure in arguments]
            if apart and len(given) == 1 and type(given[0]) is tuple:
                given = list(given[0])
            found = function(*given)
            if isinstance(found, list):  # what py_func and split give: several tensors, not one
                found = tuple(found)
            if found is None:
                raise InvalidTypeError(f"{what} must return tensors, got None")
            tensors: list[Tensor] = []
            self.structure = map_leaves(lambda value: self._result(value, tensors), found)
            self._results = tensors
        self.inputs = list(self._graph.captures)

    def _argument(self, leaf: Leaf, to_dataset: Callable[[Tensor, Any], Any]) -> Any:
        tensor = self._graph.argument(leaf.dtype, leaf.shape, f"args_{len(self._arguments)}")
        self._arguments.append(tensor)
        return tensor if leaf.elements is None else to_dataset(tensor, leaf.elements)

    def _result(self, value: Any, tensors: list[Tensor]) -> Leaf:
        to_tensor = getattr(value, "variant_tensor", None)
        if to_tensor is not None:
            tensors.append(to_tensor())
            return dataset_leaf(value.structure)
        try:
            tensor = as_tensor(value)
        except GraphopsError as error:
            error.add_note(f"while converting what {self.what} returned")
            raise
        if tensor.graph is not self._graph:
            tensor = self._graph.adopt(tensor)
        tensors.append(tensor)
        return Leaf(tensor.dtype.base, tensor.plain_shape)

    def scalar(self, dtype: Any) -> None:
        """Check that it gives one scalar.

        Raises:
            InvalidTypeError: something else.
        """
        leaves = flatten(self.structure)
        rank = leaves[0].shape.rank
        if len(leaves) != 1 or leaves[0].dtype is not dtype or rank not in (None, 0):
            raise InvalidTypeError(f"{self.what} must return a scalar of {dtype.name}, got {self.structure!r}")

    def begin(self, running: Running) -> Callable[[Sequence[Any]], Element]:
        """The function of arrays; several threads may call it."""
        folders = running.core.files.folders
        config = SessionConfig(file_folders=folders, memory_limit=running.core.memory_limit)
        session = Session(self._graph, config=config, variables=running.core.resources.variables)
        running.core.on_close(session.cancel)
        running.core.on_close(session.close)
        captured = {inner: running.value(outer) for outer, inner in self._graph.captures.items()}
        fed = [*self._arguments, *captured]
        effects = [node for node in self._graph.nodes if has_effect(node)]
        call = session.make_callable([*self._results, *effects], fed)
        others = list(captured.values())
        types = [tensor.dtype for tensor in self._results]

        def run(element: Sequence[Any]) -> Element:
            found = call(*element, *others)
            return tuple(leaf_array(value, dtype) for value, dtype in zip(found, types, strict=False))

        return run


class Counted:
    """A function that is called for one element after the other: its errors say for which.

    Args:
        traced: the function.
        running: the iteration.
    """

    def __init__(self, traced: Traced, running: Running) -> None:
        self._traced = traced
        self._call = traced.begin(running)
        self._core = running.core
        self._count = 0
        self._lock = threading.Lock()

    def number(self) -> int:
        """The place of the next element, from 0 on."""
        with self._lock:
            self._count += 1
            return self._count - 1

    def __call__(self, element: Sequence[Any], place: int | None = None) -> Element:
        """What the function gives for the arrays of an element.

        Raises:
            GraphopsError: with a note that names the element's place.
        """
        at = self.number() if place is None else place
        self._core.check()
        try:
            return self._call(element)
        except GraphopsError as error:
            error.add_note(f"in {self._traced.what} ('{self._traced.name}'), at element {at} of its input, from 0 on")
            raise


def is_true(found: Element) -> bool:
    """What a predicate gave."""
    return bool(np.asarray(found[0]))
