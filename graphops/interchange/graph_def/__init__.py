"""GraphDef: TensorFlow's file format for graphs, both ways, binary and text.

>>> graph = load_graph("model.pb")
>>> with graph.as_default():
...     y, = import_graph_def(other, {"x:0": x}, ["y:0"], name="other")
>>> save_graph(graph, "model.pbtxt")

Begin with ``importer`` and ``exporter``; ``messages`` is the format.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from graphops.build.convert import to_array
from graphops.graph.build_state import ROOT_STATE
from graphops.graph.graph import Graph, Node, Tensor, get_default_graph
from graphops.graph.user_frame import user_frame
from graphops.interchange.graph_def.importer import Importer, Reference, check_names, parse_reference
from graphops.interchange.graph_def.limits import LoadLimits, given_limits
from graphops.interchange.graph_def.producer import PRODUCER
from graphops.interchange.graph_def.read import parse, read_file
from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, NotFoundError, nearest


def import_graph_def(
    graph_def: Any,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    *,
    graph: Graph | None = None,
    limits: LoadLimits | None = None,
) -> list[Tensor | Node] | None:
    """Add the nodes of a GraphDef to a graph.

    Args:
        graph_def: its bytes, its text, or a message of this or another library.
        input_map: for outputs of the GraphDef's nodes (``"x:0"``, ``"x"``; ``"^n"`` for control inputs) what
            replaces them: tensors (nodes for control inputs) of the graph, or values.
        return_elements: names in the GraphDef, ``"y:0"`` for tensors and ``"y"`` for nodes.
        name: scope of the new nodes; default ``"import"``, made unique; ``""`` for none.
        graph: default the default graph.
        limits: how large it may be; default :class:`LoadLimits`.

    A node may have an op that is not registered. It is kept as it is; only fetches that need it fail.

    Returns:
        The tensors and nodes that ``return_elements`` names, ``None`` without it.

    Raises:
        DataLossError: malformed bytes or text.
        InvalidArgumentError: inputs that do not exist, cycles, attrs of the wrong kind, shapes that do not fit; keys
            of ``input_map`` or ``return_elements`` that the GraphDef does not have.
        AlreadyExistsError: a name or a function that the graph has already.
        ResourceExhaustedError: more of something than ``limits`` allow.
    """
    return import_stated(graph_def, input_map, return_elements, name, graph=graph, limits=limits)


def import_stated(
    graph_def: Any,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    *,
    graph: Graph | None = None,
    limits: LoadLimits | None = None,
    stated: Mapping[str, DType | None] | None = None,
) -> list[Tensor | Node] | None:
    """As :func:`import_graph_def`.

    Args:
        stated: tensors that something beside the GraphDef names, a signature say, and their dtypes where it says them.
    """
    from graphops.interchange.graph_def.function_import import add_library

    allowed = given_limits(limits)
    proto = parse(graph_def, limits=allowed)
    allowed.check_message(proto)
    target = get_default_graph() if graph is None else graph
    if not isinstance(target, Graph):
        raise InvalidTypeError(f"graph of import_graph_def() must be a Graph, got {target!r}")
    if name is not None and not isinstance(name, str):
        raise InvalidTypeError(f"name of import_graph_def() must be a string, got {name!r}")
    if input_map is not None and not isinstance(input_map, Mapping):
        raise InvalidTypeError(f"input_map of import_graph_def() must be a mapping, got {input_map!r}")
    _check_version(proto)
    check_names(proto.node, "the GraphDef")
    with target.all_or_nothing():
        mapped = _mapped(input_map or {}, target)
        prefix = target.unique_name("import" if name is None else name) if name != "" else ""
        around = target.build_state
        state = replace(ROOT_STATE, device=around.device, made_at=around.made_at or user_frame())
        add_library(target, proto.library, proto.node, proto.versions.producer)
        importer = Importer(target, prefix.rstrip("/"), state, mapped, proto.versions.producer)
        inputs = [[parse_reference(text, node.name) for text in node.input] for node in proto.node]
        others = {**dict.fromkeys(text for text in return_elements or () if isinstance(text, str)), **(stated or {})}
        importer.add_all(proto.node, inputs, [(_named(text), dtype) for text, dtype in others.items()])
        _check_used(mapped, importer)
        return None if return_elements is None else [_element(importer, text) for text in return_elements]


def _named(text: str) -> Reference:
    """The output that a name means; none of any node if it is malformed, which is an error elsewhere."""
    try:
        return parse_reference(text, "")
    except InvalidArgumentError:
        return Reference("", -1)


def _check_used(mapped: Mapping[Reference, Any], importer: Importer) -> None:
    """Every key of the input map must be an input of some node, or at least be in the GraphDef."""
    for reference in mapped:
        if reference in importer.used:
            continue
        node = importer.nodes.get(reference.node)
        if node is None or reference.output >= len(node.outputs):
            shown = f"^{reference.node}" if reference.output < 0 else f"{reference.node}:{reference.output}"
            near = nearest(reference.node, importer.nodes) if len(importer.nodes) < 10_000 else ""
            raise InvalidArgumentError(f"input_map must name what nodes of the GraphDef take, got '{shown}'{near}")


def _check_version(proto: Any) -> None:
    if proto.versions.min_consumer > PRODUCER:
        raise InvalidArgumentError(
            f"a GraphDef must be readable by version {PRODUCER}, got one for {proto.versions.min_consumer} or later"
        )


def _mapped(input_map: Mapping[str, Any], graph: Graph) -> dict[Reference, Any]:
    from graphops.build.add_op import add_constant

    found: dict[Reference, Any] = {}
    for key, value in input_map.items():
        if not isinstance(key, str):
            raise InvalidTypeError(f"keys of input_map must be names such as 'x:0', got {key!r}")
        reference = parse_reference(key, "input_map")
        convert = getattr(value, "__graphops_tensor__", None)
        if reference.output < 0:
            element = value.node if isinstance(value, Tensor) else value
            if not isinstance(element, Node) or element.graph is not graph:
                raise InvalidTypeError(f"input_map['{key}'] must be a node of the graph, got {value!r}")
            found[reference] = element
            continue
        tensor = convert() if convert is not None else value
        if not isinstance(tensor, Tensor):
            tensor = add_constant(graph, to_array(tensor, None, f"input_map['{key}']"), "Const")
        if tensor.graph is not graph:
            raise InvalidArgumentError(f"input_map['{key}'] must be a tensor of the graph, got another's {tensor!r}")
        found[reference] = tensor
    return found


def _element(importer: Importer, text: str) -> Tensor | Node:
    if not isinstance(text, str):
        raise InvalidTypeError(f"return_elements must be names such as 'y:0', got {text!r}")
    name, colon, _ = text.rpartition(":")
    node = importer.nodes.get(name if colon else text)
    if node is None:
        near = nearest(name if colon else text, importer.nodes) if len(importer.nodes) < 10_000 else ""
        raise InvalidArgumentError(f"return_elements must be in the GraphDef, got '{text}'{near}")
    return importer.tensor(parse_reference(text, "return_elements"), "return_elements") if colon else node


def load_graph(path: str | os.PathLike[str], *, limits: LoadLimits | None = None) -> Graph:
    """A new graph with the nodes of a GraphDef file (or of a MetaGraphDef's graph); text if it ends in ``.pbtxt``.

    Args:
        limits: how large it may be; default :class:`LoadLimits`.

    Raises:
        NotFoundError: no such file.
        DataLossError: the file holds no GraphDef.
        GraphopsError: as for :func:`import_graph_def`.
    """
    graph = Graph()
    kind = "MetaGraphDef" if str(path).endswith(".meta") else "GraphDef"
    message = read_file(path, kind, given_limits(limits))
    part = message.graph_def if kind == "MetaGraphDef" else message
    import_graph_def(part, name="", graph=graph, limits=limits)
    return graph


def save_graph(graph: Graph, path: str | os.PathLike[str], *, add_shapes: bool = False) -> None:
    """Write a graph as a GraphDef file; text if ``path`` ends in ``.pbtxt``, else binary.

    The file is replaced at once: no reader ever sees half of it.

    Args:
        add_shapes: also write the static shapes of all outputs, as ``_output_shapes``.
    """
    from google.protobuf import text_format

    from graphops.checkpoint.atomic import write_atomically
    from graphops.interchange.graph_def.exporter import to_graph_def

    message = to_graph_def(graph, add_shapes=add_shapes)
    if str(path).endswith((".pbtxt", ".txt", ".prototxt")):
        data = text_format.MessageToString(message).encode()
    else:
        data = message.SerializeToString(deterministic=True)
    write_atomically(path, lambda file: file.write(data))


def __getattr__(name: str) -> Any:
    if name == "GraphDef":
        from graphops.interchange.graph_def import messages

        return messages.GraphDef
    raise AttributeError(f"module 'graphops.interchange.graph_def' has no attribute '{name}'", name=name)


__all__ = ["PRODUCER", "GraphDef", "LoadLimits", "NotFoundError", "import_graph_def", "load_graph", "save_graph"]
