"""A graph in other forms: GraphDef, pictures, networkx."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from graphops.graph.node import Node
from graphops.graph.slots import GRAPH_DEFS, PICTURES

if TYPE_CHECKING:
    import os
    from pathlib import Path

    import networkx


class GraphViews:
    """The methods of a graph that show it. Upper rooms do the work: see :mod:`graphops.graph.slots`."""

    @property
    def nodes(self) -> Sequence[Node]:
        """All nodes in the order of their creation."""
        raise NotImplementedError

    def as_graph_def(self, *, add_shapes: bool = False) -> Any:
        """The graph as a GraphDef message, which has ``SerializeToString()``.

        Args:
            add_shapes: also write the static shapes of all outputs, as ``_output_shapes``.
        """
        return GRAPH_DEFS.to_graph_def(self, add_shapes=add_shapes)

    def to_svg(self, scope: str | None = None, *, most_nodes: int = 500) -> str:
        """A picture of the graph: a box for each node, scopes as frames, dtypes and shapes on the edges.

        Args:
            scope: draw only what is within this name scope, and what its inputs come from.
            most_nodes: beyond which the picture would be of no use.

        Raises:
            InvalidArgumentError: more nodes than that.
            NotFoundError: no node is in ``scope``.
        """
        return PICTURES.to_svg(self, scope=scope, most_nodes=most_nodes)

    def show(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        title: str = "",
        trace: object = None,
        open_browser: bool = True,
    ) -> Path:
        """Write the graph as one HTML file to look at, and open it: searchable, name scopes that open and close.

        Args:
            path: of the file; default a new temporary one.
            title: over the graph.
            trace: the RunMetadata of a run (``Session.run(..., run_metadata=...)``): nodes are coloured by the time
                that they took.
            open_browser: whether to open it; where there is no browser, open the file elsewhere.

        Returns:
            Where the file is. It holds no values of large constants.

        Raises:
            NotFoundError: a ``path`` that cannot be written to.
            InvalidTypeError: a ``trace`` that is none.
            UnimplementedError: a name or an attr that a page cannot hold.
        """
        return PICTURES.show(self, path, title, trace, open_browser)

    def _repr_html_(self) -> str | None:
        return PICTURES.notebook_html(self)

    def to_networkx(self) -> networkx.MultiDiGraph[str]:
        """The graph as a networkx MultiDiGraph.

        Nodes are names with ``type``, ``device`` and ``attrs``; an edge carries ``output``, ``input`` (indices),
        ``dtype`` and ``shape``, or ``control=True``.
        """
        import networkx as nx

        result: networkx.MultiDiGraph[str] = nx.MultiDiGraph()
        for node in self.nodes:
            result.add_node(node.name, type=node.type, device=node.device, attrs=dict(node.attrs))
        for node in self.nodes:
            for index, tensor in enumerate(node.inputs):
                result.add_edge(
                    tensor.node.name,
                    node.name,
                    output=tensor.index,
                    input=index,
                    dtype=tensor.dtype.name,
                    shape=str(tensor.shape),
                    control=False,
                )
            for control in node.control_inputs:
                result.add_edge(control.name, node.name, control=True)
        return result
