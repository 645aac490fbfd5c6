"""A model from a file or a folder, whatever its form: its graph, what it takes and what it gives."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from graphops.checkpoint.sessions import restore
from graphops.graph.body_graph import has_effect
from graphops.graph.graph import Graph, Tensor
from graphops.interchange.graph_def import load_graph
from graphops.interchange.saved_model import SavedModel, Signature, load_saved_model
from graphops.plan.session_config import SessionConfig
from graphops.session.session import Session
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.traits import Trait

KERAS: Final = (".keras", ".h5", ".hdf5")  # files of Keras, which hold layers and no graph


@dataclass(frozen=True)
class Model:
    """A graph from a file or a folder.

    Attributes:
        path: where it is.
        graph: its nodes.
        saved: the SavedModel it is, if it is one.
        checkpoint: the prefix of the files with the variables' values that are beside a MetaGraphDef, ``model`` for
            ``model.meta`` and ``model.index``.
    """

    path: Path
    graph: Graph
    saved: SavedModel | None = None
    checkpoint: str | None = None

    def session(self, config: SessionConfig | None = None, target: Any = "") -> Session:
        """A Session with the values of the model's variables, as far as they are there.

        Args:
            target: as of :class:`Session`. Files are read in this process in any case: workers may not see them.
        """
        if self.saved is not None:
            session = self.saved.session(config)
        else:
            session = Session(self.graph, config=config)
            if self.checkpoint is not None:
                restore(session, self.checkpoint, strict=False)
        return Session(self.graph, target, session.config, variables=session.variables) if target else session

    def tensor(self, name: str) -> Tensor:
        """A tensor by its name, or the first one of a node by the node's.

        Raises:
            NotFoundError: there is none.
        """
        return self.graph.tensor(name if ":" in name else f"{name}:0")

    def inputs(self, signature: str | None = None) -> Mapping[str, Tensor]:
        """The inputs of a signature by their names, or the placeholders of a graph by the names of their nodes.

        Args:
            signature: of a SavedModel; default ``serving_default``, or else the first.

        Raises:
            NotFoundError: no such signature.
        """
        found = self._signature(signature)
        if found is not None:
            return found.inputs
        return {node.name: node.outputs[0] for node in self.graph.nodes if node.op.has(Trait.PLACEHOLDER)}

    def outputs(self, signature: str | None = None) -> Mapping[str, Tensor]:
        """The outputs of a signature by their names, or the tensors of a graph that nothing uses by theirs.

        Raises:
            NotFoundError: no such signature.
        """
        found = self._signature(signature)
        if found is not None:
            return found.outputs
        used = {tensor.node for node in self.graph.nodes for tensor in node.inputs}
        used.update(control for node in self.graph.nodes for control in node.control_inputs)
        last = [
            node
            for node in self.graph.nodes
            if node not in used and node.inputs and not node.op.has(Trait.PLACEHOLDER) and not has_effect(node)
        ]
        return {tensor.name: tensor for node in last for tensor in node.outputs}

    def _signature(self, name: str | None) -> Signature | None:
        if self.saved is None or not (self.saved.signatures or name):
            return None
        names = list(self.saved.signatures)
        return self.saved.signature(name or ("serving_default" if "serving_default" in names else names[0]))


def open_model(path: str) -> Model:
    """A GraphDef file (``.pb``, ``.pbtxt``), a MetaGraphDef (``.meta``) or the folder of a SavedModel.

    Raises:
        NotFoundError: no such file or folder.
        DataLossError: a damaged file.
        InvalidArgumentError: a file of Keras, whose layers have no graph until it exports them.
    """
    if path.endswith(KERAS):
        raise InvalidArgumentError(f"a model must be a graph: export '{path}' with model.export() of Keras")
    file = Path(path)
    if file.is_dir():
        saved = load_saved_model(file)
        return Model(file, saved.graph, saved)
    beside = path.removesuffix(".meta")
    checkpoint = beside if beside != path and os.path.exists(f"{beside}.index") else None
    return Model(file, load_graph(file), checkpoint=checkpoint)


__all__ = ["KERAS", "Model", "open_model"]
