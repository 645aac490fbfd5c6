"""Node and Tensor: what a graph is made of.

* A :class:`Node` is an op with its inputs, attrs, control inputs and device: TensorFlow's ``Operation``.
* A :class:`Tensor` is one output of a node, named ``"node:0"``: a promise of a value, never the value itself.

Neither changes after it was made, but for the late inputs of ``Merge`` and a tensor's shape, which ``set_shape`` can
refine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from graphops.graph.not_pickled import NotPickled
from graphops.graph.operators import Operators
from graphops.graph.slots import SESSIONS
from graphops.graph.user_frame import UserFrame
from graphops_registry.dtypes import DType
from graphops_registry.errors import GraphopsError, NotFoundError, nearest
from graphops_registry.op_def import Op, OpDef
from graphops_registry.shape import TensorShape

if TYPE_CHECKING:
    from graphops.graph.graph import Graph


def shape_in(graph: Graph, shape: TensorShape) -> TensorShape:
    """``shape`` as users of ``graph`` see it."""
    if not graph.tensorflow_1:
        return shape
    from graphops.graph.tensor_shape_v1 import shape_v1

    return shape_v1(shape)


def _plain(shape: TensorShape) -> TensorShape:
    return shape if type(shape) is TensorShape else TensorShape.of(shape.dims)


class Tensor(Operators, NotPickled):
    """One output of a node.

    Attributes:
        node: the node that computes it.
        index: which output of the node.
        dtype: its DType.
        shape: what is known of its shape; in a graph that follows TensorFlow 1 with the methods that it has there.
        plain_shape: the same, always a plain TensorShape, which graphops itself reads.
        name: ``"node:index"``.
    """

    __slots__ = ("dtype", "folded", "index", "node", "plain_shape")
    instead = "hand on its name and the graph's GraphDef, graph.as_graph_def().SerializeToString()"

    def __init__(self, node: Node, index: int, dtype: DType, shape: TensorShape) -> None:
        self.node = node
        self.index = index
        self.dtype = dtype
        self.plain_shape = _plain(shape)
        self.folded: Any = None  # kept by graphops.graph.constant_value

    @property
    def name(self) -> str:
        return f"{self.node.name}:{self.index}"

    @property
    def op(self) -> Node:
        """The node, by TensorFlow's name for it."""
        return self.node

    @property
    def graph(self) -> Graph:
        return self.node.graph

    @property
    def device(self) -> str:
        return self.node.device

    @property
    def shape(self) -> TensorShape:
        return shape_in(self.node.graph, self.plain_shape)

    def get_shape(self) -> TensorShape:
        return self.shape

    def set_shape(self, shape: object) -> None:
        """Refine the static shape.

        Raises:
            InvalidArgumentError: ``shape`` contradicts what is known.
        """
        wanted = TensorShape(shape)  # type: ignore[arg-type]
        self.plain_shape = self.plain_shape.merge_with(wanted)

    def replace_shape(self, shape: TensorShape) -> None:
        """Forget what was known of the shape: for a Merge whose loop changes it, and for copies of nodes."""
        self.plain_shape = _plain(shape)

    def consumers(self) -> list[Node]:
        """The nodes that take this tensor as an input, in the order of their creation."""
        return [node for node in self.graph.nodes if any(tensor is self for tensor in node.inputs)]

    def eval(self, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> Any:
        """The value, computed by ``session`` or by the default session."""
        return SESSIONS.default_session(session, self.graph, "eval()").run(self, feed_dict)

    def __repr__(self) -> str:
        return f"<graphops.Tensor '{self.name}' shape={self.plain_shape} dtype={self.dtype.name}>"

    def __graphops_tensor__(self) -> Tensor:
        return self


class Node(NotPickled):
    """An op in a graph.

    Attributes:
        name: unique in the graph.
        op: the registered :class:`~graphops_registry.op_def.Op`.
        inputs: the tensors it takes, flat.
        control_inputs: nodes that must run first.
        attrs: complete, canonical attrs.
        outputs: its tensors.
        device: the requested device as a string, ``""`` for any.
        graph: where it lives.
        made_at: the user's line that made it; for a node of a gradient, the line of ``gradients()``.
        forward: for a node of a gradient, the node that it is the gradient of.
        id: its number in the order of creation.
        reads_own_files: whether it may read and write any file, because the user's own code made it for that file.
    """

    __slots__ = (
        "attrs", "control_inputs", "device", "earlier", "forward", "graph", "id", "inputs", "made_at", "name", "op",
        "outputs", "reads_own_files",
    )  # fmt: skip
    instead = "hand on its name and the graph's GraphDef, graph.as_graph_def().SerializeToString()"

    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]

    def __init__(
        self,
        graph: Graph,
        number: int,
        name: str,
        op: Op,
        inputs: tuple[Tensor, ...],
        control_inputs: tuple[Node, ...],
        attrs: Mapping[str, Any],
        device: str,
        made_at: UserFrame | None,
        forward: Node | None,
    ) -> None:
        self.graph = graph
        self.id = number
        self.name = name
        self.op = op
        self.inputs = inputs
        self.control_inputs = control_inputs
        self.attrs = attrs
        self.device = device
        self.made_at = made_at
        self.forward = forward
        self.outputs = ()
        self.reads_own_files = False
        # What it was before gradients extended it: attrs, inputs and outputs each time.
        self.earlier: tuple[tuple[Mapping[str, Any], tuple[Tensor, ...], tuple[Tensor, ...]], ...] = ()

    def without_extension(self, unused: Callable[[Tensor], bool]) -> Node:
        """The node as it was before gradients gave it outputs that are all ``unused``; itself if there are none."""
        for attrs, inputs, outputs in self.earlier:
            if all(map(unused, self.outputs[len(outputs) :])):
                node = Node(
                    self.graph, self.id, self.name, self.op, inputs, self.control_inputs, attrs, self.device,
                    self.made_at, self.forward,
                )  # fmt: skip
                node.outputs = outputs
                return node
        return self

    @property
    def type(self) -> str:
        """The op's name."""
        return self.op.name

    @property
    def op_def(self) -> OpDef:
        return self.op.op_def

    def get_attr(self, name: str) -> Any:
        """The value of an attr.

        Raises:
            NotFoundError: the node has no such attr.
        """
        try:
            return self.attrs[name]
        except KeyError:
            known = nearest(name, self.attrs)
            raise NotFoundError(f"node '{self.name}' (op '{self.type}') has no attr '{name}'{known}").concerns(
                op=self.type, argument=name, node=self.name
            ) from None

    def has_attr(self, name: str) -> bool:
        return name in self.attrs

    def input(self, argument: str) -> Tensor:
        """The tensor of a single-tensor input, by the argument's name."""
        tensor: Tensor = self.inputs[self.op_def.input_slices(self.attrs)[argument].start]
        return tensor

    @property
    def colocation_groups(self) -> tuple[str, ...]:
        """Names of the nodes whose device it shares, itself included when it shares none."""
        classes = self.attrs.get("_class", ())
        found = tuple(entry[5:] for entry in classes if isinstance(entry, str) and entry.startswith("loc:@"))
        return found or (self.name,)

    def run(self, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> None:
        """Run the node in ``session`` or in the default session."""
        SESSIONS.default_session(session, self.graph, "run()").run(self, feed_dict)

    def set_late_input(self, index: int, tensor: Tensor) -> None:
        """Connect an input of a ``Merge`` to a tensor made after it: the way to close a loop.

        Raises:
            InvalidArgumentError: the node is no Merge, or dtype, shape or graph do not fit.
        """
        self.graph.set_late_input(self, index, tensor)

    def describe(self) -> str:
        """``grad = Conv3D[strides=[1, 1, 1, 1, 1], ...](x:0, w:0)``, for notes on errors."""
        from graphops_registry.attr import attr_text
        from graphops_registry.errors import shorten

        attrs = ", ".join(f"{key}={shorten(attr_text(value), 80)}" for key, value in self.attrs.items())
        names = [*(t.name for t in self.inputs), *(f"^{n.name}" for n in self.control_inputs)]
        inputs = ", ".join(names[:_MOST_SHOWN]) + (
            f" and {len(names) - _MOST_SHOWN} more" if names[_MOST_SHOWN:] else ""
        )
        return f"{self.name} = {self.type}[{attrs}]({inputs})"

    def __repr__(self) -> str:
        return f"<graphops.Node '{self.name}' type={self.type}>"


_MOST_SHOWN = 12  # inputs in a note


def add_node_notes(error: BaseException, node: Node, inputs: Sequence[str]) -> None:
    """Add what a user needs to find the fault: the node, what came in, and the line that made it."""
    added = node.graph.has_node(node)
    if isinstance(error, GraphopsError):
        known = {"node": node.name, "function": node.graph.function_name or None} if added else {}
        error.concerns(op=node.type, **known)
    error.add_note(f"at node {node.describe()}" if added else f"while adding {node.describe()}")
    if inputs:
        more = f" and {len(inputs) - _MOST_SHOWN} more" if len(inputs) > _MOST_SHOWN else ""
        error.add_note(f"  inputs: {', '.join(inputs[:_MOST_SHOWN])}{more}")
    if node.made_at is not None:
        error.add_note(f"  made at {node.made_at}")
    if node.forward is not None:
        error.add_note(f"  as gradient of '{node.forward.name}', made at {node.forward.made_at}")
