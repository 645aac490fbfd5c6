"""Lines of comma-separated values."""

from __future__ import annotations

from itertools import pairwise

from graphops_registry.attr import text_bytes
from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

# -- DecodeCSV -----------------------------------------------------------------------------------------------------

decode_csv = register_op(
    "DecodeCSV",
    inputs=["records: string", "record_defaults: OUT_TYPE"],
    outputs=["output: OUT_TYPE"],
    attrs=[
        "OUT_TYPE: list({float, double, int32, int64, string}) >= 1",
        "field_delim: string = ','",
        "use_quote_delim: bool = true",
        "na_value: string = ''",
        "select_cols: list(int) = []",
    ],
    doc="""The fields of each record, one tensor of records' shape for each column.

    record_defaults: for each column the value of an empty field, a scalar or a vector of one value; or an empty
        vector, which makes an empty field an error.
    field_delim: one byte that is between two fields.
    use_quote_delim: a field may be in double quotes; inside, every character is allowed, and a quote is doubled.
    na_value: another text for an empty field.
    select_cols: the numbers of the columns, in order; without it all columns.""",
)
decode_csv.no_gradient()


@decode_csv.shape_rule
def _decode_csv_shape(c: ShapeContext) -> list[TensorShape]:
    columns, count = c.attr("select_cols"), len(c.attr("OUT_TYPE"))
    delimiter = c.attr("field_delim")
    if len(text_bytes(delimiter)) != 1:
        c.fail("attr 'field_delim'", "be one byte", repr(delimiter))
    for number, shape in enumerate(c.shapes("record_defaults")):
        if shape.rank is not None and shape.rank > 1:
            c.fail(f"record_defaults[{number}]", "have rank 1 or less", shape)
        if shape.rank == 1 and isinstance(shape[0], int) and shape[0] > 1:
            c.fail(f"record_defaults[{number}]", "have one value or none", shape)
    if columns:
        if len(columns) != count:
            c.fail("attr 'select_cols'", f"have {count} values, one for each of record_defaults", list(columns))
        if columns[0] < 0 or any(after <= before for before, after in pairwise(columns)):
            c.fail("attr 'select_cols'", "be numbers from 0 on that rise", list(columns))
    return [c.shape("records")] * count
