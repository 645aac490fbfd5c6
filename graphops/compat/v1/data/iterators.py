"""``tf.data.Iterator``: nodes that give elements, and how they begin."""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.add_op import call
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.data.pipeline import Pipeline
from graphops.compat.v1.data.structure import (
    common_structure,
    flatten,
    map_leaves,
    pack,
    shapes_of,
    structure_of,
    types_of,
)
from graphops.compat.v1.functions.marked import mark
from graphops.graph.graph import Node, Tensor
from graphops_registry.dtypes import string
from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError
from graphops_registry.op_def import lookup_op
from graphops_registry.traits import Trait


class Iterator:
    """Goes through the elements of a data set: each run of ``get_next()`` gives the next one.

    Args:
        iterator_resource: the handle.
        initializer: the node that lets it begin; ``None`` for one that needs none, or that
            :meth:`make_initializer` makes.
        output_types, output_shapes, output_classes: of its elements.
    """

    def __init__(
        self, iterator_resource: Any, initializer: Any, output_types: Any, output_shapes: Any, output_classes: Any
    ) -> None:
        self._handle = iterator_resource
        self._initializer = initializer
        self._structure = structure_of(output_types, output_shapes, "Iterator")

    @staticmethod
    def from_structure(
        output_types: Any, output_shapes: Any = None, shared_name: str | None = None, output_classes: Any = None
    ) -> Iterator:
        """An iterator without a data set: :meth:`make_initializer` gives it one of this structure."""
        mark()
        return iterator_of(structure_of(output_types, output_shapes, "Iterator.from_structure()"), shared_name)

    @staticmethod
    def from_string_handle(
        string_handle: Any, output_types: Any, output_shapes: Any = None, output_classes: Any = None
    ) -> Iterator:
        """The iterator whose :meth:`string_handle` is fed: one ``get_next()`` for several iterators."""
        mark()
        structure = structure_of(output_types, output_shapes, "Iterator.from_string_handle()")
        handle = raw_ops.IteratorFromStringHandleV2(string_handle=as_tensor(string_handle, string), **_attrs(structure))
        return _made(handle, structure)

    @property
    def initializer(self) -> Any:
        """The node that lets it begin, or begin again.

        Raises:
            FailedPreconditionError: it has none.
        """
        if self._initializer is None:
            raise FailedPreconditionError(
                "an iterator must be made by make_initializable_iterator() to have an initializer, got another one"
            )
        return self._initializer

    @initializer.setter
    def initializer(self, node: Any) -> None:
        self._initializer = node

    def make_initializer(self, dataset: Any, name: str | None = None) -> Node:
        """A node that lets it begin with the first element of ``dataset``.

        Raises:
            InvalidTypeError: elements of another structure or of other dtypes.
            InvalidArgumentError: elements of other shapes.
        """
        mark()
        what = "the data set of make_initializer()"
        common_structure(self._structure, dataset.structure, what)
        for mine, theirs in zip(flatten(self._structure), flatten(dataset.structure), strict=True):
            if not mine.shape.is_compatible_with(theirs.shape):
                raise InvalidArgumentError(f"{what} must have elements of shape {mine.shape}, got {theirs.shape}")
        node: Node = raw_ops.MakeIterator(dataset=dataset.variant_tensor(), iterator=self._handle, name=name)
        return node

    def get_next(self, name: str | None = None) -> Any:
        """Tensors: the next element in each run; OutOfRangeError after the last one."""
        mark()
        found = raw_ops.IteratorGetNext(iterator=self._handle, **_attrs(self._structure), name=name)
        return pack(self._structure, found)

    def string_handle(self, name: str | None = None) -> Tensor:
        """A scalar that names it, to be fed to an iterator made by :meth:`from_string_handle`."""
        mark()
        handle: Tensor = raw_ops.IteratorToStringHandle(resource_handle=self._handle, name=name)
        return handle

    @property
    def structure(self) -> Any:
        """Of its elements."""
        return self._structure

    @property
    def output_types(self) -> Any:
        """The dtypes of an element."""
        return types_of(self._structure)

    @property
    def output_shapes(self) -> Any:
        """The shapes of an element."""
        return shapes_of(self._structure)

    @property
    def output_classes(self) -> Any:
        """``Tensor`` for each tensor of an element."""
        return map_leaves(lambda leaf: Tensor, self._structure)


def _attrs(structure: Any) -> dict[str, Any]:
    leaves = flatten(structure)
    return {"output_types": [leaf.dtype for leaf in leaves], "output_shapes": [leaf.shape for leaf in leaves]}


def _made(handle: Tensor, structure: Any) -> Iterator:
    found = Iterator(handle, None, types_of(structure), shapes_of(structure), None)
    found._structure = structure  # noqa: SLF001 - with what is known of data sets in it
    return found


def iterator_of(structure: Any, shared_name: str | None) -> Iterator:
    """An iterator without a data set."""
    handle = raw_ops.IteratorV2(shared_name=shared_name or "", container="", **_attrs(structure))
    return _made(handle, structure)


def one_shot_iterator(pipeline: Pipeline) -> Iterator:
    """An iterator that begins by itself.

    Raises:
        InvalidArgumentError: the pipeline reads placeholders, variables or other state.
    """
    _check_constant(pipeline.inputs)
    structure = pipeline.stage.structure
    arguments = {"components": pipeline.inputs, "token": pipeline.token(), **_attrs(structure)}
    return _made(call(lookup_op("Graphops>OneShotIterator"), arguments, "OneShotIterator"), structure)


def dataset_tensor(pipeline: Pipeline) -> Tensor:
    """A scalar of dtype variant that holds a pipeline."""
    arguments = {"components": pipeline.inputs, "token": pipeline.token()}
    found: Tensor = call(lookup_op("Graphops>Dataset"), arguments, "Dataset")
    return found


def _check_constant(tensors: list[Tensor]) -> None:
    """Refuse tensors that are not the same in each run."""
    seen: set[Node] = set()
    waiting = [tensor.node for tensor in tensors]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        if node.op.has(Trait.PLACEHOLDER) or node.op_def.is_stateful:
            error = InvalidArgumentError(
                f"the data set of make_one_shot_iterator() must not read placeholders or state, got node '{node.name}' "
                f"of op '{node.type}'"
            ).concerns(op=node.type, node=node.name)
            error.add_note("fix: use make_initializable_iterator(), and run its initializer with feeds")
            raise error
        waiting.extend(tensor.node for tensor in node.inputs)
