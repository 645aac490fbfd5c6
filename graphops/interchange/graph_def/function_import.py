"""From a FunctionDef to a Function, whose body is made when it is first needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from graphops.graph.body_graph import has_effect
from graphops.graph.build_state import ROOT_STATE
from graphops.graph.functions import Function, FunctionBody
from graphops.graph.graph import Graph, Node
from graphops.graph.user_frame import user_frame
from graphops.interchange.graph_def import messages
from graphops.interchange.graph_def.importer import Importer, Reference, check_names
from graphops.interchange.graph_def.producer import PRODUCER
from graphops.interchange.graph_def.tensor_proto import to_dtype
from graphops_registry.dtypes import DType
from graphops_registry.errors import AlreadyExistsError, InvalidArgumentError, UnimplementedError

# Of a conditional or loop that TensorFlow replaces by Switch and Merge nodes before it runs the graph.
_LOWERED: Final = "_lower_using_switch_merge"


def add_library(graph: Graph, library: Any, nodes: Iterable[Any] = (), producer: int = PRODUCER) -> None:
    """Put all functions of a FunctionDefLibrary into the library of ``graph``.

    Args:
        nodes: of the GraphDef, some of which call the functions.
        producer: the version of the format that they are written in.

    Raises:
        AlreadyExistsError: the graph has another function of that name, or the library has it twice.
        InvalidArgumentError: a signature that is none.
    """
    seen: set[str] = set()
    lowered = set(_lowered(nodes))
    for proto in library.function:
        lowered.update(_lowered(proto.node_def))
    for proto in library.function:
        name = proto.signature.name
        if name in seen:
            raise AlreadyExistsError(f"a function's name must be unique, but the library has '{name}' twice")
        seen.add(name)
        definition = proto.SerializeToString(deterministic=True)
        present = graph.functions_by_name.get(name)
        if present is not None:
            if present.definition != definition:
                raise AlreadyExistsError(f"a function's name must be unique, but the graph has another '{name}'")
            continue
        graph.add_function(_function(graph, proto, definition, producer, name in lowered))
    graph.named_gradients.update({each.function_name: each.gradient_func for each in library.gradient})


def _lowered(nodes: Iterable[Any]) -> Iterator[str]:
    """The functions of conditionals and loops whose nodes become part of the graph around them."""
    for node in nodes:
        if _LOWERED in node.attr and node.attr[_LOWERED].b:
            for value in node.attr.values():
                yield from (each.name for each in (value.func, *value.list.func) if each.name)


def _function(graph: Graph, proto: Any, definition: bytes, producer: int, lowered: bool) -> Function:
    signature = proto.signature
    if not signature.name:
        raise InvalidArgumentError("a function must have a name, got none")
    what = f"function '{signature.name}'"

    def build() -> FunctionBody:
        return _body(graph, messages.FunctionDef.FromString(definition), what, producer, lowered)

    polymorphic = any(
        arg.type_attr or arg.number_attr or arg.type_list_attr for arg in (*signature.input_arg, *signature.output_arg)
    )
    if polymorphic:  # an error only for those who call it
        return Function(signature.name, build=build, definition=definition, is_stateful=signature.is_stateful)
    return Function(
        signature.name,
        build=build,
        definition=definition,
        input_types=[_type(arg, what) for arg in signature.input_arg],
        output_types=[_type(arg, what) for arg in signature.output_arg],
        is_stateful=signature.is_stateful,
    )


def _type(arg: Any, what: str) -> DType:
    return to_dtype(arg.type, f"argument '{arg.name}' of {what}").base


def _body(graph: Graph, proto: Any, what: str, producer: int, lowered: bool) -> FunctionBody:
    signature = proto.signature
    for arg in (*signature.input_arg, *signature.output_arg):
        if arg.type_attr or arg.number_attr or arg.type_list_attr:
            raise UnimplementedError(f"arguments of {what} must have fixed types, got '{arg.name}' with a type attr")
    body = Graph(library_of=graph)
    nodes: list[Any] = []
    for arg in signature.input_arg:
        node = messages.NodeDef(name=arg.name, op="Placeholder")
        node.attr["dtype"].type = arg.type
        node.attr["shape"].shape.unknown_rank = True
        nodes.append(node)
    arguments = {arg.name for arg in signature.input_arg}
    nodes += proto.node_def
    check_names(nodes, what)
    state = replace(ROOT_STATE, made_at=user_frame())  # looked up once: bodies have thousands of nodes
    importer = Importer(body, "", state, producer=producer)
    inputs = [[_reference(text, node.name, arguments) for text in node.input] for node in nodes]
    stated = [
        (_reference(proto.ret[arg.name], what, arguments), _type(arg, what))
        for arg in signature.output_arg
        if arg.name in proto.ret
    ]
    importer.add_all(nodes, inputs, stated)
    results = []
    for arg in signature.output_arg:
        if arg.name not in proto.ret:
            raise InvalidArgumentError(f"{what} must say what its result '{arg.name}' is, got nothing")
        reference = _reference(proto.ret[arg.name], what, arguments)
        if reference.node not in importer.nodes or reference.output < 0:
            raise InvalidArgumentError(f"result '{arg.name}' of {what} must be in it, got '{proto.ret[arg.name]}'")
        tensor = importer.tensor(reference, what)
        if tensor.dtype.base is not _type(arg, what):
            rule = f"have dtype {_type(arg, what).name}"
            raise InvalidArgumentError(f"result '{arg.name}' of {what} must {rule}, got {tensor.dtype.name}")
        results.append(tensor)
    keep: dict[Node, None] = {}
    for key in proto.control_ret:
        name = proto.control_ret[key]
        if name not in importer.nodes:
            raise InvalidArgumentError(f"control output '{key}' of {what} must be in it, got '{name}'")
        keep[importer.nodes[name]] = None
    # In a function that it calls TensorFlow runs everything that has an effect, whether or not it is a control output.
    # What it lowers is a part of the graph, where only what is needed runs.
    if not lowered:
        keep.update({node: None for node in body.nodes if has_effect(node)})
    arguments_in_order = [importer.nodes[arg.name].outputs[0] for arg in signature.input_arg]
    return FunctionBody(body, tuple(arguments_in_order), tuple(results), tuple(keep))


def _reference(text: str, owner: str, arguments: set[str]) -> Reference:
    """``argument``, ``node:output:index`` or ``^node``."""
    if text.startswith("^"):
        return Reference(text[1:], -1)
    parts = text.split(":")
    if parts[0] in arguments and (len(parts) == 1 or parts[1:] == ["0"]):
        return Reference(parts[0], 0)
    if len(parts) == 3 and parts[2].isdecimal() and parts[2].isascii() and len(parts[2]) < 10:
        return Reference(parts[0], int(parts[2]), parts[1])
    raise InvalidArgumentError(f"an input of '{owner}' must be written 'argument' or 'node:output:index', got '{text}'")
