"""Whole files: reading, writing and finding them, in the folders that the Session's configuration names."""

from __future__ import annotations

from graphops_registry.checkpoint_files import text_of
from graphops_registry.op_def import register_op
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext

_FOLDERS = "in one of `SessionConfig(file_folders=...)`"


def _path(c: ShapeContext, argument: str) -> None:
    c.with_rank(argument, 0)
    value = c.value(argument)
    if value is not None and (not text_of(value[()]) or "\x00" in text_of(value[()])):
        c.fail(argument, "be a path", repr(value[()]))


# -- ReadFile ------------------------------------------------------------------------------------------------------

read_file = register_op(
    "ReadFile",
    inputs=["filename: string"],
    outputs=["contents: string"],
    doc=f"""The bytes of a file.

    filename: a scalar: a path {_FOLDERS}.
    contents: a scalar.""",
)
read_file.no_gradient()


@read_file.shape_rule
def _read_file_shape(c: ShapeContext) -> list[TensorShape]:
    _path(c, "filename")
    return [SCALAR_SHAPE]


# -- WriteFile -----------------------------------------------------------------------------------------------------

write_file = register_op(
    "WriteFile",
    inputs=["filename: string", "contents: string"],
    stateful=True,
    doc=f"""Write a file, which a crash leaves as it was or complete. Missing folders above it are made.

    filename: a scalar: a path {_FOLDERS}.
    contents: a scalar.""",
)
write_file.no_gradient()


@write_file.shape_rule
def _write_file_shape(c: ShapeContext) -> list[TensorShape]:
    _path(c, "filename")
    c.with_rank("contents", 0)
    return []


# -- MatchingFiles -------------------------------------------------------------------------------------------------

matching_files = register_op(
    "MatchingFiles",
    inputs=["pattern: string"],
    outputs=["filenames: string"],
    doc=f"""The files whose paths match one of the patterns, sorted; none is no error.

    pattern: a scalar or a vector of paths {_FOLDERS}, with `*`, `?` and `[...]` for parts of a name.
    filenames: a vector.""",
)
matching_files.no_gradient()


@matching_files.shape_rule
def _matching_files_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.shape("pattern")
    if shape.rank is not None and shape.rank > 1:
        c.fail("pattern", "have rank 1 or less", shape)
    return [TensorShape.of((None,))]
