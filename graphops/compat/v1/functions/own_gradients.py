"""``compat.v1``: gradients that a script gives: ``tf.custom_gradient`` and ``tf.RegisterGradient``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import count
from typing import Any, Final

from graphops.autodiff import own_gradients
from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.graph.graph import Tensor, get_default_graph
from graphops.graph.nest import flatten, pack
from graphops_registry.dtypes import resource
from graphops_registry.errors import AlreadyExistsError, InvalidArgumentError, InvalidTypeError, UnimplementedError
from graphops_registry.op_def import lookup_op

_numbers: Final = count()


class RegisterGradient:
    """A decorator: ``function(op, *grads)`` is the gradient of nodes that ``graph.gradient_override_map`` names it for.

    Args:
        op_type: its name; that of an op without a gradient gives it to the op.

    Raises:
        InvalidTypeError: no text.
    """

    def __init__(self, op_type: str) -> None:
        if not isinstance(op_type, str):
            raise InvalidTypeError(f"op_type of RegisterGradient must be a text, got {op_type!r}")
        self._name = op_type

    def __call__(self, f: Callable[..., Any]) -> Callable[..., Any]:
        """Register a function.

        Raises:
            AlreadyExistsError: there is a gradient of that name, or the op has one.
        """
        if _has_gradient(self._name):
            text = f"a gradient must be registered once, got op '{self._name}', which has one"
            raise AlreadyExistsError(text).concerns(op=self._name)
        own_gradients.register(self._name, f)
        return f


def _has_gradient(name: str) -> bool:
    try:
        return lookup_op(name).gradient_fn is not None
    except LookupError:
        return False


def custom_gradient(f: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """A function whose gradient is its own: ``f`` gives its results, and a function from their gradients to those of
    its arguments.

    Raises:
        UnimplementedError: when it is called: ``f`` uses variables that are no arguments.
        InvalidArgumentError: another number of gradients than of arguments.
        InvalidTypeError: ``f`` gives no pair with a function.
    """
    if f is None:
        return custom_gradient
    function = f

    @wraps(function)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        given = [raw_ops.Identity(input=as_tensor(each)) for each in args]
        graph = get_default_graph()
        begin = len(graph.nodes)
        found = function(*given, **kwargs)
        if not isinstance(found, tuple) or len(found) != 2 or not callable(found[1]):
            rule = "give its results and a function, the gradient"
            raise InvalidTypeError(f"a function with a custom_gradient must {rule}, got {found!r}")
        for node in graph.nodes[begin:]:
            reads = (each.dtype.base is resource or each.node.type == "ReadVariableOp" for each in node.inputs)
            if any(reads):
                rule = "use no variables but its arguments"
                text = f"a function with a custom_gradient must {rule}, got node '{node.name}'"
                raise UnimplementedError(text).concerns(op=node.type, node=node.name)
        results, gradient = found
        flat = [as_tensor(each) for each in flatten(results)]
        name = f"CustomGradient-{next(_numbers)}"
        own_gradients.register(name, _backward(gradient, len(flat), len(given)))
        with graph.gradient_override_map({"IdentityN": name}):
            outputs: list[Tensor] = raw_ops.IdentityN(input=[*flat, *given])
        return pack(results, outputs[: len(flat)])

    return decorated


def _backward(gradient: Callable[..., Any], results: int, arguments: int) -> Callable[..., list[Any]]:
    """The gradient of the IdentityN behind a function, whose inputs are its results and its arguments."""

    def backward(node: Any, *grads: Any) -> list[Any]:
        found = gradient(*grads[:results])
        listed = list(found) if isinstance(found, (list, tuple)) else [found]
        if len(listed) != arguments:
            rule = f"give {arguments} gradients, one for each argument"
            raise InvalidArgumentError(f"the gradient of a custom_gradient must {rule}, got {len(listed)}")
        return [*[None] * results, *listed]

    return backward


__all__ = ["RegisterGradient", "custom_gradient"]
