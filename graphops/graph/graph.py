"""Graph: nodes with unique names, built in Python and run by a Session.

A graph owns nodes in the order of their creation; every data input of a node exists before the node does, except the
late inputs of ``Merge``, which close loops.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from graphops.graph import default_graph
from graphops.graph.build_state import BuildState, merge_controls
from graphops.graph.constant_value import constant_shape, constant_value
from graphops.graph.default_graph import get_default_graph, reset_default_graph
from graphops.graph.graph_scopes import GraphScopes
from graphops.graph.graph_views import GraphViews
from graphops.graph.node import Node, Tensor, add_node_notes
from graphops.graph.not_pickled import NotPickled
from graphops.graph.user_frame import user_frame
from graphops_registry.dtypes import resource
from graphops_registry.errors import (
    AlreadyExistsError,
    FailedPreconditionError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    nearest,
    printed,
    shorten,
)
from graphops_registry.op_def import Op, lookup_op
from graphops_registry.shape import TensorShape, common_shape
from graphops_registry.shape_context import ShapeContext, infer_shapes
from graphops_registry.traits import Trait

if TYPE_CHECKING:
    from graphops.graph.functions import Function
    from graphops_registry.dtypes import DType


class Graph(GraphScopes, GraphViews, NotPickled):
    """A set of nodes with unique names, a library of functions, and the scopes that surround new nodes.

    Building is thread-safe; scopes belong to the thread that opened them.

    Args:
        library_of: the graph whose function library this one shares, as the body of a function does.
    """

    instead = "hand on graph.as_graph_def().SerializeToString(), and read it with import_graph_def()"

    def __init__(self, *, library_of: Graph | None = None) -> None:
        super().__init__()
        self._nodes: list[Node] = []
        self._by_name: dict[str, Node] = {}
        self._finalized = False
        self._changed: dict[Tensor, int] = {}  # handle -> id of the last node that may change what is behind it
        self._unfeedable: set[Tensor] = set()
        self._unfetchable: set[Node] = set()
        library = {} if library_of is None else library_of._functions  # noqa: SLF001 - another Graph
        self._functions: dict[str, Function] = library
        # Gradients of functions that were made already, shared as the library is.
        self.function_gradients: dict[Any, Any] = {} if library_of is None else library_of.function_gradients
        # Function -> its gradient function in a GraphDef; kept for when the graph is exported again.
        self.named_gradients: dict[str, str] = {} if library_of is None else library_of.named_gradients
        self.function_name = ""  # of the function whose body this is
        self.has_extended_nodes = False  # whether gradients gave a node further outputs
        self.has_late_inputs = False  # whether a node may have an input that was made after it
        self.collections: dict[str, list[Any]] = {}
        self.python_objects: list[Any] = []  # what nodes name by tokens lives as long as the graph
        self.seed: int | None = None
        self.version = 0  # grows with every change that a plan must notice
        # Whether arrays beside tensors, feeds and shapes behave as TensorFlow 1's; compat.v1 says so.
        self.tensorflow_1 = False

    # -- looking ----------------------------------------------------------------------------------------------

    @property
    def nodes(self) -> Sequence[Node]:
        """All nodes in the order of their creation."""
        return tuple(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def __bool__(self) -> bool:
        return True

    def has_name(self, name: str) -> bool:
        """Whether a node is called ``name``."""
        return name in self._by_name

    def has_node(self, node: Node) -> bool:
        """Whether ``node`` was added to this graph."""
        found = self._by_name.get(node.name)
        return found is not None and node.graph is self and found.id == node.id

    def node(self, name: str) -> Node:
        """The node called ``name``.

        Raises:
            NotFoundError: there is none.
        """
        try:
            return self._by_name[name]
        except KeyError:
            near = nearest(name, self._by_name) if len(self._by_name) < 10_000 else ""
            raise NotFoundError(f"node '{shorten(name)}' must be in the graph, got no such name{near}") from None

    def tensor(self, name: str) -> Tensor:
        """The tensor called ``"node:index"``.

        Raises:
            InvalidArgumentError: not of that form.
            NotFoundError: no such node or output.
        """
        node_name, colon, index = name.rpartition(":")
        if not colon or not index.isdecimal() or not index.isascii() or len(index) > 9:
            raise InvalidArgumentError(f"a tensor's name must have the form 'node:index', got '{shorten(name)}'")
        node = self.node(node_name)
        if int(index) >= len(node.outputs):
            raise NotFoundError(
                f"tensor '{shorten(name)}' must exist, but node '{shorten(node_name)}' has {len(node.outputs)} outputs"
            ).concerns(op=node.type, node=node.name)
        return node.outputs[int(index)]

    def as_graph_element(self, value: object) -> Tensor | Node:
        """The tensor or node that ``value`` is, if it is an object of this graph, or names.

        Raises:
            InvalidTypeError: something that is neither.
            InvalidArgumentError: an element of another graph.
            NotFoundError: an unknown name.
        """
        if isinstance(value, str):
            return self.tensor(value) if ":" in value else self.node(value)
        convert = getattr(value, "__graphops_element__", None) or getattr(value, "__graphops_tensor__", None)
        element = convert() if convert is not None else value
        if not isinstance(element, (Tensor, Node)):
            raise InvalidTypeError(f"a graph element must be a Tensor, a Node or a name, got {shorten(printed(value))}")
        if element.graph is not self and isinstance(element, Tensor) and self.takes_tensors_from_outside:
            return self.adopt(element)
        if element.graph is not self:
            raise InvalidArgumentError(f"{element!r} must be an element of this graph, but belongs to another one")
        return element

    get_operation_by_name = node
    get_tensor_by_name = tensor

    def get_operations(self) -> list[Node]:
        return list(self._nodes)

    # -- building ---------------------------------------------------------------------------------------------

    def add_node(
        self,
        op: Op | str,
        inputs: Iterable[Tensor],
        attrs: Mapping[str, Any],
        name: str | None = None,
        control_inputs: Iterable[Node] = (),
        state: BuildState | None = None,
    ) -> Node:
        """Add a node. The layer beneath ``raw_ops``: inputs are tensors, attrs are complete and checked.

        Args:
            name: within the current name scope; made unique. Ending in ``/``: used unchanged. Default: the op's.
            control_inputs: in addition to those of the surrounding scopes.
            state: the surroundings; default those of this thread.

        Raises:
            GraphopsError: the shape rule finds something wrong; a note shows the node.
        """
        if isinstance(op, str):
            op = lookup_op(op)
        if state is None:
            state = self.build_state
        with self.build_lock:
            self._check_buildable()
            flat = tuple([tensor if tensor.node.graph is self else self.adopt(tensor) for tensor in inputs])
            own_name = self.full_node_name(name or op.name.lstrip("_"), state)
            controls = merge_controls(flat, control_inputs, state.controllers)
            device, all_attrs = self.device_and_attrs(op.name, attrs, state)
            node = Node(
                self,
                len(self._nodes),
                own_name,
                op,
                flat,
                controls,
                all_attrs,
                device,
                state.made_at or user_frame(),
                state.forward,
            )
            node.outputs = self._outputs(node)
            if op.op_def.is_stateful and not op.has(Trait.ONLY_READS):
                self._changed.update((tensor, node.id) for tensor in flat if tensor.dtype is resource)
            self._nodes.append(node)
            self._by_name[own_name] = node
            self.version += 1
            for controller in state.controllers:
                controller.seen.add(node)
        return node

    # Whether tensors of another graph can be inputs here, as in the body of a function that is being written.
    takes_tensors_from_outside = False

    def is_changed_after(self, handle: Tensor, node: Node) -> bool:
        """Whether a node that may change the resource behind ``handle`` was added after ``node``."""
        return self._changed.get(handle, -1) > node.id

    def adopt(self, tensor: Tensor) -> Tensor:
        """The tensor of this graph that has the value of a tensor of another graph.

        Raises:
            InvalidArgumentError: there is none; only the body of a function takes tensors from around it.
        """
        raise InvalidArgumentError(f"inputs of a node must be in its graph, got {tensor!r} of another")

    def _check_buildable(self) -> None:
        if self._finalized:
            raise FailedPreconditionError("the graph must not be finalized to be changed")

    def _outputs(self, node: Node) -> tuple[Tensor, ...]:
        inputs = node.inputs
        references = any(tensor.dtype.is_ref for tensor in inputs)
        expected = node.op_def.input_types(node.attrs) if references else ()

        def value_of(index: int) -> Any:
            if references and inputs[index].dtype.is_ref and not expected[index].is_ref:
                return None  # the value of a variable, not the variable
            return constant_value(inputs[index])

        context = ShapeContext(
            node.op_def,
            node.attrs,
            [tensor.plain_shape for tensor in inputs],
            value_of,
            lambda index: constant_shape(inputs[index]),
        )
        try:
            shapes = infer_shapes(node.op, context)
        except GraphopsError as error:
            add_node_notes(error, node, [f"{t.name} {t.dtype.name}{t.shape}" for t in inputs])
            raise
        types = node.op_def.output_types(node.attrs)
        if node.op.has(Trait.FUNCTION_CALL):
            function = self._functions.get(node.attrs["f"])
            if function is not None and function.has_body and len(function.outputs) == len(types):
                shapes = tuple(tensor.plain_shape for tensor in function.outputs)
        return tuple(
            [Tensor(node, i, dtype, shape) for i, (dtype, shape) in enumerate(zip(types, shapes, strict=True))]
        )

    def set_late_input(self, node: Node, index: int, tensor: Tensor) -> None:
        with self.build_lock:
            self._check_buildable()
            if not node.op.has(Trait.MERGE):
                raise InvalidArgumentError(
                    f"a late input must belong to a Merge, got node '{node.name}' ({node.type})"
                ).concerns(op=node.type, node=node.name)
            if tensor.graph is not self or node.graph is not self:
                raise InvalidArgumentError("a late input must be in the graph of its Merge").concerns(
                    op=node.type, node=node.name
                )
            if not 0 <= index < len(node.inputs):
                raise InvalidArgumentError(
                    f"a late input must have an index below {len(node.inputs)}, got {index}"
                ).concerns(op=node.type, node=node.name)
            if tensor.dtype.base is not node.inputs[index].dtype.base:
                rule = f"have dtype {node.inputs[index].dtype.name}"
                raise InvalidTypeError(
                    f"late input {index} of '{node.name}' must {rule}, got {tensor.dtype.name}"
                ).concerns(op=node.type, node=node.name)
            node.inputs = (*node.inputs[:index], tensor, *node.inputs[index + 1 :])
            merged = node.outputs[0]
            if merged.plain_shape != tensor.plain_shape:  # a loop may change the shape: keep what stays the same
                merged.replace_shape(common_shape([merged.plain_shape, tensor.plain_shape]))
            self.version += 1

    def extend_node(
        self,
        node: Node,
        attrs: Mapping[str, Any],
        inputs: Iterable[Tensor] = (),
        outputs: Iterable[tuple[DType, TensorShape]] = (),
    ) -> list[Tensor]:
        """Give a node that calls a function more inputs and outputs: what gradients need of its inside.

        Args:
            attrs: that change: the function's name, and the lists of types.
            inputs: further ones, at the end.
            outputs: dtypes and shapes of further ones, at the end.

        Returns:
            The new outputs.
        """
        with self.build_lock:
            self._check_buildable()
            more = tuple(inputs)
            self.has_late_inputs = self.has_late_inputs or bool(more)
            first = len(node.outputs)
            new = [Tensor(node, first + i, dtype, shape) for i, (dtype, shape) in enumerate(outputs)]
            node.earlier = (*node.earlier, (node.attrs, node.inputs, node.outputs))
            self.has_extended_nodes = True
            node.attrs = {**node.attrs, **attrs}
            node.inputs = (*node.inputs, *more)
            node.outputs = (*node.outputs, *new)
            self.version += 1
        return new

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """What is added within, by this thread, is taken out again when an error ends the block."""
        with self.build_lock:
            count, functions = len(self._nodes), set(self._functions)
            try:
                yield
            except BaseException:
                for node in self._nodes[count:]:
                    del self._by_name[node.name]
                del self._nodes[count:]
                for name in set(self._functions) - functions:
                    del self._functions[name]
                self.version += 1
                raise

    def finalize(self) -> None:
        """Forbid any further change.

        What stands for another tensor when it is fetched, such as a variable of TensorFlow 1, adds that tensor now.
        """
        for each in [each for values in self.collections.values() for each in values]:
            if hasattr(each, "__graphops_fetched__"):
                each.__graphops_fetched__()
        self._finalized = True

    @property
    def finalized(self) -> bool:
        return self._finalized

    # -- restrictions, collections, functions -----------------------------------------------------------------

    def prevent_feeding(self, tensor: Tensor) -> None:
        with self.build_lock:
            self._unfeedable.add(tensor)
            self.version += 1

    def is_feedable(self, tensor: Tensor) -> bool:
        return tensor not in self._unfeedable

    def prevent_fetching(self, node: Node) -> None:
        with self.build_lock:
            self._unfetchable.add(node)
            self.version += 1

    def is_fetchable(self, element: Tensor | Node) -> bool:
        return (element.node if isinstance(element, Tensor) else element) not in self._unfetchable

    def add_to_collection(self, name: str, value: Any) -> None:
        self.collections.setdefault(name, []).append(value)

    def get_collection(self, name: str) -> list[Any]:
        return list(self.collections.get(name, ()))

    @property
    def functions(self) -> Mapping[str, Function]:
        """The function library."""
        return dict(self._functions)

    @property
    def functions_by_name(self) -> Mapping[str, Function]:
        """The function library itself, not a copy."""
        return self._functions

    def add_function(self, function: Function) -> None:
        """Put a function into the library.

        Raises:
            AlreadyExistsError: another function has its name.
        """
        with self.build_lock:
            self._check_buildable()
            if self._functions.setdefault(function.name, function) is not function:
                raise AlreadyExistsError(f"a function's name must be unique, but '{function.name}' exists")
            self.version += 1

    def __repr__(self) -> str:
        return f"<graphops.Graph of {len(self._nodes)} nodes>"


default_graph.new_graph = Graph

__all__ = ["BuildState", "Graph", "Node", "Tensor", "get_default_graph", "reset_default_graph"]
