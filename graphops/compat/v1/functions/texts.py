"""``compat.v1``: functions of strings whose parameters are not those of one op."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.sparse_tensor import SparseTensor
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops.graph.graph import Tensor
from graphops_registry.errors import InvalidArgumentError


def string_split(
    source: Any,
    sep: Any = None,
    skip_empty: bool = True,
    delimiter: Any = None,
    result_type: str = "SparseTensor",
    name: str | None = None,
) -> SparseTensor:
    """Each string of a vector cut at each of the bytes of ``sep``; an empty ``sep`` cuts it into bytes.

    Args:
        sep, delimiter: default a blank.
        skip_empty: without empty parts.
        result_type: only ``"SparseTensor"``.
    """
    _is_sparse("string_split", result_type)
    cut = one_of("string_split", "sep", sep, "delimiter", delimiter)
    return SparseTensor(
        *raw_ops.StringSplit(
            input=as_tensor(source, "string"),
            delimiter=" " if cut is None else cut,
            skip_empty=skip_empty,
            name=name or "StringSplit",
        )
    )


def split(
    input: Any = None,
    sep: Any = None,
    maxsplit: int = -1,
    result_type: str = "SparseTensor",
    source: Any = None,
    name: str | None = None,
) -> SparseTensor:
    """Each string of a vector cut at ``sep``, or at white space, as Python's ``split`` does.

    Args:
        maxsplit: cuts at most; -1 for any number.
        result_type: only ``"SparseTensor"``.
    """
    _is_sparse("split", result_type)
    texts = needed("split", "input", one_of("split", "input", input, "source", source))
    return SparseTensor(
        *raw_ops.StringSplitV2(
            input=as_tensor(texts, "string"), sep="" if sep is None else sep, maxsplit=maxsplit, name=name
        )
    )


def _is_sparse(function: str, result_type: str) -> None:
    if result_type != "SparseTensor":
        raise InvalidArgumentError(f"result_type of {function}() must be 'SparseTensor', got {result_type!r}")


def string_join(inputs: Iterable[Any], separator: str = "", name: str | None = None) -> Tensor:
    """The strings of several tensors joined, element by element."""
    result: Tensor = raw_ops.StringJoin(
        inputs=[as_tensor(each, "string") for each in inputs], separator=separator, name=name
    )
    return result


def reduce_join(
    inputs: Any,
    axis: Any = None,
    keep_dims: bool | None = None,
    separator: str = "",
    name: str | None = None,
    reduction_indices: Any = None,
    keepdims: bool | None = None,
) -> Tensor:
    """The strings along axes joined; by default along all, the last one first."""
    texts = as_tensor(inputs, "string")
    axes = one_of("reduce_join", "axis", axis, "reduction_indices", reduction_indices)
    if axes is None:
        if texts.shape.rank is None:
            raise InvalidArgumentError("axis of reduce_join() must be given for inputs of unknown rank")
        axes = np.arange(texts.shape.rank, dtype=np.int32)[::-1]
    result: Tensor = raw_ops.ReduceJoin(
        inputs=texts, reduction_indices=as_tensor(axes, "int32"), separator=separator, name=name,
        keep_dims=bool(one_of("reduce_join", "keepdims", keepdims, "keep_dims", keep_dims)),
    )  # fmt: skip
    return result


def string_to_number(
    string_tensor: Any = None,
    out_type: Any = "float32",
    name: str | None = None,
    input: Any = None,
) -> Tensor:
    """The number that each string spells."""
    texts = needed(
        "string_to_number", "input", one_of("string_to_number", "input", input, "string_tensor", string_tensor)
    )
    result: Tensor = raw_ops.StringToNumber(string_tensor=as_tensor(texts, "string"), out_type=out_type, name=name)
    return result


def string_to_hash_bucket(
    string_tensor: Any = None,
    num_buckets: int | None = None,
    name: str | None = None,
    input: Any = None,
) -> Tensor:
    """A number below ``num_buckets`` for each string."""
    function = "string_to_hash_bucket"
    texts = needed(function, "input", one_of(function, "input", input, "string_tensor", string_tensor))
    count = needed(function, "num_buckets", num_buckets)
    result: Tensor = raw_ops.StringToHashBucket(string_tensor=as_tensor(texts, "string"), num_buckets=count, name=name)
    return result


def regex_replace(
    input: Any,
    pattern: Any,
    rewrite: Any,
    replace_global: bool = True,
    name: str | None = None,
) -> Tensor:
    """Each string with ``rewrite`` in place of what matches."""
    result: Tensor = raw_ops.RegexReplace(
        input=as_tensor(input, "string"), pattern=pattern, rewrite=rewrite, replace_global=replace_global, name=name
    )
    return result


def string_format(
    template: str, inputs: Any, placeholder: str = "{}", summarize: int = 3, name: str | None = None
) -> Tensor:
    """``template`` with tensors in place of the placeholders, as one string.

    Args:
        inputs: a list of tensors, or one.
        summarize: how many entries are shown at both ends of each axis.
    """
    given = inputs if isinstance(inputs, (list, tuple)) else [inputs]
    result: Tensor = raw_ops.StringFormat(
        inputs=[as_tensor(each) for each in given], template=template, placeholder=placeholder, summarize=summarize,
        name=name,
    )  # fmt: skip
    return result


__all__ = [
    "reduce_join",
    "regex_replace",
    "string_join",
    "string_split",
    "string_to_hash_bucket",
    "string_to_number",
]
