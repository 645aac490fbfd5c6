"""TensorFlow's Python with graphops underneath: its Sessions and its eager ops are computed here.

A graph is written as a GraphDef and run by a Session of graphops, which keeps the variables; it is written again when
the graph has grown.  An eager op is a graph of one node, kept for the next call with the same attrs and dtypes.  What
graphops cannot take (handles of TensorFlow's own, ops that it does not have) TensorFlow computes, and it is counted.
"""

from __future__ import annotations

import weakref
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.python.client import session as tf_session
from tensorflow.python.eager import core, execute
from tensorflow.python.framework import errors_impl, op_def_registry, ops

import graphops as go
from graphops_registry.errors import GraphopsError
from graphops_registry.op_def import registered_ops

computed: Counter[str] = Counter()
"""How often graphops computed, by op; ``Session.run`` for graphs."""
filled_in: Counter[str] = Counter()
"""How often TensorFlow had to, by the reason."""

_FOREIGN = {tf.resource, tf.variant}
_KNOWN: set[str] = set()


def install() -> None:
    """Put graphops underneath, in this process."""
    go.raw_ops.__dir__()  # loads all ops
    _KNOWN.update(op.name for op in registered_ops())
    tf_session.BaseSession._do_run = _do_run
    execute.execute = _execute
    from tensorflow.python import pywrap_tfe

    def to_fallback(*_: Any, **__: Any) -> Any:
        raise core._FallbackException("computed by graphops")

    pywrap_tfe.TFE_Py_FastPathExecute = to_fallback


# -- graphs -----------------------------------------------------------------------------------------------------------


class _Twin:
    """The Session of graphops that runs what a Session of TensorFlow is asked to run."""

    def __init__(self) -> None:
        self.version = -1
        self.session: go.Session | None = None

    def of(self, graph: Any) -> go.Session:
        if self.session is None or graph.version != self.version:
            made = go.Session(_imported(graph))
            if self.session is not None:  # the variables go on
                made._store = self.session._store
            self.session, self.version = made, graph.version
        return self.session


_twins: weakref.WeakKeyDictionary[Any, _Twin] = weakref.WeakKeyDictionary()
_do_run_of_tensorflow = tf_session.BaseSession._do_run


def _imported(graph: Any) -> go.Graph:
    made = go.Graph()
    with made.as_default():
        go.import_graph_def(graph.as_graph_def().SerializeToString(), name="")
    made.tensorflow_1 = True  # feeds are cast as TensorFlow casts them
    return made


def _do_run(
    self: Any, handle: Any, targets: list[Any], fetches: list[Any], feeds: Any, options: Any, metadata: Any
) -> list[Any]:
    def by_tensorflow(why: str) -> list[Any]:
        filled_in[why] += 1
        found: list[Any] = _do_run_of_tensorflow(self, handle, targets, fetches, feeds, options, metadata)
        return found

    if handle is not None:
        return by_tensorflow("partial runs")
    if any(t.dtype.base_dtype in _FOREIGN for t in fetches):
        return by_tensorflow("fetches of handles")
    try:
        session = _twins.setdefault(self, _Twin()).of(self.graph)
        named = {key.deref().name: value for key, value in feeds.items()}
        values = session.run([*[t.name for t in fetches], *[op.name for op in targets]], named)
    except GraphopsError as error:
        # A refusal of the same kind has TensorFlow's sentence, which tests look for. TensorFlow has not run what came
        # before, so it would wait at a queue without an end.
        if any(op.type.endswith(("Stage", "QueueV2")) for op in self.graph.get_operations()):
            raise _as_tensorflow(error) from error
        try:
            _do_run_of_tensorflow(self, handle, targets, fetches, feeds, options, metadata)
        except errors_impl.OpError as theirs:
            if type(theirs).__name__ == _class_of(error):
                raise
        raise _as_tensorflow(error) from error
    computed["Session.run"] += 1
    return [_fetched(value, tensor.dtype.base_dtype) for tensor, value in zip(fetches, values, strict=False)]


def _fetched(value: Any, dtype: Any) -> Any:
    """As TensorFlow returns it: scalars of NumPy, bytes, and its own dtypes for quantized numbers."""
    if isinstance(value, bytes):
        return value
    array = np.asarray(value)
    return (array.astype(dtype.as_numpy_dtype) if dtype.is_quantized else array)[()]


def _class_of(error: GraphopsError) -> str:
    names = [kind.__name__ for kind in type(error).__mro__ if kind.__module__.startswith("graphops")]
    name = next((name for name in names if hasattr(errors_impl, name)), "UnknownError")
    return "InvalidArgumentError" if name == "UnknownError" and isinstance(error, (TypeError, ValueError)) else name


def _as_tensorflow(error: GraphopsError) -> Exception:
    return getattr(errors_impl, _class_of(error))(None, None, str(error))


# -- eager ops --------------------------------------------------------------------------------------------------------

_execute_of_tensorflow = execute.execute
_calls: dict[Any, Any] = {}


def _execute(op_name: Any, num_outputs: int, inputs: Any, attrs: Any, ctx: Any, name: str | None = None) -> list[Any]:
    op = op_name.decode() if isinstance(op_name, bytes) else op_name

    def by_tensorflow(why: str) -> list[Any]:
        filled_in[why] += 1
        found: list[Any] = _execute_of_tensorflow(op_name, num_outputs, inputs, attrs, ctx, name)
        return found

    if op not in _KNOWN:
        return by_tensorflow(f"no op {op}")
    definition = tf.raw_ops.__dict__.get(op)
    if definition is None or op_def_registry.get(op).is_stateful:
        return by_tensorflow(f"stateful {op}")
    if any(not isinstance(each, ops.EagerTensor) or each.dtype in _FOREIGN for each in inputs):
        return by_tensorflow(f"handles in {op}")
    try:
        call = _call_of(op, list(inputs), attrs or ())
    except GraphopsError as error:
        return _refused(by_tensorflow, error)
    except (NotImplementedError, TypeError, ValueError) as error:  # TensorFlow has no such graph: it says so itself
        return by_tensorflow(f"{type(error).__name__} in {op}")
    if call is None:
        return by_tensorflow(f"handles from {op}")
    try:
        values = call(*[each.numpy() for each in inputs])
    except GraphopsError as error:
        return _refused(by_tensorflow, error)
    computed[op] += 1
    return [tf.constant(value, dtype=dtype) for value, dtype in zip(values, call.dtypes, strict=True)]


def _refused(by_tensorflow: Any, error: GraphopsError) -> Any:
    try:
        by_tensorflow("refusals")
    except errors_impl.OpError as theirs:
        if type(theirs).__name__ == _class_of(error):
            raise
    raise _as_tensorflow(error) from error


@dataclass(frozen=True)
class _Call:
    """A node that can be run again and again: its results for arrays."""

    session: go.Session
    fetches: list[str]
    inputs: list[str]
    dtypes: list[Any]

    def __call__(self, *values: Any) -> Any:
        return self.session.run(self.fetches, dict(zip(self.inputs, values, strict=True)))


def _call_of(op: str, inputs: list[Any], attrs: tuple[Any, ...]) -> _Call | None:
    """The node with such inputs; ``None`` if it gives handles."""
    key: Any = (op, tuple(each.dtype for each in inputs), repr(attrs))
    if key not in _calls:
        try:
            _calls[key] = _made(op, inputs, attrs, with_shapes=False)
        except ValueError:  # some shape functions of TensorFlow want to know the ranks
            key = (*key, tuple(tuple(each.shape) for each in inputs))
            if key not in _calls:
                _calls[key] = _made(op, inputs, attrs, with_shapes=True)
    return _calls[key]


def _made(op: str, inputs: list[Any], attrs: tuple[Any, ...], *, with_shapes: bool) -> _Call | None:
    graph = tf.Graph()
    with graph.as_default():
        given = [
            tf.compat.v1.placeholder(each.dtype, each.shape if with_shapes else None, name=f"in{index}")
            for index, each in enumerate(inputs)
        ]
        node = _node(graph, op, given, attrs)
    if any(out.dtype.base_dtype in _FOREIGN for out in node.outputs):
        return None
    session = go.Session(_imported(graph))
    dtypes = [out.dtype.base_dtype for out in node.outputs]
    return _Call(session, [out.name for out in node.outputs], [each.name for each in given], dtypes)


def _node(graph: Any, op: str, given: list[Any], attrs: tuple[Any, ...]) -> Any:
    """The node with these flat inputs."""
    definition = op_def_registry.get(op)
    values = dict(zip(attrs[::2], attrs[1::2], strict=True))
    kinds = {attr.name: attr.type for attr in definition.attr}
    message = tf.compat.v1.NodeDef(name="node", op=op, input=[each.op.name for each in given])
    for name, value in values.items():
        _set(message.attr[name], kinds[name], value)
    tf.import_graph_def(tf.compat.v1.GraphDef(node=[message]), {each.op.name: each for each in given}, name="")
    return graph.get_operation_by_name("node")


def _set(proto: Any, kind: str, value: Any) -> None:
    """Put the value of an attr into its AttrValue."""
    if kind.startswith("list("):
        proto.list.SetInParent()
        for item in value:
            one = tf.compat.v1.AttrValue()
            _set(one, kind[5:-1], item)
            field = one.WhichOneof("value")
            proto.list.MergeFrom(tf.compat.v1.AttrValue.ListValue(**{field: [getattr(one, field)]}))
    elif kind == "string":
        proto.s = value if isinstance(value, bytes) else str(value).encode()
    elif kind == "int":
        proto.i = int(value)
    elif kind == "float":
        proto.f = float(value)
    elif kind == "bool":
        proto.b = bool(value)
    elif kind == "type":
        proto.type = tf.as_dtype(value).as_datatype_enum
    elif kind == "shape":
        proto.shape.CopyFrom(tf.TensorShape(value).as_proto())
    elif kind == "tensor":
        proto.tensor.CopyFrom(value)
    else:
        raise NotImplementedError(kind)
