"""Loading a version of a model: a SavedModel, a GraphDef or a page file."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from graphops.apps.serve.served_model import DEFAULT, ServedModel
from graphops.apps.serve.settings import ModelConfig
from graphops.graph.graph import Graph, Tensor
from graphops.graph.node import Node
from graphops.interchange.frozen import frozen_signatures
from graphops.interchange.model import open_model
from graphops.interchange.saved_model import SavedModel, Signature
from graphops.plan.session_config import SessionConfig
from graphops.session.session import Session
from graphops_registry.errors import GraphopsError, InvalidArgumentError, NotFoundError
from graphops_registry.traits import Trait

_SAVED: Final = ("saved_model.pb", "saved_model.pbtxt")
GRAPHS: Final = (".pb", ".pbtxt", ".graphdef", ".meta", ".json")
_METHOD: Final = "tensorflow/serving/predict"
Tensors = Mapping[str, Tensor]
_log: Final = logging.getLogger("graphops.serve")


def is_one_version(path: Path) -> bool:
    """Whether a base path is a model itself and no folder of versions."""
    return (path.is_file() and path.suffix in GRAPHS) or any((path / name).is_file() for name in _SAVED)


def versions_in(path: Path) -> dict[int, Path]:
    """The versions of a model by their numbers; a model that is in no numbered folder is version 1.

    Raises:
        OSError: the folder cannot be read.
    """
    if is_one_version(path):
        return {1: path}
    found: dict[int, Path] = {}
    if not path.is_dir():
        return found
    for entry in path.iterdir():
        if entry.name.isascii() and entry.name.isdecimal() and len(entry.name) < 19 and entry.is_dir():
            found[int(entry.name)] = entry
    return found


def fingerprint(path: Path) -> tuple[tuple[str, int, int], ...]:
    """What changes when somebody writes to a version: names, times and sizes of its files."""
    files = [path] if path.is_file() else [each for each in path.glob("*") if each.is_file()]
    files += [each for each in path.glob("variables/*") if each.is_file()]
    about = [(str(each), each.stat()) for each in sorted(files)]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in about)


def folders_of(path: Path) -> tuple[str, ...]:
    """The absolute names of the folder that a version is in: with links, and without."""
    folder = path.parent if path.is_file() else path
    names = {str(each) for each in (folder.absolute(), folder.resolve())}
    return tuple(names - {folder.anchor, "/"})


def load(config: ModelConfig, version: int, path: Path, session_config: SessionConfig) -> ServedModel:
    """A version of a model, with its variables.

    Nodes of its graph read files of its own folder alone.

    Raises:
        NotFoundError: no model there.
        GraphopsError: a damaged one, or one that graphops cannot run.
    """
    if path.is_dir() and not is_one_version(path):
        single = [each for each in sorted(path.iterdir()) if each.is_file() and each.suffix in GRAPHS]
        if len(single) != 1:
            rule = "have a saved_model.pb, or one GraphDef or page"
            raise NotFoundError(f"version {version} of model '{config.name}' must {rule}, got '{path}'")
        path = single[0]
    if path.suffix == ".json":
        return _page(config, version, path, session_config)
    model = open_model(str(path))
    if model.saved is not None and model.saved.signatures and not config.fetches:
        return _saved_model(config.name, version, model.saved, session_config)
    outputs = _named(model.graph, config.fetches) if config.fetches else model.outputs()
    inputs = _named(model.graph, config.feeds) if config.feeds else _needed(model.inputs(), outputs)
    if not outputs:
        raise InvalidArgumentError(f"model '{config.name}' must have an output: name one with --fetch")
    session = model.session(session_config)
    return ServedModel(config.name, version, session, {DEFAULT: (inputs, outputs, _METHOD)})


def _saved_model(name: str, version: int, model: SavedModel, config: SessionConfig) -> ServedModel:
    """A SavedModel; if all its signatures only read variables, with constants in the place of these.

    Then plans can fold them into each other, and a run looks up no variables.
    """
    session = model.session(config)
    signatures: Mapping[str, Signature] = model.signatures
    try:
        graph, signatures = frozen_signatures(model, model.signatures, session.variables.snapshot())
    except GraphopsError as reason:
        _log.debug("model '%s' keeps its variables: %s", name, reason)
    else:
        session.close()
        session = Session(graph, config=session.config)
    parts = {each: (found.inputs, found.outputs, found.method_name) for each, found in signatures.items()}
    return ServedModel(name, version, session, parts, model.signature_defs)


def _named(graph: Graph, names: Mapping[str, str]) -> Tensors:
    return {name: graph.tensor(text if ":" in text else f"{text}:0") for name, text in names.items()}


def _needed(inputs: Tensors, outputs: Tensors) -> Tensors:
    """Those of ``inputs`` that ``outputs`` depend on."""
    seen: set[Node] = set()
    waiting = [tensor.node for tensor in outputs.values()]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting.extend(tensor.node for tensor in node.inputs)
            waiting.extend(node.control_inputs)
    return {name: tensor for name, tensor in inputs.items() if tensor.node in seen}


def _page(config: ModelConfig, version: int, path: Path, session_config: SessionConfig) -> ServedModel:
    """A page: its placeholders are inputs, what it fetches outputs, and its ``init`` runs once."""
    from graphops.interchange.page import build_page, load_page

    page = load_page(path)
    built = build_page(page, folder=path.parent)
    built.raise_problems()
    outputs: dict[str, Tensor] = {}
    for pin in page.fetches:
        if pin.block not in built.nodes:
            raise InvalidArgumentError(f"a fetch must name a block of the page, got '{pin}'")
        tensors = built.tensors(pin)
        for number, tensor in enumerate(tensors):
            outputs[pin.block if len(tensors) == 1 else f"{pin.block}:{number}"] = tensor
    if not outputs:
        raise InvalidArgumentError(f"page '{path.name}' must fetch something to be served, got no fetches")
    placeholders = {node.name: node.outputs[0] for node in built.graph.nodes if node.op.has(Trait.PLACEHOLDER)}
    session = Session(built.graph, config=session_config)
    for pin in page.init:
        session.run(built.nodes[pin.block])
    return ServedModel(config.name, version, session, {DEFAULT: (_needed(placeholders, outputs), outputs, _METHOD)})
