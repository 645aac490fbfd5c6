"""Saving values by name and loading them again, in every format."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import numpy as np

from graphops.checkpoint.bundle import OBJECT_GRAPH, Bundle, open_bundle
from graphops.checkpoint.safetensors import SafetensorsFile, open_safetensors, write_safetensors
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import GraphopsError, InvalidArgumentError, InvalidTypeError, NotFoundError

Array = np.ndarray[Any, Any]

SUFFIX: Final = ".safetensors"
INDEX: Final = ".index"
_RESERVED: Final = "graphops."  # how our own entries of the metadata start
_FINGERPRINT: Final = "graphops.fingerprint"


class Values(Mapping[str, Array]):
    """The values of a checkpoint by name. Each is read from the file when you access it, and is read-only."""

    def __init__(self, source: SafetensorsFile | Bundle, names: list[str]) -> None:
        self._source = source
        self._names = dict.fromkeys(names)

    def __getitem__(self, name: str) -> Array:
        """The value.

        Raises:
            NotFoundError: no such name.
            DataLossError: bytes that are missing or changed.
        """
        value = self._source.read(name)
        value.flags.writeable = False
        return value

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self._names else default

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<values of {len(self._names)} names>"


class Checkpoint:
    """A checkpoint that was opened: a safetensors file, or a bundle of TensorFlow's.

    Attributes:
        path: as it was given.
        values: read-only arrays by name, read when you access them.
        dtypes: the DType of each value; without those that graphops cannot read.
        shapes: the shape of each value.
        fingerprint: what ``save`` was given, else ``None``.
        metadata: strings by name, without those of graphops itself.
        object_graph: what TensorFlow 2 says of its Python objects, serialised; else ``None``.
    """

    def __init__(self, path: str, source: SafetensorsFile | Bundle) -> None:
        self.path = path
        self._source = source
        self.fingerprint: str | None = None
        self.metadata: dict[str, str] = {}
        self.object_graph: bytes | None = None
        self.dtypes: dict[str, DType] = {}
        self.shapes: dict[str, tuple[int, ...]] = {}
        if isinstance(source, Bundle):
            self.object_graph = source.object_graph
            for name in source.names:
                if name != OBJECT_GRAPH:
                    self.dtypes[name] = source.dtype(name)
                    self.shapes[name] = source.shape(name)
        else:
            self.fingerprint = source.metadata.get(_FINGERPRINT)
            self.metadata = {k: v for k, v in source.metadata.items() if not k.startswith(_RESERVED)}
            for name, entry in source.entries.items():
                self.shapes[name] = entry.shape
                if entry.dtype is not None:
                    self.dtypes[name] = entry.dtype
        self.values = Values(source, list(self.shapes))

    def read(self, name: str) -> Array:
        """A value as an array of one's own, not read-only.

        Raises:
            NotFoundError: no such name.
            DataLossError: bytes that are missing or changed.
        """
        return self._source.read(name)

    def close(self) -> None:
        """Close the file; values can no longer be read."""
        if isinstance(self._source, SafetensorsFile):
            self._source.close()

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<graphops.checkpoint.Checkpoint {self.path!r} of {len(self.values)} values>"


def save(
    path: str | os.PathLike[str],
    values: Mapping[str, Any],
    *,
    fingerprint: str | None = None,
    metadata: Mapping[str, str] | None = None,
    dtypes: Mapping[str, Any] | None = None,
) -> None:
    """Write values by name to ``path``, a safetensors file, atomically: a crash leaves the old file or the new one.

    Args:
        path: of the file, exactly; its folder must exist.
        values: NumPy arrays of any dtype but object handles; strings are object arrays of bytes.
        fingerprint: says what they belong to, see :func:`graph_fingerprint`.
        metadata: more strings by name.
        dtypes: for values whose NumPy dtype does not say it (quantised ones).

    Raises:
        InvalidTypeError: names or metadata that are no strings, a dtype without values, a dtype the array is not of.
        InvalidArgumentError: a name that is reserved.
        NotFoundError: the folder is missing, or not to be written to.
    """
    own: dict[str, str] = {}
    for key, text in (metadata or {}).items():
        if not isinstance(key, str) or not isinstance(text, str):
            raise InvalidTypeError(f"metadata of a checkpoint must be strings by name, got {key!r}: {text!r}")
        if key.startswith(_RESERVED):
            raise InvalidArgumentError(f"the name of metadata must not start with '{_RESERVED}', got '{key}'")
        own[key] = text
    if fingerprint is not None:
        if not isinstance(fingerprint, str):
            raise InvalidTypeError(f"fingerprint of a checkpoint must be a string, got {fingerprint!r}")
        own[_FINGERPRINT] = fingerprint
    arrays: dict[str, Array] = {}
    kinds: dict[str, DType] = {}
    for name, value in values.items():
        if not isinstance(name, str):
            raise InvalidTypeError(f"the name of a value must be a string, got {name!r}")
        arrays[name], kinds[name] = _array(name, value, (dtypes or {}).get(name))
    write_safetensors(path, arrays, kinds, own)


def load(path: str | os.PathLike[str]) -> Checkpoint:
    """Open a checkpoint: a safetensors file (``path`` may lack ``.safetensors``), or the prefix of a bundle.

    If there are both, the newer one counts: a script that ran in TensorFlow before leaves a bundle beside our file.
    Only the header is read; memory is bounded by its size in the file.

    Raises:
        NotFoundError: there is neither.
        DataLossError: the file is cut short, changed, or nothing of the kind.
    """
    name = path_text(path)
    found = [other for other in (name, name + SUFFIX, name + INDEX) if _is_file(other)]
    if not found:
        raise NotFoundError(f"a checkpoint must exist, got no file '{name}', '{name}{SUFFIX}' or '{name}{INDEX}'")
    chosen = found[0] if found[0] == name else max(found, key=_changed)  # of two of one time the first, which is ours
    if chosen.endswith(INDEX):
        return Checkpoint(name, open_bundle(chosen))
    return Checkpoint(name, open_safetensors(chosen))


def _changed(name: str) -> int:
    """When a file was changed, in ns; 0 if it has gone."""
    try:
        return os.stat(name).st_mtime_ns
    except OSError:
        return 0


def path_text(path: object) -> str:
    """A path as a string.

    Raises:
        InvalidTypeError: neither a string nor a path.
    """
    name = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
    if not isinstance(name, str):
        raise InvalidTypeError(f"path of a checkpoint must be a string or a path, got {path!r}")
    return name


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (ValueError, OSError):  # a zero byte; a name that is too long
        return False


def _array(name: str, value: Any, wanted: Any) -> tuple[Array, DType]:
    array = np.asarray(value)
    try:
        own = as_dtype(array.dtype)
        dtype = own if wanted is None else as_dtype(wanted)
    except GraphopsError as error:
        error.add_note(f"for the value of '{name}'")
        raise
    if dtype.name == "string":
        if own.name != "string":
            raise InvalidTypeError(f"the value of '{name}' must have dtype string, got {own.name}")
        return array.astype(object), dtype
    if array.dtype != dtype.numpy_dtype:
        if own is not dtype:
            raise InvalidTypeError(f"the value of '{name}' must have dtype {dtype.name}, got {own.name}")
        array = array.astype(dtype.numpy_dtype)  # another byte order
    return array, dtype
