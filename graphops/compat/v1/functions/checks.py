"""``compat.v1``: assertions and messages. What can be decided while the graph is built is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.control_flow import no_op
from graphops.compat.v1.functions.reductions import reduce_all
from graphops.compat.v1.functions.tables import function
from graphops.graph.constant_value import constant_value
from graphops.graph.graph import Node, Tensor, get_default_graph
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def Assert(condition: Any, data: Any, summarize: int | None = None, name: str | None = None) -> Node:
    """A node that stops the run with an InvalidArgumentError that shows ``data``, unless ``condition`` holds.

    Raises:
        InvalidArgumentError: at once if the condition is known to be false.
    """
    given = as_tensor(condition, "bool", "condition")
    known = constant_value(given)
    shown = [as_tensor(item) for item in data]
    if known is not None and not known.all():
        texts = [constant_value(item) for item in shown]
        raise InvalidArgumentError(f"condition of Assert() must hold, got false: {texts}")
    node: Node = raw_ops.Assert(condition=given, data=shown, summarize=3 if summarize is None else summarize, name=name)
    return node


def Print(
    input_: Any,
    data: Any,
    message: str | None = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Tensor:
    """``input_``, which prints ``data`` to the standard error stream each time."""
    result: Tensor = raw_ops.Print(
        input=as_tensor(input_),
        data=[as_tensor(item) for item in data],
        message=message or "",
        first_n=-1 if first_n is None else first_n,
        summarize=3 if summarize is None else summarize,
        name=name,
    )
    return result


def print(*inputs: Any, **kwargs: Any) -> Node:  # noqa: A001
    """A node that prints tensors and texts, in a line, to the standard error stream.

    Args:
        kwargs: ``output_stream`` (``sys.stdout``, ``sys.stderr``, or a name that PrintV2 has), ``summarize``, ``sep``,
            ``end``, ``name``.

    Raises:
        InvalidTypeError: another keyword.
    """
    stream = kwargs.pop("output_stream", sys.stderr)
    summarize = kwargs.pop("summarize", 3)
    between = kwargs.pop("sep", " ")
    end = kwargs.pop("end", "\n")
    name = kwargs.pop("name", None)
    if kwargs:
        raise InvalidTypeError(f"print() takes no keyword '{next(iter(kwargs))}'")
    texts = [item if isinstance(item, str) else "{}" for item in inputs]
    tensors = [as_tensor(item) for item in inputs if not isinstance(item, str)]
    template = between.join(texts)
    line = raw_ops.StringFormat(inputs=tensors, template=template, placeholder="{}", summarize=summarize)
    where = {sys.stdout: "stdout", sys.stderr: "stderr"}.get(stream, stream)
    node: Node = raw_ops.PrintV2(input=line, output_stream=where, end=end, name=name)
    return node


def _compare(
    op: str, relation: str, x: Any, y: Any, data: Any, summarize: int | None, message: str | None, name: str | None
) -> Node:
    """A node that stops the run unless all pairs of elements compare so."""
    first = as_tensor(x, name="x")
    second = as_tensor(y, first.dtype.base, "y")
    scope = name or f"assert_{op}".replace("not_equal", "none_equal")
    with get_default_graph().name_scope(scope):
        holds = function(op)(first, second)
        known = constant_value(first), constant_value(second)
        every = reduce_all(holds)
        if known[0] is not None and known[1] is not None and not np.all(_NUMPY[op](known[0], known[1])):
            text = f"{message}: " if message else ""
            raise InvalidArgumentError(f"{text}x of {scope}() must be {relation} y element by element, "
                                       f"got {known[0].tolist()} and {known[1].tolist()}")  # fmt: skip
        if data is None:
            told = [message] if message else []
            data = [*told, f"Condition x {relation} y did not hold element-wise:", f"x ({first.name}) = ", first,
                    f"y ({second.name}) = ", second]  # fmt: skip
        return Assert(every, data, summarize, "Assert")


_NUMPY: dict[str, Callable[[Any, Any], Any]] = {
    "equal": np.equal,
    "not_equal": np.not_equal,
    "less": np.less,
    "less_equal": np.less_equal,
    "greater": np.greater,
    "greater_equal": np.greater_equal,
}


def assert_equal(
    x: Any, y: Any, data: Any = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Node:
    """Stop the run unless ``x == y`` for all elements."""
    return _compare("equal", "equal to", x, y, data, summarize, message, name)


def assert_none_equal(
    x: Any, y: Any, data: Any = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Node:
    """Stop the run unless ``x != y`` for all elements."""
    return _compare("not_equal", "unequal to", x, y, data, summarize, message, name)


def assert_less(
    x: Any, y: Any, data: Any = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Node:
    """Stop the run unless ``x < y`` for all elements."""
    return _compare("less", "less than", x, y, data, summarize, message, name)


def assert_less_equal(
    x: Any, y: Any, data: Any = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Node:
    """Stop the run unless ``x <= y`` for all elements."""
    return _compare("less_equal", "at most", x, y, data, summarize, message, name)


def assert_greater(
    x: Any, y: Any, data: Any = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Node:
    """Stop the run unless ``x > y`` for all elements."""
    return _compare("greater", "greater than", x, y, data, summarize, message, name)


def assert_greater_equal(
    x: Any, y: Any, data: Any = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Node:
    """Stop the run unless ``x >= y`` for all elements."""
    return _compare("greater_equal", "at least", x, y, data, summarize, message, name)


def _zero(x: Any) -> tuple[Tensor, Tensor]:
    tensor = as_tensor(x, name="x")
    return tensor, as_tensor(0, tensor.dtype.base)


def assert_positive(
    x: Any, data: Any = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Node:
    """Stop the run unless all elements are above 0."""
    tensor, zero = _zero(x)
    return assert_less(zero, tensor, data, summarize, message, name or "assert_positive")


def assert_negative(
    x: Any, data: Any = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Node:
    """Stop the run unless all elements are below 0."""
    tensor, zero = _zero(x)
    return assert_less(tensor, zero, data, summarize, message, name or "assert_negative")


def assert_non_negative(
    x: Any, data: Any = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Node:
    """Stop the run unless all elements are 0 or above."""
    tensor, zero = _zero(x)
    return assert_less_equal(zero, tensor, data, summarize, message, name or "assert_non_negative")


def assert_non_positive(
    x: Any, data: Any = None, summarize: int | None = None, message: str | None = None, name: str | None = None
) -> Node:
    """Stop the run unless all elements are 0 or below."""
    tensor, zero = _zero(x)
    return assert_less_equal(tensor, zero, data, summarize, message, name or "assert_non_positive")


def assert_rank(
    x: Any,
    rank: Any,
    data: Any = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Node:
    """Stop the run unless ``x`` has that rank; at once if its rank is known."""
    return _rank("equal", "", x, rank, data, summarize, message, name or "assert_rank")


def assert_rank_at_least(
    x: Any,
    rank: Any,
    data: Any = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Node:
    """Stop the run unless ``x`` has at least that rank; at once if its rank is known."""
    return _rank("greater_equal", " or more", x, rank, data, summarize, message, name or "assert_rank_at_least")


def _rank(
    op: str, more: str, x: Any, rank: Any, data: Any, summarize: int | None, message: str | None, name: str
) -> Node:
    tensor = as_tensor(x, name="x")
    wanted = as_tensor(rank, "int32", "rank")
    known = constant_value(wanted)
    if tensor.shape.rank is not None and known is not None:
        if not _NUMPY[op](tensor.shape.rank, int(known)):
            text = f"{message}: " if message else ""
            raise InvalidArgumentError(f"{text}x of {name}() must have rank {int(known)}{more}, got {tensor.shape}")
        return no_op(name)
    told = [message] if message else []
    shown = data if data is not None else [*told, f"Tensor {tensor.name} must have rank", wanted, tensor]
    return Assert(function(op)(raw_ops.Rank(input=tensor), wanted), shown, summarize, name)


def assert_integer(x: Any, message: str | None = None, name: str | None = None) -> Node:
    """Raise InvalidTypeError unless ``x`` holds integers."""
    tensor = as_tensor(x, name="x")
    if not tensor.dtype.is_integer:
        text = f"{message}: " if message else ""
        raise InvalidTypeError(f"{text}x of assert_integer() must have an integer dtype, got {tensor.dtype.name}")
    return no_op(name or "statically_determined_was_integer")


def assert_type(tensor: Any, tf_type: Any, message: str | None = None, name: str | None = None) -> Node:
    """Raise InvalidTypeError unless ``tensor`` has that dtype."""
    given = as_tensor(tensor, name="tensor")
    wanted = as_dtype(tf_type)
    if given.dtype.base is not wanted.base:
        text = f"{message}: " if message else ""
        raise InvalidTypeError(f"{text}tensor of assert_type() must have dtype {wanted.name}, got {given.dtype.name}")
    return no_op(name or "statically_determined_correct_type")


def assert_scalar(tensor: Any, name: str | None = None, message: str | None = None) -> Tensor:
    """``tensor``, after raising InvalidArgumentError unless it is a scalar."""
    given = as_tensor(tensor, name="tensor")
    if given.shape.rank != 0:
        text = f"{message}: " if message else ""
        raise InvalidArgumentError(f"{text}tensor of assert_scalar() must have rank 0, got shape {given.shape}")
    return given


__all__ = [
    "Assert",
    "Print",
    "assert_equal",
    "assert_greater",
    "assert_greater_equal",
    "assert_integer",
    "assert_less",
    "assert_less_equal",
    "assert_negative",
    "assert_non_negative",
    "assert_non_positive",
    "assert_none_equal",
    "assert_positive",
    "assert_rank",
    "assert_rank_at_least",
    "assert_scalar",
    "assert_type",
    "print",
]
