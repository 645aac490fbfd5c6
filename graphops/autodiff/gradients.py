"""Reverse-mode differentiation of a graph: ``gradients(ys, xs)`` adds the nodes that compute d(sum of ys)/dxs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from graphops.autodiff.function_gradients import function_gradient
from graphops.autodiff.own_gradients import own_gradient
from graphops.build.add_op import add_constant, call
from graphops.build.as_tensor import as_tensor
from graphops.build.convert import to_array
from graphops.build.op_prefixes import ops_with_prefix
from graphops.graph.default_graph import building_graph
from graphops.graph.graph import BuildState, Graph, Node, Tensor
from graphops.graph.user_frame import UserFrame, user_frame
from graphops.plugins.packages import load_ops
from graphops_registry.callables import place_of
from graphops_registry.dtypes import resource, variant
from graphops_registry.errors import (
    GraphopsError,
    InternalError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
)
from graphops_registry.op_def import lookup_op
from graphops_registry.traits import Trait

_ZERO_GRADIENT = "zero"
_NO_GRADIENT = "none"


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    *,
    stop_gradients: Any = None,
    unconnected_gradients: str = _NO_GRADIENT,
) -> list[Any]:
    """The gradient of the sum of ``ys`` with respect to each of ``xs``.

    Args:
        ys: a tensor, or a list of them.
        xs: a tensor or variable, or a list of them.
        grad_ys: for each of ``ys`` the gradient it comes with, or ``None`` for ones.
        name: name scope of the new nodes.
        stop_gradients: tensors that gradients reach but do not pass, as if they were constants.
        unconnected_gradients: ``"none"`` or ``"zero"``: the gradient of an ``x`` that no ``y`` depends on.

    Returns:
        One tensor (or ``None``) for each of ``xs``, of its shape and dtype.

    Raises:
        NotFoundError: an op between ``xs`` and ``ys`` has no gradient registered.
        InvalidTypeError: a ``y`` that is an integer, or a gradient of another dtype.
        InvalidArgumentError: tensors of several graphs, or lists of different lengths.
    """
    load_ops()  # plug-ins may have gradients for built-in ops
    y_tensors = _tensors(ys, "ys")
    x_tensors = [_source(x) for x in _listed(xs)]
    if unconnected_gradients not in (_NO_GRADIENT, _ZERO_GRADIENT):
        raise InvalidArgumentError(f"unconnected_gradients must be 'none' or 'zero', got {unconnected_gradients!r}")
    if not y_tensors:
        return [None] * len(x_tensors)
    graph = building_graph(y_tensors[0].graph)
    if graph.takes_tensors_from_outside:  # in the body of a function: what is around it are its arguments
        y_tensors, x_tensors = (
            [tensor if tensor.graph is graph else graph.adopt(tensor) for tensor in tensors]
            for tensors in (y_tensors, x_tensors)
        )
    for tensor in (*y_tensors, *x_tensors):
        if tensor.graph is not graph:
            raise InvalidArgumentError(f"ys and xs must be in one graph, got {tensor!r} of another")
    stops = set(_tensors(stop_gradients, "stop_gradients")) if stop_gradients is not None else set()
    made_at = user_frame()
    scope = graph.enter_name_scope(name, graph.build_state) if name else graph.build_state.name_scope
    state = replace(graph.build_state, name_scope=scope, made_at=made_at)
    backward = _Backward(graph, state, made_at, stops)
    # Nodes that call functions are extended: no other thread may plan or differentiate them meanwhile.
    with graph.build_lock:
        backward.seed(y_tensors, [None] * len(y_tensors) if grad_ys is None else _listed(grad_ys))
        backward.walk(x_tensors)
    found = [backward.total(tensor) for tensor in x_tensors]
    if unconnected_gradients == _ZERO_GRADIENT:
        builder = GradientBuilder(graph, state)
        found = [builder.ZerosLike(x=x) if dx is None else dx for x, dx in zip(x_tensors, found, strict=True)]
    return found


class GradientBuilder:
    """What a gradient function gets as ``g``: one method for each op, ``g.Conv3D(input=..., ...)``.

    The op ``Vendor>Op`` is ``g.Vendor.Op``.
    """

    def __init__(self, graph: Graph, state: BuildState) -> None:
        self.graph = graph
        self.state = state

    def __getattr__(self, op: str) -> Any:
        try:
            registered = lookup_op(op)
        except NotFoundError:
            prefixed = ops_with_prefix(op, self.__getattr__)
            if prefixed is None:
                raise
            return prefixed

        def add(*, name: str | None = None, **arguments: object) -> Any:
            return call(registered, arguments, name, graph=self.graph, state=self.state)

        return add

    def gradients(self, ys: list[Tensor], xs: list[Tensor], grad_ys: list[Tensor]) -> list[Tensor | None]:
        """Like :func:`gradients`, for nodes that call functions: their gradient needs that of another graph."""
        return gradients(ys, xs, grad_ys)


class _Backward:
    """Gradients collected on the way from ys to xs."""

    def __init__(self, graph: Graph, state: BuildState, made_at: UserFrame | None, stops: set[Tensor]) -> None:
        self.graph = graph
        self.state = state
        self.made_at = made_at
        self.stops = stops
        self.parts: dict[Tensor, list[Tensor]] = {}
        self.sums: dict[Tensor, Tensor] = {}

    def seed(self, ys: Sequence[Tensor], grad_ys: Sequence[Any]) -> None:
        if len(ys) != len(grad_ys):
            raise InvalidArgumentError(f"grad_ys must have a value for each of the {len(ys)} ys, got {len(grad_ys)}")
        builder = GradientBuilder(self.graph, self.state)
        for position, (y, given) in enumerate(zip(ys, grad_ys, strict=True)):
            if not (y.dtype.is_floating or y.dtype.is_complex or y.dtype.base in (resource, variant)):
                raise InvalidTypeError(f"ys of gradients() must be real or complex, got '{y.name}' of {y.dtype.name}")
            if given is None:
                if y.dtype.is_complex:
                    raise InvalidTypeError(f"grad_ys must be given for the complex '{y.name}', got None")
                dy = _filled(builder, y, 1, f"grad_ys_{position}")
            else:
                convert = getattr(given, "__graphops_tensor__", None)
                dy = convert() if convert is not None else _constant_like(builder, given, y, position)
                if dy.dtype.base is not y.dtype.base:
                    rule = f"have the dtype of '{y.name}', {y.dtype.name}"
                    raise InvalidTypeError(f"grad_ys[{position}] must {rule}, got {dy.dtype.name}")
                if not dy.shape.is_compatible_with(y.shape):
                    rule = f"have the shape of '{y.name}', {y.shape}"
                    raise InvalidArgumentError(f"grad_ys[{position}] must {rule}, got {dy.shape}")
            self.parts.setdefault(y, []).append(dy)

    def walk(self, xs: Sequence[Tensor]) -> None:
        """Visit the nodes between xs and the seeds, last made first."""
        between = self._between(set(xs))
        wanted = set(xs)
        for node in between:
            if node.op.has(Trait.MERGE):
                raise NotFoundError(
                    f"the gradient of a loop through node '{node.name}' must be registered, got none"
                ).concerns(op=node.type, node=node.name)
            dys = [self.total(output) for output in node.outputs]
            if all(dy is None for dy in dys) or not (node.op.differentiable or own_gradient(node)):
                continue
            inputs = node.inputs  # the gradient of a loop gives its node more of them
            useful = [t in wanted or (t not in self.stops and t.node in between) for t in inputs]
            if not any(useful):
                continue
            for tensor, dx, use in zip(inputs, self._apply(node, dys), useful, strict=True):
                if use and dx is not None and _can_vary(tensor):
                    self.parts.setdefault(tensor, []).append(dx)

    def _between(self, xs: set[Tensor]) -> dict[Node, None]:
        """The nodes that a seed depends on and that depend on an x, in reverse order of creation."""
        reached: set[Node] = set()
        stack = [tensor.node for tensor in self.parts]
        while stack:
            node = stack.pop()
            if node not in reached:
                reached.add(node)
                stack.extend(tensor.node for tensor in node.inputs if tensor not in self.stops)
        result: list[Node] = []
        dependent: set[Node] = set()
        for node in sorted(reached, key=lambda node: node.id):
            if any(t in xs or (t not in self.stops and t.node in dependent) for t in node.inputs):
                dependent.add(node)
                result.append(node)
        return dict.fromkeys(reversed(result))

    def total(self, tensor: Tensor) -> Tensor | None:
        """The sum of the gradients that arrived at ``tensor``."""
        found = self.sums.get(tensor)
        if found is not None:
            return found
        parts = self.parts.get(tensor)
        if not parts:
            return None
        total: Tensor
        if len(parts) == 1:
            total = parts[0]
        else:
            total = GradientBuilder(self.graph, self.state).AddN(inputs=parts)
        self.sums[tensor] = total
        return total

    def _of_user(self, function: Any, node: Node, dys: list[Tensor | None], state: BuildState) -> Any:
        """What a user's gradient gives, one tensor or ``None`` for each input; it builds in the default graph."""
        with self.graph.as_default(), self.graph.with_build_state(state):
            found = function(node, *dys)
            found = [found] if len(node.inputs) == 1 and not isinstance(found, (list, tuple)) else list(found)
            return [None if each is None else as_tensor(each) for each in found]

    def _apply(self, node: Node, dys: list[Tensor | None]) -> list[Any]:
        """The gradients of the inputs of ``node``."""
        own = own_gradient(node)
        function = own or node.op.gradient_fn or function_gradient(node.op)
        if function is None:
            error = NotFoundError(
                f"the gradient of op '{node.type}' (node '{node.name}') must be registered, got none"
            ).concerns(op=node.type, node=node.name)
            if node.made_at is not None:
                error.add_note(f"  made at {node.made_at}")
            raise error
        scope = f"{self.state.name_scope}/{node.name}_grad" if self.state.name_scope else f"{node.name}_grad"
        with self.graph.build_lock:
            scope = self.graph.unique_full_name(scope)
        state = replace(self.state, name_scope=scope, forward=node)
        builder = GradientBuilder(self.graph, state)
        if own is not None or not node.op.gradient_takes_none:
            dys = [
                _filled(builder, output, 0, None) if dy is None and _has_gradient(output) else dy
                for dy, output in zip(dys, node.outputs, strict=True)
            ]
        inputs = node.inputs
        try:
            found = function(builder, node, *dys) if own is None else self._of_user(own, node, dys, state)
        except GraphopsError as error:
            error.add_note(f"in the gradient of node '{node.name}' (op '{node.type}'), made at {node.made_at}")
            raise
        except (MemoryError, RecursionError):
            raise
        except Exception as error:
            rule = f"({place_of(function)}) must not raise {type(error).__name__}: {error}"
            raise InternalError(f"the gradient of op '{node.type}' {rule}").concerns(
                op=node.type, node=node.name
            ) from error
        if not isinstance(found, (list, tuple)):
            got = f"{type(found).__name__} ({place_of(function)})"
            raise InternalError(f"the gradient of op '{node.type}' must give a list of tensors, got {got}").concerns(
                op=node.type, node=node.name
            )
        found = list(found)
        if len(found) != len(inputs):
            count = len(inputs)
            raise InternalError(
                f"the gradient of op '{node.type}' must give {count} tensors, got {len(found)}"
            ).concerns(op=node.type, node=node.name)
        for index, (dx, x) in enumerate(zip(found, inputs, strict=True)):
            if dx is None:
                continue
            if not isinstance(dx, Tensor):
                got = f"{type(dx).__name__} ({place_of(function)})"
                raise InternalError(
                    f"the gradient of op '{node.type}' must give tensors, got {got} for input {index}"
                ).concerns(op=node.type, node=node.name)
            expected = x.dtype.base
            if expected is resource:
                continue
            if dx.dtype.base is not expected:
                rule = f"have dtype {expected.name} for input {index}"
                raise InternalError(f"the gradient of op '{node.type}' must {rule}, got {dx.dtype.name}").concerns(
                    op=node.type, node=node.name
                )
            if not dx.shape.is_compatible_with(x.shape):
                rule = f"have shape {x.shape} for input {index}"
                raise InternalError(f"the gradient of op '{node.type}' must {rule}, got {dx.shape}").concerns(
                    op=node.type, node=node.name
                )
            if x.shape.is_fully_defined and not dx.shape.is_fully_defined:
                dx.set_shape(x.shape)
        return found


def _filled(builder: GradientBuilder, like: Tensor, value: int, name: str | None) -> Tensor:
    """Zeros or ones of a tensor's shape and dtype; the tensor itself need not be computed if its shape is known."""
    result: Tensor
    if like.shape.is_fully_defined and like.dtype.is_numeric:
        sizes = np.array(like.shape.as_tuple(), dtype=np.int64)
        result = builder.Fill(dims=sizes, value=like.dtype.numpy_dtype.type(value), name=name)
    else:
        result = (builder.OnesLike if value else builder.ZerosLike)(x=like, name=name)
    return result


def _can_vary(tensor: Tensor) -> bool:
    """Whether a gradient of the tensor means anything: not for integers, bools and texts."""
    return _has_gradient(tensor) or tensor.dtype.base in (resource, variant)


def _has_gradient(tensor: Tensor) -> bool:
    return tensor.dtype.is_floating or tensor.dtype.is_complex


def _constant_like(builder: GradientBuilder, value: Any, y: Tensor, position: int) -> Tensor:
    array = to_array(value, y.dtype.base, f"grad_ys[{position}]", tensorflow_1=y.graph.tensorflow_1)
    return add_constant(builder.graph, array, f"grad_ys_{position}", builder.state)


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _tensors(value: Any, what: str) -> list[Tensor]:
    found: list[Tensor] = []
    for item in _listed(value):
        convert = getattr(item, "__graphops_tensor__", None)
        if convert is None:
            raise InvalidTypeError(f"{what} of gradients() must be tensors, got {item!r}")
        found.append(convert())
    return found


def _source(x: Any) -> Tensor:
    """The tensor that gradients flow to: a variable's handle, or the tensor itself."""
    handle = getattr(x, "handle", None)
    if isinstance(handle, Tensor):
        return handle
    return _tensors(x, "xs")[0]
