"""Data sets, pipelines of Python that nodes name by a token, and iterators over them, which are resources."""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.rules.stated_shapes import stated_shapes
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

_TYPES: Final = ["output_types: list(type) >= 1", "output_shapes: list(shape) >= 1"]
_TYPES_DOC: Final = """
    output_types, output_shapes: of the components of each element."""
_COMPONENTS_DOC: Final = """
    components: the tensors that the pipeline reads.
    token: names the pipeline in this process."""

dataset = register_op(
    "Graphops>Dataset",
    inputs=["components: Tcomponents"],
    outputs=["handle: variant"],
    attrs=["token: string", "Tcomponents: list(type) >= 0"],
    traits=[Trait.DECIDED_AT_RUN],
    doc="A data set: a pipeline of Python with the values of the tensors that it reads.\n" + _COMPONENTS_DOC,
)
dataset.no_gradient()

one_shot_iterator = register_op(
    "Graphops>OneShotIterator",
    inputs=["components: Tcomponents"],
    outputs=["handle: resource"],
    attrs=[
        "token: string",
        "Tcomponents: list(type) >= 0",
        *_TYPES,
        "container: string = ''",
        "shared_name: string = ''",
    ],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="The handle of an iterator that goes through a data set once in each Session.\n"
    + _COMPONENTS_DOC
    + _TYPES_DOC
    + """
    container: where the iterator lives; '' is the default container.
    shared_name: nodes with the same one refer to the same iterator; '' means one of the node's own.""",
)
one_shot_iterator.no_gradient()

iterator_v2 = register_op(
    "IteratorV2",
    outputs=["handle: resource"],
    attrs=["shared_name: string", "container: string", *_TYPES],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="""The handle of an iterator, which MakeIterator gives a data set.

    shared_name: nodes with the same one refer to the same iterator; '' means one of the node's own.
    container: where the iterator lives; '' is the default container."""
    + _TYPES_DOC,
)
iterator_v2.no_gradient()

iterator_from_string_handle_v2 = register_op(
    "IteratorFromStringHandleV2",
    inputs=["string_handle: string"],
    outputs=["resource_handle: resource"],
    attrs=["output_types: list(type) >= 0 = []", "output_shapes: list(shape) >= 0 = []"],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="The handle of the iterator that IteratorToStringHandle gave a text for, in the same Session.\n"
    "\n    string_handle: that text." + _TYPES_DOC,
)
iterator_from_string_handle_v2.no_gradient()


@dataset.shape_rule
def dataset_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    return [SCALAR_SHAPE]


@one_shot_iterator.shape_rule
@iterator_v2.shape_rule
@iterator_from_string_handle_v2.shape_rule
def handle_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar; there is a shape for each type."""
    if "string_handle" in c.op_def.input_by_name:
        c.with_rank("string_handle", 0)
    _shapes(c)
    return [SCALAR_SHAPE]


make_iterator = register_op(
    "MakeIterator",
    inputs=["dataset: variant", "iterator: resource"],
    stateful=True,
    doc="Let an iterator begin at the first element of a data set.",
)
make_iterator.no_gradient()


@make_iterator.shape_rule
def make_iterator_shape(c: ShapeContext) -> list[TensorShape]:
    """Both inputs are scalars."""
    c.with_rank("dataset", 0)
    c.with_rank("iterator", 0)
    return []


iterator_get_next = register_op(
    "IteratorGetNext",
    inputs=["iterator: resource"],
    outputs=["components: output_types"],
    attrs=_TYPES,
    stateful=True,
    doc="The next element; OutOfRangeError after the last one.\n" + _TYPES_DOC,
)
iterator_get_next.no_gradient()


@iterator_get_next.shape_rule
def iterator_get_next_shape(c: ShapeContext) -> list[TensorShape]:
    """What the attr says."""
    c.with_rank("iterator", 0)
    return _shapes(c)


dataset_to_single_element = register_op(
    "DatasetToSingleElement",
    inputs=["dataset: variant"],
    outputs=["components: output_types"],
    attrs=[*_TYPES, "metadata: string = ''"],
    stateful=True,
    doc="The only element of a data set.\n" + _TYPES_DOC + "\n    metadata: has no effect.",
)
dataset_to_single_element.no_gradient()


@dataset_to_single_element.shape_rule
def single_element_shape(c: ShapeContext) -> list[TensorShape]:
    """What the attr says."""
    c.with_rank("dataset", 0)
    return _shapes(c)


iterator_to_string_handle = register_op(
    "IteratorToStringHandle",
    inputs=["resource_handle: resource"],
    outputs=["string_handle: string"],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="A text that names an iterator in its Session, to be fed.",
)
iterator_to_string_handle.no_gradient()


@iterator_to_string_handle.shape_rule
def iterator_to_string_handle_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar, for a scalar handle."""
    return [c.with_rank("resource_handle", 0)]


def _shapes(c: ShapeContext) -> list[TensorShape]:
    return stated_shapes(c, "output_types", "output_types")
