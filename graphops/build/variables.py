"""Variables: values that a graph changes when it runs, kept by the Session from one run to the next.

>>> w = Variable([1.0, 2.0], name="w")
>>> step = w.assign_add([0.5, 0.5])
>>> with Session() as session:
...     session.run(global_variables_initializer())
...     session.run(step)
array([1.5, 2.5], dtype=float32)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphops.build.add_op import add_constant, call
from graphops.build.convert import to_array
from graphops.graph.default_graph import building_graph
from graphops.graph.graph import Graph, Node, Tensor, get_default_graph
from graphops.graph.node import shape_in
from graphops.graph.operators import Operators
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape

# The collections of a graph that variables are in, by TensorFlow's names for them.
VARIABLES = "variables"
TRAINABLE_VARIABLES = "trainable_variables"


class Variable(Operators):
    """A variable. Where you use it as a tensor, its value is used.

    The value that is meant is the one before any change that the same run makes, unless the variable is used within
    ``control_dependencies``: then it is the one after what is named there.

    Args:
        initial_value: what its initializer assigns: a tensor, a value, or a function without arguments that gives one.
        name: of its handle, and the name by which ``session.variables`` knows it; made unique.
        dtype: default that of the initial value.
        shape: partial; default that of the initial value. Every value has to be compatible with it.
        trainable: whether optimizers change it when they are not told what to change.

    Attributes:
        handle: the tensor of dtype resource that refers to the variable itself.
        initializer: the node that assigns the initial value.
        initial_value: the tensor that it assigns.
        dtype, shape: of its values.
        trainable: as given.

    Raises:
        InvalidTypeError: an initial value of another dtype.
        InvalidArgumentError: an initial value of another shape.
    """

    def __init__(
        self,
        initial_value: Any,
        name: str | None = None,
        dtype: Any = None,
        shape: Any = None,
        trainable: bool = True,
    ) -> None:
        if name is not None and not isinstance(name, str):
            raise InvalidTypeError(f"name of Variable must be a string, got {name!r}")
        wanted = None if dtype is None else as_dtype(dtype)
        graph = _graph_for(initial_value)
        # The initial value may not depend on what happens to surround the variable.
        with graph.as_default(), graph.control_dependencies(None), graph.name_scope(name or "Variable") as scope:
            with graph.name_scope("Initializer"):
                self.initial_value = _initial_tensor(graph, initial_value, wanted)
            self.dtype: DType = self.initial_value.dtype
            given = self.initial_value.plain_shape
            self.plain_shape = given if shape is None else TensorShape.of(TensorShape(shape).dims)
            if not given.is_compatible_with(self.plain_shape):
                raise InvalidArgumentError(f"initial_value of Variable must have shape {self.plain_shape}, got {given}")
            attrs = {"dtype": self.dtype, "shape": self.plain_shape, "shared_name": scope[:-1]}
            self.handle: Tensor = _add(graph, "VarHandleOp", scope, **attrs)
            with graph.name_scope("IsInitialized"):
                self._is_initialized: Tensor = _add(graph, "VarIsInitializedOp", resource=self.handle)
            self.initializer: Node = _add(
                graph, "AssignVariableOp", "Assign", resource=self.handle, value=self.initial_value
            )
            with graph.name_scope("Read"):
                self._value = self._read()
        self.trainable = trainable
        graph.add_to_collection(VARIABLES, self)
        if trainable:
            graph.add_to_collection(TRAINABLE_VARIABLES, self)

    # -- what it is -----------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """``"w:0"``, the name of the handle."""
        return self.handle.name

    @property
    def op(self) -> Node:
        """The node of the handle."""
        return self.handle.node

    @property
    def graph(self) -> Graph:
        return self.handle.graph

    @property
    def device(self) -> str:
        return self.handle.device

    @property
    def shape(self) -> TensorShape:
        return shape_in(self.graph, self.plain_shape)

    def get_shape(self) -> TensorShape:
        return self.shape

    def is_initialized(self) -> Tensor:
        """Whether it has a value, a bool tensor."""
        return self._is_initialized

    # -- reading --------------------------------------------------------------------------------------------------

    def value(self) -> Tensor:
        """Its value, as using the variable as a tensor gives it."""
        return self.__graphops_tensor__()

    def read_value(self) -> Tensor:
        """Its value as a node of its own reads it, which control dependencies place before or after other nodes."""
        return self._read()

    def __graphops_tensor__(self) -> Tensor:
        graph = self._writing
        return self._read() if graph is not self.graph or graph.build_state.controllers else self._value

    def __graphops_element__(self) -> Tensor:
        """The tensor that stands for it in fetches and feeds, its first read; it adds no node."""
        return self._value

    @property
    def _writing(self) -> Graph:
        """Where nodes that use the variable go."""
        return building_graph(self.graph)

    def _read(self) -> Tensor:
        tensor: Tensor = _add(self._writing, "ReadVariableOp", resource=self.handle, dtype=self.dtype)
        tensor.set_shape(self.plain_shape)
        return tensor

    def eval(self, session: Any = None) -> Any:
        """The value, read by ``session`` or by the default session."""
        return self._value.eval(session=session)

    # -- changing -------------------------------------------------------------------------------------------------

    def assign(self, value: Any, name: str | None = None, read_value: bool = True) -> Any:
        """Add nodes that make ``value`` its value.

        Args:
            read_value: whether to read the new value.

        Returns:
            The new value, a tensor; the node that assigns if ``read_value`` is false.
        """
        return self._change("AssignVariableOp", value, name, read_value)

    def assign_add(self, delta: Any, name: str | None = None, read_value: bool = True) -> Any:
        """Add nodes that add ``delta``, of its shape, to its value; arguments and result as for :meth:`assign`."""
        return self._change("AssignAddVariableOp", delta, name, read_value)

    def assign_sub(self, delta: Any, name: str | None = None, read_value: bool = True) -> Any:
        """Add nodes that subtract ``delta``, of its shape; arguments and result as for :meth:`assign`."""
        return self._change("AssignSubVariableOp", delta, name, read_value)

    def _change(self, op: str, value: Any, name: str | None, read_value: bool) -> Any:
        graph = self._writing
        node: Node = _add(graph, op, name, resource=self.handle, value=value, dtype=self.dtype)
        if not read_value:
            return node
        with graph.control_dependencies([node]):
            return self._read()

    def __repr__(self) -> str:
        return f"<graphops.Variable '{self.name}' shape={self.shape} dtype={self.dtype.name}>"


def global_variables() -> list[Variable]:
    """All variables of the default graph, in the order of their creation."""
    return get_default_graph().get_collection(VARIABLES)


def trainable_variables() -> list[Variable]:
    """The variables of the default graph that optimizers change when they are not told what to change."""
    return get_default_graph().get_collection(TRAINABLE_VARIABLES)


def global_variables_initializer() -> Node:
    """A node that initialises all variables that the default graph has now."""
    return variables_initializer(global_variables())


def variables_initializer(var_list: Sequence[Variable], name: str = "init") -> Node:
    """A node that initialises the given variables.

    Raises:
        InvalidTypeError: something that is no variable.
    """
    for variable in var_list:
        if not isinstance(variable, Variable):
            raise InvalidTypeError(f"var_list of variables_initializer() must hold variables, got {variable!r}")
    graph = var_list[0].graph if var_list else get_default_graph()
    return graph.add_node("NoOp", (), {}, name, [variable.initializer for variable in var_list])


def _add(graph: Graph, op: str, name: str | None = None, **arguments: Any) -> Any:
    return call(lookup_op(op), arguments, name, graph=graph)


def _graph_for(initial_value: Any) -> Graph:
    graph = getattr(initial_value, "graph", None)  # of a tensor or another variable
    return graph if isinstance(graph, Graph) else get_default_graph()


def _initial_tensor(graph: Graph, value: Any, dtype: DType | None) -> Tensor:
    if callable(value):
        value = value()
    convert = getattr(value, "__graphops_tensor__", None)
    if convert is None:
        array = to_array(value, dtype, "initial_value of Variable", tensorflow_1=graph.tensorflow_1)
        return add_constant(graph, array, "initial_value")
    tensor: Tensor = convert()
    if dtype is not None and tensor.dtype.base is not dtype:
        raise InvalidTypeError(f"initial_value of Variable must have dtype {dtype.name}, got {tensor.dtype.name}")
    return tensor
