"""Plain kernels that save and restore. They run on the host wherever the node is, and know no file format."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops_registry.checkpoint_files import (
    ShapeAndSlice,
    join_parts,
    parse_shape_and_slice,
    text_of,
)
from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidTypeError, UnimplementedError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context


def _scalar_bytes(text: str) -> Array:
    value = np.empty((), object)
    value[()] = text.encode("utf-8", "surrogateescape")
    return value


def path_of(value: Any, op: str, argument: str) -> str:
    """The path that an element of an input is.

    Raises:
        InvalidArgumentError: it cannot be one.
    """
    text: str = text_of(value)
    if not text or "\x00" in text:
        raise must(argument, op, "be a path", repr(value))
    return text


def _slices(op: str) -> str:
    """What the op calls its slices."""
    return "shapes_and_slices" if op == "SaveSlices" else "shape_and_slices"


def save(
    ctx: Context, op: str, path: Any, names: Any, slices: Any, tensors: Sequence[Array], dtypes: Sequence[DType]
) -> None:
    """Write tensors by name. Working memory: a copy of each value that is given in parts.

    Args:
        slices: a string for each tensor.

    Raises:
        InvalidArgumentError: a name that is there twice.
        UnimplementedError: parts that are not the whole.
    """
    where = path_of(path[()], op, "prefix" if op == "SaveV2" else "filename")
    values: dict[str, Array] = {}
    kinds: dict[str, DType] = {}
    parts: dict[str, list[tuple[ShapeAndSlice, Array]]] = defaultdict(list)
    for name, spec, tensor, dtype in zip(map(text_of, names), slices, tensors, dtypes, strict=True):
        part = parse_shape_and_slice(text_of(spec))
        if name in values or (part is None and name in parts) or kinds.get(name, dtype) is not dtype:
            raise must("tensor_names", op, "have each name once, or for parts of one value", repr(name))
        kinds[name] = dtype
        if part is None:
            values[name] = tensor
        else:
            parts[name].append((part, tensor))
    for name, given in parts.items():
        shape = given[0][0].shape
        same = all(part.shape == shape for part, _ in given)
        pieces = [(part.where, tensor) for part, tensor in given]
        whole = join_parts(shape, pieces, given[0][1].dtype) if same else None
        if whole is None:
            rule = f"cover the whole {shape} of '{name}' without overlap"
            shown = [part.where for part, _ in given][:4]
            raise must(_slices(op), op, rule, shown, kind=UnimplementedError)
        values[name] = whole
    ctx.files.write(where, values, kinds)


def restore(ctx: Context, op: str, path: Any, names: Any, slices: Any, dtypes: Sequence[DType]) -> list[Array]:
    """Read tensors by name. Working memory: the whole of a value of which a part is wanted.

    Raises:
        InvalidTypeError: another dtype than the file has.
        InvalidArgumentError: a slice of another shape than the file has.
    """
    texts = [text_of(name) for name in names]
    where = path_of(path[()], op, "prefix" if op == "RestoreV2" else "file_pattern")
    found = ctx.files.read(where, texts)
    one = op != "RestoreV2"  # the older ops restore one tensor each
    for index, ((dtype, _), wanted) in enumerate(zip(found, dtypes, strict=True)):
        if dtype is not wanted.base:
            rule = f"be the dtype of '{texts[index]}' in the file, {dtype.name}"
            raise must("dt" if one else f"dtypes[{index}]", op, rule, wanted.name, kind=InvalidTypeError)
    tensors = []
    for index, ((_, read), spec) in enumerate(zip(found, slices, strict=True)):
        part = parse_shape_and_slice(text_of(spec))
        whole = read()
        if part is not None:
            if part.shape != whole.shape:
                rule = f"have the shape of '{texts[index]}' in the file, {whole.shape}"
                raise must("shape_and_slice" if one else f"shape_and_slices[{index}]", op, rule, part.shape)
            whole = whole[part.where].copy()
        whole.flags.writeable = False  # nobody else has it: a variable takes it without a copy
        tensors.append(whole)
    return tensors


@register_kernel("SaveV2", "CPU", host_inputs=["prefix", "tensor_names", "shape_and_slices"], uses=["files"])
class SaveV2(PlainKernel):
    def compute(self, ctx: Context, prefix: Any, names: Any, slices: Any, *tensors: Array) -> tuple[Array, ...]:
        save(ctx, "SaveV2", prefix, names, slices, tensors, self.attrs["dtypes"])
        return ()


@register_kernel("SaveSlices", "CPU", host_inputs=["filename", "tensor_names", "shapes_and_slices"], uses=["files"])
class SaveSlices(PlainKernel):
    def compute(self, ctx: Context, filename: Any, names: Any, slices: Any, *tensors: Array) -> tuple[Array, ...]:
        save(ctx, "SaveSlices", filename, names, slices, tensors, self.attrs["T"])
        return ()


@register_kernel("Save", "CPU", host_inputs=["filename", "tensor_names"], uses=["files"])
class Save(PlainKernel):
    def compute(self, ctx: Context, filename: Any, names: Any, *tensors: Array) -> tuple[Array, ...]:
        save(ctx, "Save", filename, names, [""] * len(tensors), tensors, self.attrs["T"])
        return ()


@register_kernel("RestoreV2", "CPU", host_inputs=["prefix", "tensor_names", "shape_and_slices"], uses=["files"])
class RestoreV2(PlainKernel):
    def compute(self, ctx: Context, prefix: Any, names: Any, slices: Any) -> tuple[Array, ...]:
        return tuple(restore(ctx, "RestoreV2", prefix, names, slices, self.attrs["dtypes"]))


@register_kernel("RestoreSlice", "CPU", host_inputs=["file_pattern", "tensor_name", "shape_and_slice"], uses=["files"])
class RestoreSlice(PlainKernel):
    def compute(self, ctx: Context, path: Any, name: Any, spec: Any) -> Array:
        return restore(ctx, "RestoreSlice", path, [name[()]], [spec[()]], [self.attrs["dt"]])[0]


@register_kernel("Restore", "CPU", host_inputs=["file_pattern", "tensor_name"], uses=["files"])
class Restore(PlainKernel):
    def compute(self, ctx: Context, path: Any, name: Any) -> Array:
        return restore(ctx, "Restore", path, [name[()]], [""], [self.attrs["dt"]])[0]


@register_kernel("MergeV2Checkpoints", "CPU", host_inputs=["checkpoint_prefixes", "destination_prefix"], uses=["files"])
class MergeV2Checkpoints(PlainKernel):
    def compute(self, ctx: Context, prefixes: Any, destination: Any) -> tuple[Array, ...]:
        op = "MergeV2Checkpoints"
        ctx.files.merge(
            [path_of(prefix, op, f"checkpoint_prefixes[{index}]") for index, prefix in enumerate(prefixes)],
            path_of(destination[()], op, "destination_prefix"),
            delete=self.attrs["delete_old_dirs"],
            allow_missing=self.attrs["allow_missing_files"],
        )
        return ()


@register_kernel("ShardedFilename", "CPU", host_inputs=["shard", "num_shards"])
class ShardedFilename(PlainKernel):
    def compute(self, basename: Any, shard: Any, num_shards: Any) -> Array:
        return _scalar_bytes(f"{text_of(basename[()])}-{int(shard):05d}-of-{int(num_shards):05d}")


@register_kernel("ShardedFilespec", "CPU", host_inputs=["num_shards"])
class ShardedFilespec(PlainKernel):
    def compute(self, basename: Any, num_shards: Any) -> Array:
        return _scalar_bytes(f"{text_of(basename[()])}-?????-of-{int(num_shards):05d}")
