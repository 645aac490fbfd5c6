"""Graph, Node, Tensor: a graph of ops, built in Python and run by a Session.

* A :class:`Node` is an op with its inputs, attrs, control inputs and device: TensorFlow's ``Operation``.
* A :class:`Tensor` is one output of a node, named ``"node:0"``: a promise of a value, never the value itself.
* A :class:`Graph` owns nodes in the order of their creation; every data input of a node exists before the node does,
  except the late inputs of ``Merge``, which close loops.

Nodes and tensors never change, but for those late inputs and a tensor's shape, which ``set_shape`` can refine.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from graphops_registry.dtypes import DType
from graphops_registry.errors import (
    AlreadyExistsError,
    FailedPreconditionError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    nearest,
)
from graphops_registry.op_def import Op, OpDef, lookup_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext, infer_shapes

from graphops.device_spec import DeviceSpec
from graphops.names import NameTable, check_node_name, check_scope_name
from graphops.operators import Operators
from graphops.user_frame import UserFrame, user_frame

if TYPE_CHECKING:
    import networkx

    from graphops.functions import Function


class Tensor(Operators):
    """One output of a node.

    Attributes:
        node: the node that computes it.
        index: which output of the node.
        dtype: its DType.
        shape: what is known of its shape.
        name: ``"node:index"``.
    """

    __slots__ = ("_shape", "dtype", "folded", "index", "node")

    def __init__(self, node: Node, index: int, dtype: DType, shape: TensorShape) -> None:
        self.node = node
        self.index = index
        self.dtype = dtype
        self._shape = shape
        self.folded: Any = None  # kept by graphops.constant_value

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
        return self._shape

    def get_shape(self) -> TensorShape:
        return self._shape

    def set_shape(self, shape: object) -> None:
        """Refine the static shape.

        Raises:
            InvalidArgumentError: ``shape`` contradicts what is known.
        """
        wanted = TensorShape(shape)  # type: ignore[arg-type]
        self._shape = self._shape.merge_with(wanted)

    def consumers(self) -> list[Node]:
        """The nodes that take this tensor as an input, in the order of their creation."""
        return [node for node in self.graph.nodes if any(tensor is self for tensor in node.inputs)]

    def eval(self, feed_dict: Mapping[Any, Any] | None = None, session: Any = None) -> Any:
        """The value, computed by ``session`` or by the default session."""
        from graphops.session import default_session

        return default_session(session, self.graph, "eval()").run(self, feed_dict)

    def __repr__(self) -> str:
        return f"<graphops.Tensor '{self.name}' shape={self._shape} dtype={self.dtype.name}>"

    def __graphops_tensor__(self) -> Tensor:
        return self


class Node:
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
    """

    __slots__ = (
        "attrs", "control_inputs", "device", "forward", "graph", "id", "inputs", "made_at", "name", "op", "outputs",
    )  # fmt: skip

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
            raise NotFoundError(f"node '{self.name}' (op '{self.type}') has no attr '{name}'{known}") from None

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
        from graphops.session import default_session

        default_session(session, self.graph, "run()").run(self, feed_dict)

    def set_late_input(self, index: int, tensor: Tensor) -> None:
        """Connect an input of a ``Merge`` to a tensor made after it: the way to close a loop.

        Raises:
            InvalidArgumentError: the node is no Merge, or dtype, shape or graph do not fit.
        """
        self.graph._set_late_input(self, index, tensor)

    def describe(self) -> str:
        """``grad = Conv3D[strides=[1, 1, 1, 1, 1], ...](x:0, w:0)``, for notes on errors."""
        from graphops_registry.attr import attr_text
        from graphops_registry.errors import shorten

        attrs = ", ".join(f"{key}={shorten(attr_text(value), 80)}" for key, value in self.attrs.items())
        inputs = ", ".join([*(t.name for t in self.inputs), *(f"^{n.name}" for n in self.control_inputs)])
        return f"{self.name} = {self.type}[{attrs}]({inputs})"

    def __repr__(self) -> str:
        return f"<graphops.Node '{self.name}' type={self.type}>"


class _Controller:
    """One ``control_dependencies`` block: its nodes, and what was made inside it and so depends on them already."""

    __slots__ = ("nodes", "seen")

    def __init__(self, nodes: tuple[Node, ...]) -> None:
        self.nodes = nodes
        self.seen: set[Node] = set()


@dataclass(frozen=True)
class BuildState:
    """What surrounds a node when it is made: immutable, so a thread or a Scope can hold one."""

    name_scope: str = ""  # without the trailing slash
    device: DeviceSpec = field(default_factory=DeviceSpec)
    controllers: tuple[_Controller, ...] = ()
    colocate_with: tuple[str, ...] = ()
    kernel_label: str = ""
    made_at: UserFrame | None = None  # overrides the user's line: gradients() sets it
    forward: Node | None = None


class Graph:
    """A set of nodes with unique names, a library of functions, and the scopes that surround new nodes.

    Building is thread-safe; scopes belong to the thread that opened them.
    """

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._by_name: dict[str, Node] = {}
        self._names = NameTable()
        self._lock = threading.RLock()
        self._local = threading.local()
        self._finalized = False
        self._unfeedable: set[Tensor] = set()
        self._unfetchable: set[Node] = set()
        self._functions: dict[str, Function] = {}
        self.collections: dict[str, list[Any]] = {}
        self.seed: int | None = None
        self.version = 0  # grows with every change that a plan must notice

    # -- looking ----------------------------------------------------------------------------------------------

    @property
    def nodes(self) -> Sequence[Node]:
        """All nodes in the order of their creation."""
        return tuple(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def __bool__(self) -> bool:
        return True

    def node(self, name: str) -> Node:
        """The node called ``name``.

        Raises:
            NotFoundError: there is none.
        """
        try:
            return self._by_name[name]
        except KeyError:
            near = nearest(name, self._by_name) if len(self._by_name) < 10_000 else ""
            raise NotFoundError(f"node '{name}' must be in the graph, got no such name{near}") from None

    def tensor(self, name: str) -> Tensor:
        """The tensor called ``"node:index"``.

        Raises:
            InvalidArgumentError: not of that form.
            NotFoundError: no such node or output.
        """
        node_name, colon, index = name.rpartition(":")
        if not colon or not index.isdecimal():
            raise InvalidArgumentError(f"a tensor's name must have the form 'node:index', got '{name}'")
        node = self.node(node_name)
        if int(index) >= len(node.outputs):
            raise NotFoundError(f"tensor '{name}' must exist, but node '{node_name}' has {len(node.outputs)} outputs")
        return node.outputs[int(index)]

    def as_graph_element(self, value: object) -> Tensor | Node:
        """The tensor or node that ``value`` (an object of this graph, or a name) stands for.

        Raises:
            InvalidTypeError: something that is neither.
            InvalidArgumentError: an element of another graph.
            NotFoundError: an unknown name.
        """
        if isinstance(value, str):
            return self.tensor(value) if ":" in value else self.node(value)
        convert = getattr(value, "__graphops_tensor__", None)
        element = convert() if convert is not None else value
        if not isinstance(element, (Tensor, Node)):
            raise InvalidTypeError(f"a graph element must be a Tensor, a Node or a name, got {value!r}")
        if element.graph is not self:
            raise InvalidArgumentError(f"{element!r} must be an element of this graph, but belongs to another one")
        return element

    get_operation_by_name = node
    get_tensor_by_name = tensor

    def get_operations(self) -> list[Node]:
        return list(self._nodes)

    def get_name_scope(self) -> str:
        return self._state.name_scope

    # -- building ---------------------------------------------------------------------------------------------

    @property
    def _state(self) -> BuildState:
        state: BuildState = getattr(self._local, "state", _ROOT_STATE)
        return state

    @contextmanager
    def _with_state(self, state: BuildState) -> Iterator[None]:
        previous = self._state
        self._local.state = state
        try:
            yield
        finally:
            self._local.state = previous

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
            name: within the current name scope; made unique. Ending in ``/``: taken as it stands. Default: the op's.
            control_inputs: in addition to those of the surrounding scopes.
            state: the surroundings; default those of this thread.

        Raises:
            GraphopsError: whatever the shape rule finds wrong, with a note that shows the node.
        """
        if isinstance(op, str):
            op = lookup_op(op)
        if state is None:
            state = self._state
        flat = tuple(inputs)
        with self._lock:
            self._check_buildable()
            for tensor in flat:
                if tensor.node.graph is not self:
                    raise InvalidArgumentError(f"inputs of op '{op.name}' must be in this graph, got {tensor!r}")
            own_name = self._node_name(name or op.name, state)
            controls = _merge_controls(flat, control_inputs, state.controllers)
            device, all_attrs = self._surroundings(attrs, state)
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
            self._nodes.append(node)
            self._by_name[own_name] = node
            self.version += 1
            for controller in state.controllers:
                controller.seen.add(node)
        return node

    def _check_buildable(self) -> None:
        if self._finalized:
            raise FailedPreconditionError("the graph must not be finalized to be changed")

    def _node_name(self, name: str, state: BuildState) -> str:
        if name.endswith("/"):  # a full name, as name_scope's value is
            full = name[:-1]
            check_node_name(full)
            if full in self._by_name:
                raise AlreadyExistsError(f"a node's name must be unique, but '{full}' exists")
            self._names.mark(full)
            return full
        return self.reserve_name(name, state)

    def reserve_name(self, name: str, state: BuildState) -> str:
        """A full name under ``state`` that nobody has, now taken; a node claims it by writing it with a final ``/``."""
        if name.endswith("/"):
            return name[:-1]
        full = f"{state.name_scope}/{name}" if state.name_scope else name
        check_node_name(full)
        return self._names.unique(full)

    def _surroundings(self, attrs: Mapping[str, Any], state: BuildState) -> tuple[str, Mapping[str, Any]]:
        """Device and attrs of a new node under ``state``."""
        device = str(state.device)
        extra: dict[str, Any] = {}
        if state.colocate_with:
            roots = sorted({root for name in state.colocate_with for root in self.node(name).colocation_groups})
            extra["_class"] = tuple(f"loc:@{root}" for root in roots)
            device = self.node(roots[0]).device
        if state.kernel_label:
            extra["_kernel"] = state.kernel_label
        return device, {**attrs, **extra} if extra else attrs

    def _outputs(self, node: Node) -> tuple[Tensor, ...]:
        from graphops.constant_value import constant_shape, constant_value

        inputs = node.inputs
        context = ShapeContext(
            node.op_def,
            node.attrs,
            [tensor._shape for tensor in inputs],
            lambda index: constant_value(inputs[index]),
            lambda index: constant_shape(inputs[index]),
        )
        try:
            shapes = infer_shapes(node.op, context)
        except GraphopsError as error:
            add_node_notes(error, node, [f"{t.name} {t.dtype.name}{t._shape}" for t in inputs])
            raise
        types = node.op_def.output_types(node.attrs)
        return tuple(Tensor(node, i, dtype, shape) for i, (dtype, shape) in enumerate(zip(types, shapes, strict=True)))

    def _set_late_input(self, node: Node, index: int, tensor: Tensor) -> None:
        with self._lock:
            self._check_buildable()
            if node.type not in ("Merge", "RefMerge"):
                raise InvalidArgumentError(f"a late input must belong to a Merge, got node '{node.name}' ({node.type})")
            if tensor.graph is not self or node.graph is not self:
                raise InvalidArgumentError("a late input must be in the graph of its Merge")
            if not 0 <= index < len(node.inputs):
                raise InvalidArgumentError(f"a late input must have an index below {len(node.inputs)}, got {index}")
            if tensor.dtype.base is not node.inputs[index].dtype.base:
                rule = f"have dtype {node.inputs[index].dtype.name}"
                raise InvalidTypeError(f"late input {index} of '{node.name}' must {rule}, got {tensor.dtype.name}")
            node.inputs = (*node.inputs[:index], tensor, *node.inputs[index + 1 :])
            merged = node.outputs[0]
            if merged._shape != tensor._shape:  # a loop may change the shape: keep what stays the same
                merged._shape = _common_shape(merged._shape, tensor._shape)
            self.version += 1

    def finalize(self) -> None:
        """Forbid any further change."""
        self._finalized = True

    @property
    def finalized(self) -> bool:
        return self._finalized

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """A name nobody has, within the current name scope."""
        scope = self._state.name_scope
        with self._lock:
            return self._names.unique(f"{scope}/{name}" if scope else name, mark_as_used=mark_as_used)

    def unique_full_name(self, name: str) -> str:
        """``name`` or the first free ``name_k``, taken; whatever the current scope is."""
        with self._lock:
            return self._names.unique(name)

    # -- scopes -----------------------------------------------------------------------------------------------

    @contextmanager
    def as_default(self) -> Iterator[Graph]:
        """Make this the default graph of the thread within the block."""
        with default_graphs.use(self):
            yield self

    @contextmanager
    def name_scope(self, name: str | None) -> Iterator[str]:
        """Prefix the names of nodes made within. ``"s/"`` re-enters a scope; ``None`` or ``""`` goes to the root.

        Yields the scope's full name with a trailing slash (``""`` at the root).
        """
        scope = self.enter_name_scope(name, self._state)
        with self._with_state(replace(self._state, name_scope=scope)):
            yield f"{scope}/" if scope else ""

    def enter_name_scope(self, name: str | None, state: BuildState) -> str:
        if not name:
            return ""
        if name.endswith("/"):
            check_scope_name(name, nested=bool(state.name_scope))
            return name[:-1]
        check_scope_name(name, nested=bool(state.name_scope))
        full = f"{state.name_scope}/{name}" if state.name_scope else name
        with self._lock:
            return self._names.unique(full)

    @contextmanager
    def device(self, device: str | None) -> Iterator[None]:
        """Ask for a device for nodes made within; merges over the surrounding one field by field, ``None`` resets."""
        if device is None:
            spec = DeviceSpec()
        else:
            spec = DeviceSpec.parse(device).merged_over(self._state.device)
        with self._with_state(replace(self._state, device=spec)):
            yield

    @contextmanager
    def control_dependencies(self, inputs: Sequence[Any] | None) -> Iterator[None]:
        """Nodes made within run after ``inputs`` (tensors or nodes); ``None`` forgets the surrounding ones."""
        if inputs is None:
            controllers: tuple[_Controller, ...] = ()
        else:
            elements = [self.as_graph_element(value) for value in inputs]
            nodes = tuple(e.node if isinstance(e, Tensor) else e for e in elements)
            controllers = (*self._state.controllers, _Controller(nodes))
        with self._with_state(replace(self._state, controllers=controllers)):
            yield

    @contextmanager
    def colocate_with(self, element: Any, ignore_existing: bool = False) -> Iterator[None]:
        """Put nodes made within on the device of ``element``; ``None`` forgets the surrounding colocation."""
        if element is None:
            names: tuple[str, ...] = ()
        else:
            found = self.as_graph_element(element)
            node = found.node if isinstance(found, Tensor) else found
            names = (node.name,) if ignore_existing else (*self._state.colocate_with, node.name)
        with self._with_state(replace(self._state, colocate_with=names)):
            yield

    @contextmanager
    def kernel_label(self, label: str) -> Iterator[None]:
        """Ask for kernels registered with ``label`` for nodes made within."""
        with self._with_state(replace(self._state, kernel_label=label)):
            yield

    # -- restrictions, collections, functions -----------------------------------------------------------------

    def prevent_feeding(self, tensor: Tensor) -> None:
        self._unfeedable.add(tensor)
        self.version += 1

    def is_feedable(self, tensor: Tensor) -> bool:
        return tensor not in self._unfeedable

    def prevent_fetching(self, node: Node) -> None:
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

    def add_function(self, function: Function) -> None:
        """Put a function into the library.

        Raises:
            AlreadyExistsError: another function has its name.
        """
        with self._lock:
            self._check_buildable()
            if self._functions.setdefault(function.name, function) is not function:
                raise AlreadyExistsError(f"a function's name must be unique, but '{function.name}' exists")
            self.version += 1

    # -- other forms ------------------------------------------------------------------------------------------

    def to_networkx(self) -> networkx.MultiDiGraph[str]:
        """The graph as a networkx MultiDiGraph.

        Nodes are names with ``type``, ``device`` and ``attrs``; an edge carries ``output``, ``input`` (indices),
        ``dtype`` and ``shape``, or ``control=True``.
        """
        import networkx as nx

        result: networkx.MultiDiGraph[str] = nx.MultiDiGraph()
        for node in self._nodes:
            result.add_node(node.name, type=node.type, device=node.device, attrs=dict(node.attrs))
        for node in self._nodes:
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

    def __repr__(self) -> str:
        return f"<graphops.Graph of {len(self._nodes)} nodes>"


_ROOT_STATE = BuildState()


def add_node_notes(error: BaseException, node: Node, inputs: Sequence[str]) -> None:
    """Add what a user needs to find the fault: the node, what came in, and the line that made it."""
    error.add_note(f"while adding {node.describe()}" if not node.outputs else f"at node {node.describe()}")
    if inputs:
        error.add_note("  inputs: " + ", ".join(inputs))
    if node.made_at is not None:
        error.add_note(f"  made at {node.made_at}")
    if node.forward is not None:
        error.add_note(f"  as gradient of '{node.forward.name}', made at {node.forward.made_at}")


def _merge_controls(
    inputs: tuple[Tensor, ...], own: Iterable[Node], controllers: tuple[_Controller, ...]
) -> tuple[Node, ...]:
    """Control inputs without those that a data input implies already."""
    found = dict.fromkeys(own)
    if controllers:
        sources = {tensor.node for tensor in inputs}
        for controller in controllers:
            if controller.seen.isdisjoint(sources):
                found.update(dict.fromkeys(node for node in controller.nodes if node not in sources))
    return tuple(found)


def _common_shape(a: TensorShape, b: TensorShape) -> TensorShape:
    if a.dims is None or b.dims is None or len(a.dims) != len(b.dims):
        return TensorShape(None)
    return TensorShape.of(tuple(x if x == y else None for x, y in zip(a.dims, b.dims, strict=True)))


class _DefaultGraphs(threading.local):
    """The thread's stack of default graphs over one graph per process."""

    def __init__(self) -> None:
        self.stack: list[Graph] = []

    @contextmanager
    def use(self, graph: Graph) -> Iterator[None]:
        self.stack.append(graph)
        try:
            yield
        finally:
            self.stack.pop()


default_graphs = _DefaultGraphs()
_global_graph = Graph()


def get_default_graph() -> Graph:
    """The innermost graph made default in this thread, else the process's global one."""
    return default_graphs.stack[-1] if default_graphs.stack else _global_graph


def reset_default_graph() -> None:
    """Replace the process's global graph with an empty one.

    Raises:
        FailedPreconditionError: within an ``as_default()`` block.
    """
    global _global_graph
    if default_graphs.stack:
        raise FailedPreconditionError("reset_default_graph() must not be called within a 'with graph.as_default()'")
    _global_graph = Graph()
