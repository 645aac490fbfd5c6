"""Plain kernels that read SequenceExample messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from graphops_cpu.lib.example_columns import Batch, reading
from graphops_cpu.lib.example_messages import sequence_of
from graphops_cpu.plain.example import dense_columns, ragged_columns, sparse_columns
from graphops_registry.attr import text_bytes
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

Names = Sequence[bytes]
_CONTEXT = ["context_sparse_indices", "context_sparse_values", "context_sparse_shapes", "context_dense_values"]
_LISTS = [
    "feature_list_sparse_indices", "feature_list_sparse_values", "feature_list_sparse_shapes",
    "feature_list_dense_values",
]  # fmt: skip
_LENGTHS = ["feature_list_dense_lengths"]
_RAGGED = ["context_ragged_values", "context_ragged_row_splits"]
_RAGGED_LISTS = ["feature_list_ragged_values", "feature_list_ragged_outer_splits", "feature_list_ragged_inner_splits"]


class _ParsesSequences(PlainKernel):
    """Base of kernels that read SequenceExample messages. Needs all values of one feature once more."""

    op: ClassVar[str] = ""
    host_data: ClassVar[tuple[str, ...]] = ("context_dense_defaults",)

    def batches(self, ctx: Context, serialized: Array) -> tuple[Batch, Batch]:
        """The contexts and the feature lists of all messages."""
        pairs = []
        for number, message in enumerate(serialized.reshape(-1)):
            ctx.check_cancelled()
            where = f" SequenceExample, in record {number} as well" if serialized.ndim else " SequenceExample"
            pairs.append(reading(sequence_of, self.op, message, where))
        single = not serialized.ndim
        context, lists = (
            Batch(ctx.check_memory, self.op, [pair[part] for pair in pairs], single=single, what="example")
            for part in (0, 1)
        )
        return context, lists

    def context(self, batch: Batch, sparse: Names, dense: Names, defaults: Sequence[Array]) -> list[Array]:
        """The outputs of the context but for ragged ones."""
        a = self.attrs
        return [
            *sparse_columns(batch, sparse, a["context_sparse_types"]),
            *dense_columns(batch, dense, a["context_dense_shapes"], defaults),
        ]

    def lists(
        self, batch: Batch, sparse: Names, dense: Names, may_miss: Sequence[Any], *, lengths: bool = True
    ) -> list[Array]:
        """The outputs of the feature lists but for ragged ones."""
        a = self.attrs
        given = zip(sparse, a["feature_list_sparse_types"], strict=True)
        found = [batch.list_sparse(name, dtype.numpy_dtype) for name, dtype in given]
        columns = zip(dense, a["feature_list_dense_types"], a["feature_list_dense_shapes"], may_miss, strict=True)
        values = [
            batch.list_dense(name, dtype.numpy_dtype, shape, may_miss=bool(allowed))
            for name, dtype, shape, allowed in columns
        ]
        parts = [part for kind in zip(*found, strict=True) for part in kind]
        return [*parts, *(value for value, _ in values), *(length for _, length in values if lengths)]


@register_kernel("ParseSequenceExample", "CPU", host_outputs=[*_CONTEXT, *_LISTS, *_LENGTHS], uses=["memory", "cancel"])
class ParseSequenceExample(_ParsesSequences):
    op = "ParseSequenceExample"

    def compute(self, ctx: Context, serialized: Array, debug_name: Array, *defaults: Array) -> tuple[Array, ...]:
        keys = {
            name: [*map(text_bytes, self.attrs[name])]
            for name in (
                "context_sparse_keys", "context_dense_keys", "feature_list_sparse_keys", "feature_list_dense_keys",
                "feature_list_dense_missing_assumed_empty",
            )
        }  # fmt: skip
        context, lists = self.batches(ctx, serialized)
        dense, empty = keys["feature_list_dense_keys"], keys["feature_list_dense_missing_assumed_empty"]
        return (
            *self.context(context, keys["context_sparse_keys"], keys["context_dense_keys"], defaults),
            *self.lists(lists, keys["feature_list_sparse_keys"], dense, [key in empty for key in dense]),
        )


@register_kernel(
    "ParseSequenceExampleV2",
    "CPU",
    host_outputs=[*_CONTEXT, *_RAGGED, *_LISTS, *_LENGTHS, *_RAGGED_LISTS],
    uses=["memory", "cancel"],
)
class ParseSequenceExampleV2(_ParsesSequences):
    op = "ParseSequenceExampleV2"
    host_data = ("feature_list_dense_missing_assumed_empty", "context_dense_defaults")

    def compute(self, ctx: Context, serialized: Array, debug_name: Array, *rest: Array) -> tuple[Array, ...]:
        sparse, dense, ragged, list_sparse, list_dense, list_ragged = (keys.tolist() for keys in rest[:6])
        a = self.attrs
        context, lists = self.batches(ctx, serialized)
        splits = a["feature_list_ragged_split_types"]
        columns = zip(list_ragged, a["feature_list_ragged_value_types"], splits, strict=True)
        found = [lists.list_ragged(name, dtype.numpy_dtype, kind.numpy_dtype) for name, dtype, kind in columns]
        return (
            *self.context(context, sparse, dense, rest[7:]),
            *ragged_columns(context, ragged, a["context_ragged_value_types"], a["context_ragged_split_types"]),
            *self.lists(lists, list_sparse, list_dense, rest[6].tolist()),
            *(part for kind in zip(*found, strict=True) for part in kind),
        )


@register_kernel("ParseSingleSequenceExample", "CPU", host_outputs=[*_CONTEXT, *_LISTS], uses=["memory", "cancel"])
class ParseSingleSequenceExample(_ParsesSequences):
    op = "ParseSingleSequenceExample"

    def compute(self, ctx: Context, serialized: Array, missing: Array, *rest: Array) -> tuple[Array, ...]:
        a = self.attrs
        counts = [
            len(a[name])
            for name in (
                "context_sparse_types", "Tcontext_dense", "feature_list_sparse_types", "feature_list_dense_types",
            )
        ]  # fmt: skip
        keys = iter(rest)
        sparse, dense, list_sparse, list_dense = ([next(keys)[()] for _ in range(count)] for count in counts)
        defaults = [next(keys) for _ in range(counts[1])]
        context, lists = self.batches(ctx, serialized)
        allowed = set(missing.tolist())
        return (
            *self.context(context, sparse, dense, defaults),
            *self.lists(lists, list_sparse, list_dense, [key in allowed for key in list_dense], lengths=False),
        )
