"""The scopes of a graph, which apply to new nodes: name scopes, devices, control dependencies, colocation."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Self

from graphops.graph.build_state import ROOT_STATE, BuildState, Controller
from graphops.graph.default_graph import default_graphs
from graphops.graph.device_spec import DeviceSpec
from graphops.graph.names import NameTable, check_node_name, check_scope_name
from graphops.graph.node import Node, Tensor
from graphops_registry.errors import AlreadyExistsError
from graphops_registry.locks import new_rlock


class GraphScopes:
    """The scopes and the names of a graph. Scopes belong to the thread that opened them.

    Attributes:
        build_lock: held while the graph changes.
    """

    def __init__(self) -> None:
        self.build_lock = new_rlock()
        self._names = NameTable()
        self._local = threading.local()

    def as_graph_element(self, value: object) -> Tensor | Node:
        """The tensor or node of this graph that ``value`` is, or names."""
        raise NotImplementedError

    def node(self, name: str) -> Node:
        """The node called ``name``."""
        raise NotImplementedError

    def has_name(self, name: str) -> bool:
        """Whether a node is called ``name``."""
        raise NotImplementedError

    # -- the surroundings of new nodes --------------------------------------------------------------------------

    @property
    def build_state(self) -> BuildState:
        """What surrounds nodes that this thread makes now."""
        state: BuildState = getattr(self._local, "state", ROOT_STATE)
        return state

    @contextmanager
    def with_build_state(self, state: BuildState) -> Iterator[None]:
        """Surround nodes that this thread makes within the block with ``state``."""
        previous = self.build_state
        self._local.state = state
        try:
            yield
        finally:
            self._local.state = previous

    def device_and_attrs(self, op: str, attrs: Mapping[str, Any], state: BuildState) -> tuple[str, Mapping[str, Any]]:
        """The device and the attrs of a new node of an op under ``state``."""
        device = str(state.device)
        extra: dict[str, Any] = {}
        if state.colocate_with:
            roots = sorted({root for name in state.colocate_with for root in self.node(name).colocation_groups})
            extra["_class"] = tuple(f"loc:@{root}" for root in roots)
            device = self.node(roots[0]).device
        if state.kernel_label:
            extra["_kernel"] = state.kernel_label
        for kind, name in state.own_gradients:  # the innermost block comes last
            if kind == op:
                extra["_gradient_op_type"] = name
        return device, {**attrs, **extra} if extra else attrs

    @contextmanager
    def gradient_override_map(self, op_type_map: Mapping[str, str]) -> Iterator[None]:
        """Let nodes of ops that are made within have gradients that a user registered.

        Args:
            op_type_map: the name of a gradient by the type of an op.
        """
        state = self.build_state
        inside = replace(state, own_gradients=(*state.own_gradients, *op_type_map.items()))
        with self.with_build_state(inside):
            yield

    @contextmanager
    def as_default(self) -> Iterator[Self]:
        """Make this the default graph of the thread within the block."""
        with default_graphs.use(self):  # type: ignore[arg-type]  # a Graph
            yield self

    @contextmanager
    def name_scope(self, name: str | None) -> Iterator[str]:
        """Prefix the names of nodes made within. ``"s/"`` re-enters a scope; ``None`` or ``""`` goes to the root.

        Yields the scope's full name with a trailing slash (``""`` at the root).
        """
        scope = self.enter_name_scope(name, self.build_state)
        with self.with_build_state(replace(self.build_state, name_scope=scope)):
            yield f"{scope}/" if scope else ""

    def enter_name_scope(self, name: str | None, state: BuildState) -> str:
        """The full name of the scope ``name`` under ``state``, without a slash at the end; taken if it is new."""
        if not name:
            return ""
        if name.endswith("/"):
            check_scope_name(name, nested=bool(state.name_scope))
            return name[:-1]
        check_scope_name(name, nested=bool(state.name_scope))
        full = f"{state.name_scope}/{name}" if state.name_scope else name
        with self.build_lock:
            return self._names.unique(full)

    @contextmanager
    def device(self, device: str | None) -> Iterator[None]:
        """Ask for a device for nodes made within; merges over the surrounding one field by field, ``None`` resets."""
        if device is None:
            spec = DeviceSpec()
        else:
            spec = DeviceSpec.parse(device).merged_over(self.build_state.device)
        with self.with_build_state(replace(self.build_state, device=spec)):
            yield

    @contextmanager
    def control_dependencies(self, inputs: Sequence[Any] | None) -> Iterator[None]:
        """Nodes made within run after ``inputs`` (tensors or nodes); ``None`` forgets the surrounding ones."""
        if inputs is None:
            controllers: tuple[Controller, ...] = ()
        else:
            elements = [self.as_graph_element(value) for value in inputs]
            nodes = tuple(e.node if isinstance(e, Tensor) else e for e in elements)
            controllers = (*self.build_state.controllers, Controller(nodes))
        with self.with_build_state(replace(self.build_state, controllers=controllers)):
            yield

    @contextmanager
    def colocate_with(self, element: Any, ignore_existing: bool = False) -> Iterator[None]:
        """Put nodes made within on the device of ``element``; ``None`` forgets the surrounding colocation."""
        if element is None:
            names: tuple[str, ...] = ()
        else:
            found = self.as_graph_element(element)
            node = found.node if isinstance(found, Tensor) else found
            names = (node.name,) if ignore_existing else (*self.build_state.colocate_with, node.name)
        with self.with_build_state(replace(self.build_state, colocate_with=names)):
            yield

    @contextmanager
    def kernel_label(self, label: str) -> Iterator[None]:
        """Ask for kernels registered with ``label`` for nodes made within."""
        with self.with_build_state(replace(self.build_state, kernel_label=label)):
            yield

    # -- names --------------------------------------------------------------------------------------------------

    def get_name_scope(self) -> str:
        """The current name scope, without a slash at the end."""
        return self.build_state.name_scope

    def full_node_name(self, name: str, state: BuildState) -> str:
        """The full name of a new node with the name ``name`` under ``state``."""
        if name.endswith("/"):  # a full name, as name_scope's value is
            full = name[:-1]
            check_node_name(full)
            if self.has_name(full):
                raise AlreadyExistsError(f"a node's name must be unique, but '{full}' exists")
            self._names.mark(full)
            return full
        return self.reserve_name(name, state)

    def reserve_name(self, name: str, state: BuildState) -> str:
        """Reserve and return a full name that is free under ``state``; a node claims it by adding a final ``/``."""
        if name.endswith("/"):
            return name[:-1]
        full = f"{state.name_scope}/{name}" if state.name_scope else name
        check_node_name(full)
        return self._names.unique(full)

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """A free name within the current name scope."""
        scope = self.build_state.name_scope
        with self.build_lock:
            return self._names.unique(f"{scope}/{name}" if scope else name, mark_as_used=mark_as_used)

    def mark_name(self, name: str) -> None:
        """Count the full name ``name`` as used: no other node gets it without asking for it."""
        with self.build_lock:
            self._names.mark(name)

    def unique_full_name(self, name: str) -> str:
        """Reserve and return ``name`` or the first free ``name_k``, in any scope."""
        with self.build_lock:
            return self._names.unique(name)
