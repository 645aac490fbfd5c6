"""Slots: how code of a lower package calls code of an upper one without importing it.

Some methods of low-level classes need upper packages: ``Tensor.eval`` needs a Session, ``Graph.to_svg`` a drawing.
Imports run down only, so such a method calls a slot.  :mod:`graphops.fill_slots` says which module is behind each slot;
that module is imported at the first call.

There are at most ten slots; a test counts them.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

if TYPE_CHECKING:
    import numpy as np

    from graphops.graph.graph import Graph
    from graphops.graph.node import Node, Tensor


class Slot:
    """A module of an upper package. Its functions are attributes of the slot."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._module: str | Any = None

    def fill(self, module: str) -> None:
        """Say which module is behind the slot; it is imported when it is first needed."""
        self._module = module

    def __getattr__(self, function: str) -> Any:
        module = self._module
        if isinstance(module, str):
            module = self._module = import_module(module)
        return getattr(module, function)


class Operators(Protocol):
    """The nodes that Python's operators add. At least one operand is a tensor or is used as one."""

    def binary(self, op: str, x: object, y: object) -> Tensor: ...
    def unary(self, op: str, argument: str, x: Any) -> Tensor: ...
    def logical(self, op: str, bitwise: str, x: object, y: object) -> Tensor: ...
    def true_division(self, x: object, y: object) -> Tensor: ...
    def matmul(self, x: object, y: object) -> Tensor: ...
    def sliced(self, tensor: Tensor, item: Any) -> Tensor: ...


class Constants(Protocol):
    """Computing a node whose operands are constants."""

    def computed(
        self, node: Node, operands: list[np.ndarray[Any, Any]], most_bytes: int
    ) -> list[np.ndarray[Any, Any]] | None: ...


class Sessions(Protocol):
    """The Session that ``eval()`` and ``run()`` use."""

    def default_session(self, session: Any, graph: Graph, what: str) -> Any: ...


class GraphDefs(Protocol):
    """A graph in TensorFlow's format."""

    def to_graph_def(self, graph: Any, *, add_shapes: bool) -> Any: ...


class Pictures(Protocol):
    """Drawing a graph."""

    def to_svg(self, graph: Any, *, scope: str | None, most_nodes: int) -> str: ...
    def show(self, graph: Any, path: Any, title: str, trace: Any, open_browser: bool) -> Path: ...
    def notebook_html(self, graph: Any) -> str | None: ...


class Inspection(Protocol):
    """Looking at a plan and its runs."""

    def explain(self, plan: Any, store: Any, arrays: Any) -> str: ...
    def plan_as_python(self, plan: Any, wanted: Any) -> str: ...
    def compare(self, plan: Any, values: Any, run: Any, against: str) -> Any: ...  # a Comparison
    def as_debug(self, value: object) -> Any: ...
    def note_repro(self, error: BaseException, folder: Any, node: Node, attrs: Any, inputs: Any) -> None: ...


class Files(Protocol):
    """The files that nodes may read and write."""

    def NodeFiles(self, folders: Any = None, write: bool = True) -> Any: ...  # a class


class Clusters(Protocol):
    """Running on other machines."""

    def on_cluster(self, base: Any) -> Any: ...
    def map_chunks(self, session: Any, fetches: Any, feed_dict: Any, *, halo: Any, chunks: Any, dtype: Any) -> Any: ...


class Benchmarks(Protocol):
    """Timing one op."""

    @property
    def benchmark(self) -> Any: ...


OPERATORS: Final = cast(Operators, Slot("operators"))
CONSTANTS: Final = cast(Constants, Slot("constants"))
SESSIONS: Final = cast(Sessions, Slot("sessions"))
GRAPH_DEFS: Final = cast(GraphDefs, Slot("graph_defs"))
PICTURES: Final = cast(Pictures, Slot("pictures"))
INSPECTION: Final = cast(Inspection, Slot("inspection"))
NODE_FILES: Final = cast(Files, Slot("node_files"))
CLUSTERS: Final = cast(Clusters, Slot("clusters"))
BENCHMARKS: Final = cast(Benchmarks, Slot("benchmarks"))
