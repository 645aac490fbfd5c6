"""``tf.ConditionalAccumulator``: gradients of several runs are added up, and another run takes their mean."""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.marked import mark
from graphops.graph.graph import Node, Tensor
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import UnimplementedError
from graphops_registry.shape import TensorShape


class ConditionalAccumulatorBase:
    """An accumulator in a graph; the Sessions that run it keep the gradients.

    Args:
        dtype, shape: of the gradients.
        accumulator_ref: the tensor with its handle.
    """

    def __init__(self, dtype: Any, shape: Any, accumulator_ref: Tensor) -> None:
        self._dtype = as_dtype(dtype)
        self._shape = TensorShape.of(None) if shape is None else TensorShape(shape)
        self._accumulator_ref = accumulator_ref
        self._name = accumulator_ref.node.name.rpartition("/")[2]

    @property
    def accumulator_ref(self) -> Tensor:
        """The tensor with its handle."""
        return self._accumulator_ref

    @property
    def name(self) -> str:
        """The last part of its node's name."""
        return self._name

    @property
    def dtype(self) -> DType:
        """Of the gradients."""
        return self._dtype

    def num_accumulated(self, name: str | None = None) -> Tensor:
        """How many gradients it has."""
        name = f"{self._name}_NumAccumulated" if name is None else name
        found: Tensor = raw_ops.ResourceAccumulatorNumAccumulated(handle=self._accumulator_ref, name=name)
        return found

    def set_global_step(self, new_global_step: Any, name: str | None = None) -> Node:
        """A node that sets its step: gradients of earlier ones are left out."""
        step = cast(as_tensor(new_global_step), "int64")
        node: Node = raw_ops.ResourceAccumulatorSetGlobalStep(
            handle=self._accumulator_ref, new_global_step=step, name=name
        )
        return node


class ConditionalAccumulator(ConditionalAccumulatorBase):
    """An accumulator of gradients.

    Args:
        dtype, shape: of the gradients.
        shared_name: nodes with the same one refer to the same accumulator.
        reduction_type: "MEAN" or "SUM".
    """

    def __init__(
        self,
        dtype: Any,
        shape: Any = None,
        shared_name: str | None = None,
        name: str = "conditional_accumulator",
        reduction_type: Any = "MEAN",
    ) -> None:
        mark()
        handle = raw_ops.ResourceConditionalAccumulator(
            dtype=dtype, shape=shape, shared_name=shared_name or "", name=name, reduction_type=reduction_type
        )
        super().__init__(dtype, shape, handle)

    def apply_grad(self, grad: Any, local_step: Any = 0, name: str | None = None) -> Node:
        """A node that adds a gradient; one of an earlier step is left out."""
        node: Node = raw_ops.ResourceAccumulatorApplyGradient(
            handle=self._accumulator_ref,
            local_step=cast(as_tensor(local_step), "int64"),
            gradient=as_tensor(grad, self._dtype),
            name=name,
        )
        return node

    def take_grad(self, num_required: Any, name: str | None = None) -> Tensor:
        """The mean, or the sum, of the gradients, which are gone then; it waits until there are so many."""
        found: Tensor = raw_ops.ResourceAccumulatorTakeGradient(
            handle=self._accumulator_ref, num_required=as_tensor(num_required, "int32"), dtype=self._dtype, name=name
        )
        found.set_shape(self._shape)
        return found


class SparseConditionalAccumulator(ConditionalAccumulatorBase):
    """An accumulator of gradients of which each has some rows.

    Args:
        dtype, shape: of the gradients.
        shared_name: nodes with the same one refer to the same accumulator.
        reduction_type: "MEAN" or "SUM".
    """

    def __init__(
        self,
        dtype: Any,
        shape: Any = None,
        shared_name: str | None = None,
        name: str = "sparse_conditional_accumulator",
        reduction_type: Any = "MEAN",
    ) -> None:
        mark()
        handle = raw_ops.SparseConditionalAccumulator(
            dtype=dtype, shape=shape, shared_name=shared_name or "", name=name, reduction_type=reduction_type
        )
        super().__init__(dtype, shape, handle)

    def apply_indexed_slices_grad(self, grad: Any, local_step: Any = 0, name: str | None = None) -> Node:
        """A node that adds a gradient with ``indices``, ``values`` and ``dense_shape``."""
        return self.apply_grad(grad.indices, grad.values, grad.dense_shape, local_step, name)

    def apply_grad(
        self, grad_indices: Any, grad_values: Any, grad_shape: Any = None, local_step: Any = 0, name: str | None = None
    ) -> Node:
        """A node that adds rows of a gradient; a gradient of an earlier step is left out."""
        node: Node = raw_ops.SparseAccumulatorApplyGradient(
            handle=self._accumulator_ref,
            local_step=cast(as_tensor(local_step), "int64"),
            gradient_indices=cast(as_tensor(grad_indices), "int64"),
            gradient_values=as_tensor(grad_values, self._dtype),
            gradient_shape=as_tensor([] if grad_shape is None else grad_shape, "int64"),
            has_known_shape=grad_shape is not None,
            name=name,
        )
        return node

    def take_grad(self, num_required: Any, name: str | None = None) -> Any:
        """The mean, or the sum, of the rows, which are gone then; it waits until there are so many gradients.

        Returns:
            The tensors ``indices``, ``values`` and ``shape``.
        """
        return raw_ops.SparseAccumulatorTakeGradient(
            handle=self._accumulator_ref, num_required=as_tensor(num_required, "int32"), dtype=self._dtype, name=name
        )

    def take_indexed_slices_grad(self, num_required: Any, name: str | None = None) -> Any:
        """Not offered: there are no IndexedSlices.

        Raises:
            UnimplementedError: always.
        """
        raise UnimplementedError("take_indexed_slices_grad() must be written as take_grad(), of the same parts")

    def num_accumulated(self, name: str | None = None) -> Tensor:
        """How many gradients it has."""
        name = f"{self._name}_NumAccumulated" if name is None else name
        found: Tensor = raw_ops.AccumulatorNumAccumulated(handle=self._accumulator_ref, name=name)
        return found

    def set_global_step(self, new_global_step: Any, name: str | None = None) -> Node:
        """A node that sets its step: gradients of earlier ones are left out."""
        step = cast(as_tensor(new_global_step), "int64")
        node: Node = raw_ops.AccumulatorSetGlobalStep(handle=self._accumulator_ref, new_global_step=step, name=name)
        return node


__all__ = ["ConditionalAccumulator", "ConditionalAccumulatorBase", "SparseConditionalAccumulator"]
