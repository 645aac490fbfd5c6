"""Models of TensorFlow as pages: a GraphDef, or a signature of a SavedModel. Their weights stay in their files.

A page that is made here names each large constant by the file, the place in it, the dtype and the shape.  So it is as
small as the graph, whatever the weights take.
"""

from __future__ import annotations

import mmap
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from graphops.checkpoint.bundle import Bundle, open_bundle
from graphops.graph.graph import Graph, Tensor
from graphops.interchange.frozen import frozen_graph
from graphops.interchange.graph_def import import_graph_def, load_graph
from graphops.interchange.graph_def.limits import DEFAULT_LIMITS
from graphops.interchange.graph_def.outline import Place, outline
from graphops.interchange.graph_def.read import parse
from graphops.interchange.page.array_references import checksum
from graphops.interchange.page.format import Page
from graphops.interchange.page.weights import LARGE, Refer
from graphops.interchange.page.write import last_nodes, page_functions, page_of
from graphops.interchange.saved_model import SavedModel, load_saved_model
from graphops_registry.dtypes import DType
from graphops_registry.errors import (
    DataLossError,
    GraphopsError,
    InvalidArgumentError,
    NotFoundError,
    ResourceExhaustedError,
)

HostArray = np.ndarray[Any, Any]
SAVED_MODEL: Final = ("saved_model.pb", "saved_model.pbtxt")
_BINARY: Final = (".pb", ".graphdef")
_MOST_WRITTEN: Final = 64 << 20  # bytes of constants that the page itself holds


def is_saved_model(path: Path) -> bool:
    """Whether this is the folder of a SavedModel."""
    return any((path / name).is_file() for name in SAVED_MODEL)


def page_of_model(path: Path, folder: Path, signature: str | None = None) -> Page:
    """The page of a model's file or folder; it fetches what nothing in the graph needs, or a signature's outputs.

    Args:
        path: a GraphDef, or the folder of a SavedModel.
        folder: the one that the page is for, which has ``path`` in it.
        signature: of a SavedModel; default ``serving_default``, or else the first.

    Raises:
        GraphopsError: what is wrong with the file.
        UnimplementedError: what a page cannot hold.
        ResourceExhaustedError: constants of more than 64 MiB that the page itself would have to hold.
    """
    name = path.resolve().relative_to(folder.resolve()).as_posix()
    try:
        if path.is_dir():
            return _page_of_signature(path, name, signature)
        if signature is not None:
            raise InvalidArgumentError(f"signature must come with a SavedModel, got '{signature}' for a GraphDef")
        if path.suffix not in _BINARY:
            graph = load_graph(path)
            return _page(graph, last_nodes(graph), path.stem, None)
        return _page_of_graph_def(path, name)
    except GraphopsError as error:
        error.add_note(f"in file '{name}'")
        raise


def signatures_of(path: Path) -> tuple[str, ...]:
    """The names of a SavedModel's signatures, the one that is opened by default first.

    Raises:
        GraphopsError: no such model, or one that cannot be read.
    """
    names = list(load_saved_model(path).signatures)
    return tuple(sorted(names, key=lambda name: name != "serving_default"))


def default_signature(model: SavedModel) -> str:
    """``serving_default``, or else the first.

    Raises:
        NotFoundError: the model has no signature.
    """
    if not model.signatures:
        raise NotFoundError("a SavedModel must have a signature to be drawn, got none")
    return "serving_default" if "serving_default" in model.signatures else next(iter(model.signatures))


def _page(graph: Graph, fetches: Any, title: str, refer: Refer | None) -> Page:
    graphs = [("", graph), *((f"{name}()/", f.graph) for name, f in page_functions(graph).items())]
    size = 0
    for prefix, part in graphs:
        for node in part.nodes:
            value = node.attrs.get("value")
            if node.type != "Const" or not isinstance(value, np.ndarray) or value.nbytes < LARGE:
                continue
            if refer is None or refer(prefix + node.name, value, node.attrs["dtype"]) is None:
                size += value.nbytes
    if size > _MOST_WRITTEN:
        rule = f"have at most {_MOST_WRITTEN:,} bytes to be drawn, where the file does not hold them as they are"
        raise ResourceExhaustedError(f"constants of a graph must {rule}, got {size:,}")
    return page_of(graph, fetches=fetches, title=title, refer=refer)


# -- GraphDefs --------------------------------------------------------------------------------------------------------


def _page_of_graph_def(path: Path, name: str) -> Page:
    try:
        DEFAULT_LIMITS.check_size(path.stat().st_size, "GraphDef", is_text=False)
        with path.open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise NotFoundError(f"name of a file must be one that is there, got '{name}'") from None
    except ValueError:  # an empty file cannot be mapped
        raise DataLossError("a GraphDef must have nodes, got an empty file") from None
    data = memoryview(content)
    short, places = outline(data, LARGE)
    graph = Graph()
    import_graph_def(parse(short), name="", graph=graph)
    return _page(graph, last_nodes(graph), path.stem, _InGraphDef(name, data, places).refer)


class _InGraphDef:
    """The places of constants in a GraphDef's file, as pages name them."""

    def __init__(self, file: str, data: memoryview, places: Mapping[str, Place]) -> None:
        self._file, self._data, self._places = file, data, places
        self._known: dict[str, Mapping[str, Any]] = {}

    def refer(self, path: str, value: HostArray, dtype: DType) -> Mapping[str, Any] | None:
        place = self._places.get(path)
        if place is None:
            return None
        if place.size != value.nbytes:
            rule = f"have {value.nbytes:,} bytes for its shape {list(value.shape)}"
            raise InvalidArgumentError(f"attr 'value' of node '{path}' must {rule}, got {place.size:,}").concerns(
                op="Const", node=path
            )
        if path not in self._known:
            content = np.frombuffer(self._data, np.uint8, place.size, place.offset)
            self._known[path] = _reference(self._file, place.offset, value, dtype, checksum(content))
        return self._known[path]


def _reference(file: str, offset: int, value: HostArray, dtype: DType, crc: int) -> Mapping[str, Any]:
    return {"file": file, "offset": offset, "dtype": dtype.name, "shape": list(value.shape), "crc32": crc}


# -- SavedModels ------------------------------------------------------------------------------------------------------


def _page_of_signature(path: Path, name: str, signature: str | None) -> Page:
    model = load_saved_model(path)
    chosen = signature or default_signature(model)
    graph, found = frozen_graph(model, chosen)
    prefix = path / "variables" / "variables"
    refer = None
    if prefix.with_suffix(".index").is_file():
        refer = _InCheckpoint(f"{name}/variables/", open_bundle(prefix)).refer
    outputs: dict[Tensor, None] = dict.fromkeys(found.outputs.values())
    page = _page(graph, list(outputs), f"{path.name}: {chosen}", refer)
    return replace(page, title=f"{path.name}: {chosen}")


class _InCheckpoint:
    """The places of variables in the data files of a checkpoint, found by what they hold."""

    def __init__(self, folder: str, bundle: Bundle) -> None:
        self._folder, self._bundle = folder, bundle
        self._by_type: dict[tuple[DType, tuple[int, ...]], list[str]] = {}
        for name in bundle.names:
            self._by_type.setdefault((bundle.dtype(name), bundle.shape(name)), []).append(name)
        self._known: dict[str, Mapping[str, Any] | None] = {}

    def refer(self, path: str, value: HostArray, dtype: DType) -> Mapping[str, Any] | None:
        if value.nbytes < LARGE:
            return None
        if path not in self._known:
            self._known[path] = self._found(value, dtype)
        return self._known[path]

    def _found(self, value: HostArray, dtype: DType) -> Mapping[str, Any] | None:
        content = value.tobytes()
        for name in self._by_type.get((dtype, value.shape), ()):
            place = self._bundle.place(name)
            if place is not None and self._bundle.read(name, verify=False).tobytes() == content:
                return _reference(self._folder + Path(place[0]).name, place[1], value, dtype, checksum(value))
        return None
