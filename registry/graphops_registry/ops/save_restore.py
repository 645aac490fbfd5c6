"""Saving values to files and restoring them, as the savers of TensorFlow's graphs do.

Kernels check paths: TensorFlow's savers write an empty text into the graph where the caller feeds the path.
"""

from __future__ import annotations

from graphops_registry.checkpoint_files import ShapeAndSlice, parse_shape_and_slice, text_of
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_SLICES = """
    shape_and_slices: for each tensor '' or the part of a whole that it is: sizes, then '-' or 'start,length' for each
        axis, as in '4 10 -:0,3'."""


def _names_and_slices(
    c: ShapeContext, count: int, slices: str | None = "shape_and_slices"
) -> list[ShapeAndSlice | None]:
    """Check both vectors; the parts, as far as they are known.

    Args:
        slices: the argument that has them, if the op has one.
    """
    for argument in ("tensor_names", slices) if slices is not None else ("tensor_names",):
        length = c.with_rank(argument, 1)[0]
        if isinstance(length, int) and length != count:
            c.fail(argument, f"have an element for each of the {count} tensors", length)
    names = c.value("tensor_names")
    if names is not None and not all(text_of(name) for name in names):
        c.fail("tensor_names", "have names that are not empty", [text_of(name) for name in names])
    texts = None if slices is None else c.value(slices)
    if texts is None:
        return [None] * count
    parts: list[ShapeAndSlice | None] = []
    for index, text in enumerate(texts):
        try:
            parts.append(parse_shape_and_slice(text_of(text)))
        except InvalidArgumentError as error:
            c.fail(f"{slices}[{index}]", str(error), repr(text_of(text)))
    return parts


# -- SaveV2 --------------------------------------------------------------------------------------------------------

save_v2 = register_op(
    "SaveV2",
    inputs=["prefix: string", "tensor_names: string", "shape_and_slices: string", "tensors: dtypes"],
    attrs=["dtypes: list(type) >= 1"],
    stateful=True,
    doc=f"""Write tensors by name to a file, which a crash leaves as it was or complete.

    prefix: path of the file without its suffix.
    tensor_names: a name for each tensor.{_SLICES} The parts of a whole must be in the same node.""",
)
save_v2.no_gradient()


@save_v2.shape_rule
def _save_v2_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("prefix", 0)
    _check_parts(c, "tensors", "shape_and_slices")
    return []


def _check_parts(c: ShapeContext, tensors: str, slices: str | None) -> None:
    """Names and slices of an op that saves; each tensor has the shape that its slice says."""
    shapes = c.shapes(tensors)
    parts = _names_and_slices(c, len(shapes), slices)
    for index, (shape, part) in enumerate(zip(shapes, parts, strict=True)):
        if part is not None and not shape.is_compatible_with(part.part):
            c.fail(f"{tensors}[{index}]", f"have the shape of its slice, {part.part}", shape)


# -- RestoreV2 -----------------------------------------------------------------------------------------------------

restore_v2 = register_op(
    "RestoreV2",
    inputs=["prefix: string", "tensor_names: string", "shape_and_slices: string"],
    outputs=["tensors: dtypes"],
    attrs=["dtypes: list(type) >= 1"],
    stateful=True,
    doc=f"""Read tensors by name from a file that SaveV2 wrote, or from a checkpoint of TensorFlow's.

    prefix: path of the file without its suffix.
    tensor_names: a name for each tensor.{_SLICES}""",
)
restore_v2.no_gradient()


@restore_v2.shape_rule
def _restore_v2_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("prefix", 0)
    parts = _names_and_slices(c, len(c.attr("dtypes")))
    return [TensorShape.of(None if part is None else part.part) for part in parts]


# -- Save, SaveSlices, Restore, RestoreSlice: the same before TensorFlow 1.0 ------------------------------------------

save = register_op(
    "Save",
    inputs=["filename: string", "tensor_names: string", "data: T"],
    attrs=["T: list(type) >= 1"],
    stateful=True,
    doc="""Write tensors by name to a file, as SaveV2 does.

    filename: path of the file without its suffix.
    tensor_names: a name for each tensor.""",
)
save.no_gradient()

save_slices = register_op(
    "SaveSlices",
    inputs=["filename: string", "tensor_names: string", "shapes_and_slices: string", "data: T"],
    attrs=["T: list(type) >= 1"],
    stateful=True,
    doc="""Write tensors, or parts of them, by name to a file, as SaveV2 does.

    filename: path of the file without its suffix.
    tensor_names: a name for each tensor.
    shapes_and_slices: as SaveV2's shape_and_slices.""",
)
save_slices.no_gradient()


@save.shape_rule
@save_slices.shape_rule
def _save_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("filename", 0)
    _check_parts(c, "data", "shapes_and_slices" if "shapes_and_slices" in c.op_def.input_by_name else None)
    return []


restore = register_op(
    "Restore",
    inputs=["file_pattern: string", "tensor_name: string"],
    outputs=["tensor: dt"],
    attrs=["dt: type", "preferred_shard: int = -1"],
    stateful=True,
    doc="""Read a tensor by name from a file, as RestoreV2 does.

    file_pattern: path of the file without its suffix; no pattern.
    tensor_name: of the tensor.
    preferred_shard: has no effect.""",
)
restore.no_gradient()

restore_slice = register_op(
    "RestoreSlice",
    inputs=["file_pattern: string", "tensor_name: string", "shape_and_slice: string"],
    outputs=["tensor: dt"],
    attrs=["dt: type", "preferred_shard: int = -1"],
    stateful=True,
    doc="""Read a tensor, or a part of it, by name from a file, as RestoreV2 does.

    file_pattern: path of the file without its suffix; no pattern.
    tensor_name: of the tensor.
    shape_and_slice: as an element of RestoreV2's shape_and_slices.
    preferred_shard: has no effect.""",
)
restore_slice.no_gradient()


@restore.shape_rule
@restore_slice.shape_rule
def _restore_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("file_pattern", 0)
    c.with_rank("tensor_name", 0)
    name = c.value("tensor_name")
    if name is not None and not name[()]:
        c.fail("tensor_name", "not be empty", "''")
    if "shape_and_slice" not in c.op_def.input_by_name:
        return [TensorShape.of(None)]
    c.with_rank("shape_and_slice", 0)
    text = c.value("shape_and_slice")
    if text is None:
        return [TensorShape.of(None)]
    try:
        part = parse_shape_and_slice(text_of(text[()]))
    except InvalidArgumentError as error:
        c.fail("shape_and_slice", str(error), repr(text_of(text[()])))
    return [TensorShape.of(None if part is None else part.part)]


# -- MergeV2Checkpoints --------------------------------------------------------------------------------------------

merge_v2_checkpoints = register_op(
    "MergeV2Checkpoints",
    inputs=["checkpoint_prefixes: string", "destination_prefix: string"],
    attrs=["delete_old_dirs: bool = true", "allow_missing_files: bool = false"],
    stateful=True,
    doc="""Write the tensors of several files into one, and remove those files.

    checkpoint_prefixes: what SaveV2 was given.
    destination_prefix: path of the new file without its suffix.
    delete_old_dirs: folders that are empty then are removed, too.
    allow_missing_files: files that do not exist are left out, as long as one does.""",
)
merge_v2_checkpoints.no_gradient()


@merge_v2_checkpoints.shape_rule
def _merge_v2_checkpoints_shape(c: ShapeContext) -> list[TensorShape]:
    if c.with_rank("checkpoint_prefixes", 1)[0] == 0:
        c.fail("checkpoint_prefixes", "have one path or more", "none")
    c.with_rank("destination_prefix", 0)
    return []


# -- ShardedFilename, ShardedFilespec ------------------------------------------------------------------------------

sharded_filename = register_op(
    "ShardedFilename",
    inputs=["basename: string", "shard: int32", "num_shards: int32"],
    outputs=["filename: string"],
    doc="The name of one of several files: name-00001-of-00004.",
)
sharded_filename.no_gradient()

sharded_filespec = register_op(
    "ShardedFilespec",
    inputs=["basename: string", "num_shards: int32"],
    outputs=["filename: string"],
    doc="The pattern for the names of all of several files: name-?????-of-00004.",
)
sharded_filespec.no_gradient()


@sharded_filename.shape_rule
@sharded_filespec.shape_rule
def _sharded_shape(c: ShapeContext) -> list[TensorShape]:
    for arg in c.op_def.inputs:
        c.with_rank(arg.name, 0)
    return [TensorShape(())]
