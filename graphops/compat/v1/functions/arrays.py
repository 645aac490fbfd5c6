"""``compat.v1``: making, reshaping, cutting and joining tensors. (Functions that are one op are in ``tables``.)"""

from __future__ import annotations

from builtins import range as _range
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand, shape_vector, static_sizes
from graphops.build.constants import constant as _constant
from graphops.build.filled_constant import constant
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.reductions import reduce_max
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops.graph.graph import Tensor, get_default_graph
from graphops.graph.operators import Operators
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.shape import TensorShape


def placeholder_with_default(input: Any, shape: Any, name: str | None = None) -> Tensor:
    """A tensor that may be fed, and is ``input`` if it is not."""
    result: Tensor = raw_ops.PlaceholderWithDefault(input=as_tensor(input), shape=TensorShape(shape), name=name)
    return result


def _filled(shape: Any, value: int, dtype: Any, name: str) -> Tensor:
    wanted = as_dtype(dtype).base
    zero: Any = b"" if wanted.name == "string" else np.array(value, wanted.numpy_dtype)
    sizes = static_sizes(shape)
    if sizes is not None and np.prod(sizes, dtype=object) < _SMALL:
        result: Tensor = _constant(zero, wanted, sizes, name)
    else:
        result = raw_ops.Fill(dims=shape_vector(shape), value=zero, name=name)
    return result


_SMALL = 1000  # elements of which a constant is made


def zeros(shape: Any, dtype: Any = "float32", name: str | None = None) -> Tensor:
    """Zeros (empty texts)."""
    return _filled(shape, 0, dtype, name or "zeros")


def ones(shape: Any, dtype: Any = "float32", name: str | None = None) -> Tensor:
    """Ones."""
    return _filled(shape, 1, dtype, name or "ones")


def zeros_like(tensor: Any, dtype: Any = None, name: str | None = None, optimize: bool = True) -> Tensor:
    """Zeros of the shape of ``tensor``; ``optimize`` changes nothing that can be seen."""
    return _like("ZerosLike", tensor, 0, dtype, name or "zeros_like")


def ones_like(tensor: Any, dtype: Any = None, name: str | None = None, optimize: bool = True) -> Tensor:
    """Ones of the shape of ``tensor``; ``optimize`` changes nothing that can be seen."""
    return _like("OnesLike", tensor, 1, dtype, name or "ones_like")


def _like(op: str, tensor: Any, value: int, dtype: Any, name: str) -> Tensor:
    like = as_tensor(tensor, name="tensor")
    if dtype is None or as_dtype(dtype).base is like.dtype.base:
        result: Tensor = getattr(raw_ops, op)(x=like, name=name)
    elif like.shape.is_fully_defined:
        result = _filled(like.shape, value, dtype, name)
    else:
        result = _filled(raw_ops.Shape(input=like), value, dtype, name)
        result.set_shape(like.shape)
    return result


def range(start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str = "range") -> Tensor:  # noqa: A001
    """``start``, ``start + delta`` ... below ``limit``; ``range(limit)`` starts at 0."""
    if limit is None:
        start, limit = 0, start
    given = [start, limit, delta]
    wanted = None if dtype is None else as_dtype(dtype)
    if wanted is None:
        typed = [value.dtype for value in given if hasattr(value, "dtype")]
        found = [t if isinstance(t, DType) else as_dtype(t) for t in typed]
        found += [as_dtype("float32") for value in given if isinstance(value, float)]
        order = ["int32", "int64", "float32", "float64"]
        known = [t.base.name for t in found if t.base.name in order]
        names = known or [t.base.name for t in found]
        wanted = as_dtype(max(names, key=lambda n: order.index(n) if n in order else 0)) if names else None
    if wanted is not None:
        given = [cast(value, wanted) if isinstance(value, Operators) else _number(value, wanted) for value in given]
    first, last, step = given
    result: Tensor = raw_ops.Range(start=first, limit=last, delta=step, name=name)
    return result


def _number(value: Any, dtype: DType) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        return value.astype(dtype.numpy_dtype)
    return as_tensor(value, dtype)


def linspace(start: Any, stop: Any, num: Any, name: str | None = None, axis: int = 0) -> Tensor:
    """``num`` values from ``start`` to ``stop`` in equal steps, along a new axis.

    Raises:
        InvalidArgumentError: start and stop that are no scalars, with an axis other than 0.
    """
    first = as_tensor(start, name="start")
    last = as_tensor(stop, first.dtype.base, "stop")
    result: Tensor
    if first.shape.rank == 0 and last.shape.rank == 0 and axis in (0, -1):
        result = raw_ops.LinSpace(start=first, stop=last, num=num, name=name)
        return result
    with get_default_graph().name_scope(name or "linspace") as scope:
        low = raw_ops.ExpandDims(input=first, dim=axis)
        high = raw_ops.ExpandDims(input=last, dim=axis)
        unit = raw_ops.LinSpace(start=np.array(0, low.dtype.numpy_dtype), stop=1.0, num=num)
        rank = low.shape.rank
        if rank is None:
            raise InvalidArgumentError(f"start of linspace() must have a known rank, got {first!r}")
        shape = [1] * rank
        shape[axis] = -1
        steps = raw_ops.Reshape(tensor=unit, shape=np.array(shape, np.int32))
        result = raw_ops.AddV2(x=low, y=(high - low) * steps, name=scope)
    return result


def eye(
    num_rows: Any, num_columns: Any = None, batch_shape: Any = None, dtype: Any = "float32", name: str | None = None
) -> Tensor:
    """The identity matrix, or a batch of it."""
    columns = num_rows if num_columns is None else num_columns
    with get_default_graph().name_scope(name or "eye") as scope:
        rows_at = raw_ops.ExpandDims(input=range(num_rows), dim=1)  # (rows, 1)
        columns_at = raw_ops.ExpandDims(input=range(columns), dim=0)  # (1, columns)
        result = cast(raw_ops.Equal(x=rows_at, y=columns_at), dtype)
        if batch_shape is not None:
            sizes = shape_vector([num_rows, columns])
            whole = raw_ops.ConcatV2(values=[shape_vector(batch_shape), sizes], axis=0)
            result = raw_ops.BroadcastTo(input=result, shape=whole)
        named: Tensor = raw_ops.Identity(input=result, name=scope)
    return named


def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> Tensor:
    """Vectors with ``on_value`` (1) at an index and ``off_value`` (0) elsewhere, along a new axis (the last).

    Raises:
        InvalidTypeError: values that do not have ``dtype``.
    """
    wanted = None if dtype is None else as_dtype(dtype).base
    for value in (on_value, off_value):
        if wanted is None and value is not None:
            wanted = as_tensor(value).dtype.base
    wanted = wanted if wanted is not None else as_dtype("float32")
    result: Tensor = raw_ops.OneHot(
        indices=as_tensor(indices, name="indices"),
        depth=depth,
        on_value=as_tensor(_element(1 if on_value is None else on_value, wanted), wanted, "on_value"),
        off_value=as_tensor(_element(0 if off_value is None else off_value, wanted), wanted, "off_value"),
        axis=-1 if axis is None else axis,
        name=name or "one_hot",
    )
    return result


def _element(value: Any, dtype: DType) -> Any:
    return bool(value) if dtype.is_bool and isinstance(value, int) else value


# -- shapes -----------------------------------------------------------------------------------------------------------


def shape(input: Any, name: str | None = None, out_type: Any = None) -> Tensor:
    """The shape as an int32 (or ``out_type``) vector."""
    result: Tensor = raw_ops.Shape(input=as_tensor(input, name="input"), out_type=out_type or "int32", name=name)
    return result


def shape_n(input: Any, out_type: Any = "int32", name: str | None = None) -> list[Tensor]:
    """The shapes of several tensors."""
    result: list[Tensor] = raw_ops.ShapeN(input=[as_tensor(item) for item in input], out_type=out_type, name=name)
    return result


def size(input: Any, name: str | None = None, out_type: Any = None) -> Tensor:
    """The number of elements."""
    result: Tensor = raw_ops.Size(input=as_tensor(input, name="input"), out_type=out_type or "int32", name=name)
    return result


def rank(input: Any, name: str | None = None) -> Tensor:
    """The number of axes."""
    result: Tensor = raw_ops.Rank(input=as_tensor(input, name="input"), name=name)
    return result


def reshape(tensor: Any, shape: Any, name: str | None = None) -> Tensor:
    """The same elements in another shape; a size of -1 is what remains."""
    given = np.array(shape.as_list(), np.int32) if isinstance(shape, TensorShape) else operand(shape)
    if isinstance(given, (list, tuple)):
        given = [dim if dim is not None else -1 for dim in given]
    result: Tensor = raw_ops.Reshape(tensor=as_tensor(tensor, name="tensor"), shape=given, name=name)
    return result


def expand_dims(input: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
    """``input`` with an axis of size 1 inserted at ``axis``."""
    at = needed("expand_dims", "axis", one_of("expand_dims", "axis", axis, "dim", dim))
    result: Tensor = raw_ops.ExpandDims(input=as_tensor(input, name="input"), dim=at, name=name)
    return result


def squeeze(input: Any, axis: Any = None, name: str | None = None, squeeze_dims: Any = None) -> Tensor:
    """``input`` without its axes of size 1, or those of them that are named."""
    axes = one_of("squeeze", "axis", axis, "squeeze_dims", squeeze_dims)
    named = [] if axes is None else [axes] if hasattr(axes, "__index__") else list(axes)
    result: Tensor = raw_ops.Squeeze(input=as_tensor(input, name="input"), squeeze_dims=named, name=name)
    return result


def transpose(a: Any, perm: Any = None, name: str = "transpose", conjugate: bool = False) -> Tensor:
    """``a`` with its axes in the order ``perm``, reversed by default.

    Args:
        conjugate: whether complex numbers are conjugated, too.
    """
    tensor = as_tensor(a, name="a")
    if perm is None:
        if tensor.shape.rank is not None:
            perm = np.arange(tensor.shape.rank - 1, -1, -1, dtype=np.int32)
        else:
            last = raw_ops.Rank(input=tensor) - 1
            perm = raw_ops.Range(start=last, limit=-1, delta=-1)
    if conjugate and tensor.dtype.is_complex:
        tensor = raw_ops.Conj(input=tensor)
    result: Tensor = raw_ops.Transpose(x=tensor, perm=operand(perm), name=name)
    return result


def matrix_transpose(a: Any, name: str = "matrix_transpose", conjugate: bool = False) -> Tensor:
    """``a`` with its last two axes exchanged.

    Raises:
        InvalidArgumentError: a rank below 2.
    """
    tensor = as_tensor(a, name="a")
    ndims = tensor.shape.rank
    if ndims is None:
        first = raw_ops.Range(start=0, limit=raw_ops.Rank(input=tensor) - 2, delta=1)
        last = raw_ops.Rank(input=tensor) - raw_ops.Pack(values=[1, 2])
        return transpose(tensor, raw_ops.ConcatV2(values=[first, last], axis=0), name, conjugate)
    if ndims < 2:
        raise InvalidArgumentError(f"a of matrix_transpose() must have rank 2 or more, got shape {tensor.shape}")
    return transpose(tensor, [*_range(ndims - 2), ndims - 1, ndims - 2], name, conjugate)


lin_space = linspace


def meshgrid(*args: Any, **kwargs: Any) -> list[Tensor]:
    """For vectors x, y, ...: tensors of all combinations, the first of which varies along axis 1.

    Args:
        indexing: "xy" (default), or "ij": the first varies along axis 0.

    Raises:
        InvalidArgumentError: another indexing.
    """
    indexing = kwargs.pop("indexing", "xy")
    name = kwargs.pop("name", "meshgrid")
    if kwargs:
        raise InvalidTypeError(f"meshgrid() takes no keyword but indexing and name, got {', '.join(kwargs)}")
    if indexing not in ("xy", "ij"):
        raise InvalidArgumentError(f"indexing of meshgrid() must be 'xy' or 'ij', got {indexing!r}")
    count = len(args)
    with get_default_graph().name_scope(name):
        vectors = [reshape(arg, [-1]) for arg in args]
        order = list(_range(count))
        if indexing == "xy" and count > 1:
            order[0], order[1] = 1, 0
        sizes = [raw_ops.Size(input=vectors[axis]) for axis in order]
        whole = raw_ops.Pack(values=sizes) if sizes else None
        result = []
        for position, vector in enumerate(vectors):
            shape = [1] * count
            shape[order.index(position)] = -1
            result.append(raw_ops.BroadcastTo(input=reshape(vector, shape), shape=whole))
    return result


def sequence_mask(lengths: Any, maxlen: Any = None, dtype: Any = "bool", name: str | None = None) -> Tensor:
    """For each length n a row that is true in its first n places."""
    counts = as_tensor(lengths, name="lengths")
    with get_default_graph().name_scope(name or "SequenceMask"):
        if maxlen is None:
            maxlen = raw_ops.Maximum(x=reduce_max(counts), y=0)
        columns = range(_number(0, counts.dtype.base), _typed(maxlen, counts.dtype.base), _typed(1, counts.dtype.base))
        mask = raw_ops.Less(x=columns, y=raw_ops.ExpandDims(input=counts, dim=-1))
        return cast(mask, dtype)


def _typed(value: Any, dtype: DType) -> Tensor:
    return cast(value, dtype) if isinstance(value, Operators) else as_tensor(value, dtype)


def convert_to_tensor(
    value: Any, dtype: Any = None, name: str | None = None, preferred_dtype: Any = None, dtype_hint: Any = None
) -> Tensor:
    """``value`` as a tensor: a list that holds tensors is packed, anything else becomes a constant."""
    hint = one_of("convert_to_tensor", "dtype_hint", dtype_hint, "preferred_dtype", preferred_dtype)
    return as_tensor(value, dtype, name, hint)


def is_tensor(x: Any) -> bool:
    """Whether ``x`` is a tensor or a variable."""
    return isinstance(x, Operators)


def identity(input: Any, name: str | None = None) -> Tensor:
    """``input`` as a node of its own."""
    result: Tensor = raw_ops.Identity(input=as_tensor(input, name="input"), name=name)
    return result


def identity_n(input: Any, name: str | None = None) -> list[Tensor]:
    """Several tensors as one node, which runs when all are there."""
    result: list[Tensor] = raw_ops.IdentityN(input=[as_tensor(item) for item in input], name=name)
    return result


__all__ = [
    "constant",
    "convert_to_tensor",
    "expand_dims",
    "eye",
    "identity",
    "identity_n",
    "is_tensor",
    "lin_space",
    "linspace",
    "matrix_transpose",
    "meshgrid",
    "one_hot",
    "ones",
    "ones_like",
    "placeholder_with_default",
    "range",
    "rank",
    "reshape",
    "sequence_mask",
    "shape",
    "shape_n",
    "size",
    "squeeze",
    "transpose",
    "zeros",
    "zeros_like",
]
