"""SavedModels of TensorFlow 1 and 2: graph, signatures and variables, read without TensorFlow.

>>> model = load_saved_model("exported/")
>>> model({"x": image})["probabilities"]
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from graphops.checkpoint.sessions import restore as restore_variables
from graphops.graph.graph import Graph, Node, Tensor
from graphops.interchange.graph_def import import_stated, messages
from graphops.interchange.graph_def.limits import LoadLimits, given_limits
from graphops.interchange.graph_def.read import parse, read_file
from graphops.interchange.graph_def.tensor_proto import to_dtype
from graphops.plan.session_config import SessionConfig
from graphops.session.session import Session
from graphops_registry.dtypes import DType
from graphops_registry.errors import (
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    nearest,
)
from graphops_registry.locks import new_lock
from graphops_registry.traits import Trait

_INIT_SIGNATURE = "__saved_model_init_op"
_INIT_COLLECTIONS = ("saved_model_main_op", "legacy_init_op")
_TRAIN_SIGNATURE = "__saved_model_train_op"
_TRAIN_COLLECTION = "saved_model_train_op"
_TABLES = "table_initializer"  # the nodes of this collection fill the tables of a graph without an init op
_ASSETS = "saved_model_assets"  # where modules of TensorFlow Hub name their assets


@dataclass(frozen=True)
class Signature:
    """What a model can be asked.

    Attributes:
        inputs, outputs: tensors of the graph by the names that the model gives them. A sparse tensor ``x`` is
            ``x/indices``, ``x/values`` and ``x/dense_shape``, another composite one ``x/0``, ``x/1`` and so on.
        method_name: TensorFlow's word for what it does.
    """

    inputs: Mapping[str, Tensor]
    outputs: Mapping[str, Tensor]
    method_name: str = ""


class SavedModel:
    """A model from a folder.

    Attributes:
        path: the folder.
        tags: of the graph in it that was loaded.
        graph: its nodes.
        signatures: by name; ``serving_default`` is the usual one.
        train_op: the node that does a training step, in a graph that was exported for training:
            ``session.run([model.train_op, model.signature("train").outputs["loss"]], feeds)``.
        signature_defs: the message of each signature in the file, those that have a special meaning too.
    """

    def __init__(
        self,
        path: Path,
        tags: Sequence[str],
        graph: Graph,
        signatures: Mapping[str, Signature],
        start: _Start,
        train_op: Node | None = None,
        signature_defs: Mapping[str, Any] | None = None,
    ) -> None:
        self.path = path
        self.tags = tuple(tags)
        self.graph = graph
        self.signatures = dict(signatures)
        self.train_op = train_op
        self.signature_defs = dict(signature_defs or {})
        self._start = start
        self._session: Session | None = None
        self._lock = new_lock()

    def session(self, config: SessionConfig | None = None) -> Session:
        """A Session with the model's variables restored.

        Raises:
            NotFoundError: files of the folder that are missing.
            DataLossError: damaged files.
        """
        config = config if config is not None else SessionConfig()
        if config.file_folders is not None:  # its nodes read its variables
            config = replace(config, file_folders=(*config.file_folders, str(self.path)))
        session = Session(self.graph, config=config)
        self._start.run(session, self.path)
        return session

    def __call__(self, inputs: Mapping[str, Any] | None = None, signature: str = "serving_default") -> dict[str, Any]:
        """The outputs of a signature by name, in a Session that the model keeps.

        Args:
            inputs: values by name, one for each input of the signature.

        Raises:
            NotFoundError: no such signature.
            InvalidArgumentError: inputs that are missing or unknown.
        """
        found = self.signature(signature)
        given = dict(inputs or {})
        if given.keys() != found.inputs.keys():
            names = ", ".join(found.inputs) or "none"
            raise InvalidArgumentError(f"inputs of signature '{signature}' must be {names}, got {', '.join(given)}")
        with self._lock:
            if self._session is None:
                self._session = self.session()
        feeds = {found.inputs[name]: value for name, value in given.items()}
        result: dict[str, Any] = self._session.run(dict(found.outputs), feeds)
        return result

    def signature(self, name: str) -> Signature:
        """The signature of that name.

        Raises:
            NotFoundError: there is none.
        """
        found = self.signatures.get(name)
        if found is None:
            known = ", ".join(self.signatures) or "none"
            raise NotFoundError(f"a signature must be one of {known}, got '{name}'{nearest(name, self.signatures)}")
        return found

    def __repr__(self) -> str:
        return f"<graphops.SavedModel '{self.path}' with signatures {', '.join(self.signatures) or 'none'}>"


@dataclass(frozen=True)
class _Start:
    """What gives a fresh Session the model's state."""

    filename: Tensor | None
    restore: Node | None
    init: Sequence[Node]
    assets: tuple[tuple[Tensor, str], ...]

    def run(self, session: Session, path: Path) -> None:
        assets = {tensor: os.fsencode(path / "assets" / name) for tensor, name in self.assets}
        variables = path / "variables" / "variables"
        stored = variables.with_suffix(".index").exists()
        if self.restore is None and stored:  # as modules of TensorFlow Hub: by name
            restore_variables(session, variables, strict=False)
        elif self.restore is not None and self.filename is not None:
            if stored:
                session.run(self.restore, {self.filename: np.array(os.fsencode(variables), dtype=object), **assets})
            elif any(node.op.has(Trait.DECLARES_VARIABLE) for node in session.graph.nodes):
                raise NotFoundError(
                    f"the variables of the SavedModel '{path}' must be in '{variables}.index', got no such file"
                )
        if self.init:
            session.run(list(self.init), assets)


def load_saved_model(
    path: str | os.PathLike[str], tags: Sequence[str] | None = None, *, limits: LoadLimits | None = None
) -> SavedModel:
    """A SavedModel from its folder.

    Args:
        tags: those of the graph that is wanted; default the only one there is, or the one tagged ``serve``.
        limits: how large its file may be; default :class:`~graphops.LoadLimits`.

    Raises:
        NotFoundError: no such folder or file, or no graph with these tags.
        DataLossError: damaged files.
        InvalidArgumentError: a signature or an asset that names something outside of the graph or the folder.
        ResourceExhaustedError: more of something than ``limits`` allow.
    """
    folder = Path(path)
    files = [folder / "saved_model.pb", folder / "saved_model.pbtxt"]
    file = next((each for each in files if each.is_file()), None)
    if file is None:
        raise NotFoundError(f"a SavedModel must be a folder with a file saved_model.pb, got '{folder}'")
    meta = _choose(read_file(file, "SavedModel", given_limits(limits)), tags, folder)
    graph = Graph()
    import_stated(meta.graph_def, name="", graph=graph, limits=limits, stated=_stated(meta))
    signatures: dict[str, Signature] = {}
    special: dict[str, Node] = {}
    for name in sorted(meta.signature_def):
        proto = meta.signature_def[name]
        if name in (_INIT_SIGNATURE, _TRAIN_SIGNATURE):
            if len(proto.outputs) != 1:
                raise InvalidArgumentError(f"signature '{name}' must have one output, got {len(proto.outputs)}")
            for info in proto.outputs.values():
                special[name] = _node(graph, info.name, f"signature '{name}'")
            continue
        inputs, outputs = _tensors(graph, proto.inputs, name), _tensors(graph, proto.outputs, name)
        signatures[name] = Signature(inputs, outputs, proto.method_name)
    train_op = special.get(_TRAIN_SIGNATURE) or _first(graph, meta, (_TRAIN_COLLECTION,))
    init = special.get(_INIT_SIGNATURE) or _first(graph, meta, _INIT_COLLECTIONS)
    saver = meta.saver_def
    filename: Tensor | None = None
    restore: Node | None = None
    if saver.restore_op_name:
        restore = _node(graph, saver.restore_op_name, "the saver")
        filename = _plain_tensor(graph, saver.filename_tensor_name, "the saver")
    assets = tuple(
        (_plain_tensor(graph, each.tensor_info.name, f"asset '{each.filename}'"), _inside(each.filename))
        for each in _assets(meta)
    )
    start = _Start(filename, restore, [init] if init is not None else _collected(graph, meta, _TABLES), assets)
    defs = {name: _copied(meta.signature_def[name]) for name in sorted(meta.signature_def)}
    return SavedModel(folder, list(meta.meta_info_def.tags), graph, signatures, start, train_op, defs)


def _copied(message: Any) -> Any:
    """A message that does not keep the one alive that it is a part of."""
    copy = type(message)()
    copy.CopyFrom(message)
    return copy


def _first(graph: Graph, meta: Any, collections: Sequence[str]) -> Node | None:
    return next((node for name in collections for node in _collected(graph, meta, name)[:1]), None)


def _collected(graph: Graph, meta: Any, name: str) -> list[Node]:
    """The nodes that a collection names."""
    if name not in meta.collection_def:
        return []
    return [_node(graph, node, f"collection '{name}'") for node in meta.collection_def[name].node_list.value]


def _assets(meta: Any) -> Sequence[Any]:
    """The AssetFileDefs of a graph, wherever it keeps them."""
    if meta.asset_file_def or _ASSETS not in meta.collection_def:
        return list(meta.asset_file_def)
    return [parse(packed.value, "AssetFileDef") for packed in meta.collection_def[_ASSETS].any_list.value]


def _stated(meta: Any) -> dict[str, DType | None]:
    """The tensors that signatures name, and the dtypes that they state."""
    found: dict[str, DType | None] = {}
    for name in sorted(meta.signature_def):
        proto = meta.signature_def[name]
        for infos in (proto.inputs, proto.outputs):
            for key in sorted(infos):
                for _, info in _dense(infos[key], key, name):
                    what = f"dtype of '{key}' of signature '{name}'"
                    found[info.name] = to_dtype(info.dtype, what) if info.dtype else None
    return found


def _choose(saved: Any, tags: Sequence[str] | None, folder: Path) -> Any:
    graphs = list(saved.meta_graphs)
    if isinstance(tags, (str, bytes)):
        raise InvalidTypeError(f"tags of load_saved_model() must be a list of texts, got {tags!r}")
    if tags is None and len(graphs) == 1:
        return graphs[0]
    wanted = {"serve"} if tags is None else set(tags)
    for tagged in (wanted, set[str]()) if tags is None else (wanted,):  # modules of TensorFlow Hub: without tags
        for meta in graphs:
            if set(meta.meta_info_def.tags) == tagged:
                return meta
    known = "; ".join(",".join(meta.meta_info_def.tags) or "no tags" for meta in graphs) or "no graphs"
    raise NotFoundError(f"'{folder}' must have a graph tagged {', '.join(sorted(wanted)) or 'nothing'}, got {known}")


def _node(graph: Graph, name: str, what: str) -> Node:
    try:
        element = graph.as_graph_element(name)
    except NotFoundError as error:
        raise InvalidArgumentError(f"{what} of the SavedModel must name nodes of its graph, got '{name}'") from error
    return element.node if isinstance(element, Tensor) else element


def _tensors(graph: Graph, infos: Mapping[str, Any], signature: str) -> dict[str, Tensor]:
    return {
        name: _tensor(graph, info, f"'{name}' of signature '{signature}'")
        for key in sorted(infos)
        for name, info in _dense(infos[key], key, signature)
    }


def _dense(info: Any, key: str, signature: str) -> Iterator[tuple[str, Any]]:
    """The dense tensors that an input or output consists of, by their names."""
    match info.WhichOneof("encoding"):
        case "name":
            yield key, info
        case "coo_sparse":
            sparse = info.coo_sparse
            yield f"{key}/indices", messages.TensorInfo(name=sparse.indices_tensor_name)
            yield f"{key}/values", messages.TensorInfo(name=sparse.values_tensor_name, dtype=info.dtype)
            yield f"{key}/dense_shape", messages.TensorInfo(name=sparse.dense_shape_tensor_name)
        case "composite_tensor" if info.composite_tensor.components:
            for index, part in enumerate(info.composite_tensor.components):
                yield from _dense(part, f"{key}/{index}", signature)
        case _:
            raise InvalidArgumentError(f"'{key}' of signature '{signature}' must name a tensor, got nothing")


def _tensor(graph: Graph, info: Any, what: str) -> Tensor:
    try:
        element = graph.as_graph_element(info.name)
    except NotFoundError as error:
        raise InvalidArgumentError(f"{what} must be a tensor of the graph, got '{info.name}'") from error
    if not isinstance(element, Tensor):
        raise InvalidArgumentError(f"{what} must be a tensor of the graph, got the node '{info.name}'").concerns(
            node=info.name
        )
    if info.dtype and element.dtype.base is not to_dtype(info.dtype, f"dtype of {what}").base:
        raise InvalidArgumentError(f"{what} must have the dtype it states, got {element!r}")
    return element


def _plain_tensor(graph: Graph, name: str, what: str) -> Tensor:
    """A tensor by its name, or by that of its node."""
    outputs: Sequence[Tensor] = _node(graph, name, what).outputs
    index = int(name.rpartition(":")[2]) if ":" in name else 0  # the look-up has checked it
    if index >= len(outputs):
        raise InvalidArgumentError(f"{what} of the SavedModel must name a tensor of its graph, got '{name}'")
    return outputs[index]


def _inside(name: str) -> str:
    """The name of an asset file, which must not lead out of the folder."""
    path = Path(name)
    if not name or path.is_absolute() or ".." in path.parts or "\x00" in name:
        raise InvalidArgumentError(f"an asset of a SavedModel must be a file in its folder, got '{name}'")
    return name


__all__ = ["SavedModel", "Signature", "load_saved_model"]
