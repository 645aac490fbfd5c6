"""Reproductions: a failing node is written to disk with its inputs, and can be run again from there.

Two files without Python objects, which can be read with any JSON and NumPy:

``<op>-<node>-<n>.json``
    ``format`` (1), ``graphops``, ``op``, ``node``, ``device``, ``made_at``, ``arrays`` (the name of the other file),
    ``attrs`` (name -> value), ``functions`` (attrs that name functions), ``inputs`` (a list in the node's order) and
    ``error`` (``type``, ``message``, ``notes``, ``traceback``).  Values that JSON does not have are objects of one
    entry: ``{"dtype": "float32"}``, ``{"shape": [2, null]}``, ``{"bytes": <base64>}``, ``{"float": "nan"}``,
    ``{"array": KEY}``, and ``{"text": ...}`` for what cannot be read back.  An input is ``{"array": KEY}``, or
    ``{"handle": TYPE}`` for a resource.
``<op>-<node>-<n>.npz``
    The arrays by key.  Strings, bfloat16 and other dtypes that NumPy cannot write are ``KEY`` as plain integers and
    an entry ``"as"`` beside ``"array"`` in the JSON file: the dtype, or ``string`` with ``shape`` and ``lengths``.
"""

from __future__ import annotations

import base64
import json
import math
import os
import re
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops.checkpoint.storage import as_bool
from graphops.interchange.array_files import read_npz
from graphops.version import __version__
from graphops_registry.device_def import owner_of
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import DataLossError, FailedPreconditionError, GraphopsError
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape

if TYPE_CHECKING:
    from graphops.graph.graph import Node

FORMAT: Final = 1
LARGEST: Final = 1 << 30  # bytes of inputs beyond which a node is not written down
_LONGEST: Final = 256 << 20  # bytes of the JSON file
_MOST_TEXTS: Final = 1 << 24  # in inputs; each has a line in the JSON file
_WRITABLE_KINDS: Final = "biufc"  # what a .npy file can say of itself


def write_repro(
    folder: str | os.PathLike[str], node: Node, attrs: Mapping[str, Any], inputs: Sequence[Any], error: BaseException
) -> Path:
    """Write a node that failed.

    Args:
        folder: where to; made if it is missing.
        node: what failed.
        attrs: complete, canonical.
        inputs: the values it was given, flat, on any device.
        error: what it raised.

    Returns:
        The path of the JSON file, for :func:`replay`.

    Raises:
        OSError: the files cannot be written.
    """
    size = sum(int(getattr(value, "nbytes", 0)) for value in inputs)
    if size > LARGEST:
        raise OSError(f"its inputs have {size:,} bytes, more than {LARGEST:,}")
    texts = sum(int(value.size) for value in inputs if getattr(getattr(value, "dtype", None), "kind", "") == "O")
    if texts > _MOST_TEXTS:
        raise OSError(f"its inputs have {texts:,} texts, more than {_MOST_TEXTS:,}")
    base = Path(folder)
    base.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, np.ndarray[Any, Any]] = {}
    document: dict[str, Any] = {
        "format": FORMAT,
        "graphops": __version__,
        "op": node.type,
        "node": node.name,
        "device": node.device,
        "made_at": None if node.made_at is None else str(node.made_at),
        "attrs": {name: _encode(value, arrays) for name, value in attrs.items()},
        "functions": [attr.name for attr in node.op_def.function_attrs],
        "inputs": [_encode_input(value, arrays) for value in inputs],
        "error": {
            "type": type(error).__name__,
            "message": str(error),
            "notes": list(getattr(error, "__notes__", ())),
            "traceback": "".join(traceback.format_exception(error)),
        },
    }
    stem = re.sub(r"[^A-Za-z0-9_.-]+", "_", f"{node.type}-{node.name}")[:80]
    path, file = _open_new(base, stem)
    with file:
        document["arrays"] = path.with_suffix(".npz").name
        json.dump(document, file, indent=1, allow_nan=False)
    with path.with_suffix(".npz").open("wb") as archive:
        np.savez(archive, allow_pickle=False, **arrays)
    return path


_WRITTEN: Final = "run it again with: graphops repro "


def note_repro(
    error: BaseException, folder: str | os.PathLike[str], node: Node, attrs: Mapping[str, Any], inputs: Sequence[Any]
) -> None:
    """:func:`write_repro`, said in a note on ``error``. Never raises: the error itself matters more.

    An error is written once, for the innermost node: not for the loops and calls around it.
    """
    if any(_WRITTEN in note for note in getattr(error, "__notes__", ())):
        return
    try:
        path = write_repro(folder, node, attrs, inputs, error)
    except Exception as reason:
        error.add_note(f"  the node could not be written to {os.fspath(folder)!r}: {reason}")
    else:
        error.add_note(f"  written to {path}; {_WRITTEN}{path}")


@dataclass(frozen=True)
class Replay:
    """What happened when a node ran again.

    Attributes:
        op, node: which.
        version: of graphops that wrote it.
        recorded: the error of then, ``"InvalidArgumentError: ..."``.
        error: the error of now, ``None`` if it ran.
        outputs: if it ran, a line for each output, ``"output: float32 (2, 3)"``.
        values: the outputs themselves.
    """

    op: str
    node: str
    version: str
    recorded: str
    error: GraphopsError | None = None
    outputs: list[str] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)

    @property
    def reproduced(self) -> bool:
        """Whether it failed with the same class and sentence as then."""
        return self.error is not None and f"{type(self.error).__name__}: {self.error}" == self.recorded


def replay(path: str | os.PathLike[str]) -> Replay:
    """Run a node that :func:`write_repro` wrote, in a graph and a Session of its own.

    Raises:
        DataLossError: the files are not what ``write_repro`` writes.
        FailedPreconditionError: the node had an input that only its Session has (a variable).
        NotFoundError: its op is not registered.
        OSError: a file cannot be read.
    """
    document, arrays = _read(Path(path))
    try:
        if document.get("functions"):
            raise FailedPreconditionError(
                f"the node must be replayed by the program that failed: op '{document['op']}' calls functions, which "
                "only its graph has"
            ).concerns(op=str(document["op"]))
        inputs = [_decode_input(entry, arrays) for entry in document["inputs"]]
        attrs = {name: _decode(value, arrays) for name, value in document["attrs"].items()}
        op, node = str(document["op"]), str(document["node"])
        recorded = f"{document['error']['type']}: {document['error']['message']}"
        version = str(document["graphops"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError, OverflowError) as error:
        if isinstance(error, GraphopsError):
            raise
        raise _damaged(path, f"{type(error).__name__}: {error}") from None
    try:
        names, values = _run(op, node, attrs, inputs)
    except GraphopsError as error:
        return Replay(op, node, version, recorded, error)
    lines = [f"{name}: {value.dtype} {tuple(value.shape)}" for name, value in zip(names, values, strict=True)]
    return Replay(op, node, version, recorded, None, lines, values)


def _run(op_name: str, name: str, attrs: dict[str, Any], inputs: list[Any]) -> tuple[list[str], list[Any]]:
    """Names and values of the outputs of the node alone."""
    from graphops.build.add_op import call
    from graphops.build.constants import placeholder
    from graphops.graph.graph import Graph
    from graphops.plugins.packages import load_ops
    from graphops.session.session import Session

    load_ops()
    op = lookup_op(op_name)
    graph = Graph()
    with graph.as_default():
        # Of unknown rank, so that bad shapes are found where they were found: at run.
        fed = [placeholder(value.dtype, None, name=f"input_{index}") for index, value in enumerate(inputs)]
        arguments = dict(attrs)
        try:
            slices = op.op_def.input_slices(attrs)
            own_inputs = {arg.name: fed[slices[arg.name]] for arg in op.op_def.inputs}
        except (KeyError, TypeError) as error:  # the number of tensors of a list
            raise DataLossError(f"attrs of node '{name}' must fit op '{op_name}', got {error!r}").concerns(
                op=op_name, node=name
            ) from None
        for arg in op.op_def.inputs:
            own = own_inputs[arg.name]
            if not arg.is_list and len(own) != 1:
                raise DataLossError(
                    f"inputs of node '{name}' must fit op '{op_name}', got {len(inputs)} arrays"
                ).concerns(op=op_name, node=name)
            arguments[arg.name] = own if arg.is_list else own[0]
        call(op, arguments, name, graph=graph)
    node = graph.nodes[-1]
    with Session(graph) as session:
        found = session.run([node, list(node.outputs)], dict(zip(fed, inputs, strict=True)))[1]
    return [tensor.name for tensor in node.outputs], [np.asarray(value) for value in found]


# -- values -----------------------------------------------------------------------------------------------------------


def _encode(value: Any, arrays: dict[str, np.ndarray[Any, Any]]) -> Any:
    """A canonical attr value as JSON."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"float": repr(value)}
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, DType):
        return {"dtype": value.name}
    if isinstance(value, TensorShape):
        return {"shape": None if value.dims is None else list(value.dims)}
    if isinstance(value, (tuple, list)):
        return [_encode(item, arrays) for item in value]
    if isinstance(value, np.ndarray):
        return _encode_array(value, arrays)
    return {"text": repr(value)}


def _decode(value: Any, arrays: Mapping[str, np.ndarray[Any, Any]]) -> Any:
    if isinstance(value, list):
        return [_decode(item, arrays) for item in value]
    if not isinstance(value, dict):
        return value
    if "array" in value:
        return _decode_array(value, arrays)
    ((kind, content),) = value.items()
    match kind:
        case "float":
            return float(content)
        case "bytes":
            return base64.b64decode(content, validate=True)
        case "dtype":
            return as_dtype(content)
        case "shape":
            return TensorShape(content)
    raise ValueError(f"a value of kind '{kind}'")


def _encode_input(value: Any, arrays: dict[str, np.ndarray[Any, Any]]) -> dict[str, Any]:
    if not hasattr(value, "dtype") or not hasattr(value, "shape"):
        return {"handle": type(value).__name__}
    owner = owner_of(value)
    host = np.asarray(value if owner is None or owner.is_host else owner.copy_out(value))
    if host.dtype == object and not all(isinstance(item, bytes) for item in host.flat):
        return {"handle": type(host.flat[0]).__name__}
    return _encode_array(host, arrays)


def _decode_input(entry: Mapping[str, Any], arrays: Mapping[str, np.ndarray[Any, Any]]) -> Any:
    if "handle" in entry:
        raise FailedPreconditionError(
            f"the node must be replayed by the program that failed: it took a {entry['handle']}, which only its "
            "Session has"
        )
    return _decode_array(entry, arrays)


def _encode_array(value: np.ndarray[Any, Any], arrays: dict[str, np.ndarray[Any, Any]]) -> dict[str, Any]:
    key = f"array_{len(arrays)}"
    entry: dict[str, Any] = {"array": key}
    if value.dtype == object:
        items = [bytes(item) for item in value.flat]
        arrays[key] = np.frombuffer(b"".join(items), np.uint8)
        entry.update({"as": "string", "shape": list(value.shape), "lengths": [len(item) for item in items]})
    elif value.dtype.kind not in _WRITABLE_KINDS or value.dtype.isbuiltin != 1:
        arrays[key] = np.ascontiguousarray(value).view(f"u{value.dtype.itemsize}").reshape(value.shape)
        entry["as"] = value.dtype.name
    else:
        arrays[key] = value
    return entry


def _decode_array(entry: Mapping[str, Any], arrays: Mapping[str, np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    array = arrays[entry["array"]]
    kind = entry.get("as")
    if kind is None:
        return array
    if kind != "string":
        dtype = as_dtype(kind).numpy_dtype
        return as_bool(array) if dtype.kind == "b" else array.view(dtype)
    content, position = array.tobytes(), 0
    result = np.empty(len(entry["lengths"]), dtype=object)
    for index, length in enumerate(entry["lengths"]):
        result[index] = content[position : position + length]
        position += length
    return result.reshape(entry["shape"])


# -- files ------------------------------------------------------------------------------------------------------------


def _open_new(base: Path, stem: str) -> tuple[Path, Any]:
    """A file that did not exist before, even if other threads and processes write to the same folder."""
    number = 0
    while True:
        path = base / f"{stem}-{number}.json"
        try:
            return path, path.open("x", encoding="utf-8")
        except FileExistsError:
            number += 1


def _read(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray[Any, Any]]]:
    with path.open("rb") as file:
        text = file.read(_LONGEST + 1)
    if len(text) > _LONGEST:
        raise _damaged(path, f"more than {_LONGEST:,} bytes")
    try:
        document = json.loads(text.decode())
    except (ValueError, RecursionError) as error:
        raise _damaged(path, error) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        found = document.get("format") if isinstance(document, dict) else type(document).__name__
        raise _damaged(path, f"format {found!r}, not {FORMAT}")
    name = document.get("arrays")
    if not isinstance(name, str) or Path(name).name != name:  # a file beside this one, never elsewhere
        raise _damaged(path, f"arrays in {name!r}")
    try:
        return document, read_npz(path.with_name(name))
    except ValueError as error:  # a DataLossError; a name that no file can have
        raise _damaged(path.with_name(name), error) from None


def _damaged(path: str | os.PathLike[str], reason: object) -> DataLossError:
    return DataLossError(f"'{os.fspath(path)}' must be a file that graphops wrote for a failing node, got {reason}")
