"""Making one call in three ways: eagerly, in a graph that knows all shapes, and in one that knows none."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

import graphops as go
from graphops.testing.cases import OpCase
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import FailedPreconditionError, GraphopsError
from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import lookup_op
from tests.hostile.calls.handles import Handle, library
from tests.hostile.calls.places import FOLDER, prepare_files

BYTES: Final = 256 << 20  # that a call may take
SECONDS: Final = 1.0  # for a run, where a Session can stop it
WAYS: Final = ("eager", "static", "dynamic")


@dataclass
class Made:
    """What came of a call in one way.

    Attributes:
        outputs: one for each output, ``None`` for what is no array; ``None`` when there are none because of ``error``.
        promised: for each output the dtype and the shape that the graph said it has.
        error: what was raised.
    """

    outputs: list[Any] | None = None
    promised: list[tuple[Any, Any]] | None = None
    error: BaseException | None = None

    @property
    def refused(self) -> bool:
        return isinstance(self.error, GraphopsError)


def make(case: OpCase, way: str, number: int) -> Made | None:
    """What comes of the call; ``None`` for a way that the op has not."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            if way == "eager":
                return _eager(case)
            return _in_graph(case, way == "static", number)
        except FailedPreconditionError as error:
            if way == "eager" and "must be run by a Session" in str(error):
                return None
            return Made(error=error)
        except Exception as error:
            return Made(error=error)


def _eager(case: OpCase) -> Made | None:
    if any(isinstance(item, Handle) for value in case.inputs.values() for item in _items(value)):
        return None
    if any(arg.is_ref for arg in lookup_op(case.op).op_def.inputs) or not list(kernels_of(case.op, "CPU")):
        return None  # what only a graph has
    found = getattr(go.eager, case.op)(**{**case.inputs, **case.attrs})
    return Made(_arrays(case, _flat(found)))


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _flat(result: Any) -> list[Any]:
    if not isinstance(result, (list, tuple)):
        return [] if result is None else [result]
    return [item for part in result for item in (part if isinstance(part, list) else [part])]


def _arrays(case: OpCase, values: list[Any]) -> list[Any]:
    """The results as arrays; ``None`` for handles, of old ops those whose strings count what was made before."""
    args = lookup_op(case.op).op_def.outputs
    if (
        args
        and args[0].name in ("handle", "grad_handle")
        and args[0].type is not None
        and args[0].type.name == "string"
    ):
        return [None, *map(_array, values[1:])]
    return list(map(_array, values))


def _array(value: Any) -> Any:
    """A result as an array; ``None`` for handles and lists of tensors."""
    if value is None:
        return None
    array = np.asarray(value, dtype=object if isinstance(value, bytes) else None)
    if array.dtype.kind == "O" and not all(isinstance(item, bytes) for item in array.reshape(-1).tolist()):
        return None
    return array


def _in_graph(case: OpCase, known: bool, number: int) -> Made:
    if case.op == "MergeV2Checkpoints":
        prepare_files()  # it moves them
    op_def = lookup_op(case.op).op_def
    feeds: dict[Any, Any] = {}
    wired: dict[str, Any] = {"before": [], "controls": []}
    variables: list[str] = []
    with go.Graph().as_default() as graph:
        if op_def.function_attrs:
            go.import_graph_def(library(), name="")
        arguments: dict[str, Any] = {}
        for name, value in case.inputs.items():
            arg = op_def.input_by_name.get(name)
            handle = arg is not None and arg.type is not None and arg.type.name == "resource"
            if isinstance(value, np.ndarray) and arg is not None and (handle or arg.is_ref) and _has_dtype(value):
                arguments[name] = _variable(
                    name, value, arg.is_ref, known or case.op in ("Assign", "AssignVariableOp"), wired
                )
                if handle:
                    variables.append(name)
            elif isinstance(value, list) and arg is not None and arg.is_ref and all(map(_is_array, value)):
                arguments[name] = [_variable(f"{name}{i}", item, True, known, wired) for i, item in enumerate(value)]
            elif isinstance(value, list) and arg is not None and arg.is_list and _is_simple(value):
                arguments[name] = [_enter(item, known, number + place, feeds, name, wired) for place, item in
                                   enumerate(value)]  # fmt: skip
            elif (
                not known
                and number % 2
                and arg is not None
                and not isinstance(value, (np.ndarray, np.generic, list, Handle))
            ):
                arguments[name] = go.placeholder(arg.type or go.float32)
                feeds[arguments[name]] = value
            elif case.op in ("Exit", "RefExit") and name == "data" and isinstance(value, np.ndarray):
                entered = _enter(value, known, number, feeds, name, wired)
                arguments[name] = go.raw_ops.Enter(data=entered, frame_name="f")
            else:
                arguments[name] = _enter(value, known, number, feeds, name, wired)
        with go.control_dependencies([_node(each) for each in wired["controls"]]):
            result = getattr(go.raw_ops, case.op)(**{**arguments, **case.attrs})
        result = _followed(case.op, result, feeds, wired)
        tensors = [] if isinstance(result, go.Node) else _flat(result)
        wanted = tensors or [graph.nodes[-1]]
    with go.Session(graph, config=_config()) as session:
        if wired["before"]:
            session.run(wired["before"])
        found = session.run(wanted, feeds)[: len(tensors)]
        after = [session.variables[name] for name in variables if name in session.variables]
    outputs = _arrays(case, found)
    promised = [(getattr(t, "dtype", None), getattr(t, "shape", None)) for t in tensors]
    return Made([*outputs, *map(_array, after)], promised)


def _followed(op: str, result: Any, feeds: dict[Any, Any], wired: dict[str, Any]) -> Any:
    """What is fetched in place of an output that cannot be fetched alone, or must be fed or assigned first."""
    raw = go.raw_ops
    if op in ("Switch", "RefSwitch"):  # one of the two is dead
        return (raw.Merge if op == "Switch" else raw.RefMerge)(inputs=list(result))
    if op in ("Enter", "RefEnter"):
        return (raw.Exit if op == "Enter" else raw.RefExit)(data=result)
    if op.startswith("Placeholder") and op != "PlaceholderWithDefault" and result.shape.rank is not None:
        sizes = [dim if isinstance(dim, int) else 2 for dim in result.shape.dims]
        if np.prod(sizes, dtype=object) < 10_000 and not result.dtype.is_host_only:
            feeds[result] = np.zeros(sizes, result.dtype.numpy_dtype)
    is_settled = op in ("Variable", "VariableV2") and result.shape.is_fully_defined
    if is_settled and not result.dtype.base.is_host_only and np.prod(result.shape.as_tuple(), dtype=object) < 10_000:
        value = np.zeros(result.shape.as_tuple(), result.dtype.base.numpy_dtype)
        wired["before"].append(raw.Assign(ref=result, value=value))
    return result


def _config() -> Any:
    return go.SessionConfig(memory_limit=BYTES, timeout=SECONDS, file_folders=[str(FOLDER)])


def _node(element: Any) -> Any:
    return getattr(element, "node", element)


def _is_simple(value: list[Any]) -> bool:
    return all(isinstance(item, (np.ndarray, Handle)) for item in value)


def _is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) and _has_dtype(value)


def _has_dtype(value: Any) -> bool:
    try:
        as_dtype(value.dtype)
    except GraphopsError:
        return False
    return not isinstance(value, np.ma.MaskedArray) and value.dtype.isnative


def _variable(name: str, value: Any, is_ref: bool, known: bool, wired: dict[str, Any]) -> Any:
    raw, dtype = go.raw_ops, as_dtype(value.dtype)
    if is_ref:
        variable = raw.VariableV2(shape=value.shape if known else None, dtype=dtype)
        wired["before"].append(raw.Assign(ref=variable, value=value, validate_shape=known))
        return variable
    handle = raw.VarHandleOp(dtype=dtype, shape=value.shape if known else None, shared_name=name)
    wired["before"].append(raw.AssignVariableOp(resource=handle, value=value))
    return handle


def _enter(value: Any, known: bool, number: int, feeds: dict[Any, Any], name: str, wired: dict[str, Any]) -> Any:
    """A placeholder that is fed, without or with its shape; or, half of the time, a constant where all is known."""
    if isinstance(value, Handle):
        return value.enter(name, wired)
    if not isinstance(value, np.ndarray) or not _has_dtype(value) or (known and number % 2):
        return value
    shape: Any = value.shape if known else None if number % 2 else (None,) * value.ndim
    tensor = go.placeholder(as_dtype(value.dtype), shape)
    feeds[tensor] = value
    return tensor
