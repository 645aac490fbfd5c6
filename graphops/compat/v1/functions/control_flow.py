"""``compat.v1``: order, conditions and loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import TracebackType
from typing import Any

from graphops.autodiff.gradients import gradients as _gradients
from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, graph_of
from graphops.build.control_flow import case as _case
from graphops.build.control_flow import cond as _cond
from graphops.build.control_flow import while_loop
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops.graph.graph import Graph, Node, Tensor, get_default_graph
from graphops.graph.operators import Operators
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

_tuple: Any = tuple  # a function here has that name


class name_scope:
    """``with name_scope(name) as scope``: prefix the names of nodes; ``default_name`` is used if ``name`` is ``None``.

    Raises:
        InvalidTypeError: a name that is none; only ``values``.
    """

    def __init__(self, name: str | None, default_name: str | None = None, values: Sequence[Any] | None = None) -> None:
        chosen = default_name if name is None else name
        if not isinstance(chosen, (str, type(None))):
            raise InvalidTypeError(f"name of name_scope must be a string, got {chosen!r}")
        if chosen is None and values is not None:
            raise InvalidTypeError("name of name_scope must be given with values, got None")
        self._name = chosen
        self._values = values
        self._scopes: list[Any] = []

    @property
    def name(self) -> str | None:
        return self._name

    def __enter__(self) -> str:
        graph = graph_of(self._values)
        default = graph.as_default()
        default.__enter__()
        scope = graph.name_scope(self._name)
        entered = scope.__enter__()
        self._scopes.append((scope, default))
        return entered

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for manager in self._scopes.pop():
            manager.__exit__(kind, error, trace)


def op_scope(values: Any, name: str | None, default_name: str | None = None) -> name_scope:
    """The old form of :class:`name_scope`."""
    return name_scope(name, default_name, values)


def device(device_name_or_function: Any) -> AbstractContextManager[None]:
    """Ask for a device by name.

    Raises:
        InvalidTypeError: a function.
    """
    if callable(device_name_or_function):
        raise InvalidTypeError(f"device_name_or_function of device() must be a name, got {device_name_or_function!r}")
    return get_default_graph().device(device_name_or_function)


def control_dependencies(control_inputs: Any) -> AbstractContextManager[None]:
    """Nodes made within run after ``control_inputs``: tensors, nodes or variables; ``None`` forgets the outer ones."""
    return get_default_graph().control_dependencies(control_inputs)


def colocate_with(op: Any, ignore_existing: bool = False) -> AbstractContextManager[None]:
    """Put nodes made within on the device of a node or tensor."""
    return get_default_graph().colocate_with(op, ignore_existing)


def container(container_name: str) -> AbstractContextManager[Any]:
    """Variables live in the default container, which "" names.

    Raises:
        InvalidArgumentError: another one.
    """
    if container_name:
        raise InvalidArgumentError(f"container_name of container() must be '', got {container_name!r}")
    return nullcontext()


def no_op(name: str | None = None) -> Node:
    """A node that does nothing."""
    node: Node = raw_ops.NoOp(name=name)
    return node


def group(*inputs: Any, **kwargs: Any) -> Node:
    """A node that runs after all inputs: tensors, nodes, or nested lists of them; ``None`` is skipped.

    Raises:
        InvalidTypeError: another keyword than ``name``.
    """
    name = kwargs.pop("name", None)
    if kwargs:
        raise InvalidTypeError(f"group() takes no keyword but name, got {', '.join(kwargs)}")
    graph = get_default_graph()
    nodes = [_node(graph, item) for item in _flat(inputs)]
    chosen = nodes[0].graph if nodes else graph
    return chosen.add_node("NoOp", (), {}, name or "group_deps", nodes)


def _flat(values: Any) -> list[Any]:
    if isinstance(values, dict):
        values = list(values.values())
    if isinstance(values, (list, _tuple)):
        return [item for value in values for item in _flat(value)]
    return [] if values is None else [values]


def _node(graph: Graph, value: Any) -> Node:
    if isinstance(value, Node):
        return value
    if isinstance(value, Operators):
        return value.__graphops_tensor__().node
    found = graph.as_graph_element(value)
    return found if isinstance(found, Node) else found.node


def tuple(tensors: Any, name: str | None = None, control_inputs: Any = None) -> list[Any]:  # noqa: A001
    """Tensors that are there only when all of them, and ``control_inputs``, are; ``None`` stays.

    Raises:
        InvalidArgumentError: no tensor at all.
    """
    graph = get_default_graph()
    items = list(tensors)
    nodes = [_node(graph, item) for item in items if item is not None]
    if not nodes:
        raise InvalidArgumentError("tensors of tuple() must hold a tensor or more, got none")
    nodes += [_node(graph, item) for item in control_inputs or ()]
    with graph.name_scope(name or "tuple"):
        gate = graph.add_node("NoOp", (), {}, "group_deps", nodes)
        with graph.control_dependencies([gate]):
            return [_passed(item, gate) for item in items]


def _passed(item: Any, gate: Node) -> Any:
    if item is None:
        return None
    return gate if isinstance(item, Node) else raw_ops.Identity(input=as_tensor(item))


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: Any = "none",
) -> list[Any]:
    """The gradient of the sum of ``ys`` with respect to each of ``xs``; the hints change nothing that can be seen."""
    kind = getattr(unconnected_gradients, "value", unconnected_gradients)
    return _gradients(ys, xs, grad_ys, name, stop_gradients=stop_gradients, unconnected_gradients=kind)


def hessians(
    ys: Any,
    xs: Any,
    name: str = "hessians",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: Any = None,
) -> list[Tensor]:
    """The second derivatives of the sum of ``ys`` with respect to each of ``xs``, of shape x.shape + x.shape.

    Raises:
        InvalidArgumentError: an x whose shape is not known.
    """
    from graphops.compat.v1.functions.arrays import reshape

    points = list(xs) if isinstance(xs, (list, _tuple)) else [xs]
    result = []
    with get_default_graph().name_scope(name):
        for x, slope in zip(points, _gradients(ys, points), strict=True):
            sizes = x.__graphops_tensor__().plain_shape
            count = sizes.num_elements
            if count is None:
                raise InvalidArgumentError(f"xs of hessians() must have known shapes, got {x!r}")
            flat = reshape(slope, [-1])
            rows = [_gradients(flat[i], x, unconnected_gradients="zero")[0] for i in range(count)]
            whole = raw_ops.Pack(values=rows) if rows else flat
            result.append(reshape(whole, [*sizes.as_tuple(), *sizes.as_tuple()]))
    return result


# -- conditions and loops ---------------------------------------------------------------------------------------------


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Callable[[], Any] | None = None,
    fn2: Callable[[], Any] | None = None,
) -> Any:
    """What ``true_fn`` gives if ``pred`` holds, else what ``false_fn`` gives.

    Args:
        strict: whether a list of one tensor stays a list.
    """
    first = needed("cond", "true_fn", one_of("cond", "true_fn", true_fn, "fn1", fn1))
    second = needed("cond", "false_fn", one_of("cond", "false_fn", false_fn, "fn2", fn2))
    result = _cond(as_tensor(pred, name="pred"), first, second, name=name)
    return result if strict else _unpacked(result)


def _unpacked(result: Any) -> Any:
    """A list of one tensor as that tensor."""
    if isinstance(result, (list, _tuple)) and not hasattr(result, "_fields") and len(result) == 1:
        return result[0]
    return result


def case(
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """What the function of the first condition that holds gives, else what ``default`` gives."""
    pairs = list(pred_fn_pairs.items()) if isinstance(pred_fn_pairs, dict) else list(pred_fn_pairs)
    given: dict[str, Any] = {} if default is None else {"default": default}
    if exclusive:
        given["exclusive"] = True
    result = _case(pairs, name=name, **given)
    return result if strict else _unpacked(result)


__all__ = [
    "case",
    "colocate_with",
    "cond",
    "container",
    "control_dependencies",
    "device",
    "gradients",
    "group",
    "hessians",
    "name_scope",
    "no_op",
    "op_scope",
    "tuple",
    "while_loop",
]
