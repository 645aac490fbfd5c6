"""Plain kernels of TensorFlow 1's look-up tables: those of resources, with a reference for a handle."""

from __future__ import annotations

from graphops_cpu.plain import lookup_table as v2
from graphops_registry.kernel_def import register_kernel


@register_kernel("HashTable", "CPU", types=v2.TYPES, uses=["name", "resources"])
class HashTable(v2.HashTableV2):
    op = "HashTable"


@register_kernel("MutableHashTable", "CPU", types=v2.TYPES, uses=["name", "resources"])
class MutableHashTable(v2.MutableHashTableV2):
    op = "MutableHashTable"


@register_kernel("MutableHashTableOfTensors", "CPU", types=v2.TYPES, uses=["name", "resources"])
class MutableHashTableOfTensors(v2.MutableHashTableOfTensorsV2):
    op = "MutableHashTableOfTensors"


@register_kernel("MutableDenseHashTable", "CPU", types=v2.TYPES, uses=["name", "resources"])
class MutableDenseHashTable(v2.MutableDenseHashTableV2):
    op = "MutableDenseHashTable"
    host_data = ("empty_key",)


@register_kernel("InitializeTable", "CPU", uses=["memory"])
class InitializeTable(v2.InitializeTableV2):
    op = "InitializeTable"


@register_kernel("InitializeTableFromTextFile", "CPU", host_inputs=["filename"], uses=["files", "memory"])
class InitializeTableFromTextFile(v2.InitializeTableFromTextFileV2):
    op = "InitializeTableFromTextFile"


@register_kernel("LookupTableImport", "CPU", uses=["memory"])
class LookupTableImport(v2.LookupTableImportV2):
    op = "LookupTableImport"


@register_kernel("LookupTableInsert", "CPU", uses=["memory"])
class LookupTableInsert(v2.LookupTableInsertV2):
    op = "LookupTableInsert"


@register_kernel("LookupTableFind", "CPU", host_outputs=["values"], uses=["memory"])
class LookupTableFind(v2.LookupTableFindV2):
    op = "LookupTableFind"


@register_kernel("LookupTableSize", "CPU", host_outputs=["size"])
class LookupTableSize(v2.LookupTableSizeV2):
    op = "LookupTableSize"


@register_kernel("LookupTableExport", "CPU", host_outputs=["keys", "values"], uses=["memory"])
class LookupTableExport(v2.LookupTableExportV2):
    op = "LookupTableExport"
