"""Shape rules of sparse tensors: indices, values and a dense shape that belong together."""

from __future__ import annotations

from dataclasses import dataclass

from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

__all__ = ["SparseShape", "sparse_argument", "unknown_sparse"]


@dataclass(frozen=True, slots=True)
class SparseShape:
    """What is known of a sparse tensor.

    Attributes:
        entries: how many values it has.
        rank: how many axes.
    """

    entries: Dim
    rank: Dim

    @property
    def indices(self) -> TensorShape:
        """The shape of its indices, `[entries, rank]`."""
        return TensorShape.of((self.entries, self.rank))

    @property
    def values(self) -> TensorShape:
        """The shape of its values."""
        return TensorShape.of((self.entries,))

    @property
    def sizes(self) -> TensorShape:
        """The shape of its dense shape."""
        return TensorShape.of((self.rank,))


def sparse_argument(c: ShapeContext, indices: str, values: str, sizes: str) -> SparseShape:
    """What is known of the sparse tensor whose parts are the inputs of these names.

    Raises:
        InvalidArgumentError: the parts have other ranks, or do not belong together.
    """
    places, numbers, shape = c.with_rank(indices, 2), c.with_rank(values, 1), c.with_rank(sizes, 1)
    rule = f"have one value for each of the {places[0]} rows of {indices}"
    entries = c.merge_dim(values, numbers[0], places[0], rule)
    rule = f"have one size for each of the {places[1]} columns of {indices}"
    return SparseShape(entries, c.merge_dim(sizes, shape[0], places[1], rule))


def unknown_sparse(rank: Dim) -> list[TensorShape]:
    """The shapes of indices, values and dense shape of a sparse tensor with an unknown number of entries."""
    return [TensorShape.of((None, rank)), TensorShape.of((None,)), TensorShape.of((rank,))]
