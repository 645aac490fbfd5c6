"""The variable of TensorFlow 1's API: collections, a constraint, and the order of arguments that its scripts use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand
from graphops.build.variables import TRAINABLE_VARIABLES, VARIABLES
from graphops.build.variables import Variable as _Variable
from graphops.graph.graph import Node, Tensor
from graphops.graph.outermost_graph import outermost_graph
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.shape import TensorShape


class Variable(_Variable):
    """A variable with the arguments of ``tf.compat.v1.Variable``; always a resource variable.

    Args:
        initial_value: what its initializer assigns: a tensor, a value, or a function without arguments that gives one.
        trainable: whether optimizers change it (default true).
        collections: the collections it is in; default the global variables.
        validate_shape: whether every value has to have the shape of the initial one.
        caching_device, use_resource, import_scope, synchronization, aggregation: accepted; they change nothing here.
        name: of its handle; made unique.
        variable_def: only ``None``.
        dtype: default that of the initial value.
        expected_shape: another name for ``shape``.
        constraint: a function that optimizers apply to the value after each step.
        shape: partial; default that of the initial value.

    Raises:
        InvalidTypeError: no initial value, or one of another dtype.
        InvalidArgumentError: an initial value of another shape, or of one that is not known.
    """

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        collections: Iterable[str] | None = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: Any = None,
        expected_shape: Any = None,
        import_scope: str | None = None,
        constraint: Callable[[Any], Any] | None = None,
        use_resource: bool | None = None,
        synchronization: Any = "auto",
        aggregation: Any = "none",
        shape: Any = None,
    ) -> None:
        if variable_def is not None:
            raise InvalidArgumentError(f"variable_def of Variable must be None, got {type(variable_def).__name__}")
        if initial_value is None:
            raise InvalidTypeError("initial_value of Variable must be given, got None")
        if constraint is not None and not callable(constraint):
            raise InvalidTypeError(f"constraint of Variable must be a function, got {constraint!r}")
        if collections is not None and isinstance(collections, str):
            raise InvalidTypeError(f"collections of Variable must be a list of names, got {collections!r}")
        declared = shape if shape is not None else expected_shape
        if declared is None and not validate_shape:
            declared = TensorShape(None)
        trains = trainable is None or bool(trainable)
        with outermost_graph().as_default():
            super().__init__(operand(initial_value), name, dtype, declared, trains)
        if validate_shape and declared is None and self.initial_value.shape.rank is None:
            raise InvalidArgumentError(f"initial_value of Variable must have a known shape, got {self.initial_value!r}")
        self._latest = self._value
        self.constraint = constraint
        self.synchronization = synchronization
        self.aggregation = aggregation
        self._file(None if collections is None else list(collections))

    def _file(self, collections: list[str] | None) -> None:
        """Put it into the collections that were asked for instead of the default ones."""
        if collections is None:
            return
        graph = self.graph
        if VARIABLES not in collections:
            graph.collections[VARIABLES].remove(self)
        if TRAINABLE_VARIABLES in collections and not self.trainable:
            graph.add_to_collection(TRAINABLE_VARIABLES, self)
        for key in collections:
            if key not in (VARIABLES, TRAINABLE_VARIABLES):
                graph.add_to_collection(key, self)

    def __graphops_tensor__(self) -> Tensor:
        """Its value after all changes that were added to the graph before this use of it.

        Without this an assign beside an optimizer's step would write what it made of the value before the step.
        """
        graph = self._writing
        if graph is not self.graph or graph.build_state.controllers:
            return self._read()
        if graph.is_changed_after(self.handle, self._latest.node):
            with graph.name_scope(None), graph.name_scope(f"{self.op.name}/Read"):
                self._latest = self._read()
        return self._latest

    def __graphops_fetched__(self) -> Tensor:
        """Its value after all changes, which is what it gives when it is fetched, as TensorFlow's reference variables.

        In a graph that is finalized since it was changed last there is no such read: its first one.
        """
        if not self.graph.is_changed_after(self.handle, self._latest.node):
            return self._latest
        if self.graph.finalized:
            return self._value
        with self.graph.as_default(), self.graph.control_dependencies(None):
            return self.__graphops_tensor__()

    # The order of arguments is TensorFlow 1's, not that of graphops.Variable: users and graphops itself name them.

    def assign(  # type: ignore[override]
        self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Add nodes that make ``value`` its value; the new value, or the node if ``read_value`` is false."""
        return super().assign(operand(value), name, read_value)

    def assign_add(  # type: ignore[override]
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Add nodes that add ``delta`` to its value; the new value, or the node if ``read_value`` is false."""
        return super().assign_add(operand(delta), name, read_value)

    def assign_sub(  # type: ignore[override]
        self, delta: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Add nodes that subtract ``delta``; the new value, or the node if ``read_value`` is false."""
        return super().assign_sub(operand(delta), name, read_value)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray[Any, Any]:  # type: ignore[override]
        """Itself as an object, so that ``np.array([v, w])`` holds variables, as scripts of TensorFlow 1 write.

        Raises:
            InvalidTypeError: another dtype, which needs a value.
        """
        if dtype is not None and np.dtype(dtype) != np.dtype(object):
            super().__array__(dtype, copy)
        array = np.empty((), object)
        array[()] = self
        return array

    def initialized_value(self) -> Tensor:
        """Its value if it has one, else its initial value."""
        from graphops.build.control_flow import cond

        result: Tensor = cond(self.is_initialized(), self.read_value, lambda: self.initial_value)
        return result

    def load(self, value: Any, session: Any = None) -> None:
        """Assign ``value`` in ``session`` (the default session) now, without adding a node."""
        from graphops.session.session import default_session

        default_session(session, self.graph, "load()").run(self.initializer, {self.initial_value: value})

    def sparse_read(self, indices: Any, name: str | None = None) -> Tensor:
        """The slices along the first axis at ``indices``."""
        result: Tensor = raw_ops.ResourceGather(
            resource=self.handle, indices=as_tensor(indices), dtype=self.dtype, name=name
        )
        return result

    def count_up_to(self, limit: int) -> Tensor:
        """Add 1, until ``limit`` is reached: then it is an error. The value before, a scalar."""
        result: Tensor = raw_ops.ResourceCountUpTo(resource=self.handle, limit=limit, T=self.dtype)
        return result

    def scatter_nd_update(self, indices: Any, updates: Any, name: str | None = None) -> Tensor:
        """Replace elements or slices at index vectors; the new value."""
        node: Node = raw_ops.ResourceScatterNdUpdate(
            ref=self.handle, indices=operand(indices), updates=as_tensor(updates, self.dtype), name=name
        )
        with self._writing.control_dependencies([node]):
            return self._read()
