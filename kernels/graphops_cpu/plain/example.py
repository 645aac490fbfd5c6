"""Plain kernels that read Example messages, and make them of JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops_cpu.lib.example_columns import Batch, reading
from graphops_cpu.lib.example_json import example_of
from graphops_cpu.lib.example_messages import Features, features_of
from graphops_cpu.lib.text import each, on_host
from graphops_registry.attr import text_bytes
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.shape import TensorShape


def batch_of(ctx: Context, op: str, serialized: Array) -> Batch:
    """The features of Example messages; of one alone if ``serialized`` is a scalar."""
    messages: list[Features] = []
    for number, message in enumerate(serialized.reshape(-1)):
        ctx.check_cancelled()
        where = f" Example, in record {number} as well" if serialized.ndim else " Example"
        messages.append(reading(features_of, op, message, where))
    return Batch(ctx.check_memory, op, messages, single=not serialized.ndim, what="example")


def sparse_columns(batch: Batch, names: Sequence[bytes], types: Sequence[Any]) -> list[Array]:
    """All indices, all values, all shapes."""
    found = [batch.sparse(name, dtype.numpy_dtype) for name, dtype in zip(names, types, strict=True)]
    return [part for kind in zip(*found, strict=True) for part in kind]


def dense_columns(
    batch: Batch, names: Sequence[bytes], shapes: Sequence[TensorShape], defaults: Sequence[Array]
) -> list[Array]:
    """The values of all."""
    given = zip(names, shapes, defaults, strict=True)
    return [batch.dense(name, shape, on_host(default)) for name, shape, default in given]


def ragged_columns(batch: Batch, names: Sequence[bytes], types: Sequence[Any], splits: Sequence[Any]) -> list[Array]:
    """All values, all splits."""
    given = zip(names, types, splits, strict=True)
    found = [batch.ragged(name, dtype.numpy_dtype, kind.numpy_dtype) for name, dtype, kind in given]
    return [part for kind in zip(*found, strict=True) for part in kind]


_SPARSE = ["sparse_indices", "sparse_values", "sparse_shapes", "dense_values"]


@register_kernel("ParseExample", "CPU", host_outputs=_SPARSE, uses=["memory", "cancel"])
class ParseExample(PlainKernel):
    """Needs all values of one feature once more."""

    host_data = ("dense_defaults",)

    def compute(self, ctx: Context, serialized: Array, names: Array, *rest: Array) -> tuple[Array, ...]:
        a, count = self.attrs, len(self.attrs["sparse_types"])
        keys, defaults = [key[()] for key in rest[: count + len(a["Tdense"])]], rest[count + len(a["Tdense"]) :]
        batch = batch_of(ctx, "ParseExample", serialized)
        return (
            *sparse_columns(batch, keys[:count], a["sparse_types"]),
            *dense_columns(batch, keys[count:], a["dense_shapes"], defaults),
        )


@register_kernel(
    "ParseExampleV2", "CPU", host_outputs=[*_SPARSE, "ragged_values", "ragged_row_splits"], uses=["memory", "cancel"]
)
class ParseExampleV2(PlainKernel):
    """Needs all values of one feature once more."""

    host_data = ("dense_defaults",)

    def compute(
        self, ctx: Context, serialized: Array, names: Array, sparse: Array, dense: Array, ragged: Array, *rest: Array
    ) -> tuple[Array, ...]:
        a = self.attrs
        batch = batch_of(ctx, "ParseExampleV2", serialized)
        return (
            *sparse_columns(batch, sparse.tolist(), a["sparse_types"]),
            *dense_columns(batch, dense.tolist(), a["dense_shapes"], rest),
            *ragged_columns(batch, ragged.tolist(), a["ragged_value_types"], a["ragged_split_types"]),
        )


@register_kernel("ParseSingleExample", "CPU", host_outputs=_SPARSE, uses=["memory", "cancel"])
class ParseSingleExample(PlainKernel):
    """Needs all values of one feature once more."""

    host_data = ("dense_defaults",)

    def compute(self, ctx: Context, serialized: Array, *defaults: Array) -> tuple[Array, ...]:
        a = self.attrs
        sparse, dense = ([*map(text_bytes, a[name])] for name in ("sparse_keys", "dense_keys"))
        batch = batch_of(ctx, "ParseSingleExample", serialized)
        return (
            *sparse_columns(batch, sparse, a["sparse_types"]),
            *dense_columns(batch, dense, a["dense_shapes"], defaults),
        )


@register_kernel("DecodeJSONExample", "CPU")
class DecodeJSONExample(PlainKernel):
    def compute(self, examples: Array) -> np.ndarray[Any, Any]:
        return each(lambda text: example_of(text, "DecodeJSONExample"), examples)
