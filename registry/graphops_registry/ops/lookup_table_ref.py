"""Look-up tables of TensorFlow 1, whose ops take a reference to them."""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.ops.lookup_table import (
    BUCKETS,
    COLUMNS,
    DTYPES_DOC,
    SHAPE_DOC,
    SHARED_DOC,
    TEXT_FILE_DOC,
    TYPES,
    VALUE_SHAPE,
    WHERE,
    change_shape,
    export_shape,
    find_shape,
    handle_shape,
    initialize_table_shape,
    size_shape,
    text_file_shape,
)
from graphops_registry.traits import Trait

_TABLE: Final = "table_handle: Ref(string)"

# -- tables --------------------------------------------------------------------------------------------------------

hash_table = register_op(
    "HashTable",
    outputs=[_TABLE],
    attrs=[*WHERE, *TYPES],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="A reference to a table that is filled once, by an InitializeTable op." + SHARED_DOC + DTYPES_DOC,
)
hash_table.no_gradient()
hash_table.shape_rule(handle_shape)

mutable_hash_table = register_op(
    "MutableHashTable",
    outputs=[_TABLE],
    attrs=[*WHERE, *TYPES],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="A reference to a table whose values are scalars." + SHARED_DOC + DTYPES_DOC,
)
mutable_hash_table.no_gradient()
mutable_hash_table.shape_rule(handle_shape)

mutable_hash_table_of_tensors = register_op(
    "MutableHashTableOfTensors",
    outputs=[_TABLE],
    attrs=[*WHERE, *TYPES, VALUE_SHAPE],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="A reference to a table whose values are tensors of one shape." + SHARED_DOC + DTYPES_DOC + SHAPE_DOC,
)
mutable_hash_table_of_tensors.no_gradient()
mutable_hash_table_of_tensors.shape_rule(handle_shape)

mutable_dense_hash_table = register_op(
    "MutableDenseHashTable",
    inputs=["empty_key: key_dtype"],
    outputs=[_TABLE],
    attrs=[*WHERE, *TYPES, VALUE_SHAPE, *BUCKETS],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc="A reference to a table whose keys and values are tensors."
    + SHARED_DOC
    + DTYPES_DOC
    + SHAPE_DOC
    + """
    empty_key: a key that is never used; its shape is that of a key.
    initial_num_buckets, max_load_factor: have no effect, but must be a power of 2 from 4 on, and between 0 and 1.""",
)
mutable_dense_hash_table.no_gradient()
mutable_dense_hash_table.shape_rule(handle_shape)

# -- filling -------------------------------------------------------------------------------------------------------

initialize_table = register_op(
    "InitializeTable",
    inputs=[_TABLE, "keys: Tkey", "values: Tval"],
    attrs=["Tkey: type", "Tval: type"],
    doc="""Fill a table that is filled once. Filling it again with as many keys changes nothing.

    keys: a vector with at least one key. A key may come twice, with the same value.
    values: for each key one.""",
)
initialize_table.no_gradient()
initialize_table.shape_rule(initialize_table_shape)

initialize_table_from_text_file = register_op(
    "InitializeTableFromTextFile", inputs=[_TABLE, "filename: string"], attrs=COLUMNS, doc=TEXT_FILE_DOC
)
initialize_table_from_text_file.no_gradient()
initialize_table_from_text_file.shape_rule(text_file_shape)

lookup_table_import = register_op(
    "LookupTableImport",
    inputs=[_TABLE, "keys: Tin", "values: Tout"],
    attrs=["Tin: type", "Tout: type"],
    doc="""Make keys and values all that a table holds; fills a table that is filled once.

    keys, values: of any shape; a value for each key.""",
)
lookup_table_import.no_gradient()
lookup_table_import.shape_rule(change_shape)

lookup_table_insert = register_op(
    "LookupTableInsert",
    inputs=[_TABLE, "keys: Tin", "values: Tout"],
    attrs=["Tin: type", "Tout: type"],
    doc="""Give keys values, old keys new ones. Of a key that comes twice, the last value counts.

    keys, values: of any shape; a value for each key.""",
)
lookup_table_insert.no_gradient()
lookup_table_insert.shape_rule(change_shape)

# -- reading -------------------------------------------------------------------------------------------------------

lookup_table_find = register_op(
    "LookupTableFind",
    inputs=[_TABLE, "keys: Tin", "default_value: Tout"],
    outputs=["values: Tout"],
    attrs=["Tin: type", "Tout: type"],
    doc="""The values of keys.

    keys: of any shape.
    default_value: the value of a key that the table does not have, or for each key one. Of these, only a
        MutableHashTable reads more than the first.""",
)
lookup_table_find.no_gradient()
lookup_table_find.shape_rule(find_shape)

lookup_table_size = register_op(
    "LookupTableSize", inputs=[_TABLE], outputs=["size: int64"], doc="How many keys a table has."
)
lookup_table_size.no_gradient()
lookup_table_size.shape_rule(size_shape)

lookup_table_export = register_op(
    "LookupTableExport",
    inputs=[_TABLE],
    outputs=["keys: Tkeys", "values: Tvalues"],
    attrs=["Tkeys: type", "Tvalues: type"],
    doc="All keys of a table, in the order in which they came, and their values.",
)
lookup_table_export.no_gradient()
lookup_table_export.shape_rule(export_shape)
