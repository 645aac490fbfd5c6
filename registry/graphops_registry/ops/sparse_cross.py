"""Crosses of features: each combination of one value of each column, row by row, joined or hashed."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

_INPUTS = ["indices: N * int64", "values: sparse_types", "shapes: N * int64", "dense_inputs: dense_types"]
_OUTPUTS = ["output_indices: int64", "output_values: {}", "output_shape: int64"]
_TYPES = ["sparse_types: list({int64, string}) >= 0", "dense_types: list({int64, string}) >= 0"]
_COLUMNS = """
    Each column has any number of values in each row of a batch; a row's crosses are all ways to take one value of each
    column, the last column's fastest. The columns are the sparse tensors, then the dense ones.

    indices, values, shapes: of each sparse tensor `[entries, 2]`, `[entries]` and `[2]`.
    dense_inputs: each `[batch, values]`."""
_FOUND = """
    output_indices: `[crosses, 2]`: the row of the batch, and the number of the cross in it.
    output_values: the crosses.
    output_shape: `[2]`: the batch's size, and the largest number of crosses in a row."""


def _sparse_columns(c: ShapeContext, indices: str, values: str, shapes: str) -> None:
    given = zip(c.shapes(indices), c.shapes(values), c.shapes(shapes), strict=True)
    for number, (places, held, sizes) in enumerate(given):
        for argument, shape, rank in ((indices, places, 2), (values, held, 1), (shapes, sizes, 1)):
            if shape.rank not in (None, rank):
                c.fail(f"{argument}[{number}]", f"have rank {rank}", f"rank {shape.rank} {shape}")
        rows, columns = places.dims if places.dims is not None else (None, None)
        c.merge_dim(f"{indices}[{number}]", columns, 2, "have 2 columns")
        c.merge_dim(f"{shapes}[{number}]", sizes.dims[0] if sizes.dims is not None else None, 2, "have 2 sizes")
        count: Dim = held.dims[0] if held.dims is not None else None
        c.merge_dim(
            f"{values}[{number}]", count, rows, f"have one value for each of the {rows} rows of {indices}[{number}]"
        )


def _dense_columns(c: ShapeContext) -> None:
    for number, shape in enumerate(c.shapes("dense_inputs")):
        if shape.rank not in (None, 2):
            c.fail(f"dense_inputs[{number}]", "have rank 2", f"rank {shape.rank} {shape}")


def _crosses(c: ShapeContext) -> list[TensorShape]:
    if c.attr("N") != len(c.attr("sparse_types")):
        c.fail("values", f"be {c.attr('N')} tensors, as many as indices", len(c.attr("sparse_types")))
    _sparse_columns(c, "indices", "values", "shapes")
    _dense_columns(c)
    return [TensorShape.of((None, 2)), TensorShape.of((None,)), TensorShape.of((2,))]


# -- SparseCross ---------------------------------------------------------------------------------------------------

sparse_cross = register_op(
    "SparseCross",
    inputs=_INPUTS,
    outputs=[_OUTPUTS[0], _OUTPUTS[1].format("out_type"), _OUTPUTS[2]],
    attrs=[
        "N: int >= 0",
        "hashed_output: bool",
        "num_buckets: int >= 0",
        "hash_key: int",
        *_TYPES,
        "out_type: {int64, string}",
        "internal_type: {int64, string}",
    ],
    doc=f"""Crosses of columns: texts that are joined by "_X_", or hashes.
{_COLUMNS}
    hashed_output: has no effect: out_type says what the crosses are.
    num_buckets: hashes are below it; 0 stands for 2**63 - 1.
    hash_key: hashes begin with it.
    out_type: int64 for hashes.
    internal_type: string if all columns are.{_FOUND}""",
)
sparse_cross.no_gradient()


@sparse_cross.shape_rule
def _sparse_cross_shape(c: ShapeContext) -> list[TensorShape]:
    if c.attr("internal_type").name == "string":
        for argument, types in (("values", c.attr("sparse_types")), ("dense_inputs", c.attr("dense_types"))):
            for number, dtype in enumerate(types):
                if dtype.name != "string":
                    c.fail(f"{argument}[{number}]", "be strings if attr 'internal_type' is string", dtype.name)
    return _crosses(c)


# -- SparseCrossV2, SparseCrossHashed ------------------------------------------------------------------------------

sparse_cross_v2 = register_op(
    "SparseCrossV2",
    inputs=[*_INPUTS, "sep: string"],
    outputs=[_OUTPUTS[0], _OUTPUTS[1].format("string"), _OUTPUTS[2]],
    attrs=["N: int >= 0", *_TYPES],
    doc=f"""Crosses of columns as texts.
{_COLUMNS}
    sep: what stands between the values, a scalar.{_FOUND}""",
)
sparse_cross_v2.no_gradient()


@sparse_cross_v2.shape_rule
def _sparse_cross_v2_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("sep", 0)
    return _crosses(c)


sparse_cross_hashed = register_op(
    "SparseCrossHashed",
    inputs=[*_INPUTS, "num_buckets: int64", "strong_hash: bool", "salt: int64"],
    outputs=[_OUTPUTS[0], _OUTPUTS[1].format("int64"), _OUTPUTS[2]],
    attrs=["N: int >= 0", *_TYPES],
    doc=f"""Crosses of columns as hashes.

    Integers of sparse tensors are hashed by their lowest 32 bits; those of dense ones stand for themselves.
{_COLUMNS}
    num_buckets: a scalar: hashes are below it; 0, or a negative one, stands for 2**63 - 1.
    strong_hash: a scalar: whether values are hashed with the key salt (SipHash). Then dense_inputs must be strings.
    salt: two numbers.{_FOUND}""",
)
sparse_cross_hashed.no_gradient()


@sparse_cross_hashed.shape_rule
def _sparse_cross_hashed_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("num_buckets", 0)
    c.with_rank("strong_hash", 0)
    c.merge_dim("salt", c.with_rank("salt", 1)[0], 2, "have 2 values")
    return _crosses(c)


# -- RaggedCross ---------------------------------------------------------------------------------------------------

ragged_cross = register_op(
    "RaggedCross",
    inputs=[
        "ragged_values: ragged_values_types",
        "ragged_row_splits: ragged_splits_types",
        "sparse_indices: Nsparse * int64",
        "sparse_values: sparse_values_types",
        "sparse_shape: Nsparse * int64",
        "dense_inputs: dense_types",
    ],
    outputs=["output_values: out_values_type", "output_row_splits: out_row_splits_type"],
    attrs=[
        "Nsparse: int >= 0",
        "input_order: string",
        "hashed_output: bool",
        "num_buckets: int >= 0",
        "hash_key: int",
        "ragged_values_types: list({int64, string}) >= 0",
        "ragged_splits_types: list({int32, int64}) >= 0",
        "sparse_values_types: list({int64, string}) >= 0",
        "dense_types: list({int64, string}) >= 0",
        "out_values_type: {int64, string}",
        "out_row_splits_type: {int32, int64}",
    ],
    doc="""Crosses of columns, which may be ragged, as a ragged tensor: texts that are joined by "_X_", or hashes.

    Each column has any number of values in each row of a batch; a row's crosses are all ways to take one value of each
    column, the last column's fastest.

    ragged_values, ragged_row_splits: of each ragged tensor.
    sparse_indices, sparse_values, sparse_shape: of each sparse tensor `[entries, 2]`, `[entries]` and `[2]`.
    dense_inputs: each `[batch, values]`.
    input_order: a letter for each column: R, S or D for the next ragged, sparse or dense one.
    hashed_output: has no effect: out_values_type says what the crosses are.
    num_buckets: hashes are below it; 0 stands for 2**63 - 1.
    hash_key: hashes begin with it.
    out_values_type: int64 for hashes.""",
)
ragged_cross.no_gradient()


@ragged_cross.shape_rule
def _ragged_cross_shape(c: ShapeContext) -> list[TensorShape]:
    kinds = {
        "R": ("ragged_values", len(c.attr("ragged_values_types"))),
        "S": ("sparse_values", len(c.attr("sparse_values_types"))),
        "D": ("dense_inputs", len(c.attr("dense_types"))),
    }
    order = c.attr("input_order")
    text = order.decode("utf-8", "replace") if isinstance(order, bytes) else order
    wanted = {letter: count for letter, (_, count) in kinds.items()}
    if len(text) != sum(wanted.values()) or any(text.count(letter) != count for letter, count in wanted.items()):
        shown = ", ".join(f"{count} {letter}" for letter, count in wanted.items())
        c.fail("attr 'input_order'", f"name each column once: {shown}", repr(text))
    if len(c.attr("ragged_splits_types")) != kinds["R"][1]:
        c.fail(
            "ragged_row_splits",
            f"be {kinds['R'][1]} tensors, as many as ragged_values",
            len(c.attr("ragged_splits_types")),
        )
    if c.attr("Nsparse") != kinds["S"][1]:
        c.fail("sparse_values", f"be {c.attr('Nsparse')} tensors, as many as sparse_indices", kinds["S"][1])
    for argument in ("ragged_values", "ragged_row_splits"):
        for number, shape in enumerate(c.shapes(argument)):
            if shape.rank not in (None, 1):
                c.fail(f"{argument}[{number}]", "have rank 1", f"rank {shape.rank} {shape}")
    _sparse_columns(c, "sparse_indices", "sparse_values", "sparse_shape")
    _dense_columns(c)
    return [TensorShape.of((None,)), TensorShape.of((None,))]
