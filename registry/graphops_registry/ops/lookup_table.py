"""Look-up tables: from keys to values. A table lives in the Session; an op gets it as its handle.

A table that is filled once (``HashTable``) differs from one that changes (``MutableHashTable``) in what it allows, and
in what a default is: one value for all keys, or also a value for each key.
"""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

WHERE: Final = ["container: string = ''", "shared_name: string = ''", "use_node_name_sharing: bool = false"]
TYPES: Final = ["key_dtype: type", "value_dtype: type"]
VALUE_SHAPE: Final = "value_shape: shape = {}"
BUCKETS: Final = ["initial_num_buckets: int = 131072", "max_load_factor: float = 0.800000011920929"]
SHARED_DOC: Final = """

    container: where the table lives; '' is the default container.
    shared_name: nodes with the same one refer to the same table; '' means one of the node's own.
    use_node_name_sharing: the node's name is its shared_name if it has none."""
DTYPES_DOC: Final = """
    key_dtype, value_dtype: of keys and values."""
SHAPE_DOC: Final = """
    value_shape: of each value."""
_DENSE: Final = """
    empty_key, deleted_key: two keys that are never used; their shape is that of a key.
    initial_num_buckets, max_load_factor: have no effect, but must be a power of 2 from 4 on, and between 0 and 1."""

# -- tables that are filled once -----------------------------------------------------------------------------------

hash_table_v2 = register_op(
    "HashTableV2",
    outputs=["table_handle: resource"],
    attrs=[*WHERE, *TYPES],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="The handle of a table that is filled once, by an InitializeTable op." + SHARED_DOC + DTYPES_DOC,
)
hash_table_v2.no_gradient()

anonymous_hash_table = register_op(
    "AnonymousHashTable",
    outputs=["table_handle: resource"],
    attrs=TYPES,
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="A new table that is filled once and lives as long as its handle." + "\n" + DTYPES_DOC,
)
anonymous_hash_table.no_gradient()

# -- tables that change --------------------------------------------------------------------------------------------

mutable_hash_table_v2 = register_op(
    "MutableHashTableV2",
    outputs=["table_handle: resource"],
    attrs=[*WHERE, *TYPES],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="The handle of a table whose values are scalars." + SHARED_DOC + DTYPES_DOC,
)
mutable_hash_table_v2.no_gradient()

anonymous_mutable_hash_table = register_op(
    "AnonymousMutableHashTable",
    outputs=["table_handle: resource"],
    attrs=TYPES,
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="A new table whose values are scalars, which lives as long as its handle." + "\n" + DTYPES_DOC,
)
anonymous_mutable_hash_table.no_gradient()

mutable_hash_table_of_tensors_v2 = register_op(
    "MutableHashTableOfTensorsV2",
    outputs=["table_handle: resource"],
    attrs=[*WHERE, *TYPES, VALUE_SHAPE],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="The handle of a table whose values are tensors of one shape." + SHARED_DOC + DTYPES_DOC + SHAPE_DOC,
)
mutable_hash_table_of_tensors_v2.no_gradient()

anonymous_mutable_hash_table_of_tensors = register_op(
    "AnonymousMutableHashTableOfTensors",
    outputs=["table_handle: resource"],
    attrs=[*TYPES, VALUE_SHAPE],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="A new table whose values are tensors of one shape, which lives as long as its handle.\n"
    + DTYPES_DOC
    + SHAPE_DOC,
)
anonymous_mutable_hash_table_of_tensors.no_gradient()

mutable_dense_hash_table_v2 = register_op(
    "MutableDenseHashTableV2",
    inputs=["empty_key: key_dtype", "deleted_key: key_dtype"],
    outputs=["table_handle: resource"],
    attrs=[*WHERE, *TYPES, VALUE_SHAPE, *BUCKETS],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="The handle of a table whose keys and values are tensors." + SHARED_DOC + DTYPES_DOC + SHAPE_DOC + _DENSE,
)
mutable_dense_hash_table_v2.no_gradient()

anonymous_mutable_dense_hash_table = register_op(
    "AnonymousMutableDenseHashTable",
    inputs=["empty_key: key_dtype", "deleted_key: key_dtype"],
    outputs=["table_handle: resource"],
    attrs=[*TYPES, VALUE_SHAPE, *BUCKETS],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="A new table whose keys and values are tensors, which lives as long as its handle.\n"
    + DTYPES_DOC
    + SHAPE_DOC
    + _DENSE,
)
anonymous_mutable_dense_hash_table.no_gradient()


@hash_table_v2.shape_rule
@anonymous_hash_table.shape_rule
@mutable_hash_table_v2.shape_rule
@anonymous_mutable_hash_table.shape_rule
@mutable_hash_table_of_tensors_v2.shape_rule
@anonymous_mutable_hash_table_of_tensors.shape_rule
@mutable_dense_hash_table_v2.shape_rule
@anonymous_mutable_dense_hash_table.shape_rule
def handle_shape(c: ShapeContext) -> list[TensorShape]:
    """The shape of a handle, or of a reference to a table; attrs and inputs of the op that makes it are checked."""
    attrs = c.op_def.attr_by_name
    if "value_shape" in attrs and not c.attr("value_shape").is_fully_defined:
        c.fail("attr 'value_shape'", "be known completely", c.attr("value_shape"))
    if "max_load_factor" in attrs:
        buckets, load = c.attr("initial_num_buckets"), c.attr("max_load_factor")
        if buckets < 4 or buckets & (buckets - 1):
            c.fail("attr 'initial_num_buckets'", "be a power of 2 and at least 4", buckets)
        if not 0 < load < 1:
            c.fail("attr 'max_load_factor'", "be between 0 and 1", load)
    if "deleted_key" in c.op_def.input_by_name:
        c.merge("deleted_key", c.shape("empty_key"), "have the shape of empty_key")
    return [SCALAR_SHAPE]


# -- filling -------------------------------------------------------------------------------------------------------

initialize_table_v2 = register_op(
    "InitializeTableV2",
    inputs=["table_handle: resource", "keys: Tkey", "values: Tval"],
    attrs=["Tkey: type", "Tval: type"],
    stateful=True,
    doc="""Fill a table that is filled once. Filling it again with as many keys changes nothing.

    keys: a vector with at least one key. A key may come twice, with the same value.
    values: for each key one.""",
)
initialize_table_v2.no_gradient()


@initialize_table_v2.shape_rule
def initialize_table_shape(c: ShapeContext) -> list[TensorShape]:
    """Keys and values are vectors of one length."""
    c.with_rank("table_handle", 0)
    c.with_rank("keys", 1)
    c.merge("values", c.shape("keys"), "have the shape of keys")
    return []


COLUMNS: Final = [
    "key_index: int >= -2", "value_index: int >= -2", "vocab_size: int >= -1 = -1", "delimiter: string = '\\t'",
    "offset: int = 0",
]  # fmt: skip
TEXT_FILE_DOC: Final = """Fill a table that is filled once from the lines of a text file.

    filename: of a file in a folder that the Session may read.
    key_index, value_index: what is key and value: a column from 0 on, -1 for the number of the line, -2 for the line.
    vocab_size: how many lines are read; -1 for all.
    delimiter: one character between columns.
    offset: of the numbers of lines."""

initialize_table_from_text_file_v2 = register_op(
    "InitializeTableFromTextFileV2",
    inputs=["table_handle: resource", "filename: string"],
    attrs=COLUMNS,
    stateful=True,
    doc=TEXT_FILE_DOC,
)
initialize_table_from_text_file_v2.no_gradient()


@initialize_table_from_text_file_v2.shape_rule
def text_file_shape(c: ShapeContext) -> list[TensorShape]:
    """Handle and name are scalars; the delimiter is one character."""
    c.with_rank("table_handle", 0)
    c.with_rank("filename", 0)
    delimiter = c.attr("delimiter")
    if len(delimiter if isinstance(delimiter, bytes) else delimiter.encode()) != 1:
        c.fail("attr 'delimiter'", "be one character", repr(delimiter))
    return []


lookup_table_import_v2 = register_op(
    "LookupTableImportV2",
    inputs=["table_handle: resource", "keys: Tin", "values: Tout"],
    attrs=["Tin: type", "Tout: type"],
    stateful=True,
    doc="""Make keys and values all that a table holds; fills a table that is filled once.

    keys, values: of any shape; a value for each key.""",
)
lookup_table_import_v2.no_gradient()

lookup_table_insert_v2 = register_op(
    "LookupTableInsertV2",
    inputs=["table_handle: resource", "keys: Tin", "values: Tout"],
    attrs=["Tin: type", "Tout: type"],
    stateful=True,
    doc="""Give keys values, old keys new ones. Of a key that comes twice, the last value counts.

    keys, values: of any shape; a value for each key.""",
)
lookup_table_insert_v2.no_gradient()

lookup_table_remove_v2 = register_op(
    "LookupTableRemoveV2",
    inputs=["table_handle: resource", "keys: Tin"],
    attrs=["Tin: type"],
    stateful=True,
    doc="Take keys out of a table; those that it does not have are ignored.",
)
lookup_table_remove_v2.no_gradient()


@lookup_table_import_v2.shape_rule
@lookup_table_insert_v2.shape_rule
@lookup_table_remove_v2.shape_rule
def change_shape(c: ShapeContext) -> list[TensorShape]:
    """The handle is a scalar. What shapes fit each other, the table knows."""
    c.with_rank("table_handle", 0)
    return []


# -- reading -------------------------------------------------------------------------------------------------------

lookup_table_find_v2 = register_op(
    "LookupTableFindV2",
    inputs=["table_handle: resource", "keys: Tin", "default_value: Tout"],
    outputs=["values: Tout"],
    attrs=["Tin: type", "Tout: type"],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="""The values of keys.

    keys: of any shape.
    default_value: the value of a key that the table does not have, or for each key one. Of these, only a
        MutableHashTable reads more than the first.""",
)
lookup_table_find_v2.no_gradient()


@lookup_table_find_v2.shape_rule
def find_shape(c: ShapeContext) -> list[TensorShape]:
    """The handle is a scalar. The shape of a value is the table's, which is not known before the graph runs."""
    c.with_rank("table_handle", 0)
    return [TensorShape(None)]


lookup_table_size_v2 = register_op(
    "LookupTableSizeV2",
    inputs=["table_handle: resource"],
    outputs=["size: int64"],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="How many keys a table has.",
)
lookup_table_size_v2.no_gradient()


@lookup_table_size_v2.shape_rule
def size_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar, for a scalar handle."""
    c.with_rank("table_handle", 0)
    return [SCALAR_SHAPE]


lookup_table_export_v2 = register_op(
    "LookupTableExportV2",
    inputs=["table_handle: resource"],
    outputs=["keys: Tkeys", "values: Tvalues"],
    attrs=["Tkeys: type", "Tvalues: type"],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="All keys of a table, in the order in which they came, and their values.",
)
lookup_table_export_v2.no_gradient()


@lookup_table_export_v2.shape_rule
def export_shape(c: ShapeContext) -> list[TensorShape]:
    """As many keys as values, in unknown number."""
    c.with_rank("table_handle", 0)
    return [TensorShape(None), TensorShape(None)]
