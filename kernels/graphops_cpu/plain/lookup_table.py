"""Plain kernels of look-up tables. Tables are on the host, and so is all that goes in and out."""

from __future__ import annotations

from itertools import count
from math import prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.elementwise import INTEGERS, NUMBERS
from graphops_cpu.lib.lookup_table_state import LookupTable
from graphops_cpu.lib.table_text import columns
from graphops_registry.checkpoint_files import text_of
from graphops_registry.dtypes import bool_, string
from graphops_registry.errors import InvalidArgumentError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.resource import TABLE, ResourceHandle, handle_array
from graphops_registry.shape import SCALAR_SHAPE, TensorShape

TYPES: Final = {"key_dtype": (*INTEGERS, string), "value_dtype": (*NUMBERS, bool_, string)}
_numbers = count()


def table_in(op: str, handle: Any) -> LookupTable:
    """The table whose handle this is.

    Raises:
        InvalidArgumentError: it is the handle of something else.
    """
    found: Any = handle[()] if handle.ndim == 0 else None
    state = getattr(found, "state", None)
    if not isinstance(state, LookupTable):
        raise must("table_handle", op, "be the handle of a table", getattr(found, "text", repr(found)))
    return state


class _MakesTable(PlainKernel):
    """Base of kernels that give the handle of a table."""

    op: ClassVar[str] = ""
    filled_once: ClassVar[bool] = False

    @property
    def value_shape(self) -> TensorShape:
        shape: TensorShape = self.attrs.get("value_shape", SCALAR_SHAPE)
        return shape

    def make(self, name: str, keys: tuple[Array, ...]) -> LookupTable:
        """A new table.

        Args:
            keys: those that nobody may use.
        """
        return LookupTable(
            name,
            self.attrs["key_dtype"],
            self.attrs["value_dtype"],
            key_shape=keys[0].shape if keys else (),
            value_shape=self.value_shape.as_tuple(),
            filled_once=self.filled_once,
            reserved=self._reserved(keys),
        )

    def handle(self, table: LookupTable, container: str = "") -> Any:
        """The handle of a table."""
        dtype = self.attrs["value_dtype"]
        return handle_array(ResourceHandle(container, table.name, TABLE, dtype, self.value_shape, table))

    def _reserved(self, keys: tuple[Array, ...]) -> list[tuple[str, Array]]:
        if not keys:
            return []
        if not prod(keys[0].shape):
            raise must("empty_key", self.op, "have elements", keys[0].shape)
        if len(keys) == 2 and np.array_equal(keys[0], keys[1]):
            raise must("deleted_key", self.op, "not be the empty_key", "the same key")
        return list(zip(("empty_key", "deleted_key"), keys, strict=False))


class _Named(_MakesTable):
    """Base of kernels whose table the Session keeps."""

    def compute(self, ctx: Context, *keys: Array) -> Any:
        attrs = self.attrs
        container, name = attrs["container"], attrs["shared_name"] or ctx.name
        # A table without a name of its own is not found by another node that names it.
        is_private = not attrs["shared_name"] and not attrs["use_node_name_sharing"]
        key = (TABLE, None if is_private else container, name)
        table: LookupTable = ctx.resources.state(key, lambda: self.make(name, keys))
        table.require_types(self.op, attrs["key_dtype"], attrs["value_dtype"])
        if table.value_shape != self.value_shape.as_tuple():
            rule = f"be that of table '{name}', {table.value_shape}"
            raise must("attr 'value_shape'", self.op, rule, self.value_shape)
        return self.handle(table, container)


class _Anonymous(_MakesTable):
    """Base of kernels whose table lives as long as its handle."""

    def compute(self, ctx: Context, *keys: Array) -> Any:
        return self.handle(self.make(f"{ctx.name}#{next(_numbers)}", keys))


@register_kernel("HashTableV2", "CPU", types=TYPES, host_outputs=["table_handle"], uses=["name", "resources"])
class HashTableV2(_Named):
    op = "HashTableV2"
    filled_once = True


@register_kernel("AnonymousHashTable", "CPU", types=TYPES, host_outputs=["table_handle"], uses=["name"])
class AnonymousHashTable(_Anonymous):
    op = "AnonymousHashTable"
    filled_once = True


@register_kernel("MutableHashTableV2", "CPU", types=TYPES, host_outputs=["table_handle"], uses=["name", "resources"])
class MutableHashTableV2(_Named):
    op = "MutableHashTableV2"


@register_kernel("AnonymousMutableHashTable", "CPU", types=TYPES, host_outputs=["table_handle"], uses=["name"])
class AnonymousMutableHashTable(_Anonymous):
    op = "AnonymousMutableHashTable"


@register_kernel(
    "MutableHashTableOfTensorsV2", "CPU", types=TYPES, host_outputs=["table_handle"], uses=["name", "resources"]
)
class MutableHashTableOfTensorsV2(_Named):
    op = "MutableHashTableOfTensorsV2"


@register_kernel("AnonymousMutableHashTableOfTensors", "CPU", types=TYPES, host_outputs=["table_handle"], uses=["name"])
class AnonymousMutableHashTableOfTensors(_Anonymous):
    op = "AnonymousMutableHashTableOfTensors"


@register_kernel(
    "MutableDenseHashTableV2", "CPU", types=TYPES, host_outputs=["table_handle"], uses=["name", "resources"]
)
class MutableDenseHashTableV2(_Named):
    op = "MutableDenseHashTableV2"
    host_data: ClassVar[tuple[str, ...]] = ("empty_key", "deleted_key")


@register_kernel("AnonymousMutableDenseHashTable", "CPU", types=TYPES, host_outputs=["table_handle"], uses=["name"])
class AnonymousMutableDenseHashTable(_Anonymous):
    op = "AnonymousMutableDenseHashTable"
    host_data = ("empty_key", "deleted_key")


@register_kernel("InitializeTableV2", "CPU", uses=["memory"])
class InitializeTableV2(PlainKernel):
    op = "InitializeTableV2"
    host_data = ("keys", "values")

    def compute(self, ctx: Context, handle: Any, keys: Array, values: Array) -> tuple[Array, ...]:
        table = table_in(self.op, handle)
        table.require_types(self.op, self.attrs["Tkey"], self.attrs["Tval"])
        table.fill(ctx, self.op, keys, values)
        return ()


@register_kernel("InitializeTableFromTextFileV2", "CPU", host_inputs=["filename"], uses=["files", "memory"])
class InitializeTableFromTextFileV2(PlainKernel):
    op = "InitializeTableFromTextFileV2"

    def compute(self, ctx: Context, handle: Any, filename: Any) -> tuple[Array, ...]:
        table = table_in(self.op, handle)
        if not table.filled_once:
            raise must("table_handle", self.op, "be a table that is filled once", f"'{table.name}'")
        path = text_of(filename[()])
        content = ctx.files.content(path, lambda size: ctx.check_memory(4 * size))
        try:
            keys, values = columns(self.op, content, self.attrs, table.key_dtype, table.value_dtype)
            table.fill(ctx, self.op, keys, values)
        except InvalidArgumentError as error:
            error.add_note(f"in file '{path}'")
            raise
        return ()


@register_kernel("LookupTableImportV2", "CPU", uses=["memory"])
class LookupTableImportV2(PlainKernel):
    op = "LookupTableImportV2"
    host_data = ("keys", "values")

    def compute(self, ctx: Context, handle: Any, keys: Array, values: Array) -> tuple[Array, ...]:
        table = table_in(self.op, handle)
        table.require_types(self.op, self.attrs["Tin"], self.attrs["Tout"])
        table.replace(ctx, self.op, keys, values)
        return ()


@register_kernel("LookupTableInsertV2", "CPU", uses=["memory"])
class LookupTableInsertV2(PlainKernel):
    op = "LookupTableInsertV2"
    host_data = ("keys", "values")

    def compute(self, ctx: Context, handle: Any, keys: Array, values: Array) -> tuple[Array, ...]:
        table = table_in(self.op, handle)
        table.require_types(self.op, self.attrs["Tin"], self.attrs["Tout"])
        table.insert(ctx, self.op, keys, values)
        return ()


@register_kernel("LookupTableRemoveV2", "CPU")
class LookupTableRemoveV2(PlainKernel):
    host_data = ("keys",)

    def compute(self, handle: Any, keys: Array) -> tuple[Array, ...]:
        table = table_in("LookupTableRemoveV2", handle)
        table.require_types("LookupTableRemoveV2", self.attrs["Tin"], None)
        table.remove("LookupTableRemoveV2", keys)
        return ()


@register_kernel("LookupTableFindV2", "CPU", host_outputs=["values"], uses=["memory"])
class LookupTableFindV2(PlainKernel):
    op = "LookupTableFindV2"
    host_data = ("keys", "default_value")

    def compute(self, ctx: Context, handle: Any, keys: Array, default: Array) -> Array:
        table = table_in(self.op, handle)
        table.require_types(self.op, self.attrs["Tin"], self.attrs["Tout"])
        return table.find(ctx, self.op, keys, default)


@register_kernel("LookupTableSizeV2", "CPU", host_outputs=["size"])
class LookupTableSizeV2(PlainKernel):
    op = "LookupTableSizeV2"

    def compute(self, handle: Any) -> Array:
        return np.array(table_in(self.op, handle).size, np.int64)


@register_kernel("LookupTableExportV2", "CPU", host_outputs=["keys", "values"], uses=["memory"])
class LookupTableExportV2(PlainKernel):
    op = "LookupTableExportV2"

    def compute(self, ctx: Context, handle: Any) -> tuple[Array, Array]:
        table = table_in(self.op, handle)
        table.require_types(self.op, self.attrs["Tkeys"], self.attrs["Tvalues"])
        return table.export(ctx)
